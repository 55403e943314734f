//! Implements the node for the machine, and for the older algorithms.

use cleave_algorithms::{Guess, Keys, Narrow, OwnRoot, RootBegun, RootMoves, RootTask};
use cleave_shared_memory::Plain;
use cleave_smp::instrument::Traced;
use cleave_smp::random::mix;
use cleave_smp::{Absorbed, BestLine, Context, Node, NodeType, Opened, SplitHint, Window};

use super::moves::Moves;
use super::{Effort, Job, XiangqiNode};
use crate::search::context::{MAX_PLY, SearchContext, Setup, Trail};
use crate::search::history::{History, Moved};
use crate::search::line::Line;
use crate::search::value::{INFINITE, lost_at};
use crate::{Move, Position, Step};

/// A node's contribution to the path, enough to judge a repetition.
#[derive(Clone, Copy, Plain)]
pub struct PathStep {
    ply: usize,
    step: Step,
    trail: Trail,
}

impl Default for XiangqiNode {
    fn default() -> XiangqiNode {
        XiangqiNode {
            position: Position::start(),
            line: Line::EMPTY,
            ply: 0,
            depth: 0,
            alpha: 0,
            beta: 1,
            node_type: NodeType::Pv,
            is_in_check: false,
            is_after_null: false,
            null_is_pending: false,
            has_raised_alpha: false,
            is_share: false,
            static_eval: 0,
            is_improving: false,
            best_value: -INFINITE,
            best_move: Move::NONE,
            table_move: Move::NONE,
            searched: 0,
            moves: Moves::EMPTY,
        }
    }
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

    fn enter(&mut self, context: &mut SearchContext<'_>, parent: &XiangqiNode, job: &Job) {
        let is_null = job.effort == Effort::Null;
        let before = &parent.position;
        self.position = if is_null { before.make_null() } else { before.make(job.mv) };
        let step = match is_null {
            true => Step::first(&self.position),
            false => Step::new(before, job.mv, &self.position),
        };
        self.line.clear();
        self.moves.clear();
        self.ply = parent.ply + 1;
        self.depth = job.depth;
        (self.alpha, self.beta) = (job.alpha, job.beta);
        self.node_type = job.node_type;
        self.is_in_check = step.is_check;
        self.is_after_null = is_null;
        self.null_is_pending = false;
        self.has_raised_alpha = false;
        self.is_share = false;
        self.best_value = -INFINITE;
        (self.best_move, self.table_move) = (Move::NONE, Move::NONE);
        self.searched = 0;
        context.set_step(self.ply, step);
        let moved = (!is_null).then(|| Moved::by(before, job.mv));
        context.trail[self.ply] = Trail { moved, eval: None };
        if let Some(table) = context.table {
            table.prefetch(step.key);
        }
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
        let value = -child_value;
        if job.effort == Effort::Null {
            return self.take_in_null(value);
        }
        // This was alpha when the job was handed out. The scout has tested whether the value is
        // above it.
        let tested = -job.beta;
        if value > tested && job.depth < job.full_depth {
            return Absorbed::Research(self.scout(job.mv));
        }
        if value > tested && job.effort == Effort::Scout && value < self.beta {
            let is_tested_anew = tested < self.alpha;
            let again = if is_tested_anew { self.scout(job.mv) } else { self.full(job.mv) };
            return Absorbed::Research(again);
        }
        self.searched += 1;
        self.best_value = self.best_value.max(value);
        if value <= self.alpha {
            return Absorbed::Continue;
        }
        self.has_raised_alpha = true;
        self.best_move = job.mv;
        self.line.set(job.mv, child_line);
        if value >= self.beta {
            self.reward(context, job.mv);
            return Absorbed::Settled(self.finish(context));
        }
        self.alpha = value;
        Absorbed::Continue
    }

    fn finish(&mut self, context: &mut SearchContext<'_>) -> i32 {
        if self.best_value == -INFINITE {
            self.best_value = lost_at(self.ply);
        }
        self.store(context);
        self.best_value
    }

    fn depth(&self) -> i32 {
        self.depth
    }

    /// Returns no hint while the null move is out, because the next job depends on its result.
    fn split_hint(&self) -> Option<SplitHint> {
        (!self.null_is_pending)
            .then_some(SplitHint { node_type: self.node_type, searched: self.searched })
    }
}

impl BestLine<XiangqiNode> for Line {
    fn of(node: &XiangqiNode) -> &Line {
        &node.line
    }
}

impl cleave_smp::PathStep<XiangqiNode> for PathStep {
    fn of(node: &XiangqiNode, context: &SearchContext<'_>) -> PathStep {
        PathStep { ply: node.ply, step: context.step(node.ply), trail: context.trail[node.ply] }
    }

    fn replay_step(&self, context: &mut SearchContext<'_>) {
        context.set_step(self.ply, self.step);
        context.trail[self.ply] = self.trail;
    }
}

impl Context<XiangqiNode> for SearchContext<'_> {
    fn prepare(&mut self, setup: &Setup) {
        self.prepare(setup);
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn must_stop(&self) -> bool {
        self.is_stopped
    }

    fn smp_idle(&mut self) {
        self.look_at_clock_while_idle();
    }
}

impl Traced for XiangqiNode {
    fn trace_key(&self) -> u64 {
        self.position.key() ^ mix((self.alpha as u64) << 32 | u64::from(self.beta as u32))
    }
}

impl Keys for XiangqiNode {
    fn position_key(&self) -> u64 {
        self.position.key()
    }

    /// Returns a key for scouts only. The null move and full windows are never deferred.
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
    /// Returns a key of the position and its moves.
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
