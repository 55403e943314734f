//! A search: trees, workers and a mode, on threads or stepped by the caller.

use std::cmp::Reverse;
use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::evaluator::Evaluator;
use crate::game::{Game, Move};
use crate::modes::leaf::Leaf;
use crate::modes::root::Root;
use crate::modes::tree_global::TreeGlobal;
use crate::modes::tree_local::TreeLocal;
use crate::modes::tree_lockfree::TreeLockfree;
use crate::modes::{LockId, Mode, ModeName, hold, sequential};
use crate::node::{Node, NodeId};
use crate::params::Params;
use crate::tally::Counts;
use crate::tree::Tree;
use crate::usage::Usage;
use crate::worker::{Phase, Progress, Worker};

/// The size of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The way to share the work.
    pub mode: ModeName,
    /// The number of workers, at least 1. Each has a thread.
    pub workers: usize,
    /// The parameters by which a worker chooses.
    pub params: Params,
    /// The maximum number of bytes for nodes, at 32 bytes a node. [`ModeName::Root`] divides them among its trees. A
    /// tree has room for at least 1,024 nodes.
    pub memory: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            mode: ModeName::TreeLockfree,
            workers: 1,
            params: Params::default(),
            memory: 64 << 20,
            seed: 0,
        }
    }
}

/// A move at the root, with its counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Visits, values and proof of all trees together, for the player to move.
    pub counts: Counts,
}

impl Candidate {
    /// Returns the criteria for playing a move, the most important first: a proven win, no proven loss, many visits. If
    /// means are pulled to the maximum, the third criterion is the mean, minus a doubt that falls with the visits. The
    /// reason is that a move that has long looked best may just have been refuted.
    fn rank(&self, params: &Params) -> (bool, bool, i64, u64) {
        use crate::proof::Proof::{Loss, Win};
        let Counts { visits, sum, proof } = self.counts;
        let third = match self.counts.mean() {
            _ if params.minimax == 0.0 => visits.into(),
            Some(mean) => {
                let doubt = if proof.is_known() { 0.0 } else { DOUBT / f64::from(visits).sqrt() };
                ((mean - doubt) * 1e6) as i64
            }
            None => i64::MIN,
        };
        (proof == Win, proof != Loss, third, sum)
    }
}

/// The possible error of the value of a single visit; with four visits it is half. The number is a choice: it is about
/// 70 centipawns in chess, and a much visited move keeps its place against a move that was visited once.
const DOUBT: f64 = 0.1;

/// A search.
pub struct Search<G: Game, E: Evaluator<G>> {
    mode: Box<dyn Mode<G, E>>,
    workers: Vec<Worker<G, E>>,
}

