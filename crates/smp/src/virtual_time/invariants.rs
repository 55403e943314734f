//! What must be true between any two steps, whoever took them.
//!
//! By induction over the steps of a search these say that every claim is brought back exactly once:
//! it is always held by exactly one worker or one block, and at the end there are none.

use crate::arena::{Arena, Guard};
use crate::ids::{BLOCKS_PER_WORKER, BlockId, WorkerId};
use crate::node::Node;
use crate::team::Worker;

/// What is not as it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error("{0:?} is locked between two steps")]
    Locked(BlockId),
    #[error("{0:?} is in use, but nobody is out to bring it to an end")]
    Forgotten(BlockId),
    #[error("{block:?} counts {counted} claims, but {held} are held")]
    Claims { block: BlockId, counted: u32, held: u32 },
    #[error("{out} jobs of {block:?} are out, where {limit} may be")]
    Group { block: BlockId, out: u32, limit: u32 },
    #[error("a claim is held on {0:?}, which is free")]
    Free(BlockId),
    #[error("{0:?} is marked as stopped and its account is open, or the other way round")]
    Stop(BlockId),
    #[error("{0:?} names one parent in its link and another beside it")]
    Parent(BlockId),
    #[error("the chain of parents of {0:?} does not end at the root")]
    Chain(BlockId),
    #[error("{0:?} is in the job list with another priority than posted")]
    Posted(BlockId),
    #[error("{listed} blocks are in the job list, but {counted} have been counted")]
    JobList { listed: i64, counted: i64 },
    #[error("{counted} workers are counted as busy, but {busy} hold a claim")]
    Busy { counted: u32, busy: u32 },
}

/// Looks at everything between two steps.
pub(super) struct Inspector {
    /// Claims that are held, by block.
    held: Vec<u32>,
    used: Vec<BlockId>,
}

impl Inspector {
    pub(super) fn new(workers: usize) -> Inspector {
        Inspector { held: vec![0; workers * BLOCKS_PER_WORKER], used: Vec::new() }
    }

    /// # Errors
    /// The first thing found to be wrong.
    pub(super) fn inspect<'w, 'a: 'w, N: Node>(
        &mut self,
        arena: &Arena<N>,
        workers: impl Iterator<Item = &'w Worker<'a, N>>,
        joinable: i64,
    ) -> Result<(), Broken> {
        self.find_blocks(arena);
        self.held.fill(0);
        let mut busy = 0;
        for block in workers.filter_map(Worker::claimed_block) {
            self.held[place(block)] += 1;
            busy += 1;
        }
        let counted = arena.team_state().busy();
        if counted != busy {
            return Err(Broken::Busy { counted, busy });
        }
        let mut listed = 0;
        for &block in &self.used {
            listed += i64::from(look_at(arena, block, &mut self.held)?);
        }
        if listed != joinable {
            return Err(Broken::JobList { listed, counted: joinable });
        }
        self.compare_claims(arena)
    }

    fn find_blocks<N: Node>(&mut self, arena: &Arena<N>) {
        self.used.clear();
        for owner in arena.team() {
            let used = arena.pool(owner).free.used();
            let slots = (0..BLOCKS_PER_WORKER).filter(|slot| used & (1 << slot) != 0);
            self.used.extend(slots.map(|slot| BlockId::new(owner, slot)));
        }
    }

    /// Every claim that a block counts is held by a worker or by a block below, and they are no more
    /// than may be; none is held on any other.
    fn compare_claims<N: Node>(&mut self, arena: &Arena<N>) -> Result<(), Broken> {
        let search_setup =
            arena.team_state().search_setup.try_lock(&arena.lock_context(WorkerId::MAIN));
        let search_setup = search_setup.filter(Guard::has_value);
        // Who makes a block has its first job, whatever the limit.
        let limit = search_setup
            .map_or(u32::MAX, |search_setup| search_setup.params.max_thread_group.max(1));
        for &block in &self.used {
            let body = arena.block(block).body.try_lock(&arena.lock_context(WorkerId::MAIN));
            let counted = body.ok_or(Broken::Locked(block))?.claims.out();
            let held = std::mem::take(&mut self.held[place(block)]);
            if counted != held {
                return Err(Broken::Claims { block, counted, held });
            }
            if counted == 0 {
                return Err(Broken::Forgotten(block));
            }
            if counted > limit {
                return Err(Broken::Group { block, out: counted, limit });
            }
        }
        match self.held.iter().position(|&held| held != 0) {
            None => Ok(()),
            Some(place) => {
                let owner = WorkerId::new(place / BLOCKS_PER_WORKER);
                Err(Broken::Free(BlockId::new(owner, place % BLOCKS_PER_WORKER)))
            }
        }
    }
}

fn place(block: BlockId) -> usize {
    block.owner().index() * BLOCKS_PER_WORKER + block.slot()
}

