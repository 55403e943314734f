//! The data that the groups of a search exchange.

use std::mem;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crossbeam_utils::CachePadded;

use crate::cluster::{Aim, Finding, RING, RootResults, follower_depth};

/// A group of a search; the first is 0.
pub(crate) type Group = usize;

/// The group that has the program's clock and host.
pub(crate) const FIRST: Group = 0;

/// The most keys that may wait for the first group. They leave room in its ring for the keys of its own workers.
const MOST_NOTED: usize = RING / 4;

/// The data that all groups of a search read at each check of their limits. They seldom write it, except for the
/// counts, which are on a line of each group's own.
pub(crate) struct Blackboard {
    is_over: AtomicBool,
    /// The current depth of the first group.
    lead: AtomicU32,
    /// The depth of the deepest finding. A group that searches a deeper root need not look.
    deepest: AtomicU32,
    results: Mutex<RootResults<Group>>,
    /// If the program is a rank of a cluster: the least depth of nodes that are noted for the other ranks; 0 for none.
    least_depth: AtomicU32,
    /// The keys of such nodes that the first group has not taken yet.
    noted: Mutex<Vec<u64>>,
    counts: Vec<CachePadded<Counts>>,
}

/// The counts of a group at the last check of its limits.
#[derive(Default)]
struct Counts {
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

impl Blackboard {
    /// Creates an empty blackboard for this many groups.
    pub(crate) fn new(groups: usize) -> Blackboard {
        Blackboard {
            is_over: AtomicBool::new(false),
            lead: AtomicU32::new(0),
            deepest: AtomicU32::new(0),
            results: Mutex::default(),
            least_depth: AtomicU32::new(0),
            noted: Mutex::default(),
            counts: (0..groups).map(|_| CachePadded::default()).collect(),
        }
    }

    /// Notes that the first group has ended its search. The others then end theirs.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Returns true once the first group has ended its search.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Notes that the first group begins to search this depth.
    pub(crate) fn lead(&self, depth: u32) {
        self.lead.store(depth, Relaxed);
    }

    /// Returns the depth of a group's next iteration, which would be `next` by itself. Groups with odd numbers are a
    /// ply ahead of the first.
    pub(crate) fn choose_depth(&self, group: Group, next: u32) -> u32 {
        match group {
            FIRST => next,
            _ => follower_depth(next, self.lead.load(Relaxed), group % 2 == 1),
        }
    }

    /// Publishes a group's result of a search of the root.
    pub(crate) fn publish(&self, group: Group, finding: &Finding) {
        locked(&self.results).learn(group, finding);
        self.deepest.fetch_max(finding.depth, Relaxed);
    }

    /// Returns another group's finding that settles this group's search of the root.
    pub(crate) fn settled(&self, group: Group, aim: &Aim) -> Option<Finding> {
        if self.deepest.load(Relaxed) < aim.depth {
            return None;
        }
        locked(&self.results).settling(&group, aim).map(|(_, finding)| finding.clone())
    }

    /// Sets the least depth of nodes that interest other ranks; 0 for none.
    pub(crate) fn gather_from(&self, least_depth: u32) {
        self.least_depth.store(least_depth, Relaxed);
    }

    /// Returns this least depth; 0 for none.
    pub(crate) fn gathers_from(&self) -> u32 {
        self.least_depth.load(Relaxed)
    }

    /// Notes the keys of nodes that a group has finished. Drops keys for which the first group has no room.
    pub(crate) fn note(&self, keys: impl IntoIterator<Item = u64>) {
        let mut noted = locked(&self.noted);
        let room = MOST_NOTED.saturating_sub(noted.len());
        noted.extend(keys.into_iter().take(room));
    }

    /// Returns the keys noted since the last call.
    pub(crate) fn take_noted(&self) -> Vec<u64> {
        mem::take(&mut *locked(&self.noted))
    }

    /// Sets the nodes that this group has searched, and the positions that it has found in the endgame tables.
    pub(crate) fn count(&self, group: Group, nodes: u64, tablebase_hits: u64) {
        self.counts[group].nodes.store(nodes, Relaxed);
        self.counts[group].tablebase_hits.store(tablebase_hits, Relaxed);
    }

    /// Returns the nodes of all groups but this one.
    pub(crate) fn nodes_of_others(&self, group: Group) -> u64 {
        self.sum_of_others(group, |counts| &counts.nodes)
    }

    /// Returns the number of positions that all groups but this one have found in the endgame tables.
    pub(crate) fn tablebase_hits_of_others(&self, group: Group) -> u64 {
        self.sum_of_others(group, |counts| &counts.tablebase_hits)
    }

    fn sum_of_others(&self, group: Group, count: impl Fn(&Counts) -> &AtomicU64) -> u64 {
        let others = self.counts.iter().enumerate().filter(|(other, _)| *other != group);
        others.map(|(_, counts)| count(counts).load(Relaxed)).sum()
    }
}

/// Locks the value, even after a panic in another group: no value is ever half written.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use cleave_board::{Move, Value};

    use super::*;
    use crate::root::value::Verdict;

    #[test]
    fn a_result_settles_the_search_of_another_group() {
        let blackboard = Blackboard::new(3);
        let finding = Finding {
            depth: 8,
            value: Value::new(3),
            verdict: Verdict::Exact,
            line: vec![Move::NONE],
        };
        blackboard.publish(1, &finding);
        let settles = |group, depth| {
            let aim = Aim { depth, alpha: Value::new(-10), beta: Value::new(10) };
            blackboard.settled(group, &aim) == Some(finding.clone())
        };
        assert_eq!([settles(0, 8), settles(0, 9), settles(1, 8)], [true, false, false]);
    }

    #[test]
    fn groups_of_odd_number_are_a_ply_ahead_of_the_first() {
        let blackboard = Blackboard::new(3);
        blackboard.lead(7);
        assert_eq!([0, 1, 2].map(|group| blackboard.choose_depth(group, 1)), [1, 1, 1]);
        assert_eq!([0, 1, 2].map(|group| blackboard.choose_depth(group, 2)), [2, 8, 7]);
        assert_eq!([0, 1, 2].map(|group| blackboard.choose_depth(group, 9)), [9, 9, 9]);
    }

    #[test]
    fn keys_are_taken_once_and_not_more_than_the_first_group_has_room_for() {
        let blackboard = Blackboard::new(3);
        blackboard.note([1, 2]);
        blackboard.note([3]);
        assert_eq!([blackboard.take_noted(), blackboard.take_noted()], [vec![1, 2, 3], vec![]]);
        blackboard.note(0..3 * MOST_NOTED as u64);
        blackboard.note([7]);
        assert_eq!(blackboard.take_noted().len(), MOST_NOTED);
    }

    #[test]
    fn counts_of_others_include_all_groups_but_one() {
        let blackboard = Blackboard::new(3);
        for (group, count) in [10, 20, 40].into_iter().enumerate() {
            blackboard.count(group, count, count / 10);
        }
        assert_eq!([0, 1, 2].map(|group| blackboard.nodes_of_others(group)), [60, 50, 30]);
        assert_eq!([0, 1, 2].map(|group| blackboard.tablebase_hits_of_others(group)), [6, 5, 3]);
    }
}
