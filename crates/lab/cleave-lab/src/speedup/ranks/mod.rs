//! `speedup --ranks`: time to depth of a cluster against one rank of it, in virtual time.
//!
//! All ranks begin with the same perturbation. With jitter each has a seed of its own, as machines
//! differ; without, they differ by what they tell each other alone.
//!
//! With `--one-table` the ranks are [groups] of one machine. They are perturbed one after another on their table.

mod cell;
mod conditions;
mod summary;

use std::time::{Duration, Instant};

use cleave_cluster::Sharing;
use cleave_kit::experiment::{self, Entries, Experiment};
use cleave_kit::{Error, Result};
use cleave_search::Searcher;
use cleave_search::team::SplitParams;

use super::plan::{Plan, VirtualTime};
use crate::options::split;
use crate::searches::roots::SearchKey;
use crate::searches::{Roots, Team, TestPosition, cluster};
use crate::virtual_cluster::{ClusterModel, Faults, Network, groups};
use cell::Cell;
use conditions::{Conditions, Setting};
use summary::Summary;

/// How ranks are connected.
#[derive(Clone, Copy)]
pub(super) struct Links {
    pub(super) network: Network,
    /// Of a thousand messages, for each kind of fault.
    pub(super) faults: u16,
    pub(super) sharing: Sharing,
    /// They are groups of one machine.
    pub(super) one_table: bool,
}

/// The searches of a measurement: of every position by every cluster with every seed.
pub(super) struct Searches<'p> {
    positions: &'p [TestPosition],
    roots: Roots<'p>,
    clusters: Vec<Team>,
    runs: usize,
    virtual_time: VirtualTime,
    split: SplitParams,
    links: Links,
    setting: Setting,
}

impl<'p> Searches<'p> {
    /// The searches of this plan, by clusters of so many ranks of each team, the first of which is one.
    ///
    /// # Errors
    /// Two positions have the same name, or the plan changes a parameter of splitting that there is not.
    pub(super) fn new(
        positions: &'p [TestPosition],
        (plan, virtual_time): (&Plan, VirtualTime),
        ranks: &[u16],
        links: Links,
    ) -> Result<Searches<'p>> {
        let Plan { goal, hash, split, .. } = plan.clone();
        let VirtualTime { costs, jitter, .. } = virtual_time;
        let Links { faults, sharing: Sharing { span, staggered, .. }, one_table, .. } = links;
        let network = links.network.to_string();
        let conditions = Conditions { network, faults, span, staggered, one_table, goal };
        let of_team =
            |team: Team| ranks.iter().map(move |&ranks| Team { ranks: Some(ranks), ..team });
        Ok(Searches {
            positions,
            roots: Roots::new(positions, goal, costs)?,
            clusters: plan.teams().into_iter().flat_map(of_team).collect(),
            runs: plan.runs,
            virtual_time,
            split: split::params(&split)?,
            links,
            setting: Setting { goal: conditions, hash, jitter, split, costs, bench: None },
        })
    }

    /// All searches: position by position, so that a budget that is too short leaves whole positions out.
    pub(super) fn keys(&self) -> Vec<SearchKey> {
        spread(self.positions.len()).into_iter().flat_map(|index| self.of_position(index)).collect()
    }

    /// The searches of the position at this place: all clusters with the first seed, then with the next.
    fn of_position(&self, index: usize) -> Vec<SearchKey> {
        let name = self.positions[index].name();
        let seeds = (0..self.runs).map(|run| self.virtual_time.seed.wrapping_add(run as u64));
        let keys =
            seeds.flat_map(|seed| self.clusters.iter().map(move |&cluster| (seed, Some(cluster))));
        keys.map(|(seed, cluster)| (name.clone(), seed, cluster)).collect()
    }
}

/// Measures what the file has not yet. Positions that the budget of time does not suffice for are left out.
///
/// # Errors
/// A team of this size is not possible, the file cannot be used, or the budget does not suffice for one
/// position.
pub(super) fn measure(
    searches: &mut Searches<'_>,
    budget: Option<Duration>,
    file: Option<&cleave_kit::files::Destination>,
) -> Result<Summary> {
    let deadline = budget.map(|budget| Instant::now() + budget);
    let keys = searches.keys();
    let found = experiment::complete(searches, file, &keys, deadline)?;
    let of_position = searches.clusters.len() * searches.runs;
    let whole = keys.chunks(of_position).filter_map(|keys| {
        keys.iter().map(|key| found.get(key).cloned()).collect::<Option<Vec<Cell>>>()
    });
    let whole: Vec<Cell> = whole.flatten().collect();
    if whole.is_empty() {
        return Err(Error::refused("the budget does not suffice for one position"));
    }
    Ok(Summary::new(searches.setting.clone(), &searches.clusters, &whole, searches.runs))
}

/// All numbers below `count`, so that the first few are spread evenly over all: positions of a file are
/// those of one game, or of one phase after the other.
fn spread(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|index| index.reverse_bits());
    order
}

impl Experiment for Searches<'_> {
    type Entry = Cell;
    type Setting = Setting;
    /// As many as the largest cluster has ranks.
    type Worker = Vec<Searcher>;

    const PIECES: &'static str = "searches";

    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn worker(&self) -> Result<Vec<Searcher>> {
        let most = self.clusters.iter().filter_map(|cluster| cluster.ranks).max().unwrap_or(1);
        if self.links.one_table {
            return groups::searchers(self.setting.hash, most);
        }
        (0..most).map(|_| Ok(Searcher::new(self.setting.hash)?)).collect()
    }

    fn learn(&mut self, done: &Entries<Cell>, due: &[SearchKey]) -> Result<()> {
        self.roots.learn(done, due, |cell| cell.depth);
        Ok(())
    }

    fn perform(&self, searchers: &mut Vec<Searcher>, key: &SearchKey) -> Result<Cell> {
        let (name, seed, cluster) = key;
        let team = cluster.expect("only clusters search");
        let (position, depth) = self.roots.get(name, &mut searchers[0]);
        let count = team.ranks.unwrap_or(1);
        let ranks = &mut searchers[..count.into()];
        let mut machine = self.virtual_time.machine(team.workers, *seed);
        let Links { network, faults, sharing, one_table } = self.links;
        if one_table {
            machine = groups::machine_of_group(machine, u64::from(count));
        }
        cluster::become_ranks(ranks, team, self.split, *seed)?;
        let faults = Faults::all(faults, *seed);
        let model = ClusterModel { machine, network, faults, sharing };
        let run = cluster::search(ranks, &model, position, depth);
        Ok(Cell::new(name, *seed, team, depth, &run))
    }
}

#[cfg(test)]
mod tests;
