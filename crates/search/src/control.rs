//! When to stop: limits, clock, and the word of the host.

use std::time::Duration;

use cleave_board::Move;

use crate::time::Timer;
use crate::units::Depth;
use crate::{Host, Limits, Signal, Status, Thinking};

/// Nodes between two looks at clock and host: a thousand looks a second from half a million nodes
/// a second up.
const NODES_PER_CHECK: u64 = 512;

/// Clock, limits and host of one search.
pub struct Control<'a> {
    host: &'a mut dyn Host,
    timer: Timer,
    node_limit: u64,
    next_check: u64,
    /// The host wants the move now.
    wanted: bool,
    stopped: bool,
    status: Status,
}

impl<'a> Control<'a> {
    /// A search with these limits begins.
    pub fn start(limits: &Limits, host: &'a mut dyn Host) -> Control<'a> {
        let timer = Timer::start(limits.clock, limits.pace, limits.pondering);
        Control::timed_by(timer, limits, host)
    }

    /// A search with these limits, whose time has begun already.
    pub fn timed_by(timer: Timer, limits: &Limits, host: &'a mut dyn Host) -> Control<'a> {
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        Control {
            host,
            timer,
            node_limit,
            next_check: 0,
            wanted: false,
            stopped: false,
            status: Status {
                depth: 0,
                nodes: 0,
                elapsed: Duration::ZERO,
                current_move: Move::NONE,
                move_number: 0,
                move_count: 0,
            },
        }
    }

    /// The count of this worker's nodes at which [`Control::check`] wants to be called.
    #[inline(always)]
    pub fn next_check(&self) -> u64 {
        self.next_check
    }

    /// True if the search must be unwound.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The clock.
    pub fn timer(&self) -> &Timer {
        &self.timer
    }

    /// Looks at limits, clock and host.
    ///
    /// Limits are on the nodes of all workers, `nodes`; the next look is due after a number of this
    /// worker's own, `own`. Without a move to play (`has_move`) the search goes on.
    #[cold]
    pub fn check(&mut self, own: u64, nodes: u64, iteration: Depth, has_move: bool) {
        self.status.nodes = nodes;
        self.status.depth = iteration.get() as u32;
        self.status.elapsed = self.timer.elapsed();
        match self.host.poll(&self.status) {
            Signal::Continue => {}
            Signal::Stop => self.wanted = true,
            Signal::PonderHit(clock) => self.timer.ponder_hit(clock, nodes),
        }
        if has_move && (self.wanted || nodes >= self.node_limit || self.timer.is_up(nodes)) {
            self.stopped = true;
        }
        let last = self.node_limit.min(self.timer.last_node().unwrap_or(u64::MAX));
        self.next_check = own + last.saturating_sub(nodes).clamp(1, NODES_PER_CHECK);
    }

    /// A move of the root is about to be searched.
    pub fn note_root_move(&mut self, mv: Move, number: usize, count: usize) {
        self.status.current_move = mv;
        self.status.move_number = number;
        self.status.move_count = count;
    }

    /// Shows a line to the host.
    pub fn show(&mut self, line: &Thinking) {
        self.host.thinking(line);
    }

    /// Waits for the host to end a search that has nothing left to do but must not end by itself:
    /// analysis, or pondering before the opponent has moved.
    pub fn wait(&mut self, endless: bool, own: u64, nodes: u64, iteration: Depth) {
        while !self.stopped && !self.wanted && (endless || self.timer.is_pondering()) {
            self.check(own, nodes, iteration, true);
            std::thread::sleep(Duration::from_micros(500));
        }
    }
}
