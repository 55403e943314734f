//! What ends a search: depth, nodes, time.

use std::num::NonZeroU32;
use std::time::Duration;

use cleave_board::Move;

/// How long and how deep to search. The default searches until told to stop.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Last iteration to finish, in plies from 1.
    pub depth: Option<u32>,
    /// Stop after exactly this many nodes, or when a first move has been searched, if that is later.
    pub nodes: Option<u64>,
    /// The time at hand.
    pub clock: Clock,
    /// What a second of that time is.
    pub pace: Pace,
    /// True while the opponent is thinking: the clock starts with [`crate::Signal::PonderHit`].
    pub pondering: bool,
    /// Number of best lines to search, 1 for playing.
    pub multi_pv: usize,
    /// Moves of the root that are not to be searched.
    pub excluded: Vec<Move>,
}

impl Limits {
    /// True if nothing but the host ends the search: analysis.
    pub fn is_endless(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.clock == Clock::Unlimited
    }
}

/// What a second is: for whom time must not depend on what else the machine does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// A second on the wall.
    #[default]
    Wall,
    /// A second of processor time of this process.
    Processor,
    /// This many nodes: the same search on every machine.
    Nodes(NonZeroU32),
}

/// The time at hand for this move.
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
