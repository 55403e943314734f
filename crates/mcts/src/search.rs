//! A search: trees, workers and a mode, on threads or stepped by the caller.

use std::cmp::Reverse;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::evaluator::Evaluator;
use crate::game::{Game, Move};
use crate::modes::leaf::Leaf;
use crate::modes::root::Root;
use crate::modes::tree_global::TreeGlobal;
use crate::modes::tree_local::TreeLocal;
use crate::modes::tree_lockfree::TreeLockfree;
use crate::modes::{LockId, Mode, ModeName, sequential};
use crate::node::{Node, NodeId};
use crate::params::Params;
use crate::tally::Counts;
use crate::tree::Tree;
use crate::usage::Usage;
use crate::worker::{Phase, Progress, Worker};

/// The size of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How workers share the work.
    pub mode: ModeName,
    /// Workers, each with a thread, at least 1.
    pub workers: usize,
    /// How a worker chooses.
    pub params: Params,
    /// The most bytes of nodes, 32 for each; [`ModeName::Root`] divides them among its trees. A tree has
    /// room for 1,024 nodes at least.
    pub memory: usize,
    /// Of the random numbers.
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

/// A move at the root, and what is known of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Visits, values and proof, of all trees together, for the player who has the move.
    pub counts: Counts,
}

impl Candidate {
    /// What a player looks at first, second and third: a proven win, no proven loss, many visits. Where
    /// means are pulled to the maximum the third is the mean, less a doubt that falls with the visits: a move
    /// that has long looked best may just have been refuted.
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

/// What the value of a single visit may be wrong by; of four, half as much. A choice: it makes 70 centipawns of
/// chess, and a move that is much visited keeps its place against one that was seen once.
const DOUBT: f64 = 0.1;

/// A search.
pub struct Search<G: Game, E: Evaluator<G>> {
    mode: Box<dyn Mode<G, E>>,
    workers: Vec<Worker<G, E>>,
}

impl<G: Game + 'static, E: Evaluator<G>> Search<G, E> {
    /// A search of this position. `evaluator` makes that of each worker.
    pub fn new(root: &G, settings: &Settings, evaluator: impl FnMut(usize) -> E) -> Search<G, E> {
        let number = if settings.mode == ModeName::Root { settings.workers.max(1) } else { 1 };
        let capacity = settings.memory / size_of::<Node>() / number;
        let trees = (0..number as u64).map(|number| {
            let seed = settings.seed.wrapping_add(number << 32);
            Tree::new(root.clone(), settings.params, capacity.clamp(1024, 1 << 31) as u32, seed)
        });
        Search::resume(trees.collect(), settings, evaluator)
    }

    /// Goes on with the trees of a search in the same mode, with as many workers: see
    /// [`Search::into_trees`].
    ///
    /// # Panics
    /// There are not as many trees as the mode has.
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

    /// The trees, to go on with when the evaluators are gone.
    pub fn into_trees(mut self) -> Vec<Tree<G>> {
        let trees = self.mode.trees_mut().iter_mut();
        trees.map(|tree| mem::replace(tree, tree.stump())).collect()
    }

    /// Makes this many playouts on a thread for each worker, fewer if the root is proven, or once
    /// `is_stopped` is set. Nothing is under way afterwards.
    pub fn run(&mut self, playouts: u64, is_stopped: &AtomicBool) {
        self.allow(playouts);
        loop {
            let (mode, workers) = (&*self.mode, &mut self.workers);
            thread::scope(|scope| {
                // One of them needs no thread of its own.
                let Some((first, others)) = workers.split_first_mut() else { return };
                for worker in others {
                    scope.spawn(move || run_worker(mode, worker, is_stopped));
                }
                run_worker(mode, first, is_stopped);
            });
            // Workers also come out when a tree needs room.
            if is_stopped.load(Ordering::Relaxed) || !self.make_room() {
                break;
            }
        }
    }

    /// Makes this many playouts one after the other in the first tree, with no mode at all.
    pub fn run_sequentially(&mut self, playouts: u64) {
        self.mode.trees_mut()[0].allow(playouts);
        loop {
            sequential::search(&self.mode.trees()[0], &mut self.workers[0]);
            if !self.mode.trees_mut()[0].make_room() {
                break;
            }
        }
    }

    /// Allows this many more playouts, for [`Search::step`].
    pub fn allow(&mut self, playouts: u64) {
        let trees = self.mode.trees_mut();
        let number = trees.len() as u64;
        for (place, tree) in (0..).zip(trees) {
            tree.allow(playouts / number + u64::from(place < playouts % number));
        }
    }

