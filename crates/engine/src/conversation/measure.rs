//! Perft under a listener, and its report.

use std::time::Instant;

use cleave_board::{Move, Position};
use cleave_movegen::{legal_moves, perft, to_coordinate};
use cleave_search::Signal;

use crate::conversation::listener::Listener;

/// Subtrees up to this depth are counted without a look at the input: a few milliseconds.
const UNINTERRUPTED: u32 = 4;

/// Counts the lines of play of this length, move by move, and returns the lines of the report;
/// `None` if the listener stopped it.
pub(crate) fn count_moves(
    root: &Position,
    depth: u32,
    listener: &mut Listener,
) -> Option<Vec<String>> {
    let start = Instant::now();
    let mut counts: Vec<(Move, u64)> = Vec::new();
    for mv in &legal_moves(root) {
        counts.push((mv, count(&root.make(mv), depth - 1, listener)?));
    }
    let seconds = start.elapsed().as_secs_f64();
    let row = |(mv, leaves): &(Move, u64)| format!("{}: {leaves}", to_coordinate(root, *mv));
    let mut lines: Vec<String> = counts.iter().map(row).collect();
    let leaves: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
    let mnps = leaves as f64 / 1e6 / seconds.max(1e-9);
    lines.push(format!("{leaves} in {seconds:.3} s, {mnps:.0} Mnps"));
    Some(lines)
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
