//! Invented measurements, for tests.

use cleave_virtual_time::virtual_time::Account;

use super::backend::BackendKind;
use super::design::Design;
use crate::searches::{Goal, Team};
use crate::time_to_depth::{Cell, Work};

/// A design of two runs.
pub(crate) fn design(backend: BackendKind) -> Design {
    Design { runs: 2, ..Design::new(backend, Goal::Seconds { seconds: 2.0 }) }
}

/// The searches of a position, two by P_seq and by each team, of which one takes so many seconds and nodes.
pub(crate) fn searched(
    design: &Design,
    position: &str,
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
        account: (design.backend == BackendKind::Virtual).then(Account::default),
    };
    let of_program = |team: Option<Team>| {
        let (seeds, work, runs) = (0.., &work, runs(team));
        let cell = move |(seed, (seconds, nodes)): (u64, (f64, u64))| Cell {
            position: position.into(),
            fen: None,
            seed,
            team,
            depth: 9,
            time: (seconds * 1e9).round() as u64,
            nodes,
            value: None,
            chains: Default::default(),
            figures: team.map(|_| work.clone()),
        };
        seeds.zip(runs).map(cell)
    };
    design.programs().into_iter().flat_map(of_program).collect()
}
