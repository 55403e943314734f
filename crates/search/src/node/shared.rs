//! [`ChessNode`] as a [`cleave_smp::Node`]: the functions, in addition to `enter`, `open`, `next` and `absorb`, that
//! several workers need to search the children of one node at once.

use cleave_board::{Move, Value};
use cleave_shared_memory::Plain;
use cleave_smp::SplitHint;
use cleave_smp::instrument::{Task, Traced};

use super::{Absorbed, Action, ChessNode, Job, Opened, Phase, Singular};
use crate::context::setup::RootSetup;
use crate::context::{SearchContext, SharedRefs, SharedState};
use crate::line::Line;
use crate::path;
use crate::units::{Depth, MAX_PLY, Ply};

/// Spreads the bits of a small number over a word.
pub(crate) const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A node's addition to the path from the root. A joining worker copies it.
#[derive(Clone, Copy, Plain)]
pub struct PathStep {
    ply: Ply,
    entry: path::PathEntry,
    root_move: u16,
    /// The nominal depth of the tree.
    iteration: u8,
}

impl cleave_smp::Node for ChessNode {
    type Job = Job;
    type Value = Value;
    type Line = Line;
    type PathStep = PathStep;
    type Setup = RootSetup;
    type Shared = SharedState;
    type Context<'a> = SearchContext<'a>;

    // At most MAX_PLY plies, plus searches of the same position (exclusion, verification).
    const STACK: usize = 2 * MAX_PLY;

    /// Skips the lists, three quarters of a node, because they are empty in a node just opened. A list that is named
    /// here stays unchanged: the compiler omits its copy.
    fn adopt(&mut self, opened: &ChessNode) {
        *self = ChessNode {
            line: self.line,
            picker: self.picker,
            quiets: self.quiets,
            captures: self.captures,
            pending_researches: self.pending_researches,
            ..*opened
        };
        self.picker.adopt(&opened.picker);
        self.line.clear();
        self.quiets.clear();
        self.captures.clear();
        self.pending_researches.clear();
    }

    #[inline(always)]
    fn enter(&mut self, context: &mut SearchContext<'_>, parent: &ChessNode, job: &Job) {
        self.enter(context, parent, job);
    }

    #[inline(always)]
    fn open(&mut self, context: &mut SearchContext<'_>, job: &Job) -> Opened {
        self.open(context, job)
    }

    #[inline(always)]
    fn next(&mut self, context: &mut SearchContext<'_>) -> Option<Job> {
        self.next(context)
    }

    #[inline(always)]
    fn absorb(
        &mut self,
        context: &mut SearchContext<'_>,
        job: &Job,
        child_value: Value,
        child_line: &Line,
    ) -> Absorbed {
        self.absorb(context, job, child_value, child_line)
    }

    #[inline(always)]
    fn finish(&mut self, context: &mut SearchContext<'_>) -> Value {
        self.finish(context)
    }

    fn depth(&self) -> i32 {
        self.depth.get()
    }

    /// Null move, verification and exclusion search are strictly sequential, because the next job depends on their
    /// result. A PV node is also sequential while a move that has beaten alpha is searched with the full window. So is
    /// the root, if the team searches recently best moves together, until they are done and alpha has risen.
    fn split_hint(&self) -> Option<SplitHint> {
        let is_asking = matches!(self.singular, Singular::Ask { .. });
        let is_singular_test = is_asking && self.picker.table_move().is_some();
        let may_split = !self.is_root()
            || self.count == 0
            || self.picker.next_root_move_parallel(self.searched, self.raised_alpha);
        (self.phase == Phase::Moves
            && !is_singular_test
            && !self.pending_researches.is_active()
            && may_split)
            .then_some(SplitHint { node_type: self.node_type, searched: self.searched })
    }
}

impl cleave_smp::BestLine<ChessNode> for Line {
    #[inline(always)]
    fn of(node: &ChessNode) -> &Line {
        &node.line
    }
}

impl cleave_smp::PathStep<ChessNode> for PathStep {
    fn of(node: &ChessNode, context: &SearchContext<'_>) -> PathStep {
        // A worker in the tree before it makes the root of the next iteration.
        let iteration = if node.is_root() { node.depth } else { context.tree_iteration() };
        PathStep {
            ply: node.ply,
            entry: context.path.entry(node.ply),
            root_move: context.root_move(),
            iteration: iteration.get() as u8,
        }
    }

    fn replay_step(&self, context: &mut SearchContext<'_>) {
        context.path.set_entry(self.ply, &self.entry);
        context.enter_tree(Depth::new(self.iteration.into()));
        context.enter_root_move(self.root_move);
        context.reached(self.ply);
    }
}

