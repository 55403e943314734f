//! `speedup --ranks`: time to depth of a cluster against one rank of it, in virtual time.
//!
//! All ranks begin with the same perturbation. With jitter each has a seed of its own, as machines
//! differ; without, they differ by what they tell each other alone. With `--out` the searches are kept
//! in a [journal](crate::journal) as they are done.

mod cell;
mod summary;

use std::error::Error;
use std::sync::OnceLock;
use std::time::Instant;

use cleave_cluster::Sharing;
use cleave_cluster::virtual_time::{Faults, Network, machine_of_rank, search};
use cleave_search::{Algorithm, Limits, Root, SearchMode, Searcher, SplitParams};
use cleave_smp_lab::virtual_time::CostModel;
use serde::Serialize;

use super::in_virtual_time::find_depth;
use super::perturbation::perturb;
use super::positions::{self, Entry};
use super::{Depths, VirtualSetup};
use crate::destination::Destination;
use crate::figures::comparison::Team;
use crate::journal::Journal;
use crate::{parallel, processors, progress};
use cell::{Cell, Key, Ranks};
use summary::Comparison;

/// What to measure.
pub(super) struct Setting {
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) workers: Vec<usize>,
    /// Numbers of ranks, the first of which is one.
    pub(super) ranks: Vec<usize>,
    pub(super) network: Network,
    pub(super) sharing: Sharing,
    pub(super) runs: usize,
    pub(super) split: SplitParams,
    pub(super) conditions: Conditions,
}

/// What all searches depend on.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Conditions {
    pub(super) network: String,
    /// Of a thousand messages, for each kind of fault.
    pub(super) faults: u16,
    pub(super) span: u32,
    pub(super) staggered: bool,
    /// Size of each rank's table, in MiB.
    pub(super) hash: usize,
    /// Parameters of splitting other than the default ones.
    pub(super) split: Vec<String>,
    pub(super) costs: CostModel,
    pub(super) jitter: Option<u32>,
    /// The time for which the depth of each position was chosen.
    pub(super) seconds: Option<f64>,
    /// The depth of all positions.
    pub(super) depth: Option<u32>,
}

/// Searches every position with every cluster and every seed, but for what is in the file already.
///
/// # Errors
/// Two positions have the same name, a team of this size is not possible, the file cannot be used, or
/// the budget does not suffice for one position. After the first search that cannot be kept no other
/// is begun.
pub(super) fn measure(
    entries: &[Entry],
    setting: &Setting,
    depths: &Depths,
    setup: &VirtualSetup,
    out: Option<&Destination>,
) -> Result<Comparison, Box<dyn Error>> {
    positions::refuse_equal_names(entries)?;
    let journal = out.map(|out| Journal::open(out, &setting.conditions)).transpose()?;
    let done = journal
        .as_ref()
        .map_or(Vec::new(), |journal| journal.gather(|cell: &Cell| Some(cell.clone())));
    let measurement = Measurement {
        setting,
        setup,
        depths,
        found_depths: entries.iter().map(|entry| known_depth(entry, &done)).collect(),
        journal,
    };
    let mut states = Vec::new();
    for _ in 0..processors::available() {
        states.push(setting.searchers()?);
    }
    let order = spread(entries.len());
    let clusters = setting.clusters();
    let of_position = clusters.len() * setting.runs;
    let pieces = entries.len() * of_position;
    let bar = progress::bar("searches", pieces as u64);
    let deadline = setup.budget.map(|budget| Instant::now() + budget);
    let found = parallel::until_error(&mut states, pieces, deadline, |searchers, piece| {
        // Position by position, so that a budget that is too short leaves whole positions out.
        let (index, run) = (order[piece / of_position], piece % of_position / clusters.len());
        let seed = setup.virtual_time.seed.wrapping_add(run as u64);
        let cluster = clusters[piece % clusters.len()];
        let found = measurement.cell(searchers, (index, &entries[index]), seed, cluster);
        bar.inc(1);
        found
    })?;
    bar.finish_and_clear();
    if let Some(journal) = measurement.journal {
        journal.finish()?;
    }
    let whole = found.iter().position(Option::is_none).unwrap_or(found.len());
    let whole = whole - whole % of_position;
    if whole == 0 {
        return Err("the budget does not suffice for one position".into());
    }
    let found: Vec<Cell> = found.into_iter().take(whole).flatten().collect();
    Ok(Comparison::new(setting.conditions.clone(), &clusters, &found, setting.runs))
}

