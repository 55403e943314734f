//! What ends a search: depth, nodes, time.

use std::num::NonZeroU32;
use std::time::Duration;

use cleave_board::Move;
use cleave_smp_lab::virtual_time::Ticks;

/// How long and how deep to search. The default searches until told to stop.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The last iteration to search, in plies, at least 1.
    pub depth: Option<u32>,
    /// Stop after exactly this many nodes, but not before one move has been searched.
    pub nodes: Option<u64>,
    /// Stop after this much virtual time, but not before one iteration has been finished. For a search
    /// in virtual time; others ignore it.
    pub virtual_time: Option<Ticks>,
    /// The time available.
    pub clock: Clock,
    /// How that time is measured.
    pub pace: Pace,
    /// True while the opponent is thinking: the clock starts with [`crate::Signal::PonderHit`].
    pub pondering: bool,
    /// Number of best lines to search, 1 for playing.
    pub multi_pv: usize,
    /// Root moves to leave out.
    pub excluded: Vec<Move>,
}

impl Limits {
    /// True if nothing but the host ends the search: analysis.
    pub fn is_endless(&self) -> bool {
        let Limits { depth, nodes, virtual_time, clock, .. } = self;
        depth.is_none() && nodes.is_none() && virtual_time.is_none() && *clock == Clock::Unlimited
    }
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
