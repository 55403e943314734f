//! The comparison of all algorithms: trees of P_seq, and what teams make of them in virtual time.

use std::fmt;
use std::path::Path;

use cleave_search::Algorithm;
use cleave_smp_lab::virtual_time::CostModel;
use serde::{Deserialize, Serialize};

use super::tree::Tree;
use super::{algorithm, read_text};
use crate::journal::{self, Entry};

/// What all searches of a comparison depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Setting {
    /// The size of P_seq's trees, for which the depth of each position was chosen.
    pub(crate) nodes: u64,
    /// Size of the table, in MiB.
    pub(crate) hash: usize,
    /// By how many percent prices vary, but for seed 0.
    pub(crate) jitter: u32,
    pub(crate) costs: CostModel,
    /// The bench signature of the program that searched.
    pub(crate) bench: u64,
}

/// A team in virtual time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Team {
    #[serde(with = "algorithm")]
    pub(crate) algorithm: Algorithm,
    pub(crate) workers: usize,
    /// Those without work wait; no next iteration is begun.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) without_next: bool,
}

impl Team {
    /// A team of this many, with all that the algorithm does by default.
    pub(crate) fn new(algorithm: Algorithm, workers: usize) -> Team {
        Team { algorithm, workers, without_next: false }
    }

    /// True if the other team is of the same kind, whatever its size.
    pub(crate) fn is_like(&self, other: &Team) -> bool {
        (self.algorithm, self.without_next) == (other.algorithm, other.without_next)
    }
}

/// The name of its kind, without its size.
impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = self.algorithm.name();
        if self.without_next { f.pad(&format!("{name}{WITHOUT_NEXT}")) } else { f.pad(name) }
    }
}

/// Behind the name of an algorithm, of which this is left out.
pub(crate) const WITHOUT_NEXT: &str = "-without-next";

impl PartialOrd for Team {
    fn partial_cmp(&self, other: &Team) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Team {
    fn cmp(&self, other: &Team) -> std::cmp::Ordering {
        let place = |team: &Team| (team.algorithm.index(), team.without_next, team.workers);
        place(self).cmp(&place(other))
    }
}

/// A search of a position by a team.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Cell {
    /// The file of the position, and its id there.
    pub(crate) position: String,
    /// The number of the perturbation and of the jitter.
    pub(crate) seed: u64,
    #[serde(flatten)]
    pub(crate) team: Team,
    /// Virtual time to depth, in nanoseconds.
    pub(crate) time: u64,
    pub(crate) nodes: u64,
    /// Share of the workers' time without work.
    pub(crate) idle: f64,
    /// Share of the workers' time spent waiting for locks.
    pub(crate) locks: f64,
    /// Share of the workers' time spent copying.
    pub(crate) copying: f64,
    /// How often a worker joined others, and copied what it needed for that.
    pub(crate) joins: u64,
    /// How often a worker waited for a lock.
    pub(crate) waits: u64,
}

/// A piece of the comparison.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Piece {
    /// A search by a team.
    Cell(Cell),
    /// The search by P_seq that teams are compared with.
    Tree(Tree),
}

impl Piece {
    /// The position and the depth of a search by P_seq.
    pub(crate) fn depth(&self) -> Option<(String, u32)> {
        match self {
            Piece::Tree(tree) => Some((tree.position.clone(), tree.depth)),
            Piece::Cell(_) => None,
        }
    }
}

/// Position and seed, and the team; none for P_seq, which comes first.
pub(crate) type Key = (String, u64, Option<Team>);

impl Entry for Piece {
    type Key = Key;

    fn key(&self) -> Key {
        match self {
            Piece::Tree(tree) => (tree.position.clone(), tree.seed, None),
            Piece::Cell(cell) => (cell.position.clone(), cell.seed, Some(cell.team)),
        }
    }
}

/// All searches of trees of one size.
pub(crate) struct Comparison {
    pub(crate) setting: Setting,
    pub(crate) trees: Vec<Tree>,
    pub(crate) cells: Vec<Cell>,
}

impl Comparison {
    /// Reads a comparison from its journal.
    pub(crate) fn read(path: &Path) -> Result<Comparison, String> {
        let (setting, pieces) = journal::read(&read_text(path)?)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Comparison::new(setting, pieces))
    }

    /// Sorts the pieces.
    pub(crate) fn new(setting: Setting, pieces: Vec<Piece>) -> Comparison {
        let (mut trees, mut cells) = (Vec::new(), Vec::new());
        for piece in pieces {
            match piece {
                Piece::Tree(tree) => trees.push(tree),
                Piece::Cell(cell) => cells.push(cell),
            }
        }
        Comparison { setting, trees, cells }
    }

    /// The teams that have searched, in order.
    pub(crate) fn teams(&self) -> Vec<Team> {
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
        let of_size = self.teams().into_iter().filter(|team| team.workers == workers);
        let searches = of_size.map(|team| self.pairs(team).count());
        searches.min().unwrap_or(0) / self.positions().max(1)
    }

    /// The searches of a team, each with the search by P_seq of the same position and seed.
    pub(crate) fn pairs(&self, team: Team) -> impl Iterator<Item = (&Tree, &Cell)> {
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
