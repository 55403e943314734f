//! A worker makes one playout after the other, each in small steps.
//!
//! ```text
//!   select     one ply down, to the child with the best score      until there are no children
//!   expand     give the leaf children, if it is its turn
//!   simulate   evaluate the leaf; if its priors come of that, give it children now
//!   back up    one ply up, with the value for the player there     until the root
//! ```
//!
//! A worker never waits within a step. So the same code runs on a thread, which steps in a loop, and in virtual time,
//! where one thread steps all workers and [`Usage`] gives the cost of each step.

use crate::choose::choose;
use crate::evaluator::{Evaluation, Evaluator};
use crate::game::{Game, Move};
use crate::node::NodeId;
use crate::params::FirstPlay;
use crate::proof::Proof;
use crate::random::Random;
use crate::tree::Tree;
use crate::usage::Usage;
use crate::value::Value;

/// The phase of a worker's playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Between two playouts.
    Start,
    /// On the way down.
    Select,
    /// At a leaf, which may get children.
    Expand,
    /// At a leaf that must be evaluated.
    Simulate,
    /// With a value to add to the other workers' values of the same leaf ([`ModeName::Leaf`]).
    ///
    /// [`ModeName::Leaf`]: crate::ModeName::Leaf
    Deliver,
    /// With a path, waiting for all values of the leaf ([`ModeName::Leaf`]).
    ///
    /// [`ModeName::Leaf`]: crate::ModeName::Leaf
    Gather,
    /// At an evaluated leaf that gets children ([`Evaluator::EVALUATES_FIRST`]).
    Grow,
    /// On the way up.
    BackUp,
}

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// There is more to do.
    Working,
    /// There is nothing to do until another worker has made a step.
    Idle,
    /// There is nothing more to do.
    Done,
}

/// A worker.
#[repr(align(128))] // workers are adjacent, and each writes to itself in every step
pub struct Worker<G, E> {
    pub(crate) id: usize,
    pub(crate) phase: Phase,
    pub(crate) usage: Usage,
    /// The nodes from the root to the current node.
    path: Vec<NodeId>,
    /// The position at the end of the path.
    pub(crate) game: G,
    pub(crate) random: Random,
    evaluator: E,
    moves: Vec<Move>,
    priors: Vec<f32>,
    /// The result on its way up: visits, and the sum of their values for the player who moved to the node.
    visits: u32,
    sum: u64,
    /// True if the result has not left the leaf yet.
    is_at_leaf: bool,
    /// True if the worker has the right to make the leaf's children.
    has_claim: bool,
    /// A value that waits to be added to other workers' values.
    delivery: Value,
}

impl<G: Game, E: Evaluator<G>> Worker<G, E> {
    pub(crate) fn new(id: usize, game: G, evaluator: E) -> Worker<G, E> {
        Worker {
            id,
            phase: Phase::Start,
            usage: Usage::default(),
            path: Vec::new(),
            game,
            random: Random::of(0, 0),
            evaluator,
            moves: Vec::new(),
            priors: Vec::new(),
            visits: 0,
            sum: 0,
            is_at_leaf: false,
            has_claim: false,
            delivery: Value::DRAW,
        }
    }

    /// Makes one step in this tree.
    pub(crate) fn step(&mut self, tree: &Tree<G>) -> Progress {
        match self.phase {
            Phase::Start => match tree.take_playouts(1) {
                Some((number, _)) => self.begin(tree, number),
                None => return Progress::Done,
            },
            Phase::Select => self.select(tree),
            Phase::Expand => self.expand(tree),
            Phase::Simulate => {
                let value = self.simulate(tree);
                self.observe(1, value.of_opponent().units());
            }
            Phase::Deliver | Phase::Gather => return Progress::Idle,
            Phase::Grow => self.grow(tree),
            Phase::BackUp => self.back_up(tree),
        }
        Progress::Working
    }

    /// Begins the playout with this number.
    pub(crate) fn begin(&mut self, tree: &Tree<G>, number: u64) {
        self.random = tree.random(number);
        self.game.clone_from(&tree.root);
        self.path.clear();
        self.enter(tree, NodeId::ROOT);
        self.phase = Phase::Select;
    }

    fn enter(&mut self, tree: &Tree<G>, id: NodeId) {
        tree.node(id).begin();
        self.usage.write(id);
        self.path.push(id);
    }

    /// Returns true if the worker has a path, on which its playout is marked.
    pub(crate) fn is_in_tree(&self) -> bool {
        !self.path.is_empty()
    }

    /// Returns the last node of the path.
    pub(crate) fn here(&self) -> NodeId {
        self.path.last().copied().unwrap_or(NodeId::ROOT)
    }

