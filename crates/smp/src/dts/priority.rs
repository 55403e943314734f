//! Decides which nodes may become blocks, and which block an idle worker joins.
//! Before: `job_list.rs`. Next: `worker.rs`.
//!
//! Only nodes above the split frontier may become blocks. A block below it would cost its maker more than other workers
//! could gain. Among blocks, the priority prefers nodes whose children must probably all be searched.

use super::job_list::{to_post, to_post_parked};
use super::rules::Rules;
use super::worker::{LockedBlock, SplitWorker};
use crate::event::{Event, SharedLine};
use crate::node::{Node, NodeType, SplitHint};
use crate::params::Params;

impl Params {
    /// Returns the priority of a node for an idle worker, or 0 if no worker may join it.
    ///
    /// After Hyatt, "The Dynamic Tree-Splitting Parallel Search Algorithm" (ICCA Journal 20(1), 1997): split at nodes
    /// where all children must be searched. This is certain for a PV node (D-PV) after its first child. For an ALL node
    /// (D-ALL) the confidence grows with every child that causes no cutoff. A CUT node (D-CUT) needs only one child,
    /// unless several children have failed to cause the cutoff. Two definitions differ from Hyatt's: the definition of
    /// a PV node, and the type, which a node keeps (see [`NodeType`]).
    pub(crate) fn priority(&self, split_hint: SplitHint, depth: i32) -> u32 {
        let (wanted, weight) = match split_hint.node_type {
            NodeType::Pv => (self.confidence.pv, self.weights.pv),
            NodeType::All => (self.confidence.all, self.weights.all),
            NodeType::Cut => (self.confidence.cut, self.weights.cut),
        };
        if split_hint.searched < wanted {
            return 0;
        }
        let confidence = u32::from(split_hint.searched.min(self.confidence.limit));
        let depth = depth.max(0) as u32;
        let confidence = self.weights.confidence.saturating_mul(confidence);
        let depth = self.weights.depth.saturating_mul(depth);
        weight.saturating_add(confidence).saturating_add(depth).saturating_add(1)
    }
}

impl<'a, N: Node, R: Rules<'a, N>> SplitWorker<'a, N, R> {
    /// Posts the block's current priority. Returns true if the block has just become joinable.
    #[inline]
    pub fn post(&mut self, body: &mut LockedBlock<'a, N, R>) -> bool {
        !self.peer.is_alone && self.post_priority(body)
    }

    fn post_priority(&mut self, body: &mut LockedBlock<'a, N, R>) -> bool {
        let is_open = body.claims.is_open()
            && body.claims.out() < self.peer.params.max_thread_group
            && (body.link.is_some() || self.peer.params.split_at_root);
        let priority = self.word_to_post(body, is_open);
        let before = std::mem::replace(&mut body.posted, priority);
        if before != priority {
            self.blocks.pool(body.id.owner()).post(body.id.slot(), priority);
        }
        let is_new = before == 0 && priority != 0;
        if is_new {
            self.peer.report(Event::Posted);
            if self.blocks.active_pools().mark_active(body.id.owner().index()) {
                self.peer.report(Event::Wrote(SharedLine::PoolMarks));
            }
        } else if before != 0 && priority == 0 {
            self.peer.report(Event::Withdrawn);
        }
        is_new
    }

    /// Returns the word to post for a block: 0 if no further worker may join.
    #[inline]
    fn word_to_post(&self, body: &LockedBlock<'a, N, R>, is_open: bool) -> u32 {
        if body.is_parked {
            return to_post_parked(body.tree, body.node.depth());
        }
        let split_hint = if is_open { body.node.split_hint() } else { None };
        let priority =
            split_hint.map_or(0, |split_hint| R::priority(body, split_hint, &self.peer.params));
        to_post(body.tree, priority)
    }

    /// Wakes sleeping workers for a joinable block.
    pub fn notify_idle(&mut self) {
        R::notify_idle(self);
    }

    /// Wakes one sleeping worker.
    pub fn notify_one(&mut self) {
        self.peer.report(Event::NotifiedOne);
        self.peer.common.team_state().event_count().notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Confidence, Weights};

    fn priority(node_type: NodeType, searched: u16, depth: i32) -> u32 {
        Params::default().priority(SplitHint { node_type, searched }, depth)
    }

    /// Returns the children after which a team joins a PV, an ALL and a CUT node.
    fn wanted(params: &Params, workers: usize) -> [Option<u16>; 3] {
        let params = params.for_search(workers, 20);
        [NodeType::Pv, NodeType::All, NodeType::Cut].map(|node_type| {
            (0..9).find(|&searched| params.priority(SplitHint { node_type, searched }, 9) > 0)
        })
    }

    #[test]
    fn a_priority_too_great_for_a_word_is_the_greatest() {
        let weights = Weights { all: u32::MAX, ..Params::default().weights };
        let params = Params { weights, ..Params::default() };
        let split_hint = SplitHint { node_type: NodeType::All, searched: 3 };
        assert_eq!(params.priority(split_hint, 9), u32::MAX);
        let split_hint = SplitHint { node_type: NodeType::Pv, searched: 3 };
        assert_eq!(params.priority(split_hint, i32::MAX), u32::MAX);
    }

    #[test]
    fn a_node_is_joinable_when_its_type_is_certain_enough() {
        for (node_type, wanted) in [(NodeType::Pv, 1), (NodeType::All, 1), (NodeType::Cut, 3)] {
            assert_eq!(priority(node_type, wanted - 1, 9), 0, "{node_type:?}");
            assert!(priority(node_type, wanted, 9) > 0, "{node_type:?}");
        }
    }

    #[test]
    fn a_large_team_requires_less_confidence() {
        let params = Params { large_team: 3, ..Params::default() };
        assert_eq!(wanted(&params, 2), [Some(1), Some(1), Some(3)]);
        assert_eq!(wanted(&params, 3), [Some(1), Some(0), Some(1)]);
    }

    #[test]
    fn a_large_team_uses_the_confidence_that_is_set() {
        let confidence = Confidence { pv: 2, all: 3, cut: 4, limit: 5 };
        let large_team_confidence = Confidence { pv: 5, all: 6, cut: 7, limit: 8 };
        let params =
            Params { confidence, large_team: 3, large_team_confidence, ..Params::default() };
        assert_eq!(wanted(&params, 2), [Some(2), Some(3), Some(4)]);
        assert_eq!(wanted(&params, 3), [Some(5), Some(6), Some(7)]);
    }

    #[test]
    fn type_comes_first_then_depth_then_confidence() {
        let in_order = [
            priority(NodeType::Cut, 3, 20),
            priority(NodeType::All, 1, 5),
            priority(NodeType::All, 2, 5),
            priority(NodeType::All, 1, 6),
            priority(NodeType::Pv, 1, 5),
        ];
        assert!(in_order.is_sorted_by(|low, high| low < high), "{in_order:?}");
    }

    #[test]
    fn confidence_has_a_limit() {
        assert_eq!(priority(NodeType::All, 3, 5), priority(NodeType::All, 30, 5));
    }
}
