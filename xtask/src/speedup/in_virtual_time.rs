//! Virtual time: exact, so nobody has to take turns, and every processor can measure on its own.

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use cleave_search::bench::Undisturbed;
use cleave_search::virtual_time::{CostModel, Machine};
use cleave_search::{Limits, Outcome, Program, Root, Searcher};
use indicatif::{ProgressBar, ProgressStyle};

use super::positions::Entry;
use super::{Aim, parallel, scout};
use crate::figures::measurement::{Searched, Setting, TeamRuns};
use crate::figures::run::{InVirtualTime, Run, TeamRun, round};

/// What is to be imitated, and how long we have.
pub(crate) struct Plan {
    pub(crate) costs: CostModel,
    /// The first seed.
    pub(crate) seed: u64,
    /// By how many percent costs vary; by seed if not given.
    pub(crate) jitter: Option<u32>,
    /// Time on the wall.
    pub(crate) budget: Option<Duration>,
}

/// By how many percent costs vary, unless told: seed 0 is the reference run.
fn usual_jitter(seed: u64) -> u32 {
    if seed == 0 { 0 } else { 5 }
}

/// Searches every position with every program and every seed. What the budget has no time for is
/// left out, later seeds first; `setting` then says so.
///
/// # Errors
/// There cannot be such a team, or the budget is not enough for one seed.
pub(crate) fn measure(
    entries: &[Entry],
    setting: &mut Setting,
    aim: &Aim,
    plan: &Plan,
) -> Result<Vec<Searched>, Box<dyn Error>> {
    let deadline = plan.budget.map(|budget| Instant::now() + budget);
    let most = setting.workers.iter().copied().max().unwrap_or(1);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut searchers = Vec::new();
    for _ in 0..threads {
        let mut searcher = Searcher::new(setting.hash)?;
        searcher.set_program(Program::Virtual(Machine::new(most)))?;
        searchers.push(searcher);
    }
    let (sizes, seeds) = (setting.workers.len(), setting.runs);
    let bar = ProgressBar::new((entries.len() * (1 + sizes * seeds)) as u64).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} searches, {elapsed} gone, {eta} left")?,
    );
    let sequential = parallel::each(&mut searchers, entries.len(), deadline, |searcher, index| {
        let found = search_alone(searcher, (index, &entries[index]), aim, &plan.costs);
        bar.inc(1);
        found
    });
    // The largest teams last in each seed, so that the budget's end is met by short pieces too.
    let pieces = entries.len() * sizes * seeds;
    let runs = parallel::each(&mut searchers, pieces, deadline, |searcher, piece| {
        let (seed, place) = (piece / (sizes * entries.len()), piece % (sizes * entries.len()));
        let (size, entry) = (place / entries.len(), place % entries.len());
        let (depth, _) = sequential[entry].as_ref()?;
        let seed = plan.seed.wrapping_add(seed as u64);
        let machine = Machine {
            costs: plan.costs,
            seed,
            jitter: plan.jitter.unwrap_or_else(|| usual_jitter(seed)),
            ..Machine::new(setting.workers[size])
        };
        let run = search_virtually(searcher, &entries[entry], *depth, machine);
        bar.inc(1);
        Some(run)
    });
    bar.finish_and_clear();
    let whole = runs.iter().position(|run| !matches!(run, Some(Some(Ok(_))))).unwrap_or(pieces);
    if let Some(Some(Some(Err(error)))) = runs.get(whole) {
        return Err(error.clone().into());
    }
    setting.runs = whole / (sizes * entries.len());
    if setting.runs == 0 {
        return Err("the budget is not enough to search all positions with one seed".into());
    }
    Ok(collect(entries, setting, &sequential, &runs))
}

/// A search: not begun, without P_seq's to compare with, refused, or done.
type Piece = Option<Option<Result<Run, String>>>;