/// Looks at one block, and counts the claim that it holds on its parent. True if it is joinable.
fn look_at<N: Node>(arena: &Arena<N>, id: BlockId, held: &mut [u32]) -> Result<bool, Broken> {
    let block = arena.block(id);
    let body =
        block.body.try_lock(&arena.lock_context(WorkerId::MAIN)).ok_or(Broken::Locked(id))?;
    if block.is_stopped() != body.claims.is_stopped() {
        return Err(Broken::Stop(id));
    }
    let parent = body.link.as_ref().map(|link| link.block);
    if parent != block.parent() {
        return Err(Broken::Parent(id));
    }
    // With its value the claim of a settled block has gone up.
    if let Some(parent) = parent
        && !body.claims.is_settled()
    {
        held[place(parent)] += 1;
    }
    if arena.pool(id.owner()).priority(id.slot()) != body.posted {
        return Err(Broken::Posted(id));
    }
    let is_joinable = body.posted != 0;
    drop(body);
    check_chain(arena, id)?;
    Ok(is_joinable)
}

/// Upwards from a block nobody is stopped, until the root or a block that is.
fn check_chain<N: Node>(arena: &Arena<N>, id: BlockId) -> Result<(), Broken> {
    let mut block = id;
    for _ in 0..arena.max_workers() * BLOCKS_PER_WORKER {
        if arena.block(block).is_stopped() {
            return Ok(());
        }
        match arena.block(block).parent() {
            Some(parent) => block = parent,
            None if arena.team_state().root() == Some(block) => return Ok(()),
            None => return Err(Broken::Chain(id)),
        }
    }
    Err(Broken::Chain(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artificial::{ArtificialNode, Explorer, Shape};
    use crate::params::Params;

    /// Breaks something after a few steps of a search, and says what is found.
    fn found(break_it: impl FnOnce(&Arena<ArtificialNode>)) -> Result<(), Broken> {
        let arena: Arena<ArtificialNode> = Arena::new(2).unwrap();
        arena.set_team_size(2);
        let mut explorer = Explorer::new(arena.shared());
        let shape = Shape::default();
        ArtificialNode::prepare(&mut explorer, &shape);
        let root = ArtificialNode::root(&mut explorer);
        let mut worker = Worker::new(&arena, WorkerId::MAIN);
        // No block is joinable: the only worker is alone.
        let params = Params { max_thread_group: 0, min_thread_depth: 3, ..Params::default() };
        worker.begin(&mut explorer, &root, &shape, &params).unwrap();
        for _ in 0..8 {
            worker.step(&mut explorer).unwrap();
        }
        break_it(&arena);
        Inspector::new(2).inspect(&arena, [&worker].into_iter(), 0)
    }

    fn root() -> BlockId {
        BlockId::new(WorkerId::MAIN, 0)
    }

    #[test]
    fn a_search_as_it_should_be() {
        assert_eq!(found(|_| {}), Ok(()));
    }

    #[test]
    fn a_claim_too_many_is_found() {
        let broken = found(|arena| {
            let lock_context = arena.lock_context(WorkerId::MAIN);
            arena.block(root()).body.lock(&lock_context).unwrap().claims.hand_out();
        });
        assert_eq!(broken, Err(Broken::Claims { block: root(), counted: 2, held: 1 }));
    }

    #[test]
    fn a_block_given_back_too_early_is_found() {
        let broken = found(|arena| arena.pool(WorkerId::MAIN).free.put(0));
        assert_eq!(broken, Err(Broken::Free(root())));
    }

    #[test]
    fn a_block_that_is_not_given_back_is_found() {
        let broken = found(|arena| {
            let slot = arena.pool(WorkerId::new(1)).free.take().unwrap();
            let block = BlockId::new(WorkerId::new(1), slot);
            arena.block(block).begin(None);
            let lock_context = arena.lock_context(WorkerId::MAIN);
            let body = *arena.block(root()).body.lock(&lock_context).unwrap();
            arena.block(block).body.lock(&lock_context).unwrap().put(body);
        });
        assert!(matches!(broken, Err(Broken::Chain(_))), "{broken:?}");
    }

    #[test]
    fn a_cycle_of_parents_is_found() {
        let broken = found(|arena| {
            let below = BlockId::new(WorkerId::MAIN, 1);
            arena.block(root()).begin(Some(below));
        });
        assert_eq!(broken, Err(Broken::Parent(root())));
    }

    #[test]
    fn a_lock_left_behind_is_found() {
        let broken = found(|arena| {
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    let lock_context = arena.lock_context(WorkerId::new(1));
                    std::mem::forget(arena.block(root()).body.lock(&lock_context).unwrap());
                });
            });
        });
        assert_eq!(broken, Err(Broken::Locked(root())));
    }

    #[test]
    fn a_wrong_entry_in_the_job_list_is_found() {
        let broken = found(|arena| arena.pool(WorkerId::MAIN).post(0, 7));
        assert_eq!(broken, Err(Broken::Posted(root())));
    }

    #[test]
    fn a_busy_worker_that_is_not_counted_is_found() {
        let broken = found(|arena| arena.team_state().one_more_busy());
        assert_eq!(broken, Err(Broken::Busy { counted: 2, busy: 1 }));
    }
}
