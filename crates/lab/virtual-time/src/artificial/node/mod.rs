//! Principal variation search in an artificial tree.

mod abilities;
mod checks;

use cleave_shared_memory::Plain;
use cleave_smp::instrument::{Task, Traced};
use cleave_smp::random::mix;
use cleave_smp::{Absorbed, BestLine, Context, Node, NodeType, Opened, SplitHint, Window};

use super::explorer::{Explorer, StopControl};
use super::shape::{Place, Shape};

/// Beyond every value.
const INFINITE: i32 = 1_000_000;

/// The kind of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(super) enum Action {
    /// The child of this number.
    Child(u16),
    /// The node itself, searched with a null window at beta: if that fails high, so does the node. It represents null
    /// move and exclusion searches, which come before all children.
    Preliminary,
}

/// A piece of work.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Job {
    action: Action,
    alpha: i32,
    beta: i32,
    is_pv: bool,
    is_cut: bool,
    /// The child is searched again, with the full window, after a scout.
    is_research: bool,
}

/// A principal variation: the numbers of the children.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Line {
    len: u8,
    children: [u16; 64],
}

impl Line {
    /// Returns the children to choose, from the root on.
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

/// A node's entry in the path.
#[derive(Clone, Copy, Debug, Plain)]
pub struct PathStep {
    ply: u16,
    key: u64,
}

/// A node of an artificial tree in search.
#[derive(Clone, Copy, Debug, Plain)]
pub struct ArtificialNode {
    place: Place,
    ply: u16,
    /// A hash over the keys from the root to here, to check the worker's path against.
    path_hash: u64,
    alpha: i32,
    beta: i32,
    is_pv: bool,
    is_cut: bool,
    /// It is in the tree below a preliminary search.
    is_preliminary: bool,
    /// A preliminary search comes before the children.
    has_preliminary: bool,
    best: i32,
    children: u16,
    /// The first child to be handed out, and the distance to the next.
    first: u16,
    stride: u16,
    /// Children handed out, and how many of these are searched.
    handed_out: u16,
    searched: u16,
    /// Children being searched with the full window after a scout, in a tree with phases: until
    /// their values are back, nothing is handed out.
    researched: u16,
    line: Line,
}

impl ArtificialNode {
    /// Returns the root of the tree that the explorer is in, live, with an open window.
    pub fn root(explorer: &mut Explorer<'_>) -> ArtificialNode {
        let root = ArtificialNode::root_of(&explorer.shape);
        explorer.path[0] = root.place.key;
        root
    }

    /// Returns the root of another tree than the explorer's, live, with an open window.
    pub(super) fn root_of(shape: &Shape) -> ArtificialNode {
        let place = shape.root();
        let path_hash = mix(place.key);
        let mut root =
            ArtificialNode { place, path_hash, is_pv: true, ..ArtificialNode::default() };
        root.begin(shape);
        root
    }

    /// Returns the same root with this window.
    pub fn within(self, window: Window) -> ArtificialNode {
        ArtificialNode { alpha: window.alpha, beta: window.beta, ..self }
    }

    fn begin(&mut self, shape: &Shape) {
        self.best = -INFINITE;
        self.handed_out = 0;
        self.searched = 0;
        self.researched = 0;
        (self.first, self.stride) = (0, 1);
        self.children = shape.children(&self.place);
        self.has_preliminary =
            shape.phases && !self.is_pv && !self.is_preliminary && self.begins_with_phase();
    }

    fn node_type(&self) -> NodeType {
        match (self.is_pv, self.is_cut) {
            (true, _) => NodeType::Pv,
            (_, true) => NodeType::Cut,
            (_, false) => NodeType::All,
        }
    }

    fn begins_with_phase(&self) -> bool {
        mix(self.place.key ^ 7).is_multiple_of(8)
    }

    /// Returns a job for this child, with the full window or a scout.
    fn job(&self, child: u16, full: bool) -> Job {
        Job {
            action: Action::Child(child),
            alpha: if full { -self.beta } else { -self.alpha - 1 },
            beta: -self.alpha,
            is_pv: self.is_pv && full,
            is_cut: !(self.is_pv && full || self.is_cut && child == 0),
            is_research: false,
        }
    }
}

/// The value that `open` returns after a stop.
const MEANINGLESS: i32 = i32::MIN + 1;

impl Default for ArtificialNode {
    fn default() -> ArtificialNode {
        ArtificialNode {
            place: Place { key: 0, value: 0, height: 0 },
            ply: 0,
            path_hash: 0,
            alpha: -INFINITE,
            beta: INFINITE,
            is_pv: false,
            is_cut: false,
            is_preliminary: false,
            has_preliminary: false,
            best: -INFINITE,
            children: 0,
            first: 0,
            stride: 1,
            handed_out: 0,
            searched: 0,
            researched: 0,
            line: Line { len: 0, children: [0; 64] },
        }
    }
}

impl Node for ArtificialNode {
    type Job = Job;
    type Value = i32;
    type Line = Line;
    type PathStep = PathStep;
    type Setup = Shape;
    type Shared = StopControl;
    type Context<'a> = Explorer<'a>;

    /// A line of 60 plies, each node with a preliminary search.
    const STACK: usize = 124;

