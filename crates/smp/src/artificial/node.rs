//! Principal variation search in an artificial tree.

use cleave_shared_memory::Plain;

use super::explorer::{Census, Explorer};
use super::shape::{Place, Shape, mix};
use crate::node::{Absorbed, Node, NodeType, Opened, SplitHint};

/// Beyond every value.
const INFINITE: i32 = 1_000_000;

/// What leads from a node to the child that a job is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(super) enum Action {
    /// The child of this number.
    Child(u16),
    /// The node itself, once more, with a null window at beta: if that fails high so does the node.
    /// It stands for null move and exclusion search, which come before all children.
    Rehearse,
}

/// A piece of work.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Job {
    action: Action,
    alpha: i32,
    beta: i32,
    is_pv: bool,
    is_cut: bool,
}

/// A line of best play: the numbers of the children.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Line {
    len: u8,
    children: [u16; 64],
}

impl Line {
    /// The children to choose, from the root on.
    pub fn children(&self) -> &[u16] {
        &self.children[..usize::from(self.len)]
    }

    fn set(&mut self, first: u16, rest: &Line) {
        let rest = rest.children();
        self.children[0] = first;
        self.children[1..=rest.len()].copy_from_slice(rest);
        self.len = rest.len() as u8 + 1;
    }
}

/// What a node adds to the path.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Step {
    ply: u16,
    key: u64,
}

/// A node of an artificial tree in search.
#[derive(Clone, Copy, Debug, Plain)]
pub struct ArtificialNode {
    place: Place,
    ply: u16,
    /// A hash over the keys from the root to here, to check the worker's path against.
    copied_path: u64,
    alpha: i32,
    beta: i32,
    is_pv: bool,
    is_cut: bool,
    is_rehearsal: bool,
    /// A phase to come before the children.
    must_rehearse: bool,
    best: i32,
    children: u16,
    /// Children handed out, and of these, taken in.
    handed_out: u16,
    searched: u16,
    /// Children being searched with the full window after a scout, in a tree with phases: until
    /// they are back nothing is handed out.
    contested: u16,
    line: Line,
}

impl ArtificialNode {
    /// The root of the tree that the explorer is in, live, with an open window.
    pub fn root(explorer: &mut Explorer<'_>) -> ArtificialNode {
        let place = explorer.shape.root();
        let mut root = ArtificialNode { place, is_pv: true, ..ArtificialNode::vacant() };
        root.copied_path = mix(place.key);
        explorer.path[0] = place.key;
        root.begin(&explorer.shape);
        root
    }

    fn begin(&mut self, shape: &Shape) {
        self.best = -INFINITE;
        self.handed_out = 0;
        self.searched = 0;
        self.contested = 0;
        self.children = shape.children(&self.place);
        self.must_rehearse = shape.phases && !self.is_pv && !self.is_rehearsal && self.has_phase();
    }

    fn has_phase(&self) -> bool {
        mix(self.place.key ^ 7).is_multiple_of(8)
    }

    /// The window as the next child is to see it.
    fn job(&self, child: u16, full: bool) -> Job {
        Job {
            action: Action::Child(child),
            alpha: if full { -self.beta } else { -self.alpha - 1 },
            beta: -self.alpha,
            is_pv: self.is_pv && full,
            is_cut: !(self.is_pv && full || self.is_cut && child == 0),
        }
    }

    /// The path of a worker at this node must be the one that led here, whoever opened it.
    fn check_path(&self, explorer: &Explorer<'_>) {
        let path = &explorer.path[..=usize::from(self.ply)];
        let copied_path = path.iter().fold(0, |copied_path, key| mix(copied_path ^ key));
        assert_eq!(
            copied_path, self.copied_path,
            "the worker's path does not lead to the node it is at"
        );
    }
}

impl Node for ArtificialNode {
    type Job = Job;
    type Value = i32;
    type Line = Line;
    type PathStep = Step;
    type Setup = Shape;
    type Shared = Census;
    type Context<'a> = Explorer<'a>;

    /// A line of 60 plies, each node of which searches itself once more.
    const STACK: usize = 124;

    fn vacant() -> ArtificialNode {
        ArtificialNode {
            place: Place { key: 0, value: 0, height: 0 },
            ply: 0,
            copied_path: 0,
            alpha: -INFINITE,
            beta: INFINITE,
            is_pv: false,
            is_cut: false,
            is_rehearsal: false,
            must_rehearse: false,
            best: -INFINITE,
            children: 0,
            handed_out: 0,
            searched: 0,
            contested: 0,
            line: Line { len: 0, children: [0; 64] },
        }
    }

