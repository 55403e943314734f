//! What can be said of a position without a search.

use std::cell::RefCell;

use cleave_board::Position;
use cleave_movegen::legal_moves;
use cleave_search::Evaluation;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::arguments::{position, within};
use crate::interrupt::{Interrupt, interruptible};

/// The most plies that `perft` counts. No count of interest has more.
const MOST_PLIES: u32 = 40;

/// The plies that are counted between two looks at the interrupt. They take milliseconds.
const PLIES_AT_ONCE: u32 = 4;

thread_local! {
    /// The evaluations of this thread: by the network, and by hand.
    static EVALUATIONS: RefCell<[Evaluation; 2]> =
        RefCell::new([Evaluation::by_built_in_network(), Evaluation::default()]);
}

/// Counts the lines of `depth` legal moves from a position.
///
/// Args:
///     position: A FEN, or an object with a method `fen()` such as `chess.Board`. Shredder-FEN sets up chess960.
///     depth: The length of the lines in plies, 0 to 40.
///
/// Returns:
///     The number of lines.
///
/// Raises:
///     ValueError: The FEN is malformed, the position is impossible, or the depth is out of range.
///
/// Examples:
///     >>> import cleave
///     >>> cleave.perft("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4)
///     197281
#[pyfunction]
pub(crate) fn perft(py: Python<'_>, position: &Bound<'_, PyAny>, depth: i64) -> PyResult<u64> {
    let position = self::position(position)?;
    let depth = within("depth", depth, 0..=MOST_PLIES)?;
    let interrupted = || PyKeyboardInterrupt::new_err(());
    interruptible(py, |interrupt| count(&position, depth, interrupt).ok_or_else(interrupted))
}

/// Counts the leaves at this depth. Returns none if it is interrupted.
fn count(position: &Position, depth: u32, interrupt: &mut Interrupt) -> Option<u64> {
    if interrupt.is_due() {
        return None;
    }
    if depth <= PLIES_AT_ONCE {
        return Some(cleave_movegen::perft(position, depth));
    }
    let moves = legal_moves(position);
    let below = |mv| count(&position.make(mv), depth - 1, interrupt);
    moves.into_iter().map(below).sum()
}

/// Evaluates a position without a search.
///
/// Args:
///     position: A FEN, or an object with a method `fen()` such as `chess.Board`.
///     network: Whether the built-in network evaluates, as in games, or the terms written by hand, as in `speedup` and
///         `record`.
///
/// Returns:
///     The value in hundredths of a pawn for the side to move.
///
/// Raises:
///     ValueError: The FEN is malformed, or the position is impossible.
///
/// Examples:
///     >>> import cleave
///     >>> cleave.evaluate("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") > 300
///     True
///     >>> cleave.evaluate("4k3/8/8/8/8/8/8/R3K3 b - - 0 1") < -300
///     True
#[pyfunction]
#[pyo3(signature = (position, *, network = true))]
pub(crate) fn evaluate(position: &Bound<'_, PyAny>, network: bool) -> PyResult<i32> {
    let position = self::position(position)?;
    let value = EVALUATIONS.with_borrow_mut(|[by_network, by_hand]| {
        if network { by_network.evaluate(&position) } else { by_hand.evaluate(&position) }
    });
    Ok(value.get())
}
