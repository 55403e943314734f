//! The node as the splitting machine sees it: what it needs beside `enter`, `open`, `next` and
//! `absorb` to let several workers search the children of one node at once.

use cleave_board::Value;
use cleave_shared_memory::Plain;
use cleave_smp::Prospect;

use super::{Absorbed, Job, Node, Opened, Phase, Singular};
use crate::line::Line;
use crate::path;
use crate::setup::Setup;
use crate::units::{MAX_PLY, Ply};
use crate::worker::{Common, Worker};

/// What a node adds to the path from the root.
#[derive(Clone, Copy, Plain)]
pub struct Step {
    ply: Ply,
    step: path::Step,
    root_move: u16,
}

impl cleave_smp::Node for Node {
    type Job = Job;
    type Value = Value;
    type Line = Line;
    type Step = Step;
    type Setup = Setup;
    type Shared = Common;
    type Worker<'a> = Worker<'a>;

    // A line is at most MAX_PLY deep, with a few searches of the same position between.
    const STACK: usize = 2 * MAX_PLY;

    fn vacant() -> Node {
        Node::vacant()
    }

    /// Three quarters of a node are lists, and in one just opened they are empty.
    fn adopt(&mut self, opened: &Node) {
        // All fields by name: whoever adds one is told to copy it here.
        let Node {
            position,
            masks,
            line: _,
            ply,
            depth,
            alpha,
            beta,
            node_type,
            phase,
            singular,
            excluded,
            null_from,
            double_extensions,
            improving,
            table_pv,
            table_value,
            raw_eval,
            static_eval,
            best_value,
            best_move,
            raised_alpha,
            count,
            searched,
            picker: _,
            quiets: _,
            captures: _,
            rivals: _,
        } = opened;
        self.position = *position;
        self.masks = *masks;
        (self.ply, self.depth) = (*ply, *depth);
        (self.alpha, self.beta) = (*alpha, *beta);
        (self.node_type, self.phase, self.singular) = (*node_type, *phase, *singular);
        (self.excluded, self.null_from) = (*excluded, *null_from);
        self.double_extensions = *double_extensions;
        (self.improving, self.table_pv) = (*improving, *table_pv);
        (self.table_value, self.raw_eval, self.static_eval) =
            (*table_value, *raw_eval, *static_eval);
        (self.best_value, self.best_move) = (*best_value, *best_move);
        (self.raised_alpha, self.count, self.searched) = (*raised_alpha, *count, *searched);
        self.picker.adopt(&opened.picker);
        self.line.clear();
        self.quiets.clear();
        self.captures.clear();
        self.rivals.clear();
    }

    #[inline(always)]
    fn enter(&mut self, worker: &mut Worker<'_>, parent: &Node, job: &Job) {
        self.enter(worker, parent, job);
    }

    #[inline(always)]
    fn open(&mut self, worker: &mut Worker<'_>, job: &Job) -> Opened {
        self.open(worker, job)
    }

    #[inline(always)]
    fn next(&mut self, worker: &mut Worker<'_>) -> Option<Job> {
        self.next(worker)
    }

    #[inline(always)]
    fn absorb(
        &mut self,
        worker: &mut Worker<'_>,
        job: &Job,
        child_value: Value,
        child_line: &Line,
    ) -> Absorbed {
        self.absorb(worker, job, child_value, child_line)
    }

    #[inline(always)]
    fn finish(&mut self, worker: &mut Worker<'_>) -> Value {
        self.finish(worker)
    }

    #[inline(always)]
    fn line(&self) -> &Line {
        self.line()
    }

    fn mark(&self) -> u64 {
        let window = (self.alpha.get() as u64) << 32 | u64::from(self.beta.get() as u32);
        self.position.key().0 ^ window.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn height(&self) -> i32 {
        self.depth.get()
    }

    /// Null move, verification and exclusion search are strictly in sequence: what comes next
    /// depends on their result. So does the rest of a PV node while a move that has beaten alpha
    /// is being searched with the full window.
    fn prospect(&self) -> Option<Prospect> {
        let asking = matches!(self.singular, Singular::Ask { .. });
        let in_sequence = asking && self.picker.table_move().is_some();
        (self.phase == Phase::Moves && !in_sequence && !self.rivals.is_under_way())
            .then_some(Prospect { node_type: self.node_type, searched: self.searched })
    }

    fn step(&self, worker: &Worker<'_>) -> Step {
        Step { ply: self.ply, step: worker.path.step(self.ply), root_move: worker.root_move() }
    }

    fn retrace(worker: &mut Worker<'_>, step: &Step) {
        worker.path.retrace(step.ply, &step.step);
        worker.enter_root_move(step.root_move);
        worker.reached(step.ply);
    }

    fn prepare(worker: &mut Worker<'_>, setup: &Setup) {
        worker.prepare(setup);
    }

    fn nodes(worker: &Worker<'_>) -> u64 {
        worker.nodes()
    }

    fn leave(worker: &mut Worker<'_>) {
        worker.tell();
    }

    #[inline(always)]
    fn must_stop(worker: &Worker<'_>) -> bool {
        worker.is_stopped()
    }

    /// History and ledger are counters, of which a half-made change does no harm.
    fn salvage(_: &Common) {}

    fn smp_idle(worker: &mut Worker<'_>) {
        worker.look_around();
    }
}
