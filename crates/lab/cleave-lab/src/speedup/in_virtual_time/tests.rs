//! What a measurement in virtual time writes.

use cleave_kit::experiment;
use cleave_kit::files::scratch::Scratch;
use cleave_kit::files::{Destination, to_json};
use cleave_search::team::Algorithm;
use cleave_smp_lab::virtual_time::CostModel;

use super::super::backend::BackendKind;
use super::super::measurement::Measurement;
use super::*;
use crate::searches::positions;

const POSITIONS: &str = "r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - id \"a\";
8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - - id \"b\";";

/// A small measurement.
#[derive(Clone)]
struct Small<'s> {
    algorithms: &'s [Algorithm],
    split: &'s [&'s str],
    seed: u64,
    seeds: usize,
    budget: Option<Duration>,
    out: Option<&'s Destination>,
}

const SMALL: Small<'static> =
    Small { algorithms: &[Algorithm::Dts], split: &[], seed: 0, seeds: 2, budget: None, out: None };

impl Small<'_> {
    fn plan(&self) -> (Plan, VirtualTime) {
        let virtual_time =
            VirtualTime { costs: CostModel::default(), seed: self.seed, jitter: None };
        let plan = Plan {
            algorithms: self.algorithms.to_vec(),
            workers: vec![1, 2, 8],
            runs: self.seeds,
            hash: 2,
            split: self.split.iter().map(ToString::to_string).collect(),
            virtual_time: Some(virtual_time),
            ..Plan::new(BackendKind::Virtual, Goal::Depth { depth: 9 })
        };
        (plan, virtual_time)
    }

    fn measure(&self) -> Result<String, String> {
        let positions = positions::parse("two", POSITIONS)?;
        let (mut plan, virtual_time) = self.plan();
        let searched = Searches::new(&positions, &plan, virtual_time)
            .and_then(|mut searches| measure(&mut searches, &mut plan, self.budget, self.out))
            .map_err(|error| error.to_string())?;
        Ok(to_json(&Measurement::new(plan, searched)).unwrap())
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.measure().unwrap()).unwrap()
    }
}

#[test]
fn two_measurements_are_the_same_to_the_byte() {
    assert_eq!(SMALL.measure(), SMALL.measure());
    let json = SMALL.json();
    let runs = &json["positions"][0]["teams"][2]["runs"];
    assert_eq!(runs.as_array().unwrap().len(), 2);
    assert_ne!(runs[0]["trace"], runs[1]["trace"], "seeds differ");
    let plan: Plan = serde_json::from_value(json["setting"].clone()).unwrap();
    let virtual_time = VirtualTime { costs: CostModel::default(), seed: 0, jitter: None };
    assert_eq!(plan.virtual_time, Some(virtual_time));
    assert_eq!(json["summary"][0]["node_ratio"], 1.0, "one worker searches P_seq's tree");
    let alone = &json["positions"][0]["sequential"];
    assert_ne!(alone[0]["nodes"], alone[1]["nodes"], "a perturbed P_seq has another tree");
}

/// The same command writes the same file on any machine. After an intended change of the search,
/// `CLEAVE_BLESS=1 cargo test -p cleave-lab` rewrites the committed file.
#[test]
fn a_measurement_equals_the_committed_one_to_the_byte() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/virtual_measurement.json");
    let found = SMALL.measure().unwrap();
    if std::env::var_os("CLEAVE_BLESS").is_some() {
        std::fs::write(file, &found).unwrap();
    }
    let committed = std::fs::read_to_string(file).unwrap_or_default();
    assert!(found == committed, "{file} is now:\n{found}");
}

#[test]
fn a_seed_replays_its_run_whatever_ran_before() {
    let json = |seed, seeds| Small { seed, seeds, ..SMALL }.json();
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
    let json = |split| Small { split, seeds: 1, ..SMALL }.json();
    let (default, other) = (json(&[]), json(&["Depth=7", "Idle Depth=7"]));
    assert_eq!(default["setting"].get("split"), None);
    assert_eq!(other["setting"]["split"], serde_json::json!(["Depth=7", "Idle Depth=7"]));
    let of = |json: &serde_json::Value, key: &str| json["positions"][0][key].clone();
    assert_eq!(of(&default, "sequential"), of(&other, "sequential"), "P_seq splits nothing");
    let joins = |json: &serde_json::Value| json["summary"][2]["joins_per_search"].as_f64();
    assert!(joins(&default) > joins(&other), "{default} {other}");
    let error = Small { split: &["Depths=7"], ..SMALL }.measure().unwrap_err();
    assert!(error.contains("no 'Depths'"), "{error}");
}

#[test]
fn each_algorithm_has_its_teams_and_all_are_paired_with_the_same_runs_of_p_seq() {
    let both = [Algorithm::Dts, Algorithm::AbdadaSimplified];
    let json = |algorithms| Small { algorithms, seeds: 1, ..SMALL }.json();
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
    let error = Small { budget: Some(Duration::ZERO), ..SMALL }.measure().unwrap_err();
    assert!(error.contains("budget"), "{error}");
}

#[test]
fn searches_that_are_kept_are_not_done_again() {
    let scratch = Scratch::new("kept-searches");
    let out = scratch.destination("out");
    let measured = |split| Small { split, out: Some(&out), ..SMALL }.measure();
    let first = measured(&[]).unwrap();
    assert_eq!(first, SMALL.measure().unwrap(), "a file of searches changes nothing");
    let whole = scratch.text("out");
    // Two positions, P_seq and three teams, two seeds.
    assert_eq!(whole.lines().count(), 1 + 2 * 4 * 2);
    // Broken off in the middle of a line; and one of the searches is marked.
    let marked = whole.replacen("\"nodes\":", "\"nodes\":1", 1);
    scratch.write("out", &marked[..marked.len() - 700]);
    let resumed = measured(&[]).unwrap();
    assert_ne!(resumed, first, "the marked search was done again");
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
fn a_check_finds_a_search_that_is_not_done_so() {
    let scratch = Scratch::new("checked-searches");
    let out = scratch.destination("out");
    Small { out: Some(&out), ..SMALL }.measure().unwrap();
    let check = || {
        let positions = positions::parse("two", POSITIONS).unwrap();
        let (plan, virtual_time) = SMALL.plan();
        let mut searches = Searches::new(&positions, &plan, virtual_time).unwrap();
        let keys = searches.keys(&plan);
        experiment::check(&mut searches, out.path(), &keys, 100).map_err(|error| error.to_string())
    };
    assert_eq!(check(), Ok(()));
    let spoilt = scratch.text("out").replacen("\"trace\":\"", "\"trace\":\"0", 1);
    scratch.write("out", &spoilt);
    let error = check().unwrap_err();
    assert!(error.contains("1 of 16 entries done again are not as"), "{error}");
    assert_eq!(scratch.text("out"), spoilt, "nothing is written");
}
