//! `abdada`: every node counts the workers in it, and a child with another worker inside comes last.
//!
//! J.-C. Weill, "The ABDADA Distributed Minimax-Search Algorithm", ICCA Journal 19(1), 1996. The name means *Alpha-Bêta
//! Distribué avec Droit d'Aînesse*, distributed alpha-beta with the right of the eldest: the first child is never put
//! off. A worker goes over the children of a node twice. In the first pass all but the first child are searched
//! *exclusively*. If another worker is in such a child, the result is "on evaluation", and the child is put off. The
//! second pass searches the children that were put off, even if other workers are inside. Weill reports a speed-up of
//! 15.85 on 32 processors.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the count of workers in each node; the game shares a transposition table |
//! | Who may take it? | everybody searches everything that the transposition table does not answer |
//! | Who carries the value up? | every worker for itself; the first to finish the root concludes the search |
//! | Who iterates? | the main worker; each search of the root is one of all workers |
//!
//! No worker waits, except at the end until all have noticed that the root is finished.
//!
//! ```text
//!   worker 0   a ──── b ──── d ──── (c)
//!   worker 1   a ──── b? on evaluation   c ──── d? on evaluation   (b) ── d ...
//!              └ the first: not put off          first pass        └ second pass
//! ```
//!
//! In the source the count is a field of the entry in the transposition table. Here it is in a separate table, so that
//! no game has to provide it. Its key is position and remaining depth, which an entry of the source must match. A count
//! may be lost when another node needs its place. As in the source, the transposition table is probed first: a child
//! that it answers is never put off. Nodes below depth 3 are not counted.
//!
//! A job that was put off is searched with its original depth and window, and again if a brother has raised alpha
//! since. In the source the second pass searches it with the node's current window.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cleave_shared_memory::Shareable;
use cleave_smp::WorkerId;
use cleave_smp::random::mix;
use cleave_sync::chaos;

use super::exclusion::{Exclusion, Mark};
use super::plan::AsAsked;
use super::{Rules, SharedRoot};
use crate::traits::{Keys, OwnRoot};

/// Nodes with less remaining depth are not counted. There are too many of them, and searching one twice costs less than
/// the count.
const LEAST_DEPTH: i32 = 3;

/// Sets of places, a power of two.
const SETS: usize = 1 << 12;
/// Places in a set.
const WAYS: usize = 4;
/// The bits of a place for the count. The others are for the node's mark.
const COUNT: u64 = (1 << 11) - 1;

pub(crate) fn rules<'a, N: OwnRoot + Keys>(shared: &'a SharedRoot<N>, _: WorkerId) -> Rules<'a, N> {
    Rules { plan: Box::new(AsAsked), exclusion: Box::new(&shared.node_counts) }
}

/// The counts of the workers in nodes.
#[derive(Shareable)]
pub(super) struct NodeCounts {
    sets: [Set; SETS],
}

#[derive(Shareable)]
struct Set {
    places: [AtomicU64; WAYS],
}

impl<N: OwnRoot + Keys> Exclusion<N> for &NodeCounts {
    fn node_mark(&self, node: &N, _: usize) -> Option<Mark> {
        let depth = node.depth();
        let key = node.position_key() ^ mix(depth as u64);
        // The key is mixed, because a game may number its positions in the lowest bits.
        (depth >= LEAST_DEPTH).then(|| Mark(mix(key) & !COUNT))
    }

    fn is_busy(&self, mark: Mark) -> bool {
        self.count(mark) > 0
    }

    fn put(&self, mark: Mark) {
        chaos::point();
        let places = &self.set(mark).places;
        let is_counted = |place: &AtomicU64| {
            let more = |word| (of_node(word, mark) && word & COUNT < COUNT).then_some(word + 1);
            place.fetch_update(Relaxed, Relaxed, more).is_ok()
        };
        let is_new = |place: &AtomicU64| {
            let first = |word| (word & COUNT == 0).then_some(mark.0 + 1);
            place.fetch_update(Relaxed, Relaxed, first).is_ok()
        };
        if !places.iter().any(is_counted) && !places.iter().any(is_new) {
            places[0].store(mark.0 + 1, Relaxed);
        }
    }

