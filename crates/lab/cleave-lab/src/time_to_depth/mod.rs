//! Time to depth in virtual time: how much sooner than P_seq does a team reach a depth?
//!
//! This is one experiment for every algorithm, number of workers, number of ranks, and game. A piece of it is the
//! search of a position by one team, or by P_seq, with one seed. The seed is the number of a
//! [perturbation](cleave_window::perturbation), with which all programs begin, and of the jitter of the prices. A
//! [`Cell`] is the result of a piece. `compare`, `speedup` and `speedup --ranks` differ in the teams that they measure
//! and in the [`Figures`] that they keep of each search. A [`Measurement`] is a setting and its cells, and a [`Row`] is
//! its summary for a team.
//!
//! With `--ranks` all ranks begin with the same perturbation. With jitter each has its own seed, as machines differ;
//! without, they differ only by their messages. With `--one-table`, and in `compare`, the ranks are groups of one
//! machine. They are perturbed one after another on their table, where the later ones find what the first has entered.

pub(crate) mod amdahl;
pub(crate) mod backend;
mod cell;
mod figures;
#[cfg(test)]
pub(crate) mod invented;
mod measurement;
mod pairs;
pub(crate) mod published;
mod row;
mod setting;
pub(crate) mod table;

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use cleave_kit::experiment::{self, Entries, Experiment};
use cleave_kit::files::Destination;
use cleave_kit::{Error, Result};
use cleave_search::team::SplitParams;

use crate::options::split;
use crate::searches::{DepthSearcher, Links, Roots, Team, TestPosition};
pub(crate) use cell::{Cell, SearchKey};
pub(crate) use figures::{Figures, Losses, Traffic, Work};
pub(crate) use measurement::Measurement;
pub(crate) use pairs::Pairs;
pub use row::Row;
pub(crate) use setting::{Conditions, Setting};

/// The searches of a measurement: of every position by every team and P_seq with every seed.
pub(crate) struct Searches<'p, P: DepthSearcher, F> {
    positions: &'p [TestPosition<P::Position>],
    roots: Roots<'p, P>,
    pub(crate) setting: Setting,
    /// The teams that search each position; `None` is P_seq.
    teams: Vec<Option<Team>>,
    seeds: Vec<u64>,
    figures: PhantomData<fn() -> F>,
}

impl<'p, P: DepthSearcher, F: Figures> Searches<'p, P, F> {
    /// Returns the searches of these positions by all teams, with `count` seeds from `first` on.
    ///
    /// # Errors
    /// Two positions have the same name, or the setting changes an unknown parameter of splitting.
    pub(crate) fn new(
        positions: &'p [TestPosition<P::Position>],
        setting: Setting,
        teams: Vec<Option<Team>>,
        (first, count): (u64, u64),
    ) -> Result<Searches<'p, P, F>> {
        split::apply(&mut SplitParams::default(), &setting.split)?;
        let roots = Roots::new(positions, setting.goal.goal, setting.costs())?;
        let seeds = (0..count).map(|number| first.wrapping_add(number)).collect();
        Ok(Searches { positions, roots, setting, teams, seeds, figures: PhantomData })
    }

    /// Each position is searched to the same depth as in these searches.
    pub(crate) fn set_depths(&self, real: &[Cell<F>]) {
        real.iter().for_each(|cell| self.roots.set_depth(&cell.position, cell.depth));
    }

    /// Returns all searches, seed by seed, and for each position by all teams. A measurement that is broken off then
    /// has the first seeds of all teams, and whole positions of the last seed.
    pub(crate) fn keys(&self) -> Vec<SearchKey> {
        let places = spread(self.positions.len());
        let positions = || places.iter().map(|&place| self.positions[place].name());
        let of_seed = |&seed| positions().flat_map(move |name| self.of_everybody(name, seed));
        self.seeds.iter().flat_map(of_seed).collect()
    }

    fn of_everybody(&self, name: String, seed: u64) -> impl Iterator<Item = SearchKey> {
        self.teams.iter().map(move |&team| (name.clone(), seed, team))
    }

    /// Does the searches that the file lacks, until the budget of time is used up, and returns all wanted ones. A
    /// position is left out with a seed that not all teams have searched it with.
    ///
    /// # Errors
    /// A team of this size is not possible, the file cannot be used, or the budget does not suffice for one position.
    pub(crate) fn complete(
        &mut self,
        file: Option<&Destination>,
        budget: Option<Duration>,
    ) -> Result<Measurement<F>> {
        let deadline = budget.map(|budget| Instant::now() + budget);
        let keys = self.keys();
        let mut found = experiment::complete(self, file, &keys, deadline)?;
        let mut cells = Vec::new();
        for position in self.positions {
            for &seed in &self.seeds {
                let keys = self.of_everybody(position.name(), seed);
                let of_place: Vec<_> = keys.map_while(|key| found.remove(&key)).collect();
                if of_place.len() == self.teams.len() {
                    cells.extend(of_place);
                }
            }
        }
        let (some, all) = (cells.len() / self.teams.len(), self.positions.len() * self.seeds.len());
        if cells.is_empty() {
            return Err(Error::refused("the budget does not suffice for one position"));
        }
        if some < all {
            eprintln!("the budget sufficed for {some} of {all} positions and seeds");
        }
        Ok(Measurement { setting: self.setting.clone(), cells })
    }
}

