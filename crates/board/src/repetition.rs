//! Repetition of positions.

use crate::Key;

/// Counts the earlier occurrences of the position with `key`. `history` holds the keys of all
/// positions before it, oldest first.
///
/// Only the last `halfmove_clock` keys count, because no position recurs across a capture or pawn
/// move. The scan begins four plies back, because a position cannot recur sooner. It looks at every
/// second key, because the same side must be to move. A draw by threefold repetition gives 2.
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
