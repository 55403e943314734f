//! Soaks: thousands of searches that are disturbed in every way, at random moments.
//!
//! - [`searches`]: teams of changing size and make in this process, stopped, moved on and killed at
//!   random; every move and line is checked, and that nothing is left behind.
//! - [`dialogue`]: the same through the program, with `?`, new positions and `cores` in the middle
//!   of searches.
//! - [`kills`]: games through the program whose helpers are killed; every move in its time.
//!
//! What happens depends on a seed and on how fast the machine is, so a seed makes a failure likely
//! to come again, not certain. A small soak is among the tests (`tests/soak/main.rs`), a large one
//! is `cargo xtask soak`.

mod dialogue;
mod kills;
mod searches;

pub use dialogue::{Dialogue, dialogue};
pub use kills::{Kills, a_move_comes_whatever_dies, kills, no_helper_outlives_its_parent};
pub use searches::{Searches, Wrong, searches};

use cleave_board::{Move, Position};
use cleave_movegen::legal_moves;
use cleave_search::bench;
use cleave_smp::artificial::Dice;
use nix::unistd::Pid;

/// A position of the bench after some random moves, with something to search in it.
fn wandered(dice: &mut Dice) -> Position {
    let positions: Vec<Position> = bench::positions().collect();
    let mut position = positions[dice.roll(positions.len() as u64) as usize];
    for _ in 0..dice.roll(8) {
        let moves = legal_moves(&position);
        let mv: Move = moves[dice.roll(moves.len() as u64) as usize];
        let after = position.make(mv);
        if legal_moves(&after).is_empty() {
            break;
        }
        position = after;
    }
    position
}

/// The processes that this one has forked and not yet reaped.
///
/// # Panics
/// If the system does not tell.
pub fn children(parent: Pid) -> Vec<Pid> {
    let children = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"));
    let pid = |text: &str| Pid::from_raw(text.parse().expect("a process number"));
    children.expect("the process is there").split_whitespace().map(pid).collect()
}

/// True unless the process is gone, or dead and not yet reaped.
pub fn is_running(pid: Pid) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z')))
}
