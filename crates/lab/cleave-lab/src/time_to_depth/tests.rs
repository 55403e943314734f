//! The results of measurements in virtual time, and the files that keep them.

use cleave_kit::files::scratch::Scratch;
use cleave_search::Searcher;
use cleave_search::team::Algorithm;
use cleave_virtual_time::virtual_time::CostModel;
use cleave_xiangqi::search::Searcher as XiangqiSearcher;

use super::*;
use crate::searches::{Goal, positions, xiangqi};
use crate::speedup::real;
use crate::time_to_depth::backend::BackendKind;
use crate::virtual_cluster::Network;

const POSITIONS: &str = "r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - id \"a\";
8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - - id \"b\";";

const DTS: &[Algorithm] = &[Algorithm::Dts];

/// A small measurement of teams of one, two and eight workers.
#[derive(Clone)]
struct Small<'s> {
    algorithms: &'s [Algorithm],
    split: &'s [&'s str],
    seed: u64,
    seeds: u64,
    budget: Option<Duration>,
    out: Option<&'s Destination>,
}

const SMALL: Small<'static> =
    Small { algorithms: DTS, split: &[], seed: 0, seeds: 2, budget: None, out: None };

impl Small<'_> {
    fn with<R>(&self, use_it: impl FnOnce(Searches<'_, Searcher, Work>) -> R) -> Result<R, String> {
        let positions = positions::parse("two", POSITIONS)?;
        let setting = Setting {
            hash: 2,
            split: self.split.iter().map(ToString::to_string).collect(),
            costs: Some(CostModel::default()),
            ..Setting::new(BackendKind::Virtual, Goal::Depth { depth: 9 })
        };
        let seeds = (self.seed, self.seeds);
        let searches =
            Searches::new(&positions, setting, teams(self.algorithms, &[1, 2, 8]), seeds);
        Ok(use_it(searches.map_err(|error| error.to_string())?))
    }

    fn measure(&self) -> Result<Measurement<Work>, String> {
        self.with(|mut searches| {
            searches.complete(self.out, self.budget).map_err(|error| error.to_string())
        })?
    }

    /// Returns the text of the journal.
    fn journal(&self, name: &str) -> String {
        let scratch = Scratch::new(name);
        Small { out: Some(&scratch.destination("out")), ..*self }.measure().unwrap();
        scratch.text("out")
    }
}

/// P_seq, and the teams of each algorithm.
fn teams(algorithms: &[Algorithm], sizes: &[usize]) -> Vec<Option<Team>> {
    let of = |&algorithm| sizes.iter().map(move |&workers| Some(Team::new(algorithm, workers)));
    [None].into_iter().chain(algorithms.iter().flat_map(of)).collect()
}

/// Returns the searches of an algorithm's team of this size, or of P_seq.
fn by(measurement: &Measurement<Work>, team: Option<(Algorithm, usize)>) -> Vec<Cell<Work>> {
    let team = team.map(|(algorithm, workers)| Team::new(algorithm, workers));
    measurement.results().by(team).cloned().collect()
}

#[test]
fn two_measurements_are_the_same_to_the_byte() {
    assert_eq!(SMALL.journal("small-again"), committed());
    let found = SMALL.measure().unwrap();
    let [first, second, ..] = &by(&found, Some((Algorithm::Dts, 8)))[..] else { panic!() };
    let trace = |cell: &Cell<Work>| cell.figures.as_ref().unwrap().trace.clone();
    assert!(trace(first).is_some() && trace(first) != trace(second), "seeds differ");
    assert_eq!(found.rows()[0].node_ratio.mean, 1.0, "one worker searches P_seq's tree");
    let alone = by(&found, None);
    assert_ne!(alone[0].nodes, alone[1].nodes, "a perturbed P_seq has another tree");
}

/// Returns the file of the committed measurement.
fn committed() -> String {
    std::fs::read_to_string(COMMITTED).unwrap_or_default()
}

const COMMITTED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/virtual_measurement.jsonl");

/// A command writes the same file on every machine. After an intended change of the search, `CLEAVE_BLESS=1 cargo test
/// -p cleave-lab` rewrites the committed file.
#[test]
fn a_measurement_equals_the_committed_one_to_the_byte() {
    let found = SMALL.journal("small");
    if std::env::var_os("CLEAVE_BLESS").is_some() {
        std::fs::write(COMMITTED, &found).unwrap();
    }
    assert!(found == committed(), "{COMMITTED} is now:\n{found}");
}

#[test]
fn a_seed_replays_its_run_whatever_ran_before() {
    let measure = |seed, seeds| Small { seed, seeds, ..SMALL }.measure().unwrap().cells;
    let last = measure(0, 3).into_iter().filter(|cell| cell.seed == 2);
    assert_eq!(last.collect::<Vec<_>>(), measure(2, 1));
}

