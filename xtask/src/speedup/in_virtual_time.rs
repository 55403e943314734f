//! Measuring in virtual time: it is exact, so programs need not take turns, and all processors
//! measure at once.

use std::error::Error;
use std::time::{Duration, Instant};

use cleave_search::bench::Undisturbed;
use cleave_search::virtual_time::{CostModel, Machine};
use cleave_search::{Algorithm, Limits, Outcome, Root, SearchMode, Searcher};

use super::calibrate_depth::calibrate_depth;
use super::perturbation::perturb;
use super::positions::Entry;
use super::{Depths, split};
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
/// the budget is short, the last seeds are left out, and `setting` says so.
///
/// # Errors
/// A team of this size is not possible, or the budget does not suffice for one seed.
pub(crate) fn measure(
    entries: &[Entry],
    setting: &mut Setting,
    depths: &Depths,
    setup: &VirtualSetup,
) -> Result<Vec<Searched>, Box<dyn Error>> {
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
        let depth = find_depth(searcher, (index, &entries[index]), depths, &costs);
        bar.inc(1);
        depth
    });
    // Seed by seed, with P_seq first for each.
    let teams = setting.teams();
    let of_seed = entries.len() * (1 + teams.len());
    let pieces = of_seed * setting.runs;
    let bar = progress::bar("searches", pieces as u64);
    let runs = parallel::each(&mut searchers, pieces, deadline, |searcher, piece| {
        let (run, place) = (piece / of_seed, piece % of_seed);
        let (program, index) = (place / entries.len(), place % entries.len());
        let seed = setup.virtual_time.seed.wrapping_add(run as u64);
        let Some(depth) = depths[index] else { return Piece::WithoutDepth };
        let search = Search { entry: &entries[index], depth, seed };
        let found = match program.checked_sub(1) {
            None => Ok(search.alone(searcher, &costs)),
            Some(team) => {
                let (algorithm, workers) = teams[team];
                search.virtually(searcher, algorithm, setup.machine(workers, seed))
            }
        };
        bar.inc(1);
        found.map_or_else(Piece::Refused, Piece::Done)
    });
    bar.finish_and_clear();
    let whole = runs.iter().position(|run| !matches!(run, Some(Piece::Done(_)))).unwrap_or(pieces);
    if let Some(Some(Piece::Refused(error))) = runs.get(whole) {
        return Err(error.clone().into());
    }
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

/// What has become of a search that has been begun.
enum Piece {
    /// No depth is known for its position.
    WithoutDepth,
    /// It could not be made.
    Refused(String),
    /// It has come to its end.
    Done(Run),
}

