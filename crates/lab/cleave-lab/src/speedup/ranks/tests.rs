use std::time::Duration;

use cleave_kit::files::scratch::Scratch;
use cleave_kit::files::{Destination, to_json};
use cleave_smp_lab::virtual_time::CostModel;

use super::super::backend::BackendKind;
use super::*;
use crate::searches::{Goal, positions};

const POSITION: &str = "r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - id \"a\";";

fn measured(
    ranks: &[u16],
    budget: Option<Duration>,
    out: Option<&Destination>,
) -> Result<String, String> {
    measured_by(gigabit(), ranks, budget, out)
}

fn gigabit() -> Links {
    Links { network: Network::GIGABIT, faults: 0, sharing: Sharing::default(), one_table: false }
}

fn measured_by(
    links: Links,
    ranks: &[u16],
    budget: Option<Duration>,
    out: Option<&Destination>,
) -> Result<String, String> {
    let goal = Goal::Depth { depth: 12 };
    let plan = Plan { workers: vec![2], runs: 2, hash: 1, ..Plan::new(BackendKind::Virtual, goal) };
    let virtual_time = VirtualTime { costs: CostModel::default(), seed: 0, jitter: None };
    let positions = positions::parse("one", POSITION)?;
    let found = Searches::new(&positions, (&plan, virtual_time), ranks, links)
        .and_then(|mut searches| measure(&mut searches, budget, out))
        .map_err(|error| error.to_string())?;
    assert_eq!(found.to_string().lines().count(), 2 + ranks.len());
    Ok(to_json(&found).unwrap())
}

#[test]
fn two_measurements_are_the_same_to_the_byte() {
    let first = measured(&[1, 2], None, None).unwrap();
    assert_eq!(measured(&[1, 2], None, None).unwrap(), first);
    let json: serde_json::Value = serde_json::from_str(&first).unwrap();
    let [one, two] = [0, 1].map(|number| &json["clusters"][number]);
    assert_eq!((one["speedup"].as_f64(), one["entries_sent"].as_f64()), (Some(1.0), Some(0.0)));
    for figure in ["entries_sent", "results_used"] {
        assert!(two[figure].as_f64() > Some(0.0), "{first}");
    }
}

#[test]
fn groups_with_one_table_send_no_entries_and_help_each_other() {
    let sharing = Sharing::default().of_results_alone();
    let links = Links { network: Network::SOCKETS, sharing, one_table: true, ..gigabit() };
    let first = measured_by(links, &[1, 3], None, None).unwrap();
    assert_eq!(measured_by(links, &[1, 3], None, None).unwrap(), first);
    let json: serde_json::Value = serde_json::from_str(&first).unwrap();
    let groups = &json["clusters"][1];
    assert_eq!(groups["entries_sent"].as_f64(), Some(0.0));
    assert!(groups["results_used"].as_f64() > Some(0.0), "{first}");
    assert!(groups["node_ratio"].as_f64() < Some(0.9), "{first}");
}

#[test]
fn a_measurement_broken_off_and_resumed_is_that_made_at_once() {
    let scratch = Scratch::new("clusters");
    let out = scratch.destination("out");
    let whole = measured(&[1, 2], None, Some(&out)).unwrap();
    let text = scratch.text("out");
    assert_eq!(text.lines().count(), 1 + 2 * 2);
    let begun: Vec<&str> = text.split_inclusive('\n').take(3).collect();
    scratch.write("out", &begun.concat());
    assert_eq!(measured(&[1, 2], None, Some(&out)).unwrap(), whole);
    assert_eq!(scratch.text("out"), text);
    // Nothing is searched again: what the file says is believed.
    scratch.write("out", &text.replace("\"results_used\":", "\"results_used\":9"));
    assert_ne!(measured(&[1, 2], None, Some(&out)).unwrap(), whole);
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
fn a_budget_too_short_for_one_position_is_refused() {
    let error = measured(&[1, 2], Some(Duration::ZERO), None).err().unwrap();
    assert!(error.contains("budget"), "{error}");
}
