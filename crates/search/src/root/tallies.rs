//! The counts of each worker: nodes, in all and by root move, cutoffs, hits in the tables, the deepest ply.
//!
//! A cache line that all workers write is in one core at a time, and many workers queue for it. So each worker writes
//! its own tally, and a reader adds them up: the main worker, once in 512 nodes of its own and between searches of the
//! root.
//!
//! No worker sets another's tally back. The counts before a search are subtracted from its sums. A worker that counts
//! for an iteration or a search of the root that is new to its tally begins that part anew. All words are relaxed
//! atomics.

use std::array;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

use cleave_shared_memory::{Shareable, SharedSlice};
use cleave_smp::{ArenaError, WorkerId};

use crate::ordering::scored_moves::CAPACITY;
use crate::tree_counts::TreeCounts;
use crate::units::{Depth, Ply};

/// The search and iterations that the tallies belong to, and the counts to subtract.
#[derive(Shareable)]
pub(crate) struct TallyBase {
    /// Nodes that do not count in this search.
    void_nodes: AtomicU64,
    /// Counts of the tree that belong to earlier searches.
    void_tree: [AtomicU64; TreeCounts::LEN],
    /// The stages of the iterations of even depth and of odd depth.
    stages: [Stage; 2],
}

/// The tallies of all workers.
#[derive(Clone, Copy)]
pub(crate) struct Tallies<'a> {
    pub(crate) base: &'a TallyBase,
    /// One for each worker.
    pub(crate) of_worker: &'a [Tally],
}

/// The numbers of the iteration and of the search of the root that began last. Counted from 1.
#[derive(Shareable)]
struct Stage {
    iteration: AtomicU32,
    root: AtomicU32,
}

/// The tally of one worker, on lines that only it writes.
#[derive(Shareable)]
#[repr(C, align(128))]
pub(crate) struct Tally {
    nodes: AtomicU64,
    /// The worker's part of [`TreeCounts`].
    tree: [AtomicU64; TreeCounts::LEN],
    iterations: [IterationTally; 2],
}

/// The counts of a worker in an iteration.
#[derive(Shareable)]
struct IterationTally {
    /// The stage to which the other fields belong.
    stage: Stage,
    deepest: AtomicU32,
    /// Nodes of this search of the root by root move, by the move's number from 1.
    effort: [AtomicU64; CAPACITY],
}

impl Tally {
    /// Creates tallies for this many workers.
    ///
    /// # Errors
    /// The system refuses the memory.
    pub(crate) fn of_team(workers: usize) -> Result<SharedSlice<Tally>, ArenaError> {
        let bytes = workers * size_of::<Tally>();
        let tallies = SharedSlice::new("cleave-tallies", workers);
        tallies.map_err(|reason| ArenaError::Refused { bytes, reason })
    }
}

impl TallyBase {
    /// Begins an iteration of this depth, for the main worker.
    pub(crate) fn begin_iteration(&self, iteration: Depth) {
        add(&self.stages[parity(iteration)].iteration, 1);
    }

    /// Begins a search of the root in an iteration of this depth, for the main worker.
    pub(crate) fn begin_root(&self, iteration: Depth) {
        add(&self.stages[parity(iteration)].root, 1);
    }
}

impl<'a> Tallies<'a> {
    /// Begins a search.
    pub(crate) fn begin_search(&self) {
        self.reset_nodes(0);
        for (index, void) in self.base.void_tree.iter().enumerate() {
            void.store(self.sum(|tally| &tally.tree[index]), Relaxed);
        }
    }

    /// Sets the count of nodes back: the nodes since the last search of the root are void. Call it only when no worker
    /// searches.
    pub(crate) fn reset_nodes(&self, nodes: u64) {
        let all = self.sum(|tally| &tally.nodes);
        self.base.void_nodes.store(all.wrapping_sub(nodes), Relaxed);
    }

    /// Adds nodes of this worker in this iteration, below the root move with this number; 0 for no move.
    pub(crate) fn count(
        &self,
        who: WorkerId,
        iteration: Depth,
        number: u16,
        nodes: u64,
        deepest: Ply,
    ) {
        let tally = self.of(who);
        tally.nodes.store(tally.nodes.load(Relaxed) + nodes, Relaxed);
        let (stage, tally) =
            (&self.base.stages[parity(iteration)], &tally.iterations[parity(iteration)]);
        if renew(&tally.stage.iteration, &stage.iteration) {
            tally.deepest.store(0, Relaxed);
        }
        if renew(&tally.stage.root, &stage.root) {
            tally.effort.iter().for_each(|nodes| nodes.store(0, Relaxed));
        }
        let effort = &tally.effort[usize::from(number)];
        effort.store(effort.load(Relaxed) + nodes, Relaxed);
        let deepest = tally.deepest.load(Relaxed).max(deepest.index() as u32);
        tally.deepest.store(deepest, Relaxed);
    }

    /// Adds to the counts of this worker.
    pub(crate) fn add_tree_counts(&self, who: WorkerId, more: TreeCounts) {
        for (count, more) in self.of(who).tree.iter().zip(more.to_array()) {
            if more > 0 {
                count.store(count.load(Relaxed) + more, Relaxed);
            }
        }
    }

