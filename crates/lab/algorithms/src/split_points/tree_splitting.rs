//! Tree splitting.
//!
//! R. A. Finkel and J. P. Fishburn, "Parallelism in Alpha-Beta Search" (Artificial Intelligence
//! 19(1), 1982; report of 1980), measured with checkers on the network of Arachne. Published
//! speed-up: 2.34 on 3 processors, 5.12 on 27; in theory at least the square root of the number of
//! processors.
//!
//! The workers are the leaves of a fixed tree. At the root of the game tree all of them are one group, which is divided
//! into three, as evenly as possible. Each third searches one child at a time, and is divided into three again at that
//! child. A group of one searches alone. No elder brother is waited for: every child is searched with the whole window
//! that its node has at the time. When a value that raises alpha comes back, the brothers under way continue with the
//! rest of their windows.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | any node above the frontier that is searched by a group of two or more, from its first child on |
//! | Who may take it? | the leaders of the three parts of the group, one child each |
//! | Who carries the value up? | the leader of the group |
//! | Who iterates? | the main worker |
//!
//! Waits: a part of a group that finds no child left, for the other two.
//!
//! ```text
//!   nine workers          root: group 0..8, led by 0
//!                        /          |           \
//!   a child each:  group 0 1 2   group 3 4 5   group 6 7 8     whichever is ready takes the next child
//!                   /  |  \
//!   a child each:  0   1   2     1 and 2 take children of no other node than that of their leader, 0
//! ```
//!
//! Measured here on strongly ordered trees, in virtual time: 1.95 on 3 workers, 2.42 on 9 and 5.41 on 27. On 9 this is
//! less than the square root: the theory compares with plain alpha-beta, and we compare with a search that has null
//! windows.
//!
//! In the source processors are masters or leaves, and a master shares a machine with one of its leaves. So here the
//! leader is one of its own leaves, and the other masters take none of the workers. In the source 3 processors are one
//! group of leaves, and 27 are three levels. A leaf searches as every worker does alone, with null windows; the source
//! has plain alpha-beta. A reduced child that beats alpha is tested again at its full depth, with a null window if a
//! brother has come back. A preliminary search of the same position divides the group like a ply.

use cleave_smp::seam::BlockId;
use cleave_smp::{Params, WorkerId};

use super::memory::View;
use super::policy::{Candidate, Carrier, SplitPolicy};
use super::position::TreePosition;
use crate::traits::Narrow;

/// The number of parts of a divided group.
const FAN_OUT: usize = 3;

/// Tree splitting.
pub(crate) struct TreeSplitting {
    id: WorkerId,
}

impl SplitPolicy for TreeSplitting {
    const CARRIER: Carrier = Carrier::Owner;
    const SELECTS: bool = true;
    const NAMES_WORKERS: bool = true;
    const NARROWS: bool = true;

    fn new(id: WorkerId) -> TreeSplitting {
        TreeSplitting { id }
    }

    fn may_become_block<N: Narrow>(&self, view: View<'_, N>, position: TreePosition) -> bool {
        let group = Group::of_leader(self.id, position.ply, view.team_size());
        group.size > 1
    }

    fn widens(_: &Candidate, _: &Params) -> bool {
        true
    }

    /// Encodes the ply, by which a worker recognises its group's block.
    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        post(candidate.position.ply)
    }

    fn may_join<N: Narrow>(&self, view: View<'_, N>, block: BlockId) -> bool {
        let posted = view.blocks().pool(block.owner()).posted(block.slot());
        let source = WorkSource::of(self.id, view.team_size());
        source.is_some_and(|source| block.owner() == source.parent && posted == post(source.ply))
    }

    /// Returns 1: the leader's pool.
    fn pools_searched<N: Narrow>(_: View<'_, N>) -> u32 {
        1
    }

    fn choose<N: Narrow>(
        &mut self,
        view: View<'_, N>,
        passed_over: Option<BlockId>,
    ) -> Option<BlockId> {
        let parent = WorkSource::of(self.id, view.team_size())?.parent;
        let blocks =
            view.blocks().pool(parent).joinable().map(|(_, slot)| BlockId::new(parent, slot));
        blocks.filter(|&block| Some(block) != passed_over).find(|&block| self.may_join(view, block))
    }
}

