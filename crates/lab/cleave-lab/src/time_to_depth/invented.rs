//! Invented searches, for tests.

use cleave_virtual_time::critical_path::Rule;
use cleave_virtual_time::virtual_time::{Account, CostModel};

use super::backend::BackendKind;
use super::{Cell, Losses, Measurement, Setting, Work};
use crate::searches::{Goal, Team};

/// Returns a search that takes this time, in nanoseconds, and this many nodes.
pub(crate) fn cell<F>(
    position: &str,
    seed: u64,
    team: Option<Team>,
    (time, nodes): (u64, u64),
    figures: F,
) -> Cell<F> {
    let (position, figures) = (position.into(), team.map(|_| figures));
    let (fen, value, chains) = (None, None, Default::default());
    Cell { position, fen, seed, team, depth: 9, time, nodes, value, chains, figures }
}

const LOSSES: Losses = Losses { idle: 0.125, locks: 0.01, copying: 0.02, joins: 30, waits: 4 };

/// Returns a search by P_seq: a node takes a microsecond.
pub(crate) fn alone(position: &str, seed: u64, nodes: u64) -> Cell<Losses> {
    let chains = Rule::ALL.map(|rule| (rule.name().into(), 100)).into();
    Cell { chains, ..cell(position, seed, None, (1_000 * nodes, nodes), LOSSES) }
}

/// Returns a search by a team that takes this many microseconds.
pub(crate) fn by(position: &str, seed: u64, team: Team, time: u64, nodes: u64) -> Cell<Losses> {
    cell(position, seed, Some(team), (1_000 * time, nodes), LOSSES)
}

/// Returns a comparison on trees of 800 nodes.
pub(crate) fn comparison(cells: Vec<Cell<Losses>>) -> Measurement<Losses> {
    let (jitter, costs, bench) = (Some(5), Some(CostModel::default()), Some(1));
    let setting = Setting::new(BackendKind::Virtual, Goal::Nodes { nodes: 800 });
    Measurement { setting: Setting { hash: 4, jitter, costs, bench, ..setting }, cells }
}

/// Returns a measurement of searches that take P_seq two seconds.
pub(crate) fn measurement(backend: BackendKind, cells: Vec<Cell<Work>>) -> Measurement<Work> {
    Measurement { setting: Setting::new(backend, Goal::Seconds { seconds: 2.0 }), cells }
}

/// Returns two searches of a position by P_seq and by each team; `runs` gives their seconds and nodes.
pub(crate) fn searched(
    backend: BackendKind,
    position: &str,
    teams: &[Team],
    runs: impl Fn(Option<Team>) -> [(f64, u64); 2],
) -> Vec<Cell<Work>> {
    let work = Work {
        idle_share: 0.1,
        load_balance: 2.0,
        splits: 1,
        joins: 10,
        join_bytes: 2500,
        aborts: 3,
        lock_waits: 0,
        trace: None,
        account: backend.is_virtual().then(Account::default),
    };
    let everybody = [None].into_iter().chain(teams.iter().copied().map(Some));
    let of_program = |team| {
        (0..).zip(runs(team)).map(move |(seed, (seconds, nodes))| {
            (seed, team, ((seconds * 1e9).round() as u64, nodes))
        })
    };
    let all = everybody.flat_map(of_program);
    all.map(|(seed, team, taken)| cell(position, seed, team, taken, work.clone())).collect()
}
