//! Counts nodes, cutoffs, hits in the tables, and the deepest ply. The shared tallies have the sums.

use std::time::Duration;

use cleave_smp::WorkerId;

use super::SearchContext;
use crate::control::Limits;
use crate::root::moves::RootMove;
use crate::root::tallies::Tallies;
use crate::tree_counts::TreeCounts;
use crate::units::Ply;

/// The time between two polls of a host that is to end the search.
const WAIT: Duration = Duration::from_micros(500);

impl SearchContext<'_> {
    /// Returns the number of nodes searched by this worker.
    pub(crate) fn nodes(&self) -> u64 {
        self.counts.nodes
    }

    /// Returns the nodes that all workers have published in this search, plus this worker's unpublished ones and the
    /// nodes of the mate proof.
    pub(crate) fn nodes_of_all(&self) -> u64 {
        self.nodes_without_proof() + self.counts.of_proof
    }

    /// Returns the same number without the nodes of the mate proof.
    pub(crate) fn nodes_without_proof(&self) -> u64 {
        self.tallies().nodes() + (self.counts.nodes - self.counts.nodes_published)
    }

    /// Returns the counts of the tree that all workers have published in this search.
    pub(crate) fn tree_counts_of_all(&self) -> TreeCounts {
        let mut all = self.tallies().tree_counts();
        all += self.counts.tree - self.counts.tree_published;
        all
    }

    /// Counts a cutoff, and whether the first move searched caused it.
    pub(crate) fn count_cutoff(&mut self, is_by_first_move: bool) {
        self.counts.tree.cutoffs += 1;
        self.counts.tree.first_move_cutoffs += u64::from(is_by_first_move);
    }

    /// Counts a lookup in the table, and whether it found the position.
    #[inline(always)]
    pub(super) fn count_probe(&mut self, is_hit: bool) {
        self.counts.tree.table_probes += 1;
        self.counts.tree.table_hits += u64::from(is_hit);
    }

    /// Counts a node that the table has ended.
    #[inline]
    pub(crate) fn count_table_cutoff(&mut self) {
        self.counts.tree.table_cutoffs += 1;
    }

    /// Records that the search has reached `ply`.
    #[inline(always)]
    pub(crate) fn reached(&mut self, ply: Ply) {
        self.counts.deepest = self.counts.deepest.max(ply);
    }

    /// Counts a node, and checks at intervals whether the search must stop.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) {
        self.counts.nodes += 1;
        if self.counts.nodes >= self.control.next_check() {
            self.poll();
        }
    }

    /// Sets the number of nodes that the mate proof has used so far. Checks whether search and proof must stop.
    pub(crate) fn set_nodes_of_proof(&mut self, nodes: u64) {
        self.counts.of_proof = nodes;
        self.poll();
    }

    /// Publishes this worker's counts, shows new best moves of a search of the root under way, and checks
    /// whether the search must stop.
    #[cold]
    pub(crate) fn poll(&mut self) {
        self.publish_counts();
        if self.root_search.is_under_way {
            self.show_new_best();
            let number = self.team_report().current();
            if let Some(mv) = self.root_move_numbered(number).map(RootMove::mv) {
                self.control.note_root_move(mv, number.into(), self.root.len());
            }
        }
        // Only the main worker has limits, and a host.
        let nodes = if self.shared.id == WorkerId::MAIN {
            self.control.note_tablebase_hits(self.tallies().tree_counts().tablebase_hits);
            self.tallies().nodes() + self.counts.of_proof
        } else {
            self.counts.nodes
        };
        // At least one move is searched to depth one or more, so that there is a move to play.
        let has_move = self.root.best().is_some() || !self.results().is_empty();
        self.control.check(self.counts.nodes, nodes, self.setup.iteration, has_move);
        if self.control.has_cluster() {
            self.exchange();
        }
    }

    /// Adds this worker's counts since the last call to its tally.
    pub(crate) fn publish_counts(&mut self) {
        let nodes = self.counts.nodes - self.counts.nodes_published;
        let number = self.team_number(self.root_move);
        let (id, deepest) = (self.shared.id, self.counts.deepest);
        self.tallies().count(id, self.tree_iteration(), number, nodes, deepest);
        self.counts.nodes_published = self.counts.nodes;
        self.tallies().add_tree_counts(id, self.counts.tree - self.counts.tree_published);
        self.counts.tree_published = self.counts.tree;
    }

    /// Waits for the host to end a search that has finished but must not end by itself, in analysis or while pondering.
    /// This holds even if the search has reached its limit of nodes. A search that must use all of its time waits until
    /// that time is over.
    pub(crate) fn wait_for_host(&mut self, limits: &Limits) {
        let (own, all) = (self.counts.nodes, self.nodes_of_all());
        let uses_all_time = limits.must_use_all_time() && !self.root.is_empty();
        while self.control.must_wait(limits.is_endless(), uses_all_time) {
            self.control.check(own, all, self.setup.iteration, true);
            self.exchange_while_waiting();
            std::thread::sleep(WAIT);
        }
    }

    /// Sets the count of nodes back to this number, the count before the last search of the root. Called after a
    /// worker's death.
    pub(crate) fn reset_nodes(&mut self, nodes: u64) {
        self.publish_counts();
        self.tallies().reset_nodes(nodes);
    }

    fn tallies(&self) -> Tallies<'_> {
        self.shared.tallies
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cleave_board::{Position, Value};
    use cleave_smp::{Context, WorkerId};

    use crate::control::Limits;
    use crate::line::Line;
    use crate::root::value::Verdict;
    use crate::testing::{mv, with_limited_worker};
    use crate::units::Ply;
    use cleave_clock::{Clock, MoveOverhead, Pace};

    /// The clock counts the nodes of the others, and 1,000 of these nodes are the one second available.
    #[test]
    fn a_worker_without_work_looks_at_the_clock() {
        let limits = Limits {
            clock: Clock::PerMove(Duration::from_secs(1)),
            pace: Pace::Nodes(1_000.try_into().unwrap()),
            overhead: MoveOverhead(Duration::ZERO),
            ..Limits::default()
        };
        with_limited_worker(&Position::start(), &limits, |context| {
            context.begin_root(0, -Value::INFINITE, false);
            context.end_root_move(1, Some(Value::ZERO), &Line::EMPTY);
            for (nodes, is_up) in [(999, false), (1, true)] {
                let iteration = context.setup().iteration;
                context.tallies().count(WorkerId::MAIN, iteration, 2, nodes, Ply::ROOT);
                context.smp_idle();
                assert_eq!(context.must_stop(), is_up);
            }
        });
    }

    /// A death makes the nodes of the search void, but not the nodes of the proof.
    #[test]
    fn nodes_of_a_proof_are_counted_apart() {
        let limits = Limits::to_nodes(5_000);
        with_limited_worker(&Position::start(), &limits, |context| {
            context.root.take_over(Value::ZERO, Verdict::Exact, &[mv(&Position::start(), "e4")]);
            context.set_nodes_of_proof(4_999);
            assert!(!context.is_stopped());
            context.reset_nodes(0);
            assert_eq!((context.nodes_of_all(), context.nodes_without_proof()), (4_999, 0));
            context.set_nodes_of_proof(5_000);
            assert!(context.is_stopped(), "they count for the limit");
        });
    }
}
