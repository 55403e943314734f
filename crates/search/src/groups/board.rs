//! What the groups of a search tell each other.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::{Mutex, PoisonError};

use crossbeam_utils::CachePadded;

use crate::cluster::{Aim, Finding};
use crate::root::value::Verdict;

/// A group of a search; the first is 0.
pub(crate) type Group = usize;

/// The group that has the program's clock and host.
pub(crate) const FIRST: Group = 0;

/// What all groups of a search read and write: seldom, but for the nodes, of which each has a line of its own.
pub(crate) struct Board {
    is_over: AtomicBool,
    /// The depth that the first group is at.
    lead: AtomicU32,
    /// The depth of the deepest finding: who searches a deeper root need not look.
    deepest: AtomicU32,
    known: Mutex<Known>,
    /// Nodes of each group, but for the last few hundred.
    nodes: Vec<CachePadded<AtomicU64>>,
}

/// The best results, and whose they are.
#[derive(Default)]
struct Known {
    /// The deepest exact one.
    exact: Option<(Group, Finding)>,
    /// The last bound of the greatest depth for which there is one.
    bound: Option<(Group, Finding)>,
}

impl Board {
    /// A board on which nothing stands, for so many groups.
    pub(crate) fn new(groups: usize) -> Board {
        Board {
            is_over: AtomicBool::new(false),
            lead: AtomicU32::new(0),
            deepest: AtomicU32::new(0),
            known: Mutex::default(),
            nodes: (0..groups).map(|_| CachePadded::default()).collect(),
        }
    }

    /// The first group has ended its search, and so do the others.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// True once it has.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// The first group begins to search this depth.
    pub(crate) fn lead(&self, depth: u32) {
        self.lead.store(depth, Relaxed);
    }

    /// The depth of the next iteration of a group, which would be `next` by itself. Each begins with the first iteration,
    /// so that it has a move; those of odd number then are a ply ahead of the first group.
    pub(crate) fn choose_depth(&self, group: Group, next: u32) -> u32 {
        if group == FIRST || next == 1 {
            return next;
        }
        next.max(self.lead.load(Relaxed) + (group % 2) as u32)
    }

    /// A group has finished a search of the root.
    pub(crate) fn publish(&self, group: Group, finding: &Finding) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let exact = known.exact.as_ref().map_or(0, |(_, exact)| exact.depth);
        if finding.depth <= exact {
            return;
        }
        let place = match finding.verdict {
            Verdict::Exact => &mut known.exact,
            Verdict::AtLeast | Verdict::AtMost => &mut known.bound,
        };
        if place.as_ref().is_none_or(|(_, old)| old.depth <= finding.depth) {
            *place = Some((group, finding.clone()));
        }
        drop(known);
        self.deepest.fetch_max(finding.depth, Relaxed);
    }

    /// What another group has found that settles this group's search of the root.
    pub(crate) fn settled(&self, group: Group, aim: &Aim) -> Option<Finding> {
        if self.deepest.load(Relaxed) < aim.depth {
            return None;
        }
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut findings = [&known.exact, &known.bound].into_iter().flatten();
        let settles = |(from, finding): &&(Group, Finding)| *from != group && finding.settles(aim);
        findings.find(settles).map(|(_, finding)| finding.clone())
    }

    /// This group has searched so many nodes.
    pub(crate) fn count(&self, group: Group, nodes: u64) {
        self.nodes[group].store(nodes, Relaxed);
    }

    /// Nodes of all groups but this one.
    pub(crate) fn nodes_of_others(&self, group: Group) -> u64 {
        let others = self.nodes.iter().enumerate().filter(|(other, _)| *other != group);
        others.map(|(_, nodes)| nodes.load(Relaxed)).sum()
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::{Move, Value};

    use super::*;

    fn finding(depth: u32, value: i32, verdict: Verdict) -> Finding {
        Finding { depth, value: Value::new(value), verdict, line: vec![Move::NONE] }
    }

    fn aim(depth: u32) -> Aim {
        Aim { depth, alpha: Value::new(-10), beta: Value::new(10) }
    }

    #[test]
    fn the_first_result_of_a_depth_settles_it_for_all_others() {
        let board = Board::new(3);
        board.publish(1, &finding(8, 3, Verdict::Exact));
        let value = |group, depth| board.settled(group, &aim(depth)).map(|found| found.value.get());
        assert_eq!([value(0, 7), value(0, 8), value(0, 9)], [Some(3), Some(3), None]);
        assert_eq!(value(1, 8), None, "its own");
        board.publish(2, &finding(8, 4, Verdict::Exact));
        assert_eq!(value(0, 8), Some(3), "the first counts");
        board.publish(2, &finding(9, 5, Verdict::Exact));
        assert_eq!([value(0, 8), value(1, 9), value(2, 9)], [Some(5), Some(5), None]);
    }

    #[test]
    fn a_bound_settles_a_window_that_it_misses_at_its_depth() {
        let board = Board::new(2);
        board.publish(1, &finding(8, 12, Verdict::AtLeast));
        let value = |depth| board.settled(0, &aim(depth)).map(|found| found.value.get());
        assert_eq!([value(7), value(8), value(9)], [None, Some(12), None]);
        board.publish(1, &finding(8, 9, Verdict::AtLeast));
        assert_eq!(value(8), None, "it may be inside");
        board.publish(1, &finding(8, 9, Verdict::Exact));
        board.publish(1, &finding(8, 12, Verdict::AtLeast));
        assert_eq!(value(8), Some(9), "a late bound says nothing");
        board.publish(1, &finding(10, 12, Verdict::AtLeast));
        board.publish(1, &finding(9, 12, Verdict::AtLeast));
        assert_eq!([value(9), value(10)], [None, Some(12)], "the deeper one stays");
    }

    #[test]
    fn groups_of_odd_number_are_a_ply_ahead_of_the_first() {
        let board = Board::new(3);
        board.lead(7);
        assert_eq!([0, 1, 2].map(|group| board.choose_depth(group, 1)), [1, 1, 1]);
        assert_eq!([0, 1, 2].map(|group| board.choose_depth(group, 2)), [2, 8, 7]);
        assert_eq!([0, 1, 2].map(|group| board.choose_depth(group, 9)), [9, 9, 9]);
    }

    #[test]
    fn nodes_of_others_are_those_of_all_but_one() {
        let board = Board::new(3);
        [10, 20, 40].into_iter().enumerate().for_each(|(group, nodes)| board.count(group, nodes));
        assert_eq!([0, 1, 2].map(|group| board.nodes_of_others(group)), [60, 50, 30]);
    }
}
