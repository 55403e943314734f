//! The tree in which a worker searches: of the iteration under way, or of the next one.

use cleave_board::Move;

use super::SearchContext;
use crate::root::report::IterationReport;
use crate::units::Depth;

impl SearchContext<'_> {
    /// Returns the nominal depth of this worker's tree.
    pub(crate) fn tree_iteration(&self) -> Depth {
        self.setup.iteration + self.ahead
    }

    /// Returns the report on this worker's tree.
    pub(crate) fn report(&self) -> &IterationReport {
        self.shared.root_report.of(self.tree_iteration())
    }

    /// Returns the report on the iteration under way, for the main worker.
    pub(crate) fn team_report(&self) -> &IterationReport {
        self.shared.root_report.of(self.setup.iteration)
    }

    /// Notes that this worker is now in the tree with this nominal depth. A path kept since an earlier iteration leads
    /// to the tree of the iteration under way.
    pub(crate) fn enter_tree(&mut self, iteration: Depth) {
        let ahead = (iteration.get() - self.setup.iteration.get()).max(0);
        if ahead != self.ahead {
            self.publish_counts();
            self.counts.enter_tree();
            (self.ahead, self.root_move) = (ahead, 0);
        }
    }

    /// Clears the report on the next iteration, which may now begin.
    pub(crate) fn begin_next(&self) {
        self.shared.root_report.begin(self.setup.iteration + 1);
    }

    /// Ends the next iteration, which had these root moves and was given up. Its nodes count; its results do not.
    pub(crate) fn end_next(&mut self, iteration: Depth, moves: &[Move]) {
        for (number, &mv) in (1..).zip(moves) {
            self.root.add_nodes(mv, self.shared.tallies.effort(iteration, number));
        }
        self.shared.root_report.begin(iteration);
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;

    use super::*;
    use crate::testing::with_worker;

    #[test]
    fn a_worker_is_in_the_tree_that_it_has_entered_and_below_no_root_move_of_it_yet() {
        with_worker(&Position::start(), |context| {
            let first = context.setup().iteration;
            let mut enter = |tree: Depth| {
                context.enter_root_move(3);
                context.enter_tree(tree);
                (context.tree_iteration(), context.root_move())
            };
            assert_eq!(enter(first), (first, 3), "it was there already");
            assert_eq!(enter(first + 1), (first + 1, 0));
            assert_eq!(enter(first + 1), (first + 1, 3));
            assert_eq!(enter(first - 2), (first, 0), "an earlier one is over");
        });
    }
}
