//! The split blocks and the job list at one moment, as plain data.

use crate::arena::{Arena, Common, Guard};
use crate::dts::{Blocks, Body, DtsBlocks, Extra};
use crate::ids::{BLOCKS_PER_WORKER, BlockId, TreeId, WorkerId, WorkerMarks};
use crate::node::Node;
use crate::team::Strategies;

/// The content of the arena at one moment. It is consistent only if no worker is in the middle of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The blocks in use, ordered by number.
    pub blocks: Vec<BlockState>,
    /// Workers counted as holding a claim.
    pub busy: u32,
    /// By tree: workers counted as inside, and parked blocks.
    pub inside: [u32; 2],
    /// By tree: the block of the root, until its value is known.
    pub roots: [Option<BlockId>; 2],
    /// By worker: the blocks on its trail. `None` if a stop calls all workers.
    pub trails: Option<Vec<Vec<BlockId>>>,
    /// The limit of [`Params::max_thread_group`](crate::Params::max_thread_group) in this search;
    /// `None` before the first.
    pub max_thread_group: Option<u32>,
}

/// A block in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockState {
    /// The block's number.
    pub id: BlockId,
    /// The block above, as read without a lock.
    pub parent: Option<BlockId>,
    /// The mark of a stop, as read without a lock.
    pub is_stopped: bool,
    /// Its priority in the job list.
    pub priority: u32,
    /// The data behind the lock; `None` if the block is locked.
    pub locked: Option<LockedState>,
}

/// The data that the lock of a block guards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockedState {
    /// The block above.
    pub parent: Option<BlockId>,
    /// Claims handed out and not yet released.
    pub claims: u32,
    /// Results returned here are useless.
    pub is_stopped: bool,
    /// The value is known, and the claim on the parent has gone up with it.
    pub is_settled: bool,
    /// The block's owner will return to it.
    pub is_owned: bool,
    /// The block waits for a bound, with no claim out.
    pub is_held_back: bool,
    /// The priority last posted in the job list.
    pub posted: u32,
    /// The tree of the block, 0 or 1.
    pub tree: usize,
    /// The block has more jobs, and no worker is inside or below it.
    pub is_parked: bool,
}

/// Strategies whose blocks the instruments can see.
pub trait Observed<N: Node>: Strategies<N> {
    /// Returns the marks of pools that may hold joinable blocks of the current strategy.
    fn active_pools(&self) -> &WorkerMarks;

    /// Returns the state of a team with this memory.
    fn snapshot(&self, common: &Common<N>) -> Snapshot;
}

impl<N: Node> Observed<N> for DtsBlocks<N> {
    fn active_pools(&self) -> &WorkerMarks {
        self.active_pools()
    }

    fn snapshot(&self, common: &Common<N>) -> Snapshot {
        let blocks = Snapshot::of_blocks(common, self, |_, state| state);
        Snapshot { trails: Some(trails(common)), ..blocks }
    }
}

impl Snapshot {
    /// Returns the state of this arena.
    pub fn of<N: Node, S: Observed<N>>(arena: &Arena<N, S>) -> Snapshot {
        arena.memory().snapshot(arena)
    }

    /// Returns the state of a team with these blocks, without trails. `describe` adds the data that the strategy guards
    /// in a block.
    pub fn of_blocks<N: Node, X: Extra<N>>(
        common: &Common<N>,
        blocks: &Blocks<N, X>,
        describe: impl Fn(&Body<N, X>, LockedState) -> LockedState,
    ) -> Snapshot {
        let team_state = common.team_state();
        let search_setup = team_state.search_setup.try_lock(&common.lock_context(WorkerId::MAIN));
        let max_thread_group = search_setup
            .filter(Guard::has_value)
            .map(|search_setup| search_setup.params.max_thread_group);
        let in_use = common.team().flat_map(|owner| {
            let used = blocks.pool(owner).free.used();
            let slots = (0..BLOCKS_PER_WORKER).filter(move |slot| used & (1 << slot) != 0);
            slots.map(move |slot| BlockId::new(owner, slot))
        });
        Snapshot {
            blocks: in_use.map(|id| block_state(common, blocks, id, &describe)).collect(),
            busy: common.busy(),
            inside: TreeId::BOTH.map(|tree| common.count_inside(tree)),
            roots: TreeId::BOTH.map(|tree| blocks.root(tree)),
            trails: None,
            max_thread_group,
        }
    }
}

/// Returns the blocks on each worker's trail, from the root down.
fn trails<N: Node>(common: &Common<N>) -> Vec<Vec<BlockId>> {
    let trail = |id| common.mailbox(id).trail.nodes().filter_map(BlockId::unpack).collect();
    common.team().map(trail).collect()
}

fn block_state<N: Node, X: Extra<N>>(
    common: &Common<N>,
    blocks: &Blocks<N, X>,
    id: BlockId,
    describe: impl Fn(&Body<N, X>, LockedState) -> LockedState,
) -> BlockState {
    let block = blocks.block(id);
    let body = block.body.try_lock(&common.lock_context(WorkerId::MAIN));
    BlockState {
        id,
        parent: block.parent(),
        is_stopped: block.is_stopped(),
        priority: blocks.pool(id.owner()).posted(id.slot()),
        locked: body.map(|body| describe(&body, common_state(&body))),
    }
}

/// Returns the state that blocks of all strategies have.
fn common_state<N: Node, X: Extra<N>>(body: &Body<N, X>) -> LockedState {
    LockedState {
        parent: body.link.as_ref().map(|link| link.block),
        claims: body.claims.out(),
        is_stopped: body.claims.is_stopped(),
        is_settled: body.claims.is_settled(),
        is_owned: false,
        is_held_back: false,
        posted: body.posted,
        tree: body.tree.index(),
        is_parked: body.is_parked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;
    use crate::params::Params;
    use crate::team::{RootSearch, Worker};
    use crate::testing::TinyNode;

    #[test]
    fn a_snapshot_shows_blocks_claims_and_locks() {
        let arena: Arena<TinyNode> = Arena::new(2).unwrap();
        let params = Params { min_thread_depth: 3, ..Params::default() };
        let mut worker = Worker::new(&arena, WorkerId::MAIN);
        let root = TinyNode::root(9);
        worker.begin(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
        for _ in 0..6 {
            worker.step(&mut 0).unwrap();
        }
        let snapshot = Snapshot::of(&arena);
        let root = Some(BlockId::new(WorkerId::MAIN, 0));
        assert_eq!((snapshot.busy, snapshot.roots), (1, [root, None]));
        assert_eq!(snapshot.max_thread_group, Some(params.max_thread_group));
        let above: Vec<_> = snapshot.blocks.iter().map(|block| block.parent).collect();
        let ids = snapshot.blocks.iter().map(|block| Some(block.id));
        assert_eq!(above, std::iter::once(None).chain(ids).take(above.len()).collect::<Vec<_>>());
        assert!(above.len() > 2);
        assert!(snapshot.blocks.iter().all(|block| block.locked.unwrap().claims == 1));

        std::thread::scope(|scope| {
            scope.spawn(|| {
                let lock_context = arena.lock_context(WorkerId::new(1));
                let root = &arena.memory().block(snapshot.blocks[0].id).body;
                std::mem::forget(root.lock(&lock_context).unwrap());
            });
        });
        let locked: Vec<_> =
            Snapshot::of(&arena).blocks.iter().map(|block| block.locked.is_none()).collect();
        assert!(locked[0] && !locked[1..].contains(&true), "{locked:?}");
    }
}
