//! The time for a move, and how it is measured.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::Lateness;

/// What a [`Timer`](crate::Timer) goes by.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timing {
    /// The time available.
    pub clock: Clock,
    /// How that time is measured.
    pub pace: Pace,
    /// What a move costs besides the search.
    pub overhead: MoveOverhead,
    /// How late moves have been sent lately.
    pub lateness: Lateness,
    /// True while the opponent is thinking: the clock starts with [`Timer::ponder_hit`](crate::Timer::ponder_hit).
    pub pondering: bool,
}

/// How time is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Wall-clock time.
    #[default]
    Wall,
    /// Processor time of this process, independent of other programs.
    Processor,
    /// This many nodes are a second: the same search on every machine.
    Nodes(NonZeroU32),
}

/// The time available for this move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// No limit: analysis, or a depth or node limit alone.
    #[default]
    Unlimited,
    /// Exactly this long (`st`).
    PerMove(Duration),
    /// A game clock.
    Game {
        /// Time left.
        remaining: Duration,
        /// Time added after each move.
        increment: Duration,
        /// Moves to the next time control, counting this one; `None` for the rest of the game.
        moves_to_go: Option<u32>,
    },
}

impl Clock {
    /// How many more moves a game without another time control is assumed to last.
    pub const MOVES_AHEAD: u32 = 34;
}

/// The time for a move to reach the other side: pipe, scheduler, GUI, network. The search keeps it in
/// reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOverhead(pub Duration);

impl Default for MoveOverhead {
    /// Enough for a GUI on the same machine.
    fn default() -> MoveOverhead {
        MoveOverhead(Duration::from_millis(15))
    }
}
