//! Repetition: has this position been on the board before?

use crate::Key;

/// How often the position with `key` occurs among `history`, the keys of all positions before it,
/// oldest first.
///
/// Only the last `halfmove_clock` of them count (no capture or pawn move can be repeated over), and
/// of these every other one, from the fourth back: the same side must be to move, and two plies are
/// too few to come back. The result is 2 for a draw by threefold repetition.
///
/// ```
/// use cleave_board::{Key, earlier_occurrences};
/// let history = [Key(1), Key(2), Key(3), Key(4)];
/// assert_eq!(earlier_occurrences(&history, Key(1), 4), 1);
/// assert_eq!(earlier_occurrences(&history, Key(1), 3), 0); // before the last capture
/// ```
#[inline]
pub fn earlier_occurrences(history: &[Key], key: Key, halfmove_clock: u8) -> usize {
    let reach = history.len().min(halfmove_clock as usize);
    let reversible = &history[history.len() - reach..];
    reversible.iter().rev().skip(3).step_by(2).filter(|&&earlier| earlier == key).count()
}
