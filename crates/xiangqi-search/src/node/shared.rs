//! The node as the machine sees it, and what the older algorithms ask for.

use cleave_shared_memory::Plain;
use cleave_smp::random::mix;
use cleave_smp::{
    Absorbed, Guess, Keys, Narrow, Node, NodeType, Opened, OwnRoot, RootBegun, RootMoves, RootTask,
    SplitHint, Window,
};
use cleave_xiangqi::{Position, Step};

use super::{Effort, Job, XiangqiNode};
use crate::context::{MAX_PLY, SearchContext, Setup, Trail};
use crate::history::History;
use crate::line::Line;
use crate::value::INFINITE;

/// What a node adds to the path: enough to judge a repetition.
#[derive(Clone, Copy, Plain)]
pub struct PathStep {
    ply: usize,
    step: Step,
    trail: Trail,
}

impl Node for XiangqiNode {
    type Job = Job;
    type Value = i32;
    type Line = Line;
    type PathStep = PathStep;
    type Setup = Setup;
    type Shared = History;
    type Context<'a> = SearchContext<'a>;

    const STACK: usize = MAX_PLY + 1;

    fn vacant() -> XiangqiNode {
        XiangqiNode::at(Position::start(), 0, 0, (0, 1), NodeType::Pv)
    }

    fn enter(&mut self, context: &mut SearchContext<'_>, parent: &XiangqiNode, job: &Job) {
        self.enter_child(context, parent, job);
    }

    fn open(&mut self, context: &mut SearchContext<'_>, _: &Job) -> Opened<i32> {
        self.open_node(context)
    }

    fn next(&mut self, context: &mut SearchContext<'_>) -> Option<Job> {
        self.next_job(context)
    }

    fn absorb(
        &mut self,
        context: &mut SearchContext<'_>,
        job: &Job,
        child_value: i32,
        child_line: &Line,
    ) -> Absorbed<Job, i32> {
        self.take_in(context, job, child_value, child_line)
    }

    fn finish(&mut self, context: &mut SearchContext<'_>) -> i32 {
        self.conclude(context)
    }

    fn line(&self) -> &Line {
        &self.line
    }

    fn trace_key(&self) -> u64 {
        self.position.key() ^ mix((self.alpha as u64) << 32 | u64::from(self.beta as u32))
    }

    fn height(&self) -> i32 {
        self.depth
    }

    /// What comes after the null move depends on its result.
    fn split_hint(&self) -> Option<SplitHint> {
        (!self.null_is_pending)
            .then_some(SplitHint { node_type: self.node_type, searched: self.searched })
    }

    fn step(&self, context: &SearchContext<'_>) -> PathStep {
        PathStep { ply: self.ply, step: context.step(self.ply), trail: context.trail[self.ply] }
    }

    fn retrace(context: &mut SearchContext<'_>, step: &PathStep) {
        context.set_step(step.ply, step.step);
        context.trail[step.ply] = step.trail;
    }

    fn prepare(context: &mut SearchContext<'_>, setup: &Setup) {
        context.prepare(setup);
    }

    fn nodes(context: &SearchContext<'_>) -> u64 {
        context.nodes
    }

    fn leave(_: &mut SearchContext<'_>) {}

    fn must_stop(context: &SearchContext<'_>) -> bool {
        context.is_stopped
    }

    fn smp_idle(context: &mut SearchContext<'_>) {
        context.look_at_clock();
    }
}

impl Keys for XiangqiNode {
    fn position_key(&self) -> u64 {
        self.position.key()
    }

    /// The null move and full windows come before the rest.
    fn job_key(&self, job: &Job) -> Option<u64> {
        let mv = u64::from(job.mv.bits());
        (job.effort == Effort::Scout).then(|| self.position.key() ^ mix(mv))
    }
}

impl Narrow for XiangqiNode {
    fn window(&self) -> Option<Window> {
        Some(Window { alpha: self.alpha, beta: self.beta })
    }
}

impl OwnRoot for XiangqiNode {
    /// The position and its moves.
    fn root_key(&self, _: &SearchContext<'_>) -> Option<u64> {
        let moves = self.moves.all().iter();
        Some(moves.fold(self.position.key(), |sum, mv| sum.wrapping_add(mix(mv.bits().into()))))
    }

    fn full_window() -> Window {
        Window { alpha: -INFINITE, beta: INFINITE }
    }

    fn score(value: &i32) -> Option<i32> {
        Some(*value)
    }

    fn begin_own_root(&mut self, context: &mut SearchContext<'_>, task: &RootTask) -> RootBegun {
        if let Some(Window { alpha, beta }) = task.window {
            (self.alpha, self.beta) = (alpha, beta);
        }
        self.depth += task.deeper;
        match task.moves {
            RootMoves::All => context.share = (0, 1),
            RootMoves::Share { place, of } => context.share = (place, of),
            RootMoves::Own => {}
        }
        let (first, distance) = context.share;
        let all = self.moves;
        self.moves.set(all.all().iter().copied().skip(first).step_by(distance));
        self.is_share |= distance > 1;
        if self.moves.all().is_empty() { RootBegun::Empty } else { RootBegun::AsAssigned }
    }
}

impl Guess for XiangqiNode {
    fn estimate(&self, _: &SearchContext<'_>) -> Option<i32> {
        Some(self.static_eval)
    }

    fn presume(context: &mut SearchContext<'_>, is_presumed: bool) {
        context.is_presumed = is_presumed;
    }

    fn deepen(&mut self, plies: i32) -> bool {
        self.depth += plies;
        true
    }
}