/// Returns all numbers below `count`, so that the first few are spread evenly over all. A file has positions of one
/// game, or of one phase after the other.
fn spread(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|index| index.reverse_bits());
    order
}

impl<P: DepthSearcher, F: Figures> Experiment for Searches<'_, P, F> {
    type Entry = Cell<F>;
    type Setting = Setting;
    /// As many as the largest cluster has ranks.
    type Worker = Vec<P>;

    const PIECES: &'static str = "searches";

    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn worker(&self) -> Result<Vec<P>> {
        let ranks = self.teams.iter().filter_map(|team| team.as_ref()?.ranks);
        P::ranks(ranks.max().unwrap_or(1), self.setting.hash, &self.links())
    }

    fn learn(&mut self, done: &Entries<Cell<F>>, due: &[SearchKey]) -> Result<()> {
        for Cell { position, fen, .. } in done.values() {
            if let Some((here, there)) = self.roots.fen(position).zip(fen.as_deref())
                && here != there
            {
                let reason = format!("{position} is {there} in the file, not {here}");
                return Err(Error::refused(reason));
            }
        }
        self.roots.learn(done, due);
        Ok(())
    }

    fn perform(&self, ranks: &mut Vec<P>, key: &SearchKey) -> Result<Cell<F>> {
        let (name, seed, team) = key.clone();
        let (TestPosition { fen, position, .. }, depth) = self.roots.get(&name, &mut ranks[0]);
        let cell = |time, nodes, value| {
            let (position, value, chains) =
                (name, F::KEEPS_VALUES.then_some(value), Default::default());
            Cell {
                position,
                fen: None,
                seed,
                team,
                depth,
                time,
                nodes,
                value,
                chains,
                figures: None,
            }
        };
        let Some(team) = team else {
            ranks[0].perturb(position, seed);
            let found = match F::TRACES {
                true => ranks[0].trace(position, depth),
                false => ranks[0].search_sequentially(position, depth),
            };
            let time = self.setting.costs().sequential(found.nodes).0;
            let (fen, chains) = (Some(fen.clone()), found.chains);
            return Ok(Cell { fen, chains, ..cell(time, found.nodes, found.value) });
        };
        let (machine, count) = (self.setting.machine(team.workers, seed), team.ranks.unwrap_or(1));
        let model = self.links().model(machine, count, seed);
        let (ranks, split) = (&mut ranks[..count.into()], &self.setting.split);
        let found = P::search_virtual(ranks, team, split, &model, seed, position, depth)?;
        let cell = cell(found.time().0, F::nodes(&found), found.parts[0].value);
        Ok(Cell { figures: Some(F::of(&found)), ..cell })
    }
}

impl<P: DepthSearcher, F> Searches<'_, P, F> {
    /// Returns the links between ranks: a cluster's as the measurement sets them, others as groups.
    fn links(&self) -> Links {
        self.setting.goal.links.unwrap_or_else(Links::of_groups)
    }
}

#[cfg(test)]
mod tests;
