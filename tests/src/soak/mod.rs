//! Soaks: thousands of searches, disturbed in every way at random moments.
//!
//! - [`searches`]: searches in this process by teams of changing size and backend, which are stopped,
//!   turned from pondering to thinking, or lose helpers. Every move and line is checked, and that
//!   nothing is left behind.
//! - [`dialogue`]: searches through the program, with `?`, new positions and `cores` in the middle.
//! - [`kills`]: games through the program whose helpers are killed; every move must come in time.
//!
//! All of them search by every algorithm in turn, in random order.
//!
//! What happens depends on a seed and on the speed of the machine, so that a seed makes a failure
//! likely to recur, not certain. A small soak is one of the tests (`tests/soak/main.rs`), a large one
//! is `cargo xtask soak`.

mod algorithms;
mod dialogue;
mod kills;
mod searches;

pub use dialogue::{Dialogue, dialogue};
pub use kills::{Kills, a_move_comes_whatever_dies, kills, no_helper_outlives_its_parent};
pub use searches::{Searches, Wrong, searches};

use cleave_board::{Move, Position};
use cleave_movegen::legal_moves;
use cleave_search::bench;
use cleave_smp::random::Rng;
use nix::unistd::Pid;

/// A position of the bench after some random moves, which has a legal move.
fn wandered(rng: &mut Rng) -> Position {
    let positions: Vec<Position> = bench::positions().collect();
    let mut position = positions[rng.below(positions.len() as u64) as usize];
    for _ in 0..rng.below(8) {
        let moves = legal_moves(&position);
        let mv: Move = moves[rng.below(moves.len() as u64) as usize];
        let after = position.make(mv);
        if legal_moves(&after).is_empty() {
            break;
        }
        position = after;
    }
    position
}

/// The processes that `parent` has forked and not yet reaped.
///
/// # Panics
/// If `/proc` cannot be read.
pub fn children(parent: Pid) -> Vec<Pid> {
    let children = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"));
    let pid = |text: &str| Pid::from_raw(text.parse().expect("a process number"));
    children.expect("the process is there").split_whitespace().map(pid).collect()
}

/// True if the process exists and is not a zombie.
pub fn is_running(pid: Pid) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z')))
}