    fn enter(&mut self, explorer: &mut Explorer<'_>, parent: &ArtificialNode, job: &Job) {
        match job.action {
            Action::Child(number) => {
                self.place = explorer.shape.child(&parent.place, number);
                self.ply = parent.ply + 1;
                self.path_hash = mix(parent.path_hash ^ self.place.key);
                self.is_preliminary = parent.is_preliminary;
                explorer.path[usize::from(self.ply)] = self.place.key;
            }
            Action::Preliminary => {
                (self.place, self.ply, self.path_hash) =
                    (parent.place, parent.ply, parent.path_hash);
                self.is_preliminary = true;
            }
        }
        (self.alpha, self.beta) = (job.alpha, job.beta);
        (self.is_pv, self.is_cut) = (job.is_pv, job.is_cut);
        self.line.len = 0;
    }

    fn open(&mut self, explorer: &mut Explorer<'_>, _: &Job) -> Opened<i32> {
        let is_leaf = self.place.height == 0;
        explorer.visit(self.place.key, (self.alpha, self.beta), is_leaf);
        // A game may return anything then, or go on.
        if explorer.is_stopped() && self.place.key.is_multiple_of(2) {
            return Opened::Value(MEANINGLESS);
        }
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
        assert_eq!(self.researched, 0, "a sequential phase must hand out no job");
        if self.has_preliminary {
            let job = Job { action: Action::Preliminary, ..self.job(1, false) };
            return Some(Job { alpha: self.beta - 1, beta: self.beta, ..job });
        }
        if self.handed_out == self.children {
            return None;
        }
        let child = self.first + self.handed_out * self.stride;
        self.handed_out += 1;
        Some(self.job(child, self.is_pv && self.handed_out == 1))
    }

    fn absorb(
        &mut self,
        explorer: &mut Explorer<'_>,
        job: &Job,
        child_value: i32,
        child_line: &Line,
    ) -> Absorbed<Job, i32> {
        self.check_path(explorer);
        assert_ne!(child_value, MEANINGLESS, "a value found after the stop is taken in");
        if !explorer.is_presumed {
            self.check_value(explorer, job, child_value);
        }
        let Action::Child(number) = job.action else {
            self.has_preliminary = false;
            let cutoff = child_value >= self.beta;
            return if cutoff { Absorbed::Settled(child_value) } else { Absorbed::Continue };
        };
        let value = -child_value;
        let failed_high = value > -job.beta;
        if failed_high && !job.is_pv && value < self.beta {
            // A null window that fails high gives a lower bound only, even if a sibling has
            // meanwhile raised alpha above it. In that case another scout follows, else a search
            // with the full window.
            let is_stale = job.beta != -self.alpha;
            let again = self.job(number, !is_stale);
            let is_research = explorer.shape.phases && again.is_pv;
            self.researched += u16::from(is_research);
            return Absorbed::Research(Job { is_research, ..again });
        }
        self.researched -= u16::from(job.is_research);
        self.searched += 1;
        self.best = self.best.max(value);
        if value > self.alpha {
            self.line.set(number, child_line);
            if value >= self.beta {
                return Absorbed::Settled(value);
            }
            self.alpha = value;
        }
        Absorbed::Continue
    }

    fn finish(&mut self, _: &mut Explorer<'_>) -> i32 {
        assert_eq!(self.searched, self.children, "finished with children still out");
        if self.children == 0 { self.place.value } else { self.best }
    }

    fn depth(&self) -> i32 {
        i32::from(self.place.height)
    }

    fn split_hint(&self) -> Option<SplitHint> {
        let node_type = self.node_type();
        let in_sequence = self.has_preliminary || self.researched > 0;
        (!in_sequence).then_some(SplitHint { node_type, searched: self.searched })
    }
}

impl BestLine<ArtificialNode> for Line {
    fn of(node: &ArtificialNode) -> &Line {
        &node.line
    }
}

impl cleave_smp::PathStep<ArtificialNode> for PathStep {
    fn of(node: &ArtificialNode, _context: &Explorer<'_>) -> PathStep {
        PathStep { ply: node.ply, key: node.place.key }
    }

    fn replay_step(&self, context: &mut Explorer<'_>) {
        context.path[usize::from(self.ply)] = self.key;
    }
}

impl Context<ArtificialNode> for Explorer<'_> {
    fn prepare(&mut self, shape: &Shape) {
        self.prepare(shape);
    }

    fn nodes(&self) -> u64 {
        self.visits().nodes
    }

    fn must_stop(&self) -> bool {
        self.is_stopped()
    }

    fn smp_idle(&mut self) {
        self.check_stop();
    }
}

impl Traced for ArtificialNode {
    fn trace_key(&self) -> u64 {
        mix(self.place.key ^ (self.alpha as u64) ^ ((self.beta as u64) << 32))
    }

    /// Returns the number of the child, from 1; 0 for the preliminary search.
    fn task(&self, job: Option<&Job>) -> Task {
        let action = match job.map(|job| job.action) {
            Some(Action::Child(number)) => 1 + u32::from(number),
            Some(Action::Preliminary) | None => 0,
        };
        let (alpha, beta) = (self.alpha, self.beta);
        Task { action, alpha, beta, depth: self.depth(), node_type: Some(self.node_type()) }
    }

    fn number(value: i32) -> i32 {
        value
    }
}
