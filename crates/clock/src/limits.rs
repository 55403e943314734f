//! What ends a search: depth, nodes, time, a mate; and the moves it is confined to.

use crate::{Clock, Lateness, MoveOverhead, Pace, Timing};

/// How long and how deep to search, and which moves `M`. The default searches until told to stop.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// The last iteration to search, in plies, at least 1.
    pub depth: Option<u32>,
    /// Stop after exactly this many nodes, but not before one move has been searched. In a search for a mate it may be some
    /// hundred nodes more for each worker.
    pub nodes: Option<u64>,
    /// Stop once the side to move has been found to mate in this many moves or fewer, at least 1. A game that can prove
    /// that there is no such mate stops then as well.
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
    /// True while the opponent is thinking: the clock starts with [`Signal::PonderHit`].
    pub pondering: bool,
    /// Number of best lines to search, 1 for playing.
    pub multi_pv: usize,
    /// Root moves to leave out.
    pub excluded: Vec<M>,
    /// The only root moves to search; empty if it is all of them.
    pub included: Vec<M>,
}

impl<M> Default for Limits<M> {
    fn default() -> Limits<M> {
        Limits {
            depth: None,
            nodes: None,
            mate: None,
            clock: Clock::default(),
            uses_all_time: false,
            pace: Pace::default(),
            overhead: MoveOverhead::default(),
            lateness: Lateness::default(),
            pondering: false,
            multi_pv: 0,
            excluded: Vec::new(),
            included: Vec::new(),
        }
    }
}

impl<M: PartialEq> Limits<M> {
    /// A depth that no search reaches. With it as the only limit, a search ends when it has nothing left to do, while one
    /// without a limit waits to be told to stop.
    pub const DEEPEST: u32 = 999;

    /// No limit but the depth of the last iteration.
    pub fn to_depth(depth: u32) -> Limits<M> {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// No limit but the number of nodes.
    pub fn to_nodes(nodes: u64) -> Limits<M> {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// The moves that a search may choose from, of these that are legal.
    pub fn allowed(&self, legal: impl IntoIterator<Item = M>) -> Vec<M> {
        let is_allowed = |mv: &M| {
            let is_included = self.included.is_empty() || self.included.contains(mv);
            is_included && !self.excluded.contains(mv)
        };
        legal.into_iter().filter(is_allowed).collect()
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
    pub fn must_use_all_time(&self) -> bool {
        self.uses_all_time && self.pace == Pace::Wall && self.clock_alone_ends_it()
    }

    fn clock_alone_ends_it(&self) -> bool {
        let Limits { depth, nodes, mate, .. } = self;
        depth.is_none() && nodes.is_none() && mate.is_none()
    }
}

/// What the host of a search wants of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Continue the search.
    Continue,
    /// Stop the search and return a move.
    Stop,
    /// The opponent has played the expected move: this clock is running now.
    PonderHit(Clock),
}
