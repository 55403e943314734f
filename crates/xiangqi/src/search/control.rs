//! Ends a search: by limits, by the clock, or by the host's orders.

use std::thread::sleep;
use std::time::Duration;

use cleave_clock::{Signal, Timer};

use crate::Move;
use crate::search::searcher::Thinking;

/// The limits of a search, and its root moves.
pub type Limits = cleave_clock::Limits<Move>;

/// The host of a search. A function that takes each [`Thinking`] is a host without orders.
pub trait Host {
    /// Returns the host's order. Called about a thousand times a second.
    fn poll(&mut self, nodes: u64) -> Signal;

    /// Receives a line. Called for each line after an iteration.
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

/// Limits and host of a search. The main worker has them.
pub(crate) struct Control<'a> {
    host: &'a mut dyn Host,
    pub(crate) timer: Timer,
    node_limit: u64,
    is_endless: bool,
    uses_all_time: bool,
    pub(crate) has_line: bool,
    stop_requested: bool,
}

impl<'a> Control<'a> {
    /// Starts the clock.
    pub(crate) fn start(limits: &Limits, host: &'a mut dyn Host) -> Control<'a> {
        Control {
            host,
            timer: Timer::start(limits.timing()),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            is_endless: limits.is_endless(),
            uses_all_time: limits.must_use_all_time(),
            has_line: false,
            stop_requested: false,
        }
    }

    /// Returns true if the search must end. It always continues until there is a move to play.
    pub(crate) fn must_stop(&mut self, nodes: u64) -> bool {
        self.is_due(nodes) && self.has_line
    }

    /// Returns true if the move is due, even if there is none.
    pub(crate) fn is_due(&mut self, nodes: u64) -> bool {
        match self.host.poll(nodes) {
            Signal::Continue => {}
            Signal::Stop => self.stop_requested = true,
            Signal::PonderHit(clock) => self.stop_requested |= self.timer.ponder_hit(clock, nodes),
        }
        self.stop_requested || self.timer.is_up(nodes)
    }

    #[inline]
    pub(crate) fn is_at_node_limit(&self, nodes: u64) -> bool {
        self.has_line && nodes >= self.node_limit
    }

    pub(crate) fn show(&mut self, line: &Thinking) {
        self.has_line = true;
        self.host.thinking(line);
    }

    /// Waits after a finished search until the host allows the move.
    pub(crate) fn wait(&mut self, nodes: u64) {
        while self.must_wait(nodes) {
            sleep(Duration::from_millis(1));
            self.must_stop(nodes);
        }
    }

    fn must_wait(&self, nodes: u64) -> bool {
        let has_time = self.uses_all_time && !self.timer.is_up(nodes);
        !self.stop_requested && (self.is_endless || self.timer.is_pondering() || has_time)
    }
}
