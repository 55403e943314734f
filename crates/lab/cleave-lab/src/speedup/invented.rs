//! Invented measurements, for tests.

use cleave_board::Position;

use super::backend::BackendKind;
use super::plan::Plan;
use super::run::{InVirtualTime, Run, TeamRun};
use super::searched::Searched;
use crate::searches::{Goal, Team, TestPosition};

/// A plan of two runs.
pub(crate) fn plan(backend: BackendKind) -> Plan {
    Plan { runs: 2, ..Plan::new(backend, Goal::Seconds { seconds: 2.0 }) }
}

/// A search by a team.
pub(crate) fn run(seconds: f64, nodes: u64) -> Run {
    let team = TeamRun {
        idle_share: 0.1,
        load_balance: 2.0,
        splits: 1,
        joins: 10,
        join_bytes: 2500,
        aborts: 3,
        lock_waits: 0,
    };
    Run { seconds, nodes, value: 0, team: Some(team), in_virtual_time: None }
}

/// A position of this file, and its searches, those of P_seq with what only teams have.
pub(crate) fn searched(
    plan: &Plan,
    set: &str,
    runs: impl Fn(Option<Team>) -> [Run; 2],
) -> Searched {
    let (id, position) = (format!("{set} 1"), Position::start());
    let position = TestPosition { set: set.into(), id, fen: "-".into(), position };
    Searched::new(&position, 9, plan, |team| {
        let is_virtual = team.is_some() && plan.backend == BackendKind::Virtual;
        let of_team = |run: Run| Run {
            team: run.team.filter(|_| team.is_some()),
            in_virtual_time: is_virtual.then(InVirtualTime::default),
            ..run
        };
        runs(team).map(of_team).into()
    })
}
