//! The limits of a search: depth, nodes, time, a mate, and the root moves.

use crate::{Clock, Lateness, MoveOverhead, Pace, Timing};

/// The limits of a search whose moves have the type `M`. The default searches until it is stopped.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// The last iteration to search, in plies, at least 1.
    pub depth: Option<u32>,
    /// Stop after exactly this number of nodes, but not before one move has been searched. A search for a mate may take
    /// a few hundred nodes more for each worker.
    pub nodes: Option<u64>,
    /// Stop when the search has found a mate for the side to move in this number of moves or fewer, at least 1, or has
    /// proved that there is no such mate.
    pub mate: Option<u32>,
    /// The time available.
    pub clock: Clock,
    /// Use all of [`Clock::PerMove`], even if there is only one move or a mate has been proved.
    pub uses_all_time: bool,
    /// The way to measure the time.
    pub pace: Pace,
    /// The time that a move costs in addition to the search.
    pub overhead: MoveOverhead,
    /// The recent lateness of sent moves.
    pub lateness: Lateness,
    /// True while the opponent is thinking: the clock starts with [`Signal::PonderHit`].
    pub pondering: bool,
    /// The number of best lines to search, 1 for playing.
    pub multi_pv: usize,
    /// Root moves to leave out.
    pub excluded: Vec<M>,
    /// The only root moves to search, or empty for all.
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
    /// A depth that no search reaches. With it as the only limit, a search ends when it has nothing left to do. A
    /// search without a limit waits until it is stopped.
    pub const DEEPEST: u32 = 999;

    /// Returns limits with only a depth.
    pub fn to_depth(depth: u32) -> Limits<M> {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Returns limits with only a number of nodes.
    pub fn to_nodes(nodes: u64) -> Limits<M> {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Returns the legal moves among which the search may choose.
    pub fn allowed(&self, legal: impl IntoIterator<Item = M>) -> Vec<M> {
        let is_allowed = |mv: &M| {
            let is_included = self.included.is_empty() || self.included.contains(mv);
            is_included && !self.excluded.contains(mv)
        };
        legal.into_iter().filter(is_allowed).collect()
    }

    /// Returns the inputs of the search's timer.
    pub fn timing(&self) -> Timing {
        let &Limits { clock, pace, overhead, lateness, pondering, .. } = self;
        Timing { clock, pace, overhead, lateness, pondering }
    }

    /// Returns true if only the host ends the search, as in analysis.
    pub fn is_endless(&self) -> bool {
        self.clock == Clock::Unlimited && self.clock_alone_ends_it()
    }

    /// Returns true if a search that has nothing left to do must continue until its time is up.
    pub fn must_use_all_time(&self) -> bool {
        self.uses_all_time && self.pace == Pace::Wall && self.clock_alone_ends_it()
    }

    fn clock_alone_ends_it(&self) -> bool {
        let Limits { depth, nodes, mate, .. } = self;
        depth.is_none() && nodes.is_none() && mate.is_none()
    }
}

/// The order of the host to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Continue the search.
    Continue,
    /// Stop the search and return a move.
    Stop,
    /// The opponent has played the expected move, and this clock is now running.
    PonderHit(Clock),
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const SECOND: Clock = Clock::PerMove(Duration::from_secs(1));

    /// Returns limits of each kind but time, alone.
    fn other_ends() -> [Limits<char>; 3] {
        let mate = Limits { mate: Some(3), ..Limits::default() };
        [Limits::to_depth(9), Limits::to_nodes(9), mate]
    }

    #[test]
    fn limits_of_one_kind_have_no_other() {
        let nodes: Limits<char> = Limits::to_nodes(7);
        assert_eq!((nodes.nodes, nodes.depth, nodes.mate), (Some(7), None, None));
        let depth: Limits<char> = Limits::to_depth(7);
        assert_eq!((depth.nodes, depth.depth, depth.mate), (None, Some(7), None));
    }

    #[test]
    fn only_a_search_without_a_limit_is_endless() {
        assert!(Limits::<char>::default().is_endless());
        assert!(!Limits::<char> { clock: SECOND, ..Limits::default() }.is_endless());
        for limits in other_ends() {
            assert!(!limits.is_endless(), "{limits:?}");
        }
    }

    #[test]
    fn all_time_is_used_only_by_the_wall_clock_and_without_another_limit() {
        let whole = |limits| Limits { uses_all_time: true, clock: SECOND, ..limits };
        assert!(whole(Limits::<char>::default()).must_use_all_time());
        assert!(!Limits::<char> { clock: SECOND, ..Limits::default() }.must_use_all_time());
        for limits in other_ends() {
            assert!(!whole(limits.clone()).must_use_all_time(), "{limits:?}");
        }
        for pace in [Pace::Processor, Pace::Nodes(1000.try_into().unwrap())] {
            let limits = Limits { pace, ..whole(Limits::<char>::default()) };
            assert!(!limits.must_use_all_time(), "{pace:?}");
        }
    }

    #[test]
    fn the_timer_has_the_times_of_the_limits() {
        let mut lateness = Lateness::default();
        lateness.note(Duration::from_millis(200));
        let limits: Limits<char> = Limits {
            clock: SECOND,
            pace: Pace::Nodes(1000.try_into().unwrap()),
            overhead: MoveOverhead(Duration::from_millis(50)),
            lateness,
            pondering: true,
            ..Limits::default()
        };
        let timing = limits.timing();
        assert_eq!((timing.clock, timing.pace, timing.pondering), (SECOND, limits.pace, true));
        assert_eq!(timing.overhead, limits.overhead);
        let late = timing.lateness.beyond(timing.overhead);
        assert_eq!(late, Duration::from_millis(150));
    }
}