#[test]
fn split_parameters_change_the_search_and_are_in_the_file() {
    let measure = |split| Small { split, seeds: 1, ..SMALL }.measure();
    let (default, other) = (measure(&[]).unwrap(), measure(&["Depth=7", "Idle Depth=7"]).unwrap());
    assert!(!committed().lines().next().unwrap_or_default().contains("split"));
    assert_eq!(other.setting.split, ["Depth=7", "Idle Depth=7"]);
    assert_eq!(by(&default, None), by(&other, None), "P_seq splits nothing");
    let joins = |of: &Measurement<Work>| of.rows()[2].means["joins"];
    assert!(joins(&default) > joins(&other));
    let error = measure(&["Depths=7"]).unwrap_err();
    assert!(error.contains("no 'Depths'"), "{error}");
}

#[test]
fn each_algorithm_has_its_teams_and_all_are_paired_with_the_same_runs_of_p_seq() {
    let both = [Algorithm::Dts, Algorithm::AbdadaSimplified];
    let measure = |algorithms| Small { algorithms, seeds: 1, ..SMALL }.measure().unwrap();
    let (all, dts, abdada) = (measure(&both), measure(DTS), measure(&both[1..]));
    let rows = all.rows();
    assert_eq!(
        rows.iter().map(|row| row.team.algorithm).collect::<Vec<_>>(),
        both.map(|algorithm| [algorithm; 3]).concat()
    );
    assert_eq!(by(&all, None), by(&dts, None));
    for (algorithm, alone) in both.into_iter().zip([&dts, &abdada]) {
        for workers in [1, 2, 8] {
            let team = Some((algorithm, workers));
            assert_eq!(by(&all, team), by(alone, team));
        }
    }
    for row in [0, 3] {
        assert_eq!(rows[row].speedup_over_one, Some(1.0), "against its own team of one");
    }
}

#[test]
fn a_budget_too_short_for_one_position_is_refused() {
    let error = Small { budget: Some(Duration::ZERO), ..SMALL }.measure().unwrap_err();
    assert!(error.contains("budget"), "{error}");
}

#[test]
fn the_first_positions_are_spread_over_the_file() {
    let order = spread(24);
    assert_eq!(order[..6], [0, 16, 8, 4, 20, 12]);
    let mut sorted = order;
    sorted.sort_unstable();
    assert_eq!(sorted, (0..24).collect::<Vec<_>>());
}

#[test]
fn searches_that_are_kept_are_not_done_again() {
    let scratch = Scratch::new("kept-searches");
    let out = scratch.destination("out");
    let measured = |split| Small { split, out: Some(&out), ..SMALL }.measure();
    let cells = || measured(&[]).unwrap().cells;
    let first = cells();
    assert_eq!(first, SMALL.measure().unwrap().cells, "a file of searches changes nothing");
    let whole = scratch.text("out");
    // Two positions, P_seq and three teams, two seeds.
    assert_eq!(whole.lines().count(), 1 + 2 * 4 * 2);
    // Broken off in the middle of a line; and one of the searches is marked.
    let marked = whole.replacen("\"nodes\":", "\"nodes\":1", 1);
    scratch.write("out", &marked[..marked.len() - 700]);
    assert_ne!(cells(), first, "the marked search was done again");
    assert_eq!(scratch.text("out"), marked);
    let error = measured(&["Depth=7"]).unwrap_err();
    assert!(error.contains("another setting"), "{error}");
    assert_eq!(scratch.text("out"), marked);
    // Another position under the same name.
    let other = marked.replacen("8/5pk1/R5p1", "8/5pk1/6p1", 1);
    scratch.write("out", &other);
    let error = measured(&[]).unwrap_err();
    assert!(error.contains("two b is 8/5pk1/6p1"), "{error}");
    assert_eq!(scratch.text("out"), other);
}

#[test]
fn a_check_finds_a_search_that_this_program_does_differently() {
    let scratch = Scratch::new("checked-searches");
    let out = scratch.destination("out");
    Small { out: Some(&out), ..SMALL }.measure().unwrap();
    let check = || {
        let checked = SMALL.with(|mut searches| {
            let keys = searches.keys();
            experiment::check(&mut searches, out.path(), &keys, 100)
        });
        checked.unwrap().map_err(|error| error.to_string())
    };
    assert_eq!(check(), Ok(()));
    let spoilt = scratch.text("out").replacen("\"trace\":\"", "\"trace\":\"0", 1);
    scratch.write("out", &spoilt);
    let error = check().unwrap_err();
    assert!(error.contains("1 of 16 entries done again are not as"), "{error}");
    assert_eq!(scratch.text("out"), spoilt, "nothing is written");
}

/// Returns the searches by one rank and by `ranks` ranks, each of two workers.
fn clusters(links: Links, ranks: u16) -> Vec<Cell<Traffic>> {
    let positions = positions::parse("two", POSITIONS).unwrap();
    let goal = Conditions { links: Some(links), ..Goal::Depth { depth: 12 }.into() };
    let setting = Setting { goal, ..setting() };
    let cluster = |ranks| Some(Team { ranks: Some(ranks), ..Team::new(Algorithm::Dts, 2) });
    let teams = vec![cluster(1), cluster(ranks)];
    let searches = Searches::<Searcher, Traffic>::new(&positions[..1], setting, teams, (0, 2));
    searches.unwrap().complete(None, None).unwrap().cells
}

