//! Dynamic principal variation splitting.
//!
//! J. Schaeffer, "Distributed Game-Tree Searching" (Journal of Parallel and Distributed Computing 6,
//! 90-114, 1989), in the programs Sun Phoenix and ParaPhoenix. Published speed-up: 5.67 on 9 and 7.64
//! on 19 processors.
//!
//! It begins as [`PvSplit`](super::PvSplit). There a worker that finds no child left has nothing to do. Here it becomes
//! the *helper* of a worker that is busy with one of the last children, its *controller*. The controller shares the
//! next node of its own line with this helper and with no other worker. So the workers form a tree, which grows
//! downwards as children run out, and shrinks. When a controller has brought its child back, its helpers follow it to
//! the controller that it helped itself, or to a controller that it has found since.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | a node of the leftmost branch, after its eldest child; a node above the frontier that has been made by a worker with helpers, after its own eldest |
//! | Who may take it? | the helpers of the worker that made it, at its node nearest the root |
//! | Who carries the value up? | the owner |
//! | Who iterates? | the main worker |
//!
//! Waits: an owner for its clients; a helper while its controller has nothing to share, although others may have.
//!
//! ```text
//!       0 at P            no child is left at P        1 has brought its child back
//!     / | \                     0                             0
//!    1  2  3                   / \                          / | \
//!    all at children of P     1   2                        3  1  2
//!                             |       3 helps 1: it takes     3 and 1 are free for 2, or for
//!                             3       children of b           the next ply of the branch
//! ```
//!
//! The cost of fixed helpers shows with many workers: on strongly ordered trees, in virtual time, the speed-up is 11.7
//! on 16 workers and 31.1 on 64. [`Ybwc`](super::Ybwc) has the same blocks and owners, but its idle workers choose
//! freely; it reaches 11.8 and 36.8, [`YbwcHelpful`](super::YbwcHelpful) 12.0 and 36.0, and `pv-split` 10.0 on either.
//!
//! In the source, controllers are processes that search nothing and assign idle *searchers* to busy ones. Other
//! processes keep the global part of the table, or search ahead for tactics (*scouts*). Here the controller is the
//! helped worker, each worker sees its controller in shared memory, all share one table, and no worker searches ahead.
//!
//! The abstract of the source leaves open, and so was chosen here: a helper is assigned to the busy helper of its
//! controller with the fewest helpers. It only moves down from there until that worker has finished, even if its former
//! controller has something to share again. An owner that waits for its clients helps no other worker meanwhile. A
//! sleeping helper is not notified that its controller has nothing left to share. So it sleeps, although there is work,
//! until the next worker joins or shares a node. With a wake-up it is 0.92 ± 0.03 times as fast on 16 workers and 1.04
//! ± 0.05 times on 64, on chess trees of 500,000 nodes.

use cleave_smp::seam::BlockId;
use cleave_smp::{Params, WorkerId};

use super::memory::View;
use super::policy::{Candidate, Carrier, SplitPolicy};
use crate::traits::Narrow;

use super::ybwc::nearest_the_root;

/// Dynamic principal variation splitting.
pub(crate) struct Dpvs {
    id: WorkerId,
}

impl SplitPolicy for Dpvs {
    const CARRIER: Carrier = Carrier::Owner;
    const SELECTS: bool = true;
    const NAMES_WORKERS: bool = true;

    fn new(id: WorkerId) -> Dpvs {
        Dpvs { id }
    }

    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        nearest_the_root(candidate)
    }

    fn may_join<N: Narrow>(&self, view: View<'_, N>, block: BlockId) -> bool {
        let tree = ProcessorTree::new(view);
        let controller = tree.controller_under_way(self.id);
        let owner = block.owner();
        if tree.has_joinable(controller) || owner == controller {
            return owner == controller;
        }
        // Counting the helpers of all workers takes longer than checking that the owner cannot be chosen.
        tree.is_busy_helper(owner, controller) && tree.next_to_help(controller, self.id) == owner
    }

    /// Returns 2: the controller's pool, and the list of controllers, which has about the same size.
    fn pools_searched<N: Narrow>(_: View<'_, N>) -> u32 {
        2
    }

    fn choose<N: Narrow>(
        &mut self,
        view: View<'_, N>,
        passed_over: Option<BlockId>,
    ) -> Option<BlockId> {
        let tree = ProcessorTree::new(view);
        let mut controller = tree.controller_under_way(self.id);
        if !tree.has_joinable(controller) {
            controller = tree.next_to_help(controller, self.id);
        }
        view.memory.set_controller(self.id, tree.serial, controller);
        view.best_of(controller, passed_over)
    }
}

/// The relation of helpers and controllers. All of it may change during a look.
struct ProcessorTree<'a, N: Narrow> {
    view: View<'a, N>,
    serial: u32,
}

impl<'a, N: Narrow> ProcessorTree<'a, N> {
    fn new(view: View<'a, N>) -> ProcessorTree<'a, N> {
        ProcessorTree { view, serial: view.common.team_state().serial() }
    }

    /// Until the search begins, the entry may come from an earlier session with more workers.
    fn controller(&self, id: WorkerId) -> WorkerId {
        let controller = self.view.memory.controller(id, self.serial);
        let is_in_team = controller.index() < self.view.team_size();
        if is_in_team { controller } else { WorkerId::MAIN }
    }

    /// Returns the controller of an idle worker, or the first one above it that has not finished.
    fn controller_under_way(&self, id: WorkerId) -> WorkerId {
        let chain =
            std::iter::successors(Some(self.controller(id)), |&id| Some(self.controller(id)));
        let mut chain = chain.take(self.view.team_size());
        chain.find(|&above| above != id && self.is_busy(above)).unwrap_or(WorkerId::MAIN)
    }

    /// Returns true if the worker is at a node that it has made.
    fn is_busy(&self, id: WorkerId) -> bool {
        self.view.blocks().pool(id).free.used() != 0
    }

    fn is_busy_helper(&self, id: WorkerId, controller: WorkerId) -> bool {
        id != controller && self.controller(id) == controller && self.is_busy(id)
    }

    fn has_joinable(&self, id: WorkerId) -> bool {
        self.view.blocks().pool(id).joinable().next().is_some()
    }

    /// Returns the busy helper of this controller with the fewest helpers of its own, not counting the worker that is
    /// to help it. Returns the controller itself if it has no busy helper.
    fn next_to_help(&self, controller: WorkerId, helper: WorkerId) -> WorkerId {
        let mut helpers = vec![0_u16; self.view.team_size()];
        for id in self.view.common.team().filter(|&id| id != helper) {
            helpers[self.controller(id).index()] += 1;
        }
        let busy = self.view.common.team().filter(|&id| self.is_busy_helper(id, controller));
        busy.min_by_key(|id| helpers[id.index()]).unwrap_or(controller)
    }
}

#[cfg(test)]
mod tests {
    use cleave_smp::seam::Arena;

    use super::*;
    use crate::split_points::memory::OlderMemory;
    use crate::testing::TinyNode;

    #[test]
    fn a_controller_that_has_left_the_team_controls_nothing() {
        let arena: Arena<TinyNode, OlderMemory<TinyNode>> = Arena::new(4).unwrap();
        let memory = arena.memory();
        let serial = arena.team_state().serial();
        memory.set_controller(WorkerId::new(1), serial, WorkerId::new(3));
        arena.set_team_size(3);
        let view = View { common: &arena, memory };
        assert_eq!(Dpvs::new(WorkerId::new(2)).choose(view, None), None);
    }
}