impl<G: Game + 'static, E: Evaluator<G>> Search<G, E> {
    /// Creates a search of this position. `evaluator` makes the evaluator of each worker.
    pub fn new(root: &G, settings: &Settings, evaluator: impl FnMut(usize) -> E) -> Search<G, E> {
        let number = if settings.mode == ModeName::Root { settings.workers.max(1) } else { 1 };
        let capacity = settings.memory / size_of::<Node>() / number;
        let trees = (0..number as u64).map(|number| {
            let seed = settings.seed.wrapping_add(number << 32);
            Tree::new(root.clone(), settings.params, capacity.clamp(1024, 1 << 31) as u32, seed)
        });
        Search::resume(trees.collect(), settings, evaluator)
    }

    /// Continues with the trees of a search in the same mode with the same number of workers: see
    /// [`Search::into_trees`].
    ///
    /// # Panics
    /// The number of trees differs from the mode's.
    pub fn resume(
        mut trees: Vec<Tree<G>>,
        settings: &Settings,
        mut evaluator: impl FnMut(usize) -> E,
    ) -> Search<G, E> {
        let workers = settings.workers.max(1);
        let number = if settings.mode == ModeName::Root { workers } else { 1 };
        assert_eq!(trees.len(), number, "{} with {workers} workers", settings.mode.name());
        trees.iter_mut().for_each(|tree| tree.params = settings.params);
        let root = trees[0].root().clone();
        let mode: Box<dyn Mode<G, E>> = match settings.mode {
            ModeName::Root => Box::new(Root(trees)),
            ModeName::Leaf => Box::new(Leaf::new(trees.remove(0), workers)),
            ModeName::TreeGlobal => Box::new(TreeGlobal::new(trees.remove(0))),
            ModeName::TreeLocal => Box::new(TreeLocal::new(trees.remove(0))),
            ModeName::TreeLockfree => Box::new(TreeLockfree(trees.remove(0))),
        };
        let workers = (0..workers).map(|id| Worker::new(id, root.clone(), evaluator(id)));
        Search { mode, workers: workers.collect() }
    }

    /// Returns the trees, with which another search can continue. The evaluators are dropped.
    pub fn into_trees(mut self) -> Vec<Tree<G>> {
        let trees = self.mode.trees_mut().iter_mut();
        trees.map(|tree| mem::replace(tree, tree.stump())).collect()
    }

    /// Makes `playouts` playouts with a thread for each worker. Makes fewer if the root is proven or `is_stopped` is
    /// set. No playout is under way afterwards.
    pub fn run(&mut self, playouts: u64, is_stopped: &AtomicBool) {
        self.allow(playouts);
        loop {
            let mode = &*self.mode;
            let mut workers = self.workers.iter_mut();
            // One worker needs no thread of its own.
            let mut here: Vec<_> = workers.next().into_iter().collect();
            let others: Vec<_> = workers.map(|worker| Mutex::new(Some(worker))).collect();
            thread::scope(|scope| {
                for place in &others {
                    let work = move || {
                        let worker = hold(place).take();
                        run_workers(mode, worker.into_iter().collect(), is_stopped);
                    };
                    // If the system refuses a thread, this one does the work of both.
                    if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                        here.extend(hold(place).take());
                    }
                }
                run_workers(mode, here, is_stopped);
            });
            // Workers also leave when a tree needs room.
            if is_stopped.load(Ordering::Relaxed) || !self.make_room() {
                break;
            }
        }
    }

    /// Makes `playouts` playouts one after the other in the first tree, without a mode.
    pub fn run_sequentially(&mut self, playouts: u64) {
        self.mode.trees_mut()[0].allow(playouts);
        loop {
            sequential::search(&self.mode.trees()[0], &mut self.workers[0]);
            if !self.mode.trees_mut()[0].make_room() {
                break;
            }
        }
    }

    /// Allows `playouts` more playouts, for [`Search::step`].
    pub fn allow(&mut self, playouts: u64) {
        let trees = self.mode.trees_mut();
        let number = trees.len() as u64;
        for (place, tree) in (0..).zip(trees) {
            tree.allow(playouts / number + u64::from(place < playouts % number));
        }
    }

    /// Lets no new playout begin. Playouts under way end.
    pub fn stop(&self) {
        self.mode.trees().iter().for_each(Tree::stop);
    }

    /// Returns the moves one worker by one step.
    pub fn step(&mut self, worker: usize) -> Progress {
        self.mode.step(&mut self.workers[worker])
    }

    /// Returns the lock that the next step of a worker takes.
    pub fn lock(&self, worker: usize) -> Option<LockId> {
        self.mode.lock(&self.workers[worker])
    }

    /// Returns the phase of a worker's playout.
    pub fn phase(&self, worker: usize) -> Phase {
        self.workers[worker].phase
    }

    /// Returns the number of workers.
    pub fn workers(&self) -> usize {
        self.workers.len()
    }

    /// Returns a worker's usage since it was last cleared.
    pub fn usage(&mut self, worker: usize) -> &mut Usage {
        &mut self.workers[worker].usage
    }

    /// Frees half of each full tree. No worker may be under way. Returns true if there is more to do.
    pub fn make_room(&mut self) -> bool {
        let made =
            self.mode.trees_mut().iter_mut().filter_map(|tree| tree.make_room().then_some(()));
        made.count() > 0 && self.trees().iter().any(|tree| tree.remaining() > 0)
    }

    /// Returns the trees: one tree, or a tree for each worker.
    pub fn trees(&self) -> &[Tree<G>] {
        self.mode.trees()
    }

    /// Returns the moves at the root, best first. Proven wins come first and proven losses last. The others are sorted
    /// by visits, or by values if means are pulled to the maximum ([`Params::minimax`]).
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut all: Vec<Candidate> = Vec::new();
        for tree in self.trees() {
            for child in tree.children(NodeId::ROOT) {
                let (mv, counts) = (tree.mv(child), tree.counts(child));
                match all.iter_mut().find(|candidate| candidate.mv == mv) {
                    Some(candidate) => candidate.counts.merge(counts),
                    None => all.push(Candidate { mv, counts }),
                }
            }
        }
        let params = &self.trees()[0].params;
        all.sort_by_key(|candidate| Reverse(candidate.rank(params)));
        all
    }

    /// Returns the best move, or `None` if the game is over or nothing has been searched.
    pub fn best(&self) -> Option<Candidate> {
        self.candidates().first().copied()
    }

    /// Returns the line of the best moves in the first tree.
    pub fn line(&self) -> Vec<Move> {
        self.best().map_or(Vec::new(), |best| self.line_after(best.mv))
    }

    /// Returns the line of the best moves in the first tree that begins with this move.
    pub fn line_after(&self, first: Move) -> Vec<Move> {
        let tree = &self.trees()[0];
        let mut line = vec![first];
        let mut node = tree.children(NodeId::ROOT).find(|&child| tree.mv(child) == first);
        while let Some(id) = node {
            let ranked = tree.children(id).map(|child| {
                let candidate = Candidate { mv: tree.mv(child), counts: tree.counts(child) };
                (candidate.rank(&tree.params), child)
            });
            // Among equal moves the first, as in `candidates`.
            node = ranked.min_by_key(|ranked| Reverse(ranked.0)).map(|ranked| ranked.1);
            node = node.filter(|&child| tree.counts(child).visits > 0);
            line.extend(node.map(|child| tree.mv(child)));
        }
        line
    }

    /// Plays a legal move. Keeps the part of the tree below it, up to half of the memory.
    pub fn play(&mut self, mv: Move) {
        self.mode.trees_mut().iter_mut().for_each(|tree| tree.advance(mv));
    }
}

/// Steps the workers of a thread in turn until the work of all is done. A thread has several only if the system has refused
/// others.
fn run_workers<G: Game, E: Evaluator<G>>(
    mode: &dyn Mode<G, E>,
    mut workers: Vec<&mut Worker<G, E>>,
    is_stopped: &AtomicBool,
) {
    while !workers.is_empty() {
        let mut is_idle = true;
        workers.retain_mut(|worker| match mode.step(worker) {
            Progress::Working => {
                worker.usage.clear();
                is_idle = false;
                true
            }
            Progress::Idle => true,
            Progress::Done => false,
        });
        if is_idle {
            thread::yield_now();
        }
        if is_stopped.load(Ordering::Relaxed) {
            mode.trees().iter().for_each(Tree::stop);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