/// All numbers below `count`, so that the first few are spread evenly over all: positions of a file are
/// those of one game, or of one phase after the other.
fn spread(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|index| index.reverse_bits());
    order
}

fn known_depth(entry: &Entry, done: &[Cell]) -> OnceLock<u32> {
    let name = entry.name();
    let known = done.iter().find(|cell| cell.position == name);
    known.map_or_else(OnceLock::new, |cell| OnceLock::from(cell.depth))
}

/// A measurement under way.
struct Measurement<'m> {
    setting: &'m Setting,
    setup: &'m VirtualSetup,
    depths: &'m Depths,
    /// By position.
    found_depths: Vec<OnceLock<u32>>,
    /// The searches that are done, if they are kept.
    journal: Option<Journal<Cell>>,
}

impl Measurement<'_> {
    /// A search, unless it is known what it comes to.
    fn cell(
        &self,
        searchers: &mut [Searcher],
        (index, entry): (usize, &Entry),
        seed: u64,
        cluster: Ranks,
    ) -> Result<Cell, String> {
        let key = (entry.name(), seed, cluster);
        if let Some(cell) = self.journal.as_ref().and_then(|journal| journal.get(&key)) {
            return Ok(cell);
        }
        let costs = &self.setup.virtual_time.costs;
        let depth = *self.found_depths[index]
            .get_or_init(|| find_depth(&mut searchers[0], (index, entry), self.depths, costs));
        let cell = self.search(searchers, entry, depth, key)?;
        if let Some(journal) = &self.journal {
            journal.record(cell.clone())?;
        }
        Ok(cell)
    }

    fn search(
        &self,
        searchers: &mut [Searcher],
        entry: &Entry,
        depth: u32,
        key: Key,
    ) -> Result<Cell, String> {
        let Setting { network, sharing, conditions, .. } = self.setting;
        let (_, seed, Ranks { team, ranks }) = key;
        let ranks = &mut searchers[..ranks];
        let first = self.setup.machine(team.workers, seed);
        for (rank, searcher) in (0..).zip(ranks.iter_mut()) {
            let machine = machine_of_rank(first, rank);
            searcher.set_algorithm(team.algorithm);
            searcher.set_mode(SearchMode::Virtual(machine)).map_err(|error| error.to_string())?;
            perturb(searcher, seed);
        }
        let root = Root { position: entry.position, history: Vec::new() };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let faults = Faults::all(conditions.faults, seed);
        let run = search(ranks, network, &faults, *sharing, &root, &limits);
        Ok(Cell::new(key, depth, &run))
    }
}

impl Setting {
    fn clusters(&self) -> Vec<Ranks> {
        let mut clusters = Vec::new();
        for &algorithm in &self.algorithms {
            for &workers in &self.workers {
                let team = Team::new(algorithm, workers);
                clusters.extend(self.ranks.iter().map(|&ranks| Ranks { team, ranks }));
            }
        }
        clusters
    }

    /// As many as the largest cluster has ranks.
    fn searchers(&self) -> Result<Vec<Searcher>, Box<dyn Error>> {
        let ranks = self.ranks.iter().copied().max().unwrap_or(1);
        let mut searchers = Vec::new();
        for _ in 0..ranks {
            let mut searcher = Searcher::new(self.conditions.hash)?;
            *searcher.split_params() = self.split;
            searchers.push(searcher);
        }
        Ok(searchers)
    }
}

#[cfg(test)]
mod tests;
