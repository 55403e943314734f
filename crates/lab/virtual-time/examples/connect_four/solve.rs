//! A position solved by a team: two questions at most.

use cleave_smp::{End, Finished, IteratingTeam, Node, Opened, RootSearch};

use crate::node::{ConnectFour, Player};
use cleave_games::connect_four::{Position, column_of};

/// The result of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Solution {
    /// 1 if the player to move wins, 0 for a draw, -1 if the opponent wins.
    pub(crate) value: i8,
    /// A column, from 0, that leads to this value; `None` if the player to move loses, or cannot move.
    pub(crate) best_column: Option<u32>,
    /// Nodes searched by all workers.
    pub(crate) nodes: u64,
    /// Times that a worker took part in the search of another.
    pub(crate) joins: u64,
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
    Solution { nodes: win.nodes + draw.nodes, joins: win.joins + draw.joins, ..draw }
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
    match root.look(player) {
        Opened::Value(value) => {
            Solution { value, best_column: column(*root.line()), nodes: 0, joins: 0 }
        }
        Opened::Live => search(team, player, &root),
    }
}

/// Searches a live root.
fn search(
    team: &mut impl IteratingTeam<ConnectFour>,
    player: &mut Player<'_>,
    root: &ConnectFour,
) -> Solution {
    loop {
        let Finished { end, line, stats, .. } =
            team.search_iteration(player, &RootSearch::of(root, &()));
        // If a worker has died it has been replaced, and the next try succeeds.
        if let End::Value(value) = end {
            let joins = stats.sum(|counters| counters.joins);
            // With a wide window the least bad move of a lost position counts as best.
            let best_column = if value < 0 { None } else { column(line) };
            return Solution { value, best_column, nodes: stats.nodes(), joins };
        }
    }
}

/// Returns the column of a best move.
fn column(best_move: u64) -> Option<u32> {
    (best_move != 0).then(|| column_of(best_move))
}
