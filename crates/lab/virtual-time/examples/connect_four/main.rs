//! Connect Four, solved by a team: a complete game, with a transposition table.
//!
//! Two players in turn drop stones into seven columns of six squares; the first with four in a row wins. A search goes
//! on to the end of the game, so its value is the value of perfect play. From the empty board the first player wins
//! (James D. Allen and Victor Allis, 1988), and every algorithm finds it. Only column 4 wins: column 3 draws, and 2 and
//! 1 lose, which `--moves 3` and so on confirm.
//!
//! ```text
//! cargo run --release -p cleave-virtual-time --example connect_four                      # the empty board
//! cargo run --release -p cleave-virtual-time --example connect_four -- --moves 44444     # these columns played
//! cargo run --release -p cleave-virtual-time --example connect_four -- --moves 444444 --every-algorithm
//! cargo run --release -p cleave-virtual-time --example connect_four -- --help
//! ```
//!
//! | file | what |
//! |---|---|
//! | `node.rs` | the game as the crate wants it, with windows, shares and guesses: a [`Node`](cleave_smp::Node) |
//! | `solve.rs` | the searches of the root by a team |
//! | `table.rs` | the transposition table |
//! | `follow_up.rs` | a bound on the value that needs no search |
//! | `tests.rs` | every algorithm against a plain solver |
//!
//! The board and its rules are `cleave_games::connect_four`.
//!
//! A search asks a question, such as "does the first player win?": the root has a null window, and so have all nodes
//! below. Nothing more is needed to solve a game with three values. A window that cannot be narrowed is never stale: no
//! child is searched again, and the functions with which a [`Node`](cleave_smp::Node) narrows a window are left out.
//! Only roots of a worker's own, in the algorithms that have such, are searched with wider windows.
//!
//! One worker solves the empty board with 101 million nodes, and two workers with these; a run with
//! threads is never the same twice:
//!
//! | algorithm | nodes, millions | algorithm | nodes, millions |
//! |---|---|---|---|
//! | dts | 98 | shared-table | 130 |
//! | root | 101 | lazy | 114 |
//! | pv-split | 107 | abdada | 115 |
//! | epvs | 107 | abdada-simplified | 111 |
//! | dpvs | 106 | abdada-approximate | 111 |
//! | ybwc | 106 | aspiration | 127 |
//! | ybwc-helpful | 99 | window-null | 143 |
//! | jamboree | 97 | uidpabs | 244 |
//! | tree-splitting | 139 | aphid | 101 |
//! | mwf | 147 | | |
//!
//! Not every algorithm has something to share here. The first move tried at the root wins, so `root` never splits. The
//! trees have one depth. A helper of `lazy` or `lazy-stockfish-18` that has answered a question has no next depth, and
//! asks one with a wider window. Helpers of `aphid` and `lazy-texel` cannot deepen their trees. `window-null` asks both
//! questions at once. A worker of `uidpabs` wants to know the value of each of its moves, which takes many more nodes.

mod follow_up;
mod node;
mod solve;
mod table;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use clap::Parser;
use cleave_algorithms::{Algorithm, HelperSlot, SetAlgorithm, Team};
use cleave_games::connect_four::Position;
use cleave_smp::{ArenaError, Backend, MAX_WORKERS};
use node::{ConnectFour, Player};
use solve::{Solution, solve};

/// Solves a position of Connect Four with a team of workers.
#[derive(Parser)]
#[command(bin_name = "connect_four")]
struct Options {
    /// How the workers share the tree: dts, ybwc, lazy, abdada, ...
    #[arg(long, value_name = "NAME", default_value_t, conflicts_with = "every_algorithm")]
    algorithm: Algorithm,

    /// Solve the position with one algorithm after the other
    #[arg(long)]
    every_algorithm: bool,

    /// Threads that search, the main thread included
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u16).range(1..=MAX_WORKERS as i64))]
    workers: u16,

    /// The columns played so far, from 1 to 7, such as 4453; none for the empty board
    #[arg(long, value_name = "COLUMNS", default_value = "", hide_default_value = true,
        value_parser = |columns: &str| Position::after(columns))]
    moves: Position,
}

fn main() -> Result<(), ArenaError> {
    let options = Options::parse();
    let algorithms: &[Algorithm] =
        if options.every_algorithm { &Algorithm::ALL } else { &[options.algorithm] };
    for &algorithm in algorithms {
        let mut team = Team::new(options.workers.into(), Backend::Thread)?;
        team.set_processors(usize::from(options.workers));
        team.set_algorithm(algorithm);
        let begin = Instant::now();
        let solution = solve_with(&mut team, options.moves);
        println!("{algorithm}: {}", in_words(options.moves, &solution, begin.elapsed()));
    }
    Ok(())
}

/// Has a team solve a position.
fn solve_with(team: &mut Team<ConnectFour>, position: Position) -> Solution {
    let helper = |slot: HelperSlot<'_, ConnectFour>| {
        let shared = slot.shared();
        slot.serve(&mut Player::new(shared));
    };
    team.session(&helper, |main_worker| {
        let mut player = Player::telling(main_worker.shared(), tell);
        solve(main_worker, &mut player, position)
    })
}

/// Tells the progress of the main worker.
fn tell(nodes: u64) {
    eprintln!("  {} million nodes by the main worker", nodes / 1_000_000);
}

fn in_words(position: Position, solution: &Solution, time: Duration) -> String {
    let (mover, opponent) = match position.all.count_ones() % 2 {
        0 => ("first", "second"),
        _ => ("second", "first"),
    };
    let result = match solution.value {
        1 => format!("the {mover} player wins"),
        0 => "a draw".into(),
        _ => format!("the {opponent} player wins"),
    };
    let best_move =
        solution.best_column.map_or(String::new(), |column| format!(" by column {}", column + 1));
    let Solution { nodes, joins, .. } = solution;
    format!("{result}{best_move}; {nodes} nodes, {joins} joins in {:.1} s", time.as_secs_f64())
}
