//! Decides when to stop: limits, clock, and requests of the host.

pub(crate) mod host;

use std::cell::Cell;
use std::time::Duration;

use cleave_board::Move;
use cleave_clock::{Signal, Timer};

use crate::cluster::{Cluster, Finding};
use crate::units::Depth;
use host::{Host, Status, Thinking};

/// How long and how deep to search. The default searches until the host stops it.
pub type Limits = cleave_clock::Limits<Move>;

/// Nodes between two checks: at half a million nodes a second, a thousand checks a second.
const NODES_PER_CHECK: u64 = 512;

/// Clock, limits and host of one search.
pub(crate) struct Control<'a> {
    host: &'a mut dyn Host,
    timer: Timer,
    node_limit: u64,
    next_check: u64,
    /// The host has requested the move.
    stop_requested: bool,
    stopped: bool,
    /// The host is one rank of a cluster.
    has_cluster: bool,
    /// The search of the root was stopped because another rank has found its result.
    superseded_by: Option<Finding>,
    driver_clock: Option<&'a Cell<Duration>>,
    status: Status,
}

impl<'a> Control<'a> {
    /// Starts the clock of a search with these limits.
    pub(crate) fn start(limits: &Limits, host: &'a mut dyn Host) -> Control<'a> {
        Control::timed_by(Timer::start(limits.timing()), limits, host)
    }

    /// Controls a search with these limits whose clock is already running.
    pub(crate) fn timed_by(timer: Timer, limits: &Limits, host: &'a mut dyn Host) -> Control<'a> {
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        let has_cluster = host.cluster().is_some();
        Control {
            host,
            timer,
            node_limit,
            next_check: 0,
            stop_requested: false,
            stopped: false,
            has_cluster,
            superseded_by: None,
            driver_clock: None,
            status: Status {
                depth: 0,
                nodes: 0,
                tablebase_hits: 0,
                elapsed: Duration::ZERO,
                current_move: Move::NONE,
                move_number: 0,
                move_count: 0,
            },
        }
    }

    /// Returns the node count of this worker at which [`Control::check`] is due.
    #[inline(always)]
    pub(crate) fn next_check(&self) -> u64 {
        self.next_check
    }

    /// Returns true if the search must unwind.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Stops the search: a limit has been reached.
    pub(crate) fn stop(&mut self) {
        self.stopped = true;
        self.superseded_by = None;
    }

    /// Lets the search go on to its next check, unless another rank has its result. A request to stop remains.
    pub(crate) fn resume(&mut self) {
        self.stopped = self.is_superseded();
    }

    /// Returns true if the host is one rank of a cluster.
    #[inline(always)]
    pub(crate) fn has_cluster(&self) -> bool {
        self.has_cluster
    }

    /// Returns the other ranks of the cluster, if there is one.
    pub(crate) fn cluster(&mut self) -> Option<&mut dyn Cluster> {
        if self.has_cluster { self.host.cluster() } else { None }
    }

    /// Stops the search of the root under way, because another rank has found its result.
    pub(crate) fn supersede(&mut self, finding: Finding) {
        if !self.stopped {
            self.stopped = true;
            self.superseded_by = Some(finding);
        }
    }

    /// Returns true if the search of the root was stopped because another rank has found its result.
    pub(crate) fn is_superseded(&self) -> bool {
        self.superseded_by.is_some()
    }

    /// Returns the finding of another rank, if it has stopped the search of the root. The search may then continue.
    pub(crate) fn take_finding(&mut self) -> Option<Finding> {
        let finding = self.superseded_by.take();
        self.stopped &= finding.is_none();
        finding
    }

    /// Lets this control read the driver's clock.
    pub(crate) fn with_driver_clock(self, clock: &'a Cell<Duration>) -> Control<'a> {
        Control { driver_clock: Some(clock), ..self }
    }

    /// Returns the time since the search began by the driver's clock; zero if it has none.
    pub(crate) fn driver_time(&self) -> Duration {
        self.driver_clock.map_or(Duration::ZERO, Cell::get)
    }

    /// Returns the time since the search began, by the driver's clock if it has one.
    pub(crate) fn elapsed(&self) -> Duration {
        match self.driver_time() {
            Duration::ZERO => self.timer.elapsed(),
            time => time,
        }
    }

    /// Returns the clock.
    pub(crate) fn timer(&self) -> &Timer {
        &self.timer
    }

    /// Ends an iteration. Returns true if another should not begin. See [`Timer::end_iteration`].
    pub(crate) fn end_iteration(&mut self, nodes: u64, stretch: u32, is_decided: bool) -> bool {
        self.timer.end_iteration(nodes, stretch, is_decided)
    }

    /// Checks limits, clock and host.
    ///
    /// `nodes` is the count of all workers, to which limits apply. `own` is this worker's count, which decides when the
    /// next check is due. The search continues until there is a move to play (`has_move`).
    #[cold]
    pub(crate) fn check(&mut self, own: u64, nodes: u64, iteration: Depth, has_move: bool) {
        self.status.nodes = nodes;
        self.status.depth = iteration.get() as u32;
        self.status.elapsed = self.timer.elapsed();
        match self.host.poll(&self.status) {
            Signal::Continue => {}
            Signal::Stop => self.stop_requested = true,
            Signal::PonderHit(clock) => self.stop_requested |= self.timer.ponder_hit(clock, nodes),
        }
        if has_move && (self.is_due(nodes) || nodes >= self.node_limit) {
            self.stop();
        }
        let last = self.node_limit.min(self.timer.last_node().unwrap_or(u64::MAX));
        self.next_check = own + last.saturating_sub(nodes).clamp(1, NODES_PER_CHECK);
    }

    /// Returns true if the host waits for the move, or the time is up.
    pub(crate) fn is_due(&self, nodes: u64) -> bool {
        self.stop_requested || self.timer.is_up(nodes)
    }

    /// Records which root move is being searched.
    pub(crate) fn note_root_move(&mut self, mv: Move, number: usize, count: usize) {
        self.status.current_move = mv;
        self.status.move_number = number;
        self.status.move_count = count;
    }

    /// Records the number of positions found in the endgame tables.
    pub(crate) fn note_tablebase_hits(&mut self, hits: u64) {
        self.status.tablebase_hits = hits;
    }

    /// Informs the host that the search has its result.
    pub(crate) fn tell_of_result(&mut self) {
        self.host.has_result();
    }

    /// Shows a line to the host.
    pub(crate) fn show(&mut self, line: &Thinking) {
        self.host.thinking(line);
    }

    /// Returns true if a finished search must not end by itself. In analysis or while pondering it waits for the host's
    /// request. If it must use all of its time, it waits until the time is over.
    pub(crate) fn must_wait(&self, endless: bool, uses_all_time: bool) -> bool {
        let has_time = || uses_all_time && !self.timer.is_up(self.status.nodes);
        !self.stop_requested && (endless || self.timer.is_pondering() || has_time())
    }
}
