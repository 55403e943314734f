//! Measuring in virtual time: it is exact, so programs need not take turns, and all processors
//! measure at once.

use std::error::Error;
use std::time::{Duration, Instant};

use cleave_search::{Algorithm, Limits, Outcome, Root, SearchMode, Searcher, Undisturbed};
use cleave_smp_lab::virtual_time::{CostModel, Machine};

use super::calibrate_depth::calibrate_depth;
use super::kept_searches::KeptSearches;
use super::perturbation::perturb;
use super::positions::{self, Entry};
use super::{Depths, split};
use crate::destination::Destination;
use crate::figures::comparison::Team;
use crate::figures::measurement::{Searched, Setting, TeamRuns, VirtualTime};
use crate::figures::run::{InVirtualTime, Run, TeamRun, round};
use crate::{parallel, processors, progress};

/// The virtual machine, and how long the measurement may take.
pub(crate) struct VirtualSetup {
    pub(crate) virtual_time: VirtualTime,
    /// Real time after which no search begins.
    pub(crate) budget: Option<Duration>,
}

/// By how many percent costs vary by default. Seed 0 is the reference run.
fn default_jitter(seed: u64) -> u32 {
    if seed == 0 { 0 } else { 5 }
}

/// Searches every position with every program and every seed; each seed has its own perturbation. If
/// the budget is short, the last seeds are left out, and `setting` says so. With `out` every search is
/// kept in that file, and those that are in it already are not done again.
///
/// # Errors
/// A team of this size is not possible, the budget does not suffice for one seed, or the file cannot be
/// used.
pub(crate) fn measure(
    entries: &[Entry],
    setting: &mut Setting,
    depths: &Depths,
    setup: &VirtualSetup,
    out: Option<&Destination>,
) -> Result<Vec<Searched>, Box<dyn Error>> {
    let kept = match out {
        None => KeptSearches::default(),
        Some(out) => {
            positions::refuse_equal_names(entries)?;
            KeptSearches::open(out, setting, &setup.virtual_time, entries)?
        }
    };
    let deadline = setup.budget.map(|budget| Instant::now() + budget);
    let most = setting.workers.iter().copied().max().unwrap_or(1);
    let costs = setup.virtual_time.costs;
    let split = split::params(&setting.split)?;
    let mut searchers = Vec::new();
    for _ in 0..processors::available() {
        let mut searcher = Searcher::new(setting.hash)?;
        searcher.set_mode(SearchMode::Virtual(Machine::new(most)))?;
        *searcher.split_params() = split;
        searchers.push(searcher);
    }
    let bar = progress::bar("depths", entries.len() as u64);
    let depths = parallel::each(&mut searchers, entries.len(), deadline, |searcher, index| {
        let entry = &entries[index];
        let known = kept.depth(&entry.name());
        let depth = known.unwrap_or_else(|| find_depth(searcher, (index, entry), depths, &costs));
        bar.inc(1);
        depth
    });
    // Seed by seed, with P_seq first for each.
    let teams = setting.teams();
    let of_seed = entries.len() * (1 + teams.len());
    let pieces = of_seed * setting.runs;
    let bar = progress::bar("searches", pieces as u64);
    let runs = parallel::until_error(&mut searchers, pieces, deadline, |searcher, piece| {
        let (run, place) = (piece / of_seed, piece % of_seed);
        let (program, index) = (place / entries.len(), place % entries.len());
        let seed = setup.virtual_time.seed.wrapping_add(run as u64);
        let Some(depth) = depths[index] else { return Ok(None) };
        let search = Search { entry: &entries[index], depth, seed };
        let team = program.checked_sub(1).map(|team| teams[team]);
        let team = team.map(|(algorithm, workers)| Team::new(algorithm, workers));
        let key = (search.entry.name(), seed, team);
        let found = match kept.run(&key) {
            Some(run) => run,
            None => {
                let found = match team {
                    None => search.alone(searcher, &costs),
                    Some(Team { algorithm, workers, .. }) => {
                        search.virtually(searcher, algorithm, setup.machine(workers, seed))?
                    }
                };
                kept.keep(key, (search.entry, depth), &found)?;
                found
            }
        };
        bar.inc(1);
        Ok::<_, String>(Some(found))
    })?;
    bar.finish_and_clear();
    let runs: Vec<Option<Run>> = runs.into_iter().map(Option::flatten).collect();
    if let Err(error) = kept.finish() {
        eprintln!("{error}; all searches are in the file, in the order in which they were done");
    }
    let whole = runs.iter().position(Option::is_none).unwrap_or(pieces);
    setting.runs = whole / of_seed;
    setting.virtual_time = Some(setup.virtual_time);
    if setting.runs == 0 {
        return Err("the budget does not suffice for one seed of all positions".into());
    }
    Ok(collect(entries, setting, &depths, &runs))
}