    /// Moves one ply down if the node has children and is not proven.
    pub(crate) fn select(&mut self, tree: &Tree<G>) {
        let node = tree.node(self.here());
        let children = match node.children() {
            Some(children) if !node.tally.counts().proof.is_known() => children,
            _ => {
                self.phase = Phase::Expand;
                return;
            }
        };
        let child = choose(&tree.arena, self.here(), children, &tree.params, &mut self.random);
        self.game.play(tree.mv(child));
        self.enter(tree, child);
        self.usage.select(children.number, self.path.len());
    }

    /// Proves the leaf if the game is over. Makes its children if it has enough visits.
    pub(crate) fn expand(&mut self, tree: &Tree<G>) {
        let id = self.here();
        let node = tree.node(id);
        let mut counts = node.tally.counts();
        if !counts.proof.is_known()
            && let Some(outcome) = self.game.outcome()
        {
            node.tally.prove(Proof::of_last_mover(outcome));
            self.usage.write(id);
            counts = node.tally.counts();
        }
        if let Some(value) = counts.proof.value() {
            self.observe(1, value.units());
            return;
        }
        self.phase = Phase::Simulate;
        if (id == NodeId::ROOT || counts.visits + 1 >= tree.params.expand_at) && node.claim() {
            self.has_claim = E::EVALUATES_FIRST;
            if !self.has_claim {
                self.make_children(tree);
            }
        }
    }

    /// Makes the children of the evaluated leaf.
    pub(crate) fn grow(&mut self, tree: &Tree<G>) {
        self.has_claim = false;
        self.make_children(tree);
        self.phase = Phase::BackUp;
    }

    fn make_children(&mut self, tree: &Tree<G>) {
        self.moves.clear();
        self.priors.clear();
        self.game.moves(&mut self.moves);
        self.evaluator.priors(&self.game, &self.moves, &mut self.priors);
        self.priors.resize(self.moves.len(), 0.0);
        if tree.expand(self.here(), &self.moves, &self.priors) {
            self.usage.expand(self.moves.len() as u32);
        }
    }

    /// Evaluates the leaf, for the player to move there.
    pub(crate) fn simulate(&mut self, tree: &Tree<G>) -> Value {
        let Evaluation { value, work } = self.evaluator.evaluate(&self.game, &mut self.random);
        self.usage.simulate(work);
        let is_noted = matches!(tree.params.first_play, FirstPlay::BelowEvaluation(_));
        // A worker that helps at another worker's leaf has no path.
        if let Some(&leaf) = self.path.last().filter(|_| is_noted) {
            tree.node(leaf).note_evaluation(value);
        }
        value
    }

    /// Evaluates the leaf, and keeps the value until it is delivered.
    pub(crate) fn simulate_to_deliver(&mut self, tree: &Tree<G>) {
        self.delivery = self.simulate(tree);
        self.phase = Phase::Deliver;
    }

    /// Returns the value to deliver, for the player to move at the leaf.
    pub(crate) fn delivery(&self) -> Value {
        self.delivery
    }

    /// Sets the result of the leaf: visits, and the sum of their values for the player who moved there.
    pub(crate) fn observe(&mut self, visits: u32, sum: u64) {
        (self.visits, self.sum, self.is_at_leaf) = (visits, sum, true);
        self.phase = if self.has_claim { Phase::Grow } else { Phase::BackUp };
    }

    /// Takes the result one ply up, beginning with the leaf.
    pub(crate) fn back_up(&mut self, tree: &Tree<G>) {
        let Some(id) = self.path.pop() else {
            self.phase = Phase::Start;
            return;
        };
        let node = tree.node(id);
        if std::mem::take(&mut self.is_at_leaf) {
            node.add_ends(self.visits);
        }
        node.tally.add(self.visits, self.sum);
        if tree.params.minimax > 0.0
            && let Some(best) = tree.best_mean(id)
        {
            let mean = node.tally.pull(1.0 - best, tree.params.minimax);
            let units = f64::from(self.visits) * f64::from(Value::UNITS);
            self.sum = (mean * units).round() as u64;
        }
        node.end();
        self.usage.write(id);
        self.usage.back_up();
        self.sum = u64::from(self.visits) * Value::WIN.units() - self.sum;
        if self.path.is_empty() {
            self.phase = Phase::Start;
        } else if node.tally.counts().proof.is_known() {
            self.prove(tree);
        }
    }

    /// Tries to prove the parent of a proven node. If that succeeds, the exact value goes up from there.
    fn prove(&mut self, tree: &Tree<G>) {
        if let Some(value) = tree.prove(self.here()).value() {
            self.sum = u64::from(self.visits) * value.units();
        }
    }
}
