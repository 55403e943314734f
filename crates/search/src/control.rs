//! When to stop: limits, clock, and requests of the host.

use std::time::Duration;

use cleave_board::Move;

use crate::time::Timer;
use crate::units::Depth;
use crate::{Host, Limits, Signal, Status, Thinking};

/// Nodes between two checks: at half a million nodes a second, a thousand checks a second.
const NODES_PER_CHECK: u64 = 512;

/// Clock, limits and host of one search.
pub struct Control<'a> {
    host: &'a mut dyn Host,
    timer: Timer,
    node_limit: u64,
    next_check: u64,
    /// The host has asked for the move.
    stop_requested: bool,
    stopped: bool,
    status: Status,
}

impl<'a> Control<'a> {
    /// Starts the clock of a search with these limits.
    pub fn start(limits: &Limits, host: &'a mut dyn Host) -> Control<'a> {
        Control::timed_by(Timer::start(limits), limits, host)
    }

    /// Controls a search with these limits whose clock is running already.
    pub fn timed_by(timer: Timer, limits: &Limits, host: &'a mut dyn Host) -> Control<'a> {
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        Control {
            host,
            timer,
            node_limit,
            next_check: 0,
            stop_requested: false,
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

    /// The node count of this worker at which [`Control::check`] is due.
    #[inline(always)]
    pub fn next_check(&self) -> u64 {
        self.next_check
    }

    /// True if the search must unwind.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The clock.
    pub fn timer(&self) -> &Timer {
        &self.timer
    }

    /// Checks limits, clock and host.
    ///
    /// `nodes` is the count of all workers, to which limits apply; `own` is that of this worker,
    /// which decides when the next check is due. The search goes on until there is a move to play
    /// (`has_move`).
    #[cold]
    pub fn check(&mut self, own: u64, nodes: u64, iteration: Depth, has_move: bool) {
        self.status.nodes = nodes;
        self.status.depth = iteration.get() as u32;
        self.status.elapsed = self.timer.elapsed();
        match self.host.poll(&self.status) {
            Signal::Continue => {}
            Signal::Stop => self.stop_requested = true,
            Signal::PonderHit(clock) => self.timer.ponder_hit(clock, nodes),
        }
        if has_move && (self.stop_requested || nodes >= self.node_limit || self.timer.is_up(nodes))
        {
            self.stopped = true;
        }
        let last = self.node_limit.min(self.timer.last_node().unwrap_or(u64::MAX));
        self.next_check = own + last.saturating_sub(nodes).clamp(1, NODES_PER_CHECK);
    }

    /// Records which root move is being searched.
    pub fn note_root_move(&mut self, mv: Move, number: usize, count: usize) {
        self.status.current_move = mv;
        self.status.move_number = number;
        self.status.move_count = count;
    }

    /// Shows a line to the host.
    pub fn show(&mut self, line: &Thinking) {
        self.host.thinking(line);
    }

    /// Waits for the host to end a search that has finished but must not end by itself: in analysis,
    /// or while pondering, even if it has reached its limit of nodes.
    pub fn wait(&mut self, endless: bool, own: u64, nodes: u64, iteration: Depth) {
        while !self.stop_requested && (endless || self.timer.is_pondering()) {
            self.check(own, nodes, iteration, true);
            std::thread::sleep(Duration::from_micros(500));
        }
    }
}
