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
    /// result. A PV node is also sequential while a move that has beaten alpha is searched with the full window.
    fn split_hint(&self) -> Option<SplitHint> {
        let is_asking = matches!(self.singular, Singular::Ask { .. });
        let is_singular_test = is_asking && self.picker.table_move().is_some();
        (self.phase == Phase::Moves && !is_singular_test && !self.pending_researches.is_active())
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

    /// Counts the use of an entry from another rank of the cluster.
    #[inline]
    fn smp_opened(&self, node: &ChessNode) {
        let SharedRefs { traffic, table, .. } = self.shared;
        if self.concerns_others(node) {
            let key = node.position.key().0;
            table.entry(key).iter().for_each(|entry| traffic.count_if_received(key, entry));
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