    fn enter(&mut self, explorer: &mut Explorer<'_>, parent: &ArtificialNode, job: &Job) {
        match job.action {
            Action::Child(number) => {
                self.place = explorer.shape.child(&parent.place, number);
                self.ply = parent.ply + 1;
                self.copied_path = mix(parent.copied_path ^ self.place.key);
                self.is_rehearsal = parent.is_rehearsal;
                explorer.path[usize::from(self.ply)] = self.place.key;
            }
            Action::Rehearse => {
                (self.place, self.ply, self.copied_path) =
                    (parent.place, parent.ply, parent.copied_path);
                self.is_rehearsal = true;
            }
        }
        (self.alpha, self.beta) = (job.alpha, job.beta);
        (self.is_pv, self.is_cut) = (job.is_pv, job.is_cut);
        self.line.len = 0;
    }

    fn open(&mut self, explorer: &mut Explorer<'_>, _: &Job) -> Opened<i32> {
        let is_leaf = self.place.height == 0;
        explorer.visit(self.place.key, (self.alpha, self.beta), is_leaf);
        if is_leaf {
            return Opened::Value(self.place.value);
        }
        self.check_path(explorer);
        let shape = explorer.shape;
        self.begin(&shape);
        Opened::Live
    }

    fn next(&mut self, explorer: &mut Explorer<'_>) -> Option<Job> {
        self.check_path(explorer);
        assert_eq!(self.contested, 0, "a job is asked for in a phase that is in sequence");
        if self.must_rehearse {
            let job = Job { action: Action::Rehearse, ..self.job(1, false) };
            return Some(Job { alpha: self.beta - 1, beta: self.beta, ..job });
        }
        if self.handed_out == self.children {
            return None;
        }
        self.handed_out += 1;
        Some(self.job(self.handed_out - 1, self.is_pv && self.handed_out == 1))
    }

    fn absorb(
        &mut self,
        explorer: &mut Explorer<'_>,
        job: &Job,
        child_value: i32,
        child_line: &Line,
    ) -> Absorbed<Job, i32> {
        self.check_path(explorer);
        let Action::Child(number) = job.action else {
            self.must_rehearse = false;
            let cutoff = child_value >= self.beta;
            return if cutoff { Absorbed::Done(child_value) } else { Absorbed::GoOn };
        };
        let value = -child_value;
        let failed_high = value > -job.beta;
        if failed_high && !job.is_pv && value < self.beta {
            // A null window was too low: the value is a lower bound and no more. That holds as well
            // if a brother has meanwhile raised alpha above it. Then it is worth another scout,
            // else a full search.
            let is_stale = job.beta != -self.alpha;
            let again = self.job(number, !is_stale);
            self.contested += u16::from(explorer.shape.phases && again.is_pv);
            return Absorbed::Again(again);
        }
        self.contested -= u16::from(explorer.shape.phases && job.is_pv && number > 0);
        self.searched += 1;
        self.best = self.best.max(value);
        if value > self.alpha {
            self.line.set(number, child_line);
            if value >= self.beta {
                return Absorbed::Done(value);
            }
            self.alpha = value;
        }
        Absorbed::GoOn
    }

    fn finish(&mut self, _: &mut Explorer<'_>) -> i32 {
        assert_eq!(self.searched, self.children, "finished with children still out");
        if self.children == 0 { self.place.value } else { self.best }
    }

    fn line(&self) -> &Line {
        &self.line
    }

    fn trace_key(&self) -> u64 {
        mix(self.place.key ^ (self.alpha as u64) ^ ((self.beta as u64) << 32))
    }

    fn height(&self) -> i32 {
        i32::from(self.place.height)
    }

    fn split_hint(&self) -> Option<SplitHint> {
        let node_type = match (self.is_pv, self.is_cut) {
            (true, _) => NodeType::Pv,
            (_, true) => NodeType::Cut,
            (_, false) => NodeType::All,
        };
        let in_sequence = self.must_rehearse || self.contested > 0;
        (!in_sequence).then_some(SplitHint { node_type, searched: self.searched })
    }

    fn step(&self, _: &Explorer<'_>) -> Step {
        Step { ply: self.ply, key: self.place.key }
    }

    fn retrace(explorer: &mut Explorer<'_>, step: &Step) {
        explorer.path[usize::from(step.ply)] = step.key;
    }

    fn job_key(&self, job: &Job) -> Option<u64> {
        match job.action {
            Action::Child(number) => Some(mix(self.place.key ^ u64::from(number))),
            Action::Rehearse => None,
        }
    }

    fn prepare(explorer: &mut Explorer<'_>, shape: &Shape) {
        explorer.begin(shape);
    }

    fn leave(_: &mut Explorer<'_>) {}

    fn nodes(explorer: &Explorer<'_>) -> u64 {
        explorer.counters().nodes
    }

    fn must_stop(explorer: &Explorer<'_>) -> bool {
        explorer.is_stopped()
    }

    fn smp_idle(explorer: &mut Explorer<'_>) {
        explorer.look();
    }
}
