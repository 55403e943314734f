//! The time for a move, and the way to measure it.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::Lateness;

/// The inputs of a [`Timer`](crate::Timer).
#[derive(Clone, Copy, Debug, Default)]
pub struct Timing {
    /// The time available.
    pub clock: Clock,
    /// The way to measure the time.
    pub pace: Pace,
    /// The time that a move costs in addition to the search.
    pub overhead: MoveOverhead,
    /// The recent lateness of sent moves.
    pub lateness: Lateness,
    /// True while the opponent is thinking: the clock starts with [`Timer::ponder_hit`](crate::Timer::ponder_hit).
    pub pondering: bool,
}

/// A way to measure time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Wall-clock time.
    #[default]
    Wall,
    /// Processor time of this process, independent of other programs.
    Processor,
    /// Nodes. This number of nodes counts as a second, so the search is the same on every machine.
    Nodes(NonZeroU32),
}

/// The time available for this move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// No limit: analysis, or a depth or node limit alone.
    #[default]
    Unlimited,
    /// Exactly this time (`st`).
    PerMove(Duration),
    /// A game clock.
    Game {
        /// Time left.
        remaining: Duration,
        /// Time added after each move.
        increment: Duration,
        /// Moves to the next time control, counting this one, or `None` for the rest of the game.
        moves_to_go: Option<u32>,
    },
}

impl Clock {
    /// The assumed number of further moves in a game without another time control.
    pub const MOVES_AHEAD: u32 = 34;
}

/// The time for a move to reach the other side: pipe, scheduler, GUI, network. The search keeps
/// this time in reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOverhead(pub Duration);

impl Default for MoveOverhead {
    /// Returns enough time for a GUI on the same machine.
    fn default() -> MoveOverhead {
        MoveOverhead(Duration::from_millis(15))
    }
}
