//! What ends a search: depth, nodes, time, a mate; and the moves it is confined to.

use cleave_board::{Move, Position};
use cleave_clock::{Clock, Lateness, MoveOverhead, Pace, Timing};
use cleave_movegen::legal_moves;

/// How long and how deep to search. The default searches until told to stop.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The last iteration to search, in plies, at least 1.
    pub depth: Option<u32>,
    /// Stop after exactly this many nodes, but not before one move has been searched.
    pub nodes: Option<u64>,
    /// Stop once the side to move has been found to mate in this many moves or fewer, at least 1.
    pub mate: Option<u32>,
    /// The time available.
    pub clock: Clock,
    /// Use all of [`Clock::PerMove`], even if there is only one move or a mate has been proved.
    pub uses_all_time: bool,
    /// How that time is measured.
    pub pace: Pace,
    /// What a move costs besides the search.
    pub overhead: MoveOverhead,
    /// How late moves have been sent lately.
    pub lateness: Lateness,
    /// True while the opponent is thinking: the clock starts with [`crate::Signal::PonderHit`].
    pub pondering: bool,
    /// Number of best lines to search, 1 for playing.
    pub multi_pv: usize,
    /// Root moves to leave out.
    pub excluded: Vec<Move>,
    /// The only root moves to search; empty if it is all of them.
    pub included: Vec<Move>,
}

impl Limits {
    /// No limit but the depth of the last iteration.
    pub fn to_depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// The moves that a search of this position may choose from.
    pub fn allowed(&self, position: &Position) -> Vec<Move> {
        let mut moves = legal_moves(position).to_vec();
        moves.retain(|mv| !self.excluded.contains(mv));
        moves.retain(|mv| self.included.is_empty() || self.included.contains(mv));
        moves
    }

    /// What the timer of the search goes by.
    pub fn timing(&self) -> Timing {
        let &Limits { clock, pace, overhead, lateness, pondering, .. } = self;
        Timing { clock, pace, overhead, lateness, pondering }
    }

    /// True if nothing but the host ends the search: analysis.
    pub fn is_endless(&self) -> bool {
        self.clock == Clock::Unlimited && self.clock_alone_ends_it()
    }

    /// True if a search that has nothing left to do goes on until its time is up.
    pub(crate) fn must_use_all_time(&self) -> bool {
        self.uses_all_time && self.pace == Pace::Wall && self.clock_alone_ends_it()
    }

    fn clock_alone_ends_it(&self) -> bool {
        let Limits { depth, nodes, mate, .. } = self;
        depth.is_none() && nodes.is_none() && mate.is_none()
    }
}