fn collect(
    entries: &[Entry],
    setting: &Setting,
    sequential: &[Option<(u32, Run)>],
    runs: &[Piece],
) -> Vec<Searched> {
    let piece = |seed: usize, size: usize, entry: usize| {
        let index = (seed * setting.workers.len() + size) * entries.len() + entry;
        runs[index].as_ref()?.as_ref()?.as_ref().ok().cloned()
    };
    let searched = |(index, entry): (usize, &Entry)| {
        let (depth, alone) = sequential[index].clone()?;
        let teams = setting.workers.iter().enumerate().map(|(size, &workers)| TeamRuns {
            workers,
            runs: (0..setting.runs).filter_map(|seed| piece(seed, size, index)).collect(),
        });
        Some(Searched {
            set: entry.set.clone(),
            id: entry.id.clone(),
            fen: entry.fen.clone(),
            depth,
            sequential: vec![alone],
            teams: teams.collect(),
        })
    };
    entries.iter().enumerate().filter_map(searched).collect()
}

/// The depth to go to, and P_seq: its time is its nodes'.
fn search_alone(
    searcher: &mut Searcher,
    (index, entry): (usize, &Entry),
    aim: &Aim,
    costs: &CostModel,
) -> (u32, Run) {
    searcher.set_program(Program::Sequential).expect("one worker is always possible");
    let depth = match aim {
        Aim::Depth(depth) => *depth,
        Aim::Depths(depths) => depths[index],
        Aim::Time(time) => scout::depth_near(searcher, &entry.position, *time, |_, nodes| {
            Duration::from(costs.sequential(nodes))
        }),
    };
    let outcome = to_depth(searcher, entry, depth);
    let time = Duration::from(costs.sequential(outcome.nodes));
    let run = Run {
        seconds: round(time.as_secs_f64().max(1e-6), 6),
        nodes: outcome.nodes,
        value: outcome.value.get(),
        team: None,
        in_virtual_time: None,
    };
    (depth, run)
}

fn search_virtually(
    searcher: &mut Searcher,
    entry: &Entry,
    depth: u32,
    machine: Machine,
) -> Result<Run, String> {
    searcher.set_program(Program::Virtual(machine)).map_err(|error| error.to_string())?;
    let outcome = to_depth(searcher, entry, depth);
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

fn to_depth(searcher: &mut Searcher, entry: &Entry, depth: u32) -> Outcome {
    searcher.new_game();
    let root = Root { position: entry.position, history: Vec::new() };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher.search(&root, &limits, &mut Undisturbed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::measurement::Measurement;
    use crate::speedup::positions;

    fn measure_twice(seeds: usize, budget: Option<Duration>) -> Result<String, String> {
        let entries = positions::parse(
            "two",
            "r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - id \"a\";\n8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - - id \"b\";",
        )?;
        let mut setting = Setting {
            backend: "virtual".into(),
            workers: vec![1, 2, 8],
            runs: seeds,
            seconds: None,
            depth: Some(6),
            hash: 2,
        };
        let plan = Plan { costs: CostModel::default(), seed: 0, jitter: None, budget };
        let searched = measure(&entries, &mut setting, &Aim::Depth(6), &plan)
            .map_err(|error| error.to_string())?;
        Ok(Measurement::new(setting, searched).to_json().unwrap())
    }

    #[test]
    fn two_measurements_are_the_same_to_the_byte() {
        let first = measure_twice(2, None).unwrap();
        assert_eq!(measure_twice(2, None).unwrap(), first);
        let json: serde_json::Value = serde_json::from_str(&first).unwrap();
        let runs = &json["positions"][0]["teams"][2]["runs"];
        assert_eq!(runs.as_array().unwrap().len(), 2);
        assert_ne!(runs[0]["trace"], runs[1]["trace"], "seeds differ");
        assert_eq!(json["summary"][0]["node_ratio"], 1.0, "one worker searches P_seq's tree");
    }

    #[test]
    fn a_budget_that_is_no_use_is_refused() {
        let error = measure_twice(1, Some(Duration::ZERO)).unwrap_err();
        assert!(error.contains("budget"), "{error}");
    }
}