    /// Returns the nodes searched by all workers in this search, as far as they have reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.sum(|tally| &tally.nodes).wrapping_sub(self.base.void_nodes.load(Relaxed))
    }

    /// Returns the counts of the tree by all workers in this search, as far as they have reported.
    pub(crate) fn tree_counts(&self) -> TreeCounts {
        TreeCounts::from_array(array::from_fn(|index| {
            let void = self.base.void_tree[index].load(Relaxed);
            self.sum(|tally| &tally.tree[index]).wrapping_sub(void)
        }))
    }

    /// Returns the nodes that all workers have spent on the root move with this number in the last search of the root.
    pub(crate) fn effort(&self, iteration: Depth, number: usize) -> u64 {
        let stage = &self.base.stages[parity(iteration)].root;
        let tallies = self.iterations(iteration);
        let tallies = tallies.filter(|tally| is_same(&tally.stage.root, stage));
        tallies.map(|tally| tally.effort[number].load(Relaxed)).sum()
    }

    /// Returns the deepest ply that a worker has reached in this iteration.
    pub(crate) fn deepest(&self, iteration: Depth) -> u32 {
        let stage = &self.base.stages[parity(iteration)].iteration;
        let tallies = self.iterations(iteration);
        let tallies = tallies.filter(|tally| is_same(&tally.stage.iteration, stage));
        tallies.map(|tally| tally.deepest.load(Relaxed)).max().unwrap_or(0)
    }

    fn of(&self, who: WorkerId) -> &'a Tally {
        &self.of_worker[who.index()]
    }

    fn iterations(&self, iteration: Depth) -> impl Iterator<Item = &'a IterationTally> {
        self.of_worker.iter().map(move |tally| &tally.iterations[parity(iteration)])
    }

    fn sum(&self, count: impl Fn(&Tally) -> &AtomicU64) -> u64 {
        self.of_worker.iter().fold(0, |sum, tally| sum.wrapping_add(count(tally).load(Relaxed)))
    }
}

fn parity(iteration: Depth) -> usize {
    iteration.get() as usize % 2
}

fn add(count: &AtomicU32, more: u32) {
    count.store(count.load(Relaxed).wrapping_add(more), Relaxed);
}

fn is_same(own: &AtomicU32, current: &AtomicU32) -> bool {
    own.load(Relaxed) == current.load(Relaxed)
}

/// Brings a worker's own number up to date. Returns true if it was out of date.
fn renew(own: &AtomicU32, current: &AtomicU32) -> bool {
    let current = current.load(Relaxed);
    let is_old = own.load(Relaxed) != current;
    if is_old {
        own.store(current, Relaxed);
    }
    is_old
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEPTHS: [Depth; 2] = [Depth::new(6), Depth::new(7)];

    fn memory() -> (SharedSlice<TallyBase>, SharedSlice<Tally>) {
        (SharedSlice::new("base", 1).unwrap(), Tally::of_team(8).unwrap())
    }

    #[test]
    fn sums_are_of_the_last_search_of_the_root_and_of_all_workers() {
        let (base, of_worker) = memory();
        let tallies = Tallies { base: &base[0], of_worker: &of_worker };
        let [six, seven] = DEPTHS;
        let (one, five) = (WorkerId::new(1), WorkerId::new(5));
        tallies.begin_search();
        DEPTHS.iter().for_each(|&depth| base[0].begin_iteration(depth));
        DEPTHS.iter().for_each(|&depth| base[0].begin_root(depth));
        tallies.count(one, six, 3, 10, Ply::new(9));
        tallies.count(five, six, 3, 5, Ply::new(12));
        tallies.count(five, seven, 3, 100, Ply::new(20));
        assert_eq!(DEPTHS.map(|depth| tallies.effort(depth, 3)), [15, 100]);
        assert_eq!(DEPTHS.map(|depth| tallies.deepest(depth)), [12, 20]);
        // The root is searched again in the same iteration, by only one of the two.
        base[0].begin_root(six);
        assert_eq!(tallies.effort(six, 3), 0);
        tallies.count(one, six, 3, 1, Ply::new(2));
        assert_eq!((tallies.effort(six, 3), tallies.deepest(six)), (1, 12));
        assert_eq!(tallies.effort(seven, 3), 100);
        base[0].begin_iteration(six);
        assert_eq!((tallies.deepest(six), tallies.nodes()), (0, 116));
    }

    #[test]
    fn a_search_counts_from_zero_and_void_nodes_do_not_count() {
        let (base, of_worker) = memory();
        let tallies = Tallies { base: &base[0], of_worker: &of_worker };
        let who = [0, 7].map(WorkerId::new);
        let count =
            |nodes| who.iter().for_each(|&who| tallies.count(who, DEPTHS[0], 0, nodes, Ply::ROOT));
        tallies.begin_search();
        count(20);
        let counts = TreeCounts::from_array([1, 2, 3, 4, 5, 6]);
        who.iter().for_each(|&who| tallies.add_tree_counts(who, counts));
        assert_eq!(tallies.tree_counts(), TreeCounts::from_array([2, 4, 6, 8, 10, 12]));
        assert_eq!(tallies.nodes(), 40);
        tallies.reset_nodes(25);
        assert_eq!(tallies.nodes(), 25);
        count(1);
        assert_eq!(tallies.nodes(), 27);
        tallies.begin_search();
        assert_eq!((tallies.nodes(), tallies.tree_counts()), (0, TreeCounts::default()));
        count(3);
        assert_eq!(tallies.nodes(), 6);
    }
}