    fn remove(&self, mark: Mark) {
        chaos::point();
        let less = |word| (of_node(word, mark) && word & COUNT > 0).then(|| word - 1);
        for place in &self.set(mark).places {
            if place.fetch_update(Relaxed, Relaxed, less).is_ok() {
                return;
            }
        }
    }
}

impl NodeCounts {
    fn set(&self, mark: Mark) -> &Set {
        &self.sets[(mark.0 >> COUNT.count_ones()) as usize % SETS]
    }

    fn count(&self, mark: Mark) -> u64 {
        let words = self.set(mark).places.iter().map(|place| place.load(Relaxed));
        words.filter(|&word| of_node(word, mark)).map(|word| word & COUNT).sum()
    }

    /// Returns the number of nodes with a count.
    pub(super) fn in_use(&self) -> usize {
        let places = self.sets.iter().flat_map(|set| &set.places);
        places.filter(|place| place.load(Relaxed) & COUNT != 0).count()
    }

    pub(super) fn reset(&self) {
        for place in self.sets.iter().flat_map(|set| &set.places) {
            place.store(0, Relaxed);
        }
    }
}

/// Returns true if the word counts the workers in the node of this mark.
fn of_node(word: u64, mark: Mark) -> bool {
    (word ^ mark.0) & !COUNT == 0
}

#[cfg(test)]
mod tests {
    use cleave_shared_memory::SharedSlice;

    use super::*;
    use crate::testing::TinyNode;

    fn exclusion(counts: &SharedSlice<NodeCounts>) -> Box<dyn Exclusion<TinyNode> + '_> {
        Box::new(&counts[0])
    }

    #[test]
    fn a_node_is_busy_until_all_have_left_it() {
        let counts = SharedSlice::new("node-counts", 1).unwrap();
        let exclusion = exclusion(&counts);
        let (here, there) = (Mark(7 << 11), Mark(8 << 11));
        exclusion.put(here);
        exclusion.put(here);
        assert!(exclusion.is_busy(here) && !exclusion.is_busy(there));
        exclusion.remove(there);
        exclusion.remove(here);
        assert!(exclusion.is_busy(here), "one worker is still there");
        exclusion.remove(here);
        assert!(!exclusion.is_busy(here));
        exclusion.remove(here);
        assert!(!exclusion.is_busy(here), "a lost count does not go below zero");
    }

    #[test]
    fn a_full_set_counts_the_newest_node() {
        let counts = SharedSlice::new("node-counts", 1).unwrap();
        let exclusion = exclusion(&counts);
        let marks: Vec<_> = (1..6).map(|n| Mark((n * SETS as u64) << 11)).collect();
        marks.iter().for_each(|&mark| exclusion.put(mark));
        let busy = marks.iter().filter(|&&mark| exclusion.is_busy(mark)).count();
        assert_eq!(busy, WAYS);
        assert!(exclusion.is_busy(marks[4]) && !exclusion.is_busy(marks[0]));
        marks.iter().for_each(|&mark| exclusion.remove(mark));
        assert!(!marks.iter().any(|&mark| exclusion.is_busy(mark)));
    }

    /// A game may number its positions.
    #[test]
    fn nodes_whose_keys_differ_in_the_lowest_bits_are_told_apart() {
        let counts = SharedSlice::new("node-counts", 1).unwrap();
        let exclusion = exclusion(&counts);
        let mark =
            |key| exclusion.node_mark(&TinyNode::root_with_key(LEAST_DEPTH, key), 1).unwrap();
        exclusion.put(mark(0));
        assert!(exclusion.is_busy(mark(0)) && (1..64).all(|key| !exclusion.is_busy(mark(key))));
    }

    #[test]
    fn the_same_position_at_another_depth_is_another_node() {
        let counts = SharedSlice::new("node-counts", 1).unwrap();
        let exclusion = exclusion(&counts);
        let mark = |depth| exclusion.node_mark(&TinyNode::root(depth), 1);
        assert_eq!(mark(5), mark(5));
        assert!(mark(5) != mark(4) && mark(LEAST_DEPTH - 1).is_none());
    }
}
