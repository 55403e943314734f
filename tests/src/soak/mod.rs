//! Soaks: thousands of searches with disturbances of every kind at random moments.
//!
//! - [`searches`]: searches in this process by teams of changing size and backend. The soak stops
//!   them, turns pondering into thinking, and kills helpers. It checks every move and line, and
//!   that no block or process remains.
//! - [`dialogue`]: searches through the program, with `?`, new positions and `cores` during the
//!   search.
//! - [`kills`]: games through the program, with kills of its helpers. Every move must come in time.
//!
//! All of them use every algorithm in turn, in random order.
//!
//! The events depend on a seed and on the speed of the machine. A seed therefore makes a failure
//! likely to recur, but not certain. A small soak is one of the tests (`tests/soak/main.rs`). The
//! large one is `cargo xtask soak`.

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

/// Returns a position of the bench after some random moves, which has a legal move.
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

/// Returns the forked processes of `parent` that it has not yet reaped.
///
/// # Panics
/// If `/proc` cannot be read.
pub fn children(parent: Pid) -> Vec<Pid> {
    let children = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"));
    let pid = |text: &str| Pid::from_raw(text.parse().expect("a process number"));
    children.expect("the process is there").split_whitespace().map(pid).collect()
}

/// Returns true if the process exists and is not a zombie.
pub fn is_running(pid: Pid) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z')))
}