/// Returns the priority of a block at this ply.
fn post(ply: u16) -> u32 {
    u32::from(ply) + 1
}

/// Workers with neighbouring numbers. The first leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    leader: usize,
    size: usize,
}

impl Group {
    fn of_all(workers: usize) -> Group {
        Group { leader: 0, size: workers }
    }

    /// Returns the group with which this leader searches a node of this ply.
    fn of_leader(id: WorkerId, ply: u16, workers: usize) -> Group {
        (0..ply).fold(Group::of_all(workers), |group, _| group.part_of(id.index()))
    }

    /// Returns the part of the group to which a worker of it belongs. If the sizes differ, the first parts are larger.
    fn part_of(self, member: usize) -> Group {
        let parts = FAN_OUT.min(self.size);
        let bound = |part: usize| {
            let (share, odd) = (self.size / parts, self.size % parts);
            self.leader + part * share + part.min(odd)
        };
        let part = (0..parts).rfind(|&part| bound(part) <= member).expect("the first begins here");
        Group { leader: bound(part), size: bound(part + 1) - bound(part) }
    }
}

/// The node from which a worker and its group take children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct WorkSource {
    /// The leader of the group of which its own is a part.
    parent: WorkerId,
    /// The ply of the node.
    ply: u16,
}

impl WorkSource {
    /// Returns the source of a worker in a team of this size. Returns `None` for the first worker, which leads all, and
    /// for a worker that has started before the team counts it.
    fn of(id: WorkerId, workers: usize) -> Option<WorkSource> {
        let mut group = Group::of_all(workers);
        if id.index() == group.leader || id.index() >= workers {
            return None;
        }
        for ply in 0.. {
            let part = group.part_of(id.index());
            if part.leader == id.index() {
                return Some(WorkSource { parent: WorkerId::new(group.leader), ply });
            }
            group = part;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(id: usize, workers: usize) -> Option<(usize, u16)> {
        let source = WorkSource::of(WorkerId::new(id), workers);
        source.map(|WorkSource { parent, ply }| (parent.index(), ply))
    }

    #[test]
    fn groups_are_divided_in_three_as_evenly_as_their_number_allows() {
        let places = |workers| (0..workers).map(|id| place(id, workers)).collect::<Vec<_>>();
        assert_eq!(places(1), [None]);
        assert_eq!(places(3), [None, Some((0, 0)), Some((0, 0))]);
        let at = |parent, ply| Some((parent, ply));
        assert_eq!(places(4), [None, at(0, 1), at(0, 0), at(0, 0)]);
        let nine = [None, at(0, 1), at(0, 1), at(0, 0), at(3, 1), at(3, 1), at(0, 0)];
        assert_eq!(places(9)[..7], nine);
        assert_eq!([place(1, 27), place(3, 27), place(9, 27)], [at(0, 2), at(0, 1), at(0, 0)]);
    }

    /// A forked worker may run before the team has grown. It would look for its group forever.
    #[test]
    fn a_worker_outside_the_team_has_no_group() {
        assert_eq!([place(13, 12), place(12, 12), place(1, 1)], [None; 3]);
    }

    #[test]
    fn a_leader_has_a_group_until_it_is_alone() {
        let sizes = |id, workers| {
            (0..4)
                .map(|ply| Group::of_leader(WorkerId::new(id), ply, workers).size)
                .collect::<Vec<_>>()
        };
        let expected: [(usize, usize, Vec<usize>); 3] =
            [(0, 27, vec![27, 9, 3, 1]), (0, 4, vec![4, 2, 1, 1]), (0, 1, vec![1, 1, 1, 1])];
        for (id, workers, expected) in expected {
            assert_eq!(sizes(id, workers), expected);
        }
    }
}