/// Of searches of about 3,000 nodes.
fn setting() -> Setting {
    let (jitter, costs) = (Some(5), Some(CostModel::default()));
    let setting = Setting::new(BackendKind::Virtual, Goal::Nodes { nodes: 3_000 });
    Setting { hash: 1, jitter, costs, ..setting }
}

#[test]
fn ranks_send_entries_and_groups_with_one_table_send_none_and_both_help_each_other() {
    let groups = Links::of_groups();
    let gigabit = Links { network: Network::GIGABIT, one_table: false, ..groups };
    for (links, ranks) in [(gigabit, 2), (groups, 3)] {
        let found = clusters(links, ranks);
        assert_eq!(clusters(links, ranks), found);
        for pair in found.chunks(2) {
            let [one, all] = [0, 1].map(|place| pair[place].figures.as_ref().unwrap());
            assert_eq!((one.entries_sent, all.entries_sent > 0), (0, !links.one_table));
            assert!(all.results_used > 0, "{all:?}");
        }
        let nodes = |place: usize| -> u64 {
            found.iter().skip(place).step_by(2).map(|cell| cell.nodes).sum()
        };
        assert!(!links.one_table || nodes(1) < nodes(0) * 9 / 10, "{found:?}");
    }
}

#[test]
fn groups_search_alike_whatever_was_searched_before() {
    let positions = positions::parse("two", POSITIONS).unwrap();
    let groups = Team { ranks: Some(2), ..Team::new(Algorithm::Dts, 12) };
    let teams = vec![Some(groups), None, Some(Team::new(Algorithm::Dts, 24))];
    let searches =
        Searches::<Searcher, Losses>::new(&positions, setting(), teams.clone(), (0, 1)).unwrap();
    let mut used = searches.worker().unwrap();
    for (team, seed) in teams.into_iter().chain([Some(groups)]).zip([1, 1, 0, 0]) {
        let key = (positions[0].name(), seed, team);
        let found = searches.perform(&mut used, &key).unwrap();
        let by_new = searches.perform(&mut searches.worker().unwrap(), &key).unwrap();
        assert_eq!(found, by_new, "{key:?}");
    }
}

/// Two positions of Chinese chess.
fn of_xiangqi(
    backend: BackendKind,
) -> (Vec<TestPosition<cleave_xiangqi::Position>>, Setting, Vec<Option<Team>>) {
    let text = include_str!("../../../../../data/xiangqi/search.txt");
    let mut all = xiangqi::parse("search", text).expect("they are legal");
    assert_eq!(all.len(), 24);
    all.truncate(2);
    let setting = Setting { hash: 2, ..Setting::new(backend, Goal::Depth { depth: 6 }) };
    (all, setting, teams(&[Algorithm::Dts, Algorithm::Lazy], &[1, 3]))
}

#[test]
fn teams_of_chinese_chess_search_alike_again_and_one_worker_the_tree_of_p_seq() {
    let (positions, setting, teams) = of_xiangqi(BackendKind::Virtual);
    let measured = || {
        let (setting, teams) = (setting.clone(), teams.clone());
        let searches = Searches::<XiangqiSearcher, Work>::new(&positions, setting, teams, (0, 2));
        searches.unwrap().complete(None, None).unwrap()
    };
    let found = measured();
    assert_eq!(found.cells, measured().cells);
    for (alone, one) in by(&found, None).iter().zip(by(&found, Some((Algorithm::Dts, 1)))) {
        assert_eq!((alone.nodes, alone.value), (one.nodes, one.value));
    }
    let alone = by(&found, None);
    assert_ne!(alone[0].nodes, alone[1].nodes, "not perturbed");
    assert!(found.rows()[1].speedup.mean > 1.0, "three workers of dts");
}

/// On a busy machine a search of some milliseconds may be over before its helpers have had a processor.
#[test]
fn real_workers_of_chinese_chess_search_too() {
    const ROUNDS: u32 = 1_000;
    let (positions, setting, teams) = of_xiangqi(BackendKind::Thread);
    let mut have_joined = [false; 2];
    for _ in 0..ROUNDS {
        let found =
            real::measure::<XiangqiSearcher>(&positions, setting.clone(), &teams, 2).unwrap();
        let of_three = by(&found, Some((Algorithm::Dts, 3)));
        for (cell, has_joined) in of_three.iter().step_by(2).zip(&mut have_joined) {
            let work = cell.figures.as_ref().expect("a team has searched");
            assert!(cell.time > 0 && work.account.is_none());
            *has_joined |= work.joins > 0;
        }
        if have_joined == [true; 2] {
            let scratch = Scratch::new("real-journal");
            found.write(&scratch.destination("out")).unwrap();
            let again = Measurement::<Work>::read(&scratch.path("out")).unwrap();
            assert_eq!((again.setting, again.cells.len()), (setting, found.cells.len()));
            return;
        }
    }
    panic!("no helper joined: {have_joined:?}");
}
