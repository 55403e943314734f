//! All workers evaluate the same leaf (Cazenave, Jouandeau 2007: at-the-leaves parallelisation).
//!
//! ```text
//!   leader: select, expand ── a playout for each worker ──┬─ simulate ─┐
//!                                                         ├─ simulate ─┤ leader: gather, back up the sum
//!                                                         └─ simulate ─┘
//! ```
//!
//! Any worker may lead. With N workers the tree grows by one node for each N playouts, and all
//! workers wait for the longest one.

use std::sync::Mutex;

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::modes::{LockId, Mode, hold};
use crate::tree::Tree;
use crate::worker::{Phase, Progress, Worker};

/// The tree and the playouts at its leaf.
pub(crate) struct Leaf<G> {
    tree: Tree<G>,
    workers: u64,
    batch: Mutex<Batch<G>>,
}

/// The playouts of a leaf.
enum Batch<G> {
    /// There are none. A worker may choose a leaf.
    Free,
    /// The leader is in the tree, with the playout that has this number.
    InTree(u64),
    /// Playouts are waiting or under way.
    AtLeaf { leaf: G, first: u64, number: u64, begun: u64, ended: u64, sum: u64 },
}

impl<G: Game> Leaf<G> {
    pub(crate) fn new(tree: Tree<G>, workers: usize) -> Leaf<G> {
        Leaf { tree, workers: workers as u64, batch: Mutex::new(Batch::Free) }
    }

    /// Leads to a leaf, or makes a playout at the current leaf.
    fn start<E: Evaluator<G>>(&self, worker: &mut Worker<G, E>) -> Progress {
        let mut batch = hold(&self.batch);
        match &mut *batch {
            Batch::Free => {
                let Some((first, _)) = self.tree.take_playouts(1) else { return Progress::Done };
                worker.begin(&self.tree, first);
                *batch = Batch::InTree(first);
                Progress::Working
            }
            Batch::AtLeaf { leaf, first, number, begun, .. } if *begun < *number => {
                worker.game.clone_from(leaf);
                worker.random = self.tree.random(*first + *begun);
                *begun += 1;
                worker.phase = Phase::Simulate;
                Progress::Working
            }
            _ => Progress::Idle,
        }
    }

    /// Opens the leaf to the other workers. The leader makes the first playout itself.
    fn open<E: Evaluator<G>>(&self, worker: &Worker<G, E>) {
        let mut batch = hold(&self.batch);
        if let Batch::InTree(first) = *batch {
            let others = self.tree.take_playouts(self.workers - 1).map_or(0, |taken| taken.1);
            let (leaf, number) = (worker.game.clone(), 1 + others);
            *batch = Batch::AtLeaf { leaf, first, number, begun: 1, ended: 0, sum: 0 };
        }
    }

    /// Adds a value. The leader, which has the path, then gathers; the other workers are free.
    fn add<E: Evaluator<G>>(&self, worker: &mut Worker<G, E>) {
        if let Batch::AtLeaf { ended, sum, .. } = &mut *hold(&self.batch) {
            *sum += worker.delivery().of_opponent().units();
            *ended += 1;
        }
        worker.phase = if worker.is_in_tree() { Phase::Gather } else { Phase::Start };
    }

    /// Lets the leader take the sum up once all values have been added.
    fn gather<E: Evaluator<G>>(&self, worker: &mut Worker<G, E>) -> Progress {
        let mut batch = hold(&self.batch);
        match *batch {
            Batch::AtLeaf { first, number, ended, sum, .. } if ended == number => {
                worker.observe(number as u32, sum);
                *batch = Batch::InTree(first);
                Progress::Working
            }
            _ => Progress::Idle,
        }
    }
}

impl<G: Game, E: Evaluator<G>> Mode<G, E> for Leaf<G> {
    fn step(&self, worker: &mut Worker<G, E>) -> Progress {
        match worker.phase {
            Phase::Start => return self.start(worker),
            Phase::Gather => return self.gather(worker),
            Phase::Simulate => worker.simulate_to_deliver(&self.tree),
            Phase::Deliver => self.add(worker),
            Phase::Expand => {
                worker.expand(&self.tree);
                if worker.phase == Phase::Simulate {
                    self.open(worker);
                }
            }
            Phase::Select | Phase::Grow | Phase::BackUp => {
                worker.step(&self.tree);
                if worker.phase == Phase::Start {
                    *hold(&self.batch) = Batch::Free;
                }
            }
        }
        Progress::Working
    }

    fn lock(&self, worker: &Worker<G, E>) -> Option<LockId> {
        matches!(worker.phase, Phase::Start | Phase::Deliver | Phase::Gather).then_some(LockId(0))
    }

    fn trees(&self) -> &[Tree<G>] {
        std::slice::from_ref(&self.tree)
    }

    fn trees_mut(&mut self) -> &mut [Tree<G>] {
        std::slice::from_mut(&mut self.tree)
    }
}
