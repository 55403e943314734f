//! Counting nodes, and recording the results of root moves, in the shared root report.

use std::time::Duration;

use cleave_board::Value;

use super::SearchContext;
use crate::line::Line;
use crate::root::moves::RootMove;

/// Between two looks at a host that is to end the search.
const WAIT: Duration = Duration::from_micros(500);

impl SearchContext<'_> {
    /// Nodes searched by this worker.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes searched by all workers in this search, as far as they have published them.
    pub(crate) fn nodes_of_all(&self) -> u64 {
        self.shared.root_report.nodes() + (self.nodes - self.nodes_published)
    }

    /// Positions that all workers have found in the endgame tables in this search, as far as they have
    /// published them. Those of a search that began again, after a worker had died, count, too.
    pub(crate) fn tablebase_hits_of_all(&self) -> u64 {
        self.shared.root_report.tablebase_hits()
            + (self.tablebase_hits - self.tablebase_hits_published)
    }

    /// Counts a node, and checks at intervals whether the search must stop.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.control.next_check() {
            self.poll();
        }
    }

    /// Publishes this worker's counts, shows new best moves of a search of the root under way, and checks
    /// whether the search must stop.
    #[cold]
    pub(crate) fn poll(&mut self) {
        self.publish_counts();
        if self.is_at_root {
            self.show_new_best();
            let number = self.team_report().current();
            if let Some(mv) = self.root_move_numbered(number).map(RootMove::mv) {
                self.control.note_root_move(mv, number.into(), self.root.len());
            }
        }
        let root_report = self.shared.root_report;
        // At least one move is searched, to depth one or more, so that there is a move to play.
        let has_move = self.root.best().is_some() || !self.results().is_empty();
        self.control.check(self.nodes, root_report.nodes(), self.setup.iteration, has_move);
        if self.control.has_cluster() {
            self.exchange();
        }
    }

    /// Adds to the root report what this worker has counted since the last call.
    pub(crate) fn publish_counts(&mut self) {
        let nodes = self.nodes - self.nodes_published;
        let number = self.team_number(self.root_move);
        self.shared.root_report.count(self.tree_iteration(), number, nodes, self.deepest);
        self.nodes_published = self.nodes;
        let hits = self.tablebase_hits - self.tablebase_hits_published;
        if hits > 0 {
            self.shared.root_report.count_tablebase_hits(hits);
            self.tablebase_hits_published = self.tablebase_hits;
        }
    }

    /// Waits for the host to end a search that has finished but must not end by itself: in analysis,
    /// or while pondering, even if it has reached its limit of nodes.
    pub(crate) fn wait_for_host(&mut self, endless: bool) {
        let (own, all) = (self.nodes, self.nodes_of_all());
        while self.control.must_wait(endless) {
            self.control.check(own, all, self.setup.iteration, true);
            self.exchange_while_waiting();
            std::thread::sleep(WAIT);
        }
    }

    /// Begins a search of the root moves from this rank on. Nothing is known of any move, unless the
    /// search `is_adopted`.
    pub(crate) fn begin_root(&mut self, rank: usize, alpha: Value, is_adopted: bool) {
        self.publish_counts();
        (self.rank, self.alpha, self.is_at_root) = (rank, alpha, true);
        (self.shown, self.root_move, self.ahead) = (0, 0, 0);
        if !is_adopted {
            self.report().begin_root();
        }
    }

    /// A worker has died, and what has been counted since the last search of the root is void: there were
    /// so many nodes.
    pub(crate) fn reset_nodes(&mut self, nodes: u64) {
        self.publish_counts();
        self.shared.root_report.reset_nodes(nodes);
    }

    /// From now on this worker searches below the root move of this number.
    pub(crate) fn enter_root_move(&mut self, number: u16) {
        if number != self.root_move {
            self.publish_counts();
            self.root_move = number;
        }
    }

    /// The number, from 1, of the root move below which this worker is searching; 0 for none.
    pub(crate) fn root_move(&self) -> u16 {
        self.root_move
    }

    /// Records the result of a root move; `value` is given if the move is the first of the root or
    /// better than all before it. Nothing is recorded of what rests on guesses.
    pub(crate) fn end_root_move(&mut self, number: u16, value: Option<Value>, below: &Line) {
        self.publish_counts();
        if self.is_presumed {
            return;
        }
        let deepest = self.report().deepest();
        self.own_or(self.report()).record(number, value, deepest, below);
    }

    /// The root move of this number, from 1, in the current search of the root.
    pub(super) fn root_move_numbered(&self, number: u16) -> Option<&RootMove> {
        let index = usize::from(number).checked_sub(1)?;
        self.root.get(self.rank + index)
    }
}
