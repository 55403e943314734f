//! The comparison of all algorithms: trees of P_seq, and what teams make of them in virtual time.

use std::path::Path;

use cleave_kit::Result;
use cleave_kit::experiment::{self, Entry};
use serde::{Deserialize, Serialize};

use crate::searches::roots::SearchKey;
use crate::searches::{Cell, Team, Tree};

/// What all searches of a comparison depend on.
pub(crate) type Setting = crate::setting::Setting<TreeSize>;

/// The size of P_seq's trees, for which the depth of each position was chosen.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct TreeSize {
    pub(crate) nodes: u64,
}

/// What a team loses beside idle time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Losses {
    /// Share of the workers' time spent waiting for locks.
    pub(crate) locks: f64,
    /// Share of the workers' time spent copying.
    pub(crate) copying: f64,
    /// How often a worker joined others, and copied what it needed for that.
    pub(crate) joins: u64,
    /// How often a worker waited for a lock.
    pub(crate) waits: u64,
}

/// A search of the comparison.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Piece {
    /// By a team.
    Cell(Cell<Losses>),
    /// By P_seq, with which teams are compared.
    Tree(Tree),
}

impl Piece {
    /// The depth, if P_seq has searched: that of the teams is the same.
    pub(crate) fn depth(&self) -> Option<u32> {
        match self {
            Piece::Tree(tree) => Some(tree.depth),
            Piece::Cell(_) => None,
        }
    }
}

impl Entry for Piece {
    type Key = SearchKey;
    type Team = Option<Team>;

    fn key(&self) -> SearchKey {
        match self {
            Piece::Tree(tree) => (tree.position.clone(), tree.seed, None),
            Piece::Cell(cell) => cell.key(),
        }
    }

    fn team(&self) -> Option<Team> {
        match self {
            Piece::Tree(_) => None,
            Piece::Cell(cell) => Some(cell.team),
        }
    }
}

/// All searches of trees of one size.
pub struct Comparison {
    pub(crate) setting: Setting,
    pub(crate) trees: Vec<Tree>,
    pub(crate) cells: Vec<Cell<Losses>>,
}

impl Comparison {
    /// Reads a comparison from its journal.
    ///
    /// # Errors
    /// The file cannot be read, or is no comparison.
    pub fn read(path: &Path) -> Result<Comparison> {
        let (setting, pieces) = experiment::read(path)?;
        Ok(Comparison::new(setting, pieces))
    }

    /// Separates trees from cells. The pieces must be in the order of their keys: trees are found by bisection.
    pub(crate) fn new(setting: Setting, pieces: impl IntoIterator<Item = Piece>) -> Comparison {
        let (mut trees, mut cells) = (Vec::new(), Vec::new());
        for piece in pieces {
            match piece {
                Piece::Tree(tree) => trees.push(tree),
                Piece::Cell(cell) => cells.push(cell),
            }
        }
        Comparison { setting, trees, cells }
    }

    /// The size of P_seq's trees.
    pub fn nodes(&self) -> u64 {
        self.setting.goal.nodes
    }

    /// The teams that have searched, in order.
    pub fn teams(&self) -> Vec<Team> {
        let mut teams: Vec<Team> = self.cells.iter().map(|cell| cell.team).collect();
        teams.sort_unstable();
        teams.dedup();
        teams
    }

    /// How many positions P_seq has searched.
    pub(crate) fn positions(&self) -> usize {
        self.trees.chunk_by(|one, other| one.position == other.position).count()
    }

    /// The sets of positions, each with how many of it P_seq has searched.
    pub(crate) fn sets(&self) -> Vec<(&str, usize)> {
        let mut sets: Vec<(&str, usize)> = Vec::new();
        for of_position in self.trees.chunk_by(|one, other| one.position == other.position) {
            let set = of_position[0].position.split(' ').next().unwrap_or_default();
            match sets.iter_mut().find(|(name, _)| *name == set) {
                Some((_, count)) => *count += 1,
                None => sets.push((set, 1)),
            }
        }
        sets
    }

    /// How many seeds every team of this size has searched all positions with.
    pub(crate) fn seeds(&self, workers: usize) -> usize {
        let of_size = self.teams().into_iter().filter(|team| team.workers_of_all() == workers);
        let searches = of_size.map(|team| self.pairs(team).count());
        searches.min().unwrap_or(0) / self.positions().max(1)
    }

    /// The searches of a team, each with the search by P_seq of the same position and seed.
    pub(crate) fn pairs(&self, team: Team) -> impl Iterator<Item = (&Tree, &Cell<Losses>)> {
        self.cells.iter().filter(move |cell| cell.team == team).filter_map(|cell| {
            let place = self
                .trees
                .binary_search_by(|tree| {
                    (&tree.position, tree.seed).cmp(&(&cell.position, cell.seed))
                })
                .ok()?;
            Some((&self.trees[place], cell))
        })
    }
}
