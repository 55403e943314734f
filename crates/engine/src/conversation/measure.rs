//! Perft under a listener, and its report.

use std::time::{Duration, Instant};

use cleave_board::{Move, Position};
use cleave_movegen::{legal_moves, perft, to_coordinate};
use cleave_search::Signal;

use crate::conversation::listener::Listener;

/// Subtrees up to this depth are counted without a look at the input: a few milliseconds.
const UNINTERRUPTED: u32 = 4;

/// Lines of play of some length.
pub(super) struct Lines {
    /// Each move, and the lines that begin with it.
    pub(super) moves: Vec<String>,
    /// The number of lines.
    pub(super) count: u64,
    /// How long it took to count them.
    pub(super) elapsed: Duration,
}

/// Counts the lines of play of this length, move by move; `None` if the listener stopped it.
pub(super) fn count_moves(root: &Position, depth: u32, listener: &mut Listener) -> Option<Lines> {
    let start = Instant::now();
    let mut counts: Vec<(Move, u64)> = Vec::new();
    for mv in &legal_moves(root) {
        counts.push((mv, count(&root.make(mv), depth - 1, listener)?));
    }
    let elapsed = start.elapsed();
    let row = |(mv, leaves): &(Move, u64)| format!("{}: {leaves}", to_coordinate(root, *mv));
    let moves = counts.iter().map(row).collect();
    Some(Lines { moves, count: counts.iter().map(|(_, leaves)| leaves).sum(), elapsed })
}

/// Perft that looks at the input now and then; `None` if it was stopped.
fn count(position: &Position, depth: u32, listener: &mut Listener) -> Option<u64> {
    if listener.attend() != Signal::Continue {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(perft(position, depth));
    }
    legal_moves(position).into_iter().map(|mv| count(&position.make(mv), depth - 1, listener)).sum()
}