impl cleave_smp::Context<ChessNode> for SearchContext<'_> {
    fn prepare(&mut self, setup: &RootSetup) {
        self.prepare(setup);
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    #[inline(always)]
    fn must_stop(&self) -> bool {
        self.is_stopped()
    }

    fn leave(&mut self) {
        self.publish_counts();
    }

    fn smp_idle(&mut self) {
        self.poll();
    }

    /// Counts the use of an entry from another rank of the cluster, or notes that there is none.
    #[inline]
    fn smp_opened(&self, node: &ChessNode) {
        let SharedRefs { traffic, table, .. } = self.shared;
        if self.concerns_others(node) {
            let key = node.position.key().0;
            let entry = table.entry(key);
            entry.iter().for_each(|entry| traffic.count_if_received(key, entry));
            traffic.note_if_missed(key, node.depth, entry.as_ref());
        }
    }

    /// Notes the new table entry for other ranks of the cluster.
    #[inline]
    fn smp_finished(&self, node: &ChessNode) {
        if self.concerns_others(node) {
            self.shared.traffic.note(node.position.key().0);
        }
    }

    #[inline]
    fn concerns_others(&self, node: &ChessNode) -> bool {
        self.shared.traffic.concerns(node.depth)
    }
}

impl Traced for ChessNode {
    fn trace_key(&self) -> u64 {
        let window = (self.alpha.get() as u64) << 32 | u64::from(self.beta.get() as u32);
        self.position.key().0 ^ window.wrapping_mul(SPREAD)
    }

    fn task(&self, job: Option<&Job>) -> Task {
        Task {
            action: job.map_or(0, |job| job.action.number()),
            alpha: self.alpha.get(),
            beta: self.beta.get(),
            depth: self.depth.get(),
            node_type: Some(self.node_type),
        }
    }

    fn number(value: Value) -> i32 {
        value.get()
    }
}

impl Action {
    /// Returns the action for a recording: the bits of the move, and above them 0 for a move, 1 for a null move, 2 for
    /// a verification, and 3 for an excluded move.
    fn number(self) -> u32 {
        let (kind, mv) = match self {
            Action::Move(mv) => (0, mv),
            Action::Null => (1, Move::NONE),
            Action::Verify => (2, Move::NONE),
            Action::Exclude(mv) => (3, mv),
        };
        kind << 16 | u32::from(mv.bits())
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::{Move, Position};
    use cleave_smp::Node;

    use super::*;
    use crate::root::value::Verdict;
    use crate::testing::{mv, root, with_worker};

    /// Opens the root when these moves were best in the iterations before, the last one in front.
    fn after_iterations(
        best: &[&str],
        is_together: bool,
        test: impl FnOnce(ChessNode, &mut SearchContext),
    ) {
        let start = Position::start();
        with_worker(&start, |context| {
            let best: Vec<Move> = best.iter().map(|text| mv(&start, text)).collect();
            for mv in best {
                context.root.take_over(Value::ZERO, Verdict::Exact, &[mv]);
                context.root.begin_iteration();
            }
            context.setup.best_together = is_together;
            test(root(context, (-20, 20), 6), context);
        });
    }

    /// Searches the next root move, and returns true if others may be searched after it, and true if they could be
    /// searched beside it.
    fn search_next(node: &mut ChessNode, context: &mut SearchContext, value: i32) -> [bool; 2] {
        let mut job = node.next(context).expect("there are 20 moves");
        let beside = node.split_hint().is_some();
        while let Absorbed::Research(again) =
            node.absorb(context, &job, Value::new(-value), &Line::EMPTY)
        {
            job = again;
        }
        [beside, node.split_hint().is_some()]
    }

    #[test]
    fn recently_best_root_moves_are_searched_one_after_the_other() {
        after_iterations(&["e4", "d4"], true, |mut node, context| {
            assert!(node.split_hint().is_some_and(|hint| hint.searched == 0), "nothing is out");
            assert_eq!(search_next(&mut node, context, 0), [false, false], "e4 comes next");
            assert_eq!(search_next(&mut node, context, -30), [false, true], "all others at once");
            assert_eq!(search_next(&mut node, context, -30), [true, true]);
        });
        after_iterations(&["e4", "d4"], false, |mut node, context| {
            assert_eq!(search_next(&mut node, context, 0), [true, true], "it is switched off");
        });
    }

    #[test]
    fn the_root_is_not_split_before_alpha_has_risen() {
        after_iterations(&["e4"], true, |mut node, context| {
            for _ in 0..3 {
                assert_eq!(search_next(&mut node, context, -30), [false, false], "it fails low");
            }
            assert_eq!(search_next(&mut node, context, 5), [false, true]);
        });
    }

    /// Pickers are used again for other nodes.
    #[test]
    fn no_other_node_waits() {
        after_iterations(&["e4", "d4"], true, |mut node, context| {
            node.next(context).expect("there are 20 moves");
            node.ply = Ply::ROOT.next();
            assert!(node.split_hint().is_some());
        });
    }
}