impl VirtualSetup {
    /// The machine of a team.
    pub(super) fn machine(&self, workers: usize, seed: u64) -> Machine {
        let VirtualTime { costs, jitter, .. } = self.virtual_time;
        let jitter = jitter.unwrap_or_else(|| default_jitter(seed));
        Machine { costs, seed, jitter, ..Machine::new(workers) }
    }
}

fn collect(
    entries: &[Entry],
    setting: &Setting,
    depths: &[Option<u32>],
    runs: &[Option<Run>],
) -> Vec<Searched> {
    let teams = setting.teams();
    let runs_of = |program: usize, entry: usize| -> Vec<Run> {
        let piece = |run: usize| (run * (1 + teams.len()) + program) * entries.len() + entry;
        (0..setting.runs).filter_map(|run| runs[piece(run)].clone()).collect()
    };
    let searched = |(index, entry): (usize, &Entry)| {
        let teams = teams.iter().enumerate();
        Some(Searched {
            set: entry.set.clone(),
            id: entry.id.clone(),
            fen: entry.fen.clone(),
            depth: depths[index]?,
            sequential: runs_of(0, index),
            teams: teams
                .map(|(team, &(algorithm, workers))| TeamRuns {
                    algorithm,
                    workers,
                    runs: runs_of(1 + team, index),
                })
                .collect(),
        })
    };
    entries.iter().enumerate().filter_map(searched).collect()
}

/// The depth of a position.
pub(super) fn find_depth(
    searcher: &mut Searcher,
    (index, entry): (usize, &Entry),
    depths: &Depths,
    costs: &CostModel,
) -> u32 {
    match depths {
        Depths::Same(depth) => *depth,
        Depths::Each(depths) => depths[index],
        Depths::Time(time) => {
            let spent = |_, nodes| Duration::from(costs.sequential(nodes));
            calibrate_depth(searcher, &entry.position, *time, spent)
        }
    }
}

/// A search, by whichever program.
struct Search<'e> {
    entry: &'e Entry,
    depth: u32,
    /// The number of its perturbation.
    seed: u64,
}

impl Search<'_> {
    /// P_seq: its time is that of its nodes.
    fn alone(&self, searcher: &mut Searcher, costs: &CostModel) -> Run {
        let outcome = self.by(searcher, SearchMode::Sequential).expect("P_seq is always possible");
        let time = Duration::from(costs.sequential(outcome.nodes));
        Run {
            seconds: round(time.as_secs_f64().max(1e-6), 6),
            nodes: outcome.nodes,
            value: outcome.value.get(),
            team: None,
            in_virtual_time: None,
        }
    }

    fn virtually(
        &self,
        searcher: &mut Searcher,
        algorithm: Algorithm,
        machine: Machine,
    ) -> Result<Run, String> {
        searcher.set_algorithm(algorithm);
        let outcome = self.by(searcher, SearchMode::Virtual(machine))?;
        let run = outcome.virtual_run.as_ref().expect("time was virtual");
        Ok(Run {
            seconds: round(Duration::from(run.time).as_secs_f64().max(1e-6), 6),
            nodes: outcome.nodes,
            value: outcome.value.get(),
            team: outcome.stats.as_ref().map(TeamRun::of),
            in_virtual_time: Some(InVirtualTime {
                seed: machine.seed,
                trace: format!("{:016x}", run.hash),
                account: run.account(),
            }),
        })
    }

    fn by(&self, searcher: &mut Searcher, program: SearchMode) -> Result<Outcome, String> {
        searcher.set_mode(program).map_err(|error| error.to_string())?;
        perturb(searcher, self.seed);
        let root = Root { position: self.entry.position, history: Vec::new() };
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        Ok(searcher.search(&root, &limits, &mut Undisturbed))
    }
}

#[cfg(test)]
mod tests;
