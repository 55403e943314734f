//! The split blocks and the job list at one moment, as plain data.

use crate::Arena;
use crate::algorithms::Algorithm;
use crate::arena::{Common, Guard};
use crate::dts::{Blocks, Body, DtsExtra, Extra};
use crate::ids::{BLOCKS_PER_WORKER, BlockId, TreeId, WorkerId};
use crate::node::Node;
use crate::older::split_points::Fields;
use crate::older::traits::CompleteNode;

/// What the arena holds at one moment. It is consistent only if no worker is in the middle of a
/// step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The blocks in use, ordered by number.
    pub blocks: Vec<BlockState>,
    /// Workers counted as holding a claim.
    pub busy: u32,
    /// By tree: workers counted as inside, and blocks that stand unattended.
    pub inside: [u32; 2],
    /// By tree: the block of the root while its value is wanted.
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
    /// Which block.
    pub id: BlockId,
    /// The block above, as read without a lock.
    pub parent: Option<BlockId>,
    /// Marked as stopped, as read without a lock.
    pub is_stopped: bool,
    /// Its priority in the job list.
    pub priority: u32,
    /// What its lock guards; `None` if it is locked.
    pub locked: Option<LockedState>,
}

/// What the lock of a block guards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockedState {
    /// The block above.
    pub parent: Option<BlockId>,
    /// Claims handed out and not yet brought back.
    pub claims: u32,
    /// Results brought here are of no use.
    pub is_stopped: bool,
    /// The value is known, and the claim on the parent has gone up with it.
    pub is_settled: bool,
    /// Its owner is going to come back to it.
    pub is_owned: bool,
    /// It waits for a bound, with no claim out.
    pub is_held_back: bool,
    /// The priority last posted in the job list.
    pub posted: u32,
    /// The tree that it is in, 0 or 1.
    pub tree: usize,
    /// It has something to do, and nobody is there or below.
    pub is_unattended: bool,
}

impl Snapshot {
    /// The state of this arena.
    pub fn of<N: CompleteNode>(arena: &Arena<N>) -> Snapshot {
        let team_state = arena.team_state();
        let search_setup = team_state.search_setup.try_lock(&arena.lock_context(WorkerId::MAIN));
        let max_thread_group = search_setup
            .filter(Guard::has_value)
            .map(|search_setup| search_setup.params.max_thread_group);
        let memory = arena.memory();
        let ((blocks, roots), trails) = match arena.algorithm() {
            Algorithm::Dts => (states(arena, &memory.dts), Some(trails(arena))),
            _ => (states(arena, &memory.older.blocks), None),
        };
        Snapshot {
            blocks,
            busy: arena.busy(),
            inside: TreeId::BOTH.map(|tree| arena.count_inside(tree)),
            roots,
            trails,
            max_thread_group,
        }
    }
}

/// By worker: the blocks on its trail, from the root down.
fn trails<N: Node>(common: &Common<N>) -> Vec<Vec<BlockId>> {
    let trail = |id| common.mailbox(id).trail.nodes().filter_map(BlockId::unpack).collect();
    common.team().map(trail).collect()
}

/// The blocks in use, and the roots.
fn states<N: CompleteNode, X: Described<N>>(
    common: &Common<N>,
    blocks: &Blocks<N, X>,
) -> (Vec<BlockState>, [Option<BlockId>; 2]) {
    let in_use = common.team().flat_map(|owner| {
        let used = blocks.pool(owner).free.used();
        let slots = (0..BLOCKS_PER_WORKER).filter(move |slot| used & (1 << slot) != 0);
        slots.map(move |slot| BlockId::new(owner, slot))
    });
    let states = in_use.map(|id| block_state(common, blocks, id)).collect();
    (states, TreeId::BOTH.map(|tree| blocks.root(tree)))
}

fn block_state<N: CompleteNode, X: Described<N>>(
    common: &Common<N>,
    blocks: &Blocks<N, X>,
    id: BlockId,
) -> BlockState {
    let block = blocks.block(id);
    let body = block.body.try_lock(&common.lock_context(WorkerId::MAIN));
    BlockState {
        id,
        parent: block.parent(),
        is_stopped: block.is_stopped(),
        priority: blocks.pool(id.owner()).posted(id.slot()),
        locked: body.map(|body| X::describe(&body, common_state(&body))),
    }
}

/// What the blocks of all algorithms have.
fn common_state<N: CompleteNode, X: Extra<N>>(body: &Body<N, X>) -> LockedState {
    LockedState {
        parent: body.link.as_ref().map(|link| link.block),
        claims: body.claims.out(),
        is_stopped: body.claims.is_stopped(),
        is_settled: body.claims.is_settled(),
        is_owned: false,
        is_held_back: false,
        posted: body.posted,
        tree: 0,
        is_unattended: false,
    }
}

/// What an algorithm adds to a block, for a snapshot.
trait Described<N: CompleteNode>: Extra<N> {
    fn describe(body: &Body<N, Self>, state: LockedState) -> LockedState;
}

impl<N: CompleteNode> Described<N> for DtsExtra {
    fn describe(body: &Body<N, DtsExtra>, state: LockedState) -> LockedState {
        let (tree, is_unattended) = (body.extra.tree.index(), body.extra.is_unattended);
        LockedState { tree, is_unattended, ..state }
    }
}

impl<N: CompleteNode> Described<N> for Fields {
    fn describe(body: &Body<N, Fields>, state: LockedState) -> LockedState {
        let (is_owned, is_held_back) = (body.extra.is_owned, body.extra.is_held_back);
        LockedState { is_owned, is_held_back, ..state }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
                let root = &arena.memory().dts.block(snapshot.blocks[0].id).body;
                std::mem::forget(root.lock(&lock_context).unwrap());
            });
        });
        let locked: Vec<_> =
            Snapshot::of(&arena).blocks.iter().map(|block| block.locked.is_none()).collect();
        assert!(locked[0] && !locked[1..].contains(&true), "{locked:?}");
    }
}