    /// No playout begins any more; those under way end.
    pub fn stop(&self) {
        self.mode.trees().iter().for_each(Tree::stop);
    }

    /// Moves one worker by one step.
    pub fn step(&mut self, worker: usize) -> Progress {
        self.mode.step(&mut self.workers[worker])
    }

    /// The lock that the next step of a worker takes.
    pub fn lock(&self, worker: usize) -> Option<LockId> {
        self.mode.lock(&self.workers[worker])
    }

    /// Where a worker is in its playout.
    pub fn phase(&self, worker: usize) -> Phase {
        self.workers[worker].phase
    }

    /// Workers of the search.
    pub fn workers(&self) -> usize {
        self.workers.len()
    }

    /// What a worker has used since its usage was last cleared.
    pub fn usage(&mut self, worker: usize) -> &mut Usage {
        &mut self.workers[worker].usage
    }

    /// Frees half of each tree that is full, once no worker is under way. True if there is more to do.
    pub fn make_room(&mut self) -> bool {
        let made =
            self.mode.trees_mut().iter_mut().filter_map(|tree| tree.make_room().then_some(()));
        made.count() > 0 && self.trees().iter().any(|tree| tree.remaining() > 0)
    }

    /// The trees: one, or one for each worker.
    pub fn trees(&self) -> &[Tree<G>] {
        self.mode.trees()
    }

    /// The moves at the root, the best first: a proven win, then by visits, or by values where means are pulled
    /// to the maximum ([`Params::minimax`]), proven losses last.
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

    /// The best move. `None` if the game is over or nothing has been searched.
    pub fn best(&self) -> Option<Candidate> {
        self.candidates().first().copied()
    }

    /// The line of the best moves in the first tree.
    pub fn line(&self) -> Vec<Move> {
        self.best().map_or(Vec::new(), |best| self.line_after(best.mv))
    }

    /// The line of the best moves in the first tree that begins with this move.
    pub fn line_after(&self, first: Move) -> Vec<Move> {
        let tree = &self.trees()[0];
        let mut line = vec![first];
        let mut node = tree.children(NodeId::ROOT).find(|&child| tree.mv(child) == first);
        while let Some(id) = node {
            let ranked = tree.children(id).map(|child| {
                let candidate = Candidate { mv: tree.mv(child), counts: tree.counts(child) };
                (candidate.rank(&tree.params), child)
            });
            // Of equals the first, as in `candidates`.
            node = ranked.min_by_key(|ranked| Reverse(ranked.0)).map(|ranked| ranked.1);
            node = node.filter(|&child| tree.counts(child).visits > 0);
            line.extend(node.map(|child| tree.mv(child)));
        }
        line
    }

    /// Plays a legal move. What is known of the position after it is kept, up to half of the memory.
    pub fn play(&mut self, mv: Move) {
        self.mode.trees_mut().iter_mut().for_each(|tree| tree.advance(mv));
    }
}

/// Steps a worker until there is nothing to do.
fn run_worker<G: Game, E: Evaluator<G>>(
    mode: &dyn Mode<G, E>,
    worker: &mut Worker<G, E>,
    is_stopped: &AtomicBool,
) {
    loop {
        match mode.step(worker) {
            Progress::Working => worker.usage.clear(),
            Progress::Idle => thread::yield_now(),
            Progress::Done => break,
        }
        if is_stopped.load(Ordering::Relaxed) {
            mode.trees().iter().for_each(Tree::stop);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::value::Value;

    #[test]
    fn a_move_refuted_after_many_visits_is_the_best_only_by_visits() {
        let candidate = |mv, visits, share| {
            let counts = Counts::default();
            let sum = u64::from(visits) * Value::of_share(share).units();
            Candidate { mv: Move(mv), counts: Counts { visits, sum, ..counts } }
        };
        let (refuted, other) = (candidate(1, 34, 0.5), candidate(2, 25, 0.9));
        let params = |minimax| Params { minimax, ..Params::default() };
        assert!(refuted.rank(&params(0.0)) > other.rank(&params(0.0)));
        assert!(refuted.rank(&params(1.0)) < other.rank(&params(1.0)));
        let once = candidate(3, 1, 0.95);
        assert!(once.rank(&params(1.0)) < other.rank(&params(1.0)), "one visit proves little");
        let mut drawn = candidate(3, 1, 0.5);
        drawn.counts.proof = crate::proof::Proof::Draw;
        assert!(drawn.rank(&params(1.0)) > refuted.rank(&params(1.0)), "a proof leaves no doubt");
        assert!(candidate(4, 0, 0.0).rank(&params(1.0)) < refuted.rank(&params(1.0)));
    }
}
