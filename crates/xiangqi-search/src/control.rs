//! When a search ends: limits, clock, and what the host asks for.

use std::thread::sleep;
use std::time::Duration;

use cleave_clock::{Clock, MoveOverhead, Timer, Timing};
use cleave_xiangqi::Move;

use crate::searcher::Thinking;

/// When a search ends. The default goes on until the host stops it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// After this iteration.
    pub depth: Option<u32>,
    /// When the main worker has searched so many nodes.
    pub nodes: Option<u64>,
    /// Once the side to move has been found to mate in so many moves.
    pub mate: Option<u32>,
    /// By this clock.
    pub clock: Clock,
    /// What a move costs besides the search.
    pub overhead: MoveOverhead,
    /// The opponent is thinking: the clock starts with [`Signal::PonderHit`].
    pub pondering: bool,
    /// How many of the best moves get a line; 0 counts as 1.
    pub lines: usize,
    /// The only moves to search; empty if it is all.
    pub moves: Vec<Move>,
}

impl Limits {
    /// A search to a depth.
    pub fn to_depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search by the main worker's nodes.
    pub fn to_nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search that takes so long.
    pub fn to_time(time: Duration) -> Limits {
        Limits { clock: Clock::PerMove(time), ..Limits::default() }
    }

    /// True if only the host ends it.
    pub fn is_endless(&self) -> bool {
        let Limits { depth, nodes, mate, clock, .. } = self;
        *clock == Clock::Unlimited && depth.is_none() && nodes.is_none() && mate.is_none()
    }
}

/// What a host wants of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// To go on.
    Continue,
    /// The move, now.
    Stop,
    /// The expected move has been played: the clock starts.
    PonderHit(Clock),
}

/// Who has asked for a search. A function that takes each [`Thinking`] is a host that asks for nothing.
pub trait Host {
    /// Called about a thousand times a second.
    fn poll(&mut self, nodes: u64) -> Signal;

    /// Called for each line after an iteration.
    fn thinking(&mut self, line: &Thinking);
}

impl<F: FnMut(&Thinking)> Host for F {
    fn poll(&mut self, _: u64) -> Signal {
        Signal::Continue
    }

    fn thinking(&mut self, line: &Thinking) {
        self(line);
    }
}

/// Limits and host of a search, of which the main worker takes care.
pub struct Control<'a> {
    host: &'a mut dyn Host,
    timer: Timer,
    node_limit: u64,
    is_endless: bool,
    has_line: bool,
    stop_requested: bool,
}

impl<'a> Control<'a> {
    /// The clock starts.
    pub fn start(limits: &Limits, host: &'a mut dyn Host) -> Control<'a> {
        let &Limits { clock, overhead, pondering, .. } = limits;
        Control {
            host,
            timer: Timer::start(Timing { clock, overhead, pondering, ..Timing::default() }),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            is_endless: limits.is_endless(),
            has_line: false,
            stop_requested: false,
        }
    }

    /// True if the search must end. It goes on until there is a move to play.
    pub(crate) fn must_stop(&mut self, nodes: u64) -> bool {
        match self.host.poll(nodes) {
            Signal::Continue => {}
            Signal::Stop => self.stop_requested = true,
            Signal::PonderHit(clock) => self.timer.ponder_hit(clock, nodes),
        }
        self.has_line && (self.stop_requested || self.timer.is_up(nodes))
    }

    #[inline]
    pub(crate) fn is_at_node_limit(&self, nodes: u64) -> bool {
        self.has_line && nodes >= self.node_limit
    }

    pub(crate) fn show(&mut self, line: &Thinking) {
        self.has_line = true;
        self.host.thinking(line);
    }

    /// Since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.timer.elapsed()
    }

    /// True if no other iteration is to begin; `stretch` is in percent of the time for a move.
    pub(crate) fn is_enough(&self, nodes: u64, stretch: u32) -> bool {
        self.timer.is_enough(nodes, stretch)
    }

    /// True if the only move there is may be played at once.
    pub(crate) fn may_play_at_once(&self) -> bool {
        self.timer.is_running()
    }

    /// Nothing is left to search. Waits until the host wants the move, if it must not be sent before.
    pub(crate) fn wait(&mut self, nodes: u64) {
        while (self.timer.is_pondering() || self.is_endless) && !self.stop_requested {
            sleep(Duration::from_millis(1));
            self.must_stop(nodes);
        }
    }
}
