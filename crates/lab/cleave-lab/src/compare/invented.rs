//! Invented searches, for tests.

use cleave_virtual_time::critical_path::Rule;
use cleave_virtual_time::virtual_time::CostModel;

use super::comparison::Comparison;
use crate::searches::{Goal, Team};
use crate::time_to_depth::{Cell, Losses, Setting};

/// A search by P_seq: a node takes a microsecond.
pub(crate) fn alone(position: &str, seed: u64, nodes: u64) -> Cell<Losses> {
    let (position, fen, team, depth, time) = (position.into(), None, None, 9, 1_000 * nodes);
    let chains = Rule::ALL.map(|rule| (rule.name().into(), 100)).into();
    Cell { position, fen, seed, team, depth, time, nodes, value: None, chains, figures: None }
}

/// A search by a team, which takes so many microseconds.
pub(crate) fn cell(position: &str, seed: u64, team: Team, time: u64, nodes: u64) -> Cell<Losses> {
    let losses = Losses { idle: 0.125, locks: 0.01, copying: 0.02, joins: 30, waits: 4 };
    let (team, time, chains) = (Some(team), 1_000 * time, Default::default());
    Cell { team, time, chains, figures: Some(losses), ..alone(position, seed, nodes) }
}

/// A comparison on trees of 800 nodes.
pub(crate) fn comparison(cells: Vec<Cell<Losses>>) -> Comparison {
    let (costs, jitter, goal) = (CostModel::default(), Some(5), Goal::Nodes { nodes: 800 }.into());
    let setting = Setting { goal, hash: 4, jitter, split: Vec::new(), costs, bench: Some(1) };
    Comparison { setting, cells }
}
