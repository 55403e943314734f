//! A position solved by a team: two questions at most.

use cleave_smp::{End, IteratingTeam, Node, Opened, RootSearch};

use crate::node::{ConnectFour, Player};
use crate::position::{Position, column_of};

/// What a team has found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Solution {
    /// 1 if the player to move wins, 0 for a draw, -1 if the opponent wins.
    pub(crate) value: i8,
    /// A column, from 0, that leads to this value; `None` if all do or there is none.
    pub(crate) best_column: Option<u32>,
    /// Nodes searched by all workers.
    pub(crate) nodes: u64,
}

/// Solves a position: does the player to move win? If not, does it at least draw?
pub(crate) fn solve(
    team: &mut impl IteratingTeam<ConnectFour>,
    player: &mut Player<'_>,
    position: Position,
) -> Solution {
    let win = ask(team, player, position, 0);
    if win.value != 0 {
        return win;
    }
    let draw = ask(team, player, position, -1);
    Solution { nodes: win.nodes + draw.nodes, ..draw }
}

/// Asks if the value of a position is greater than alpha. If so, the value of the solution is the
/// least that it can be, otherwise the greatest.
fn ask(
    team: &mut impl IteratingTeam<ConnectFour>,
    player: &mut Player<'_>,
    position: Position,
    alpha: i8,
) -> Solution {
    let mut root = ConnectFour::root(position, alpha);
    let (value, best_move, nodes) = match root.look(player) {
        Opened::Value(value) => (value, *root.line(), 0),
        Opened::Live => search(team, player, &root),
    };
    let best_column = (best_move != 0).then(|| column_of(best_move));
    Solution { value, best_column, nodes }
}

/// The value of a live root, its best move, and the nodes searched.
fn search(
    team: &mut impl IteratingTeam<ConnectFour>,
    player: &mut Player<'_>,
    root: &ConnectFour,
) -> (i8, u64, u64) {
    loop {
        let finished = team.search_iteration(player, &RootSearch::of(root, &0));
        // If a worker has died it has been replaced, and the next try succeeds.
        if let End::Value(value) = finished.end {
            return (value, finished.line, finished.stats.nodes());
        }
    }
}