fn collect(
    entries: &[Entry],
    setting: &Setting,
    depths: &[Option<u32>],
    runs: &[Option<Piece>],
) -> Vec<Searched> {
    let teams = setting.teams();
    let runs_of = |program: usize, entry: usize| -> Vec<Run> {
        let piece = |run: usize| (run * (1 + teams.len()) + program) * entries.len() + entry;
        let found = |run: usize| match &runs[piece(run)] {
            Some(Piece::Done(found)) => Some(found.clone()),
            _ => None,
        };
        (0..setting.runs).filter_map(found).collect()
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
mod tests {
    use super::*;
    use crate::figures::measurement::Measurement;
    use crate::figures::to_json;
    use crate::speedup::positions;

    fn measured(seed: u64, seeds: usize, budget: Option<Duration>) -> Result<String, String> {
        measured_with(&[Algorithm::Dts], &[], seed, seeds, budget)
    }

    fn measured_with(
        algorithms: &[Algorithm],
        split: &[&str],
        seed: u64,
        seeds: usize,
        budget: Option<Duration>,
    ) -> Result<String, String> {
        let entries = positions::parse(
            "two",
            "r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - id \"a\";\n8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - - id \"b\";",
        )?;
        let mut setting = Setting {
            backend: "virtual".into(),
            algorithms: algorithms.to_vec(),
            workers: vec![1, 2, 8],
            runs: seeds,
            seconds: None,
            depth: Some(9),
            hash: 2,
            split: split.iter().map(ToString::to_string).collect(),
            virtual_time: None,
        };
        let virtual_time = VirtualTime { costs: CostModel::default(), seed, jitter: None };
        let setup = VirtualSetup { virtual_time, budget };
        let searched = measure(&entries, &mut setting, &Depths::Same(9), &setup)
            .map_err(|error| error.to_string())?;
        Ok(to_json(&Measurement::new(setting, searched)).unwrap())
    }

    #[test]
    fn two_measurements_are_the_same_to_the_byte() {
        let first = measured(0, 2, None).unwrap();
        assert_eq!(measured(0, 2, None).unwrap(), first);
        let json: serde_json::Value = serde_json::from_str(&first).unwrap();
        let runs = &json["positions"][0]["teams"][2]["runs"];
        assert_eq!(runs.as_array().unwrap().len(), 2);
        assert_ne!(runs[0]["trace"], runs[1]["trace"], "seeds differ");
        let setting: Setting = serde_json::from_value(json["setting"].clone()).unwrap();
        let virtual_time = VirtualTime { costs: CostModel::default(), seed: 0, jitter: None };
        assert_eq!(setting.virtual_time, Some(virtual_time));
        assert_eq!(json["summary"][0]["node_ratio"], 1.0, "one worker searches P_seq's tree");
        let alone = &json["positions"][0]["sequential"];
        assert_ne!(alone[0]["nodes"], alone[1]["nodes"], "a perturbed P_seq has another tree");
    }

    /// The same command writes the same file on any machine. After an intended change of the search,
    /// `CLEAVE_BLESS=1 cargo test -p xtask` rewrites the committed file.
    #[test]
    fn a_measurement_equals_the_committed_one_to_the_byte() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/virtual_measurement.json");
        let found = measured(0, 2, None).unwrap();
        if std::env::var_os("CLEAVE_BLESS").is_some() {
            std::fs::write(file, &found).unwrap();
        }
        let committed = std::fs::read_to_string(file).unwrap_or_default();
        assert!(found == committed, "{file} is now:\n{found}");
    }

    #[test]
    fn a_seed_replays_its_run_whatever_ran_before() {
        let json = |seed, seeds| -> serde_json::Value {
            serde_json::from_str(&measured(seed, seeds, None).unwrap()).unwrap()
        };
        let (three, third) = (json(0, 3), json(2, 1));
        for position in 0..2 {
            let (of_three, of_one) = (&three["positions"][position], &third["positions"][position]);
            assert_eq!(of_three["sequential"][2], of_one["sequential"][0]);
            for team in 0..3 {
                let runs = |of: &serde_json::Value| of["teams"][team]["runs"].clone();
                assert_eq!(runs(of_three)[2], runs(of_one)[0]);
            }
        }
    }

    #[test]
    fn split_parameters_change_the_search_and_are_in_the_file() {
        let json = |split: &[&str]| -> serde_json::Value {
            let found = measured_with(&[Algorithm::Dts], split, 0, 1, None).unwrap();
            serde_json::from_str(&found).unwrap()
        };
        let (default, other) = (json(&[]), json(&["Depth=7", "Idle Depth=7"]));
        assert_eq!(default["setting"].get("split"), None);
        assert_eq!(other["setting"]["split"], serde_json::json!(["Depth=7", "Idle Depth=7"]));
        let of = |json: &serde_json::Value, key: &str| json["positions"][0][key].clone();
        assert_eq!(of(&default, "sequential"), of(&other, "sequential"), "P_seq splits nothing");
        let joins = |json: &serde_json::Value| json["summary"][2]["joins_per_search"].as_f64();
        assert!(joins(&default) > joins(&other), "{default} {other}");
        let error = measured_with(&[Algorithm::Dts], &["Depths=7"], 0, 1, None).unwrap_err();
        assert!(error.contains("no 'Depths'"), "{error}");
    }

    #[test]
    fn each_algorithm_has_its_teams_and_all_are_paired_with_the_same_runs_of_p_seq() {
        let both = [Algorithm::Dts, Algorithm::AbdadaSimplified];
        let json = |algorithms: &[Algorithm]| -> serde_json::Value {
            let found = measured_with(algorithms, &[], 0, 1, None).unwrap();
            serde_json::from_str(&found).unwrap()
        };
        let (all, dts, abdada) = (json(&both), json(&both[..1]), json(&both[1..]));
        assert_eq!(all["setting"]["algorithms"], serde_json::json!(["dts", "abdada-simplified"]));
        let names = |json: &serde_json::Value, key: &str| {
            let rows = json[key].as_array().unwrap().iter();
            rows.map(|row| row["algorithm"].as_str().map(String::from)).collect::<Vec<_>>()
        };
        let mut expected = vec![None; 3];
        expected.extend(vec![Some("abdada-simplified".to_string()); 3]);
        assert_eq!(names(&all, "summary"), expected);
        for position in 0..2 {
            let of = |json: &serde_json::Value| json["positions"][position].clone();
            assert_eq!(names(&of(&all), "teams"), expected);
            assert_eq!(of(&all)["sequential"], of(&dts)["sequential"]);
            for team in 0..3 {
                assert_eq!(of(&all)["teams"][team], of(&dts)["teams"][team]);
                assert_eq!(of(&all)["teams"][3 + team], of(&abdada)["teams"][team]);
            }
        }
        for row in [0, 3] {
            assert_eq!(all["summary"][row]["speedup_vs_one"], 1.0, "against its own team of one");
        }
    }

    #[test]
    fn a_budget_too_short_for_one_seed_is_refused() {
        let error = measured(0, 1, Some(Duration::ZERO)).unwrap_err();
        assert!(error.contains("budget"), "{error}");
    }
}
