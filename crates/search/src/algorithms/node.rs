//! [`ChessNode`] as a [`cleave_algorithms::CompleteNode`], which every algorithm can search.

use cleave_algorithms::{RootBegun, RootTask, Weighing};
use cleave_board::Value;
use cleave_smp::random::mix;
use cleave_smp::{NodeType, Window};

use crate::context::SearchContext;
use crate::line::Line;
use crate::node::shared::SPREAD;
use crate::node::{Action, ChessNode, Effort, Job};
use crate::units::Depth;

impl cleave_algorithms::Keys for ChessNode {
    /// A PV node's first job has the full window and no null-window test.
    fn job_key(&self, job: &Job) -> Option<u64> {
        match job.action {
            Action::Move(mv) if job.effort != Effort::Full => {
                let mv = u64::from(mv.bits()).wrapping_mul(SPREAD);
                Some(self.position.key().0 ^ mv)
            }
            _ => None,
        }
    }

    fn position_key(&self) -> u64 {
        self.position.key().0 ^ u64::from(self.excluded.bits()).wrapping_mul(SPREAD)
    }

    /// Reduces moves that might be reduced anyway by one ply more, but not to quiescence.
    fn reduced_more(&self, context: &SearchContext<'_>, job: &Job) -> Job {
        let is_test = matches!(job.effort, Effort::Reduced | Effort::Scout);
        let depth = job.depth - 1;
        if !is_test || depth <= Depth::ZERO || !self.may_reduce(context) {
            return *job;
        }
        Job { depth, effort: Effort::Reduced, ..*job }
    }
}

impl cleave_algorithms::Narrow for ChessNode {
    #[inline]
    fn widened(&self, job: &Job) -> Job {
        self.widened(job)
    }

    fn has_whole_window(job: &Job) -> bool {
        matches!(job.effort, Effort::Full | Effort::Open)
    }

    fn narrow(&mut self, context: &mut SearchContext<'_>, window: Window) -> Option<Value> {
        self.narrow(context, Value::new(window.alpha), Value::new(window.beta))
    }

    fn window(&self) -> Option<Window> {
        Some(Window { alpha: self.alpha.get(), beta: self.beta.get() })
    }
}

impl cleave_algorithms::OwnRoot for ChessNode {
    /// Returns a key of the search and the root moves. Their order does not matter.
    fn root_key(&self, context: &SearchContext<'_>) -> Option<u64> {
        let moves = self.picker.root_moves().iter();
        let sum = moves.fold(0, |sum: u64, mv| sum.wrapping_add(mix(mv.bits().into())));
        Some(mix(context.setup().search ^ sum))
    }

    fn full_window() -> Window {
        Window { alpha: -Value::INFINITE.get(), beta: Value::INFINITE.get() }
    }

    fn score(value: &Value) -> Option<i32> {
        Some(value.get())
    }

    /// With a null window the root is a node like any scout: it has no PV to search.
    fn begin_own_root(&mut self, context: &mut SearchContext<'_>, task: &RootTask) -> RootBegun {
        if let Some(window) = task.window {
            (self.alpha, self.beta) = (Value::new(window.alpha), Value::new(window.beta));
            self.node_type = if window.is_null() { NodeType::Cut } else { NodeType::Pv };
        }
        self.depth += task.deeper;
        context.begin_own_root(self.picker.root_moves(), task, self.alpha);
        let moves = context.state.own_root.moves().iter().copied();
        self.picker.restart_at_root(&self.position, moves, 0);
        let has_moves = !context.state.own_root.moves().is_empty();
        if has_moves { RootBegun::AsAssigned } else { RootBegun::Empty }
    }

    fn resume_own_root(
        &self,
        context: &mut SearchContext<'_>,
        deeper: i32,
        under_way: Option<&Job>,
    ) {
        let number = under_way.map_or(0, |job| job.number);
        context.resume_own_root(self.picker.root_moves(), deeper, number);
    }

    fn keep_root_results(context: &mut SearchContext<'_>) {
        context.state.own_root.keep();
    }

    fn vote(
        context: &mut SearchContext<'_>,
        weighing: Weighing,
        depth: i32,
        value: &Value,
        line: &Line,
    ) {
        context.vote(weighing, Depth::new(depth), *value, line);
    }

    fn publish_root_results(&self, context: &mut SearchContext<'_>, is_complete: bool) {
        context.publish_root_results(self.picker.root_moves(), is_complete);
    }
}

impl cleave_algorithms::Guess for ChessNode {
    /// Returns the value in the table, of any depth and bound, or else the evaluation. In check and without a table
    /// entry, returns alpha: no move beats it.
    fn estimate(&self, _: &SearchContext<'_>) -> Option<Value> {
        let known = [self.table_value, self.static_eval];
        Some(known.into_iter().find(|&value| value != Value::NONE).unwrap_or(self.alpha))
    }

    fn presume(context: &mut SearchContext<'_>, is_presumed: bool) {
        context.by_itself.presume(is_presumed);
    }

    fn deepen(&mut self, plies: i32) -> bool {
        self.depth += plies;
        true
    }
}
