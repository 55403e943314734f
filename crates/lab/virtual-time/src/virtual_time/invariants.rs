//! The invariants between any two steps, of any workers: every claim is held by exactly one worker or one block, and at
//! the end none is left. By induction over the steps, each claim is then released exactly once.

use std::iter;

use cleave_smp::WorkerId;
use cleave_smp::instrument::{BLOCKS_PER_WORKER, BlockId, BlockState, LockedState, Snapshot};

/// An invariant that does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error("{0:?} is locked between two steps")]
    Locked(BlockId),
    #[error("{0:?} is in use, but no claim is left to bring it to an end")]
    Forgotten(BlockId),
    #[error("{block:?} counts {counted} claims, but {held} are held")]
    Claims { block: BlockId, counted: u32, held: u32 },
    #[error("{out} jobs of {block:?} are out, but the limit is {limit}")]
    Group { block: BlockId, out: u32, limit: u32 },
    #[error("a claim is held on {0:?}, which is free")]
    Free(BlockId),
    #[error("{block:?} has {owners} owners, but is_owned is {is_owned}")]
    Owner { block: BlockId, owners: u32, is_owned: bool },
    #[error("{0:?} is marked as stopped while its claims are open, or the other way round")]
    Stop(BlockId),
    #[error("the parent of {0:?} is not the block of its link")]
    Parent(BlockId),
    #[error("the chain of parents of {0:?} does not end at the root")]
    Chain(BlockId),
    #[error("{block:?} is not on the trail of {worker}, which works in or below it")]
    Trail { worker: WorkerId, block: BlockId },
    #[error("{0:?} is in the job list with a priority other than posted")]
    Posted(BlockId),
    #[error("{listed} blocks are in the job list, but {counted} have been counted")]
    JobList { listed: i64, counted: i64 },
    #[error("{counted} workers are counted as busy, but {busy} are")]
    Busy { counted: u32, busy: u32 },
    #[error("{counted} are counted inside tree {tree}, but {inside} workers and parked blocks are")]
    Inside { tree: usize, counted: u32, inside: u32 },
    #[error("{0:?} is parked with claims out, or with an owner")]
    Attended(BlockId),
}

/// The claim of a busy worker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holding<'a> {
    pub(super) worker: WorkerId,
    /// The block of its claim; `None` for an owner that waits.
    pub(super) claim: Option<BlockId>,
    /// The tree that it is in, 0 or 1.
    pub(super) tree: usize,
    /// The blocks it owns.
    pub(super) owned: &'a [BlockId],
}

/// Checks the invariants between two steps.
pub(super) struct Inspector {
    /// By block: the claims that are held on it.
    held: Vec<u32>,
    /// By block: the workers that own it.
    owners: Vec<u32>,
    /// By block: its place in the snapshot, if it is in use.
    places: Vec<Option<usize>>,
}

impl Inspector {
    pub(super) fn new(workers: usize) -> Inspector {
        let blocks = workers * BLOCKS_PER_WORKER;
        Inspector { held: vec![0; blocks], owners: vec![0; blocks], places: vec![None; blocks] }
    }

    /// Checks a snapshot. `holdings` are the claims of the busy workers, `joinable` the number of blocks that the
    /// workers have reported as posted.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub(super) fn inspect<'a>(
        &mut self,
        snapshot: &Snapshot,
        holdings: impl Iterator<Item = Holding<'a>>,
        joinable: i64,
    ) -> Result<(), Broken> {
        self.places.fill(None);
        for (place, block) in snapshot.blocks.iter().enumerate() {
            self.places[block.id.index()] = Some(place);
        }
        self.held.fill(0);
        self.owners.fill(0);
        let mut busy = 0;
        let mut inside = [0; 2];
        for Holding { worker, claim, tree, owned } in holdings {
            if let (Some(claim), Some(trails)) = (claim, &snapshot.trails) {
                self.check_trail(snapshot, worker, claim, &trails[worker.index()])?;
            }
            claim.iter().for_each(|block| self.held[block.index()] += 1);
            owned.iter().for_each(|block| self.owners[block.index()] += 1);
            busy += 1;
            inside[tree] += 1;
        }
        if snapshot.busy != busy {
            return Err(Broken::Busy { counted: snapshot.busy, busy });
        }
        let mut listed = 0;
        for block in &snapshot.blocks {
            let locked = check_block(block)?;
            // With its value the claim of a settled block has gone up, unless the owner is to come.
            if let Some(parent) = locked.parent
                && (!locked.is_settled || locked.is_owned)
            {
                self.held[parent.index()] += 1;
            }
            let owners = std::mem::take(&mut self.owners[block.id.index()]);
            if owners != u32::from(locked.is_owned) {
                let (block, is_owned) = (block.id, locked.is_owned);
                return Err(Broken::Owner { block, owners, is_owned });
            }
            self.check_chain(snapshot, block)?;
            listed += i64::from(locked.posted != 0);
            inside[locked.tree] += u32::from(locked.is_parked);
        }
        for (tree, (counted, inside)) in snapshot.inside.into_iter().zip(inside).enumerate() {
            if counted != inside {
                return Err(Broken::Inside { tree, counted, inside });
            }
        }
        if listed != joinable {
            return Err(Broken::JobList { listed, counted: joinable });
        }
        if let Some(index) = self.owners.iter().position(|&owners| owners != 0) {
            let (block, owners) = (BlockId::from_index(index), self.owners[index]);
            return Err(Broken::Owner { block, owners, is_owned: false });
        }
        self.compare_claims(snapshot)
    }

    /// The parents of a block that has not been stopped lead to the root or to a stopped block. A parent that is not in
    /// use is left to [`Inspector::compare_claims`].
    fn check_chain(&self, snapshot: &Snapshot, from: &BlockState) -> Result<(), Broken> {
        let chain = self.running(snapshot, from.id);
        let Some((above, last)) = chain.enumerate().last() else { return Ok(()) };
        let is_cycle = above == snapshot.blocks.len();
        let ends_well = last.parent.is_some() || snapshot.roots.contains(&Some(last.id));
        if is_cycle || !ends_well { Err(Broken::Chain(from.id)) } else { Ok(()) }
    }

    /// The trail of a worker leads through the block of its claim and all above, up to the first that is stopped. The
    /// worker is therefore called when one of them is stopped.
    fn check_trail(
        &self,
        snapshot: &Snapshot,
        worker: WorkerId,
        claim: BlockId,
        trail: &[BlockId],
    ) -> Result<(), Broken> {
        match self.running(snapshot, claim).find(|block| !trail.contains(&block.id)) {
            Some(&BlockState { id: block, .. }) => Err(Broken::Trail { worker, block }),
            None => Ok(()),
        }
    }

    /// This block and those above it, up to the first that is stopped or not in use; of a cycle one more than there are
    /// blocks.
    fn running<'s>(
        &'s self,
        snapshot: &'s Snapshot,
        from: BlockId,
    ) -> impl Iterator<Item = &'s BlockState> {
        let running = |block: BlockId| {
            let place = self.places[block.index()]?;
            Some(&snapshot.blocks[place]).filter(|block| !block.is_stopped)
        };
        let chain = iter::successors(running(from), move |block| block.parent.and_then(running));
        chain.take(snapshot.blocks.len() + 1)
    }

    /// Every claim that a block counts is held by a worker or by a block below, and there are no more than allowed. A
    /// block that is not in use has no claims.
    fn compare_claims(&mut self, snapshot: &Snapshot) -> Result<(), Broken> {
        // The worker that makes a block has its first job, with any limit.
        let limit = snapshot.max_thread_group.map_or(u32::MAX, |limit| limit.max(1));
        for block in &snapshot.blocks {
            let id = block.id;
            let locked = block.locked.ok_or(Broken::Locked(id))?;
            let counted = locked.claims;
            let held = std::mem::take(&mut self.held[id.index()]);
            if locked.is_parked && (counted > 0 || locked.is_owned) {
                return Err(Broken::Attended(id));
            }
            if counted != held {
                return Err(Broken::Claims { block: id, counted, held });
            }
            let is_left = locked.is_held_back || locked.is_parked;
            if counted == 0 && !locked.is_owned && !is_left {
                return Err(Broken::Forgotten(id));
            }
            if counted > limit {
                return Err(Broken::Group { block: id, out: counted, limit });
            }
        }
        match self.held.iter().position(|&held| held != 0) {
            None => Ok(()),
            Some(index) => Err(Broken::Free(BlockId::from_index(index))),
        }
    }
}

/// Compares the fields under a block's lock with the fields that can be read without it.
fn check_block(block: &BlockState) -> Result<LockedState, Broken> {
    let id = block.id;
    let locked = block.locked.ok_or(Broken::Locked(id))?;
    if block.is_stopped != locked.is_stopped {
        return Err(Broken::Stop(id));
    }
    if block.parent != locked.parent {
        return Err(Broken::Parent(id));
    }
    if block.priority != locked.posted {
        return Err(Broken::Posted(id));
    }
    Ok(locked)
}

#[cfg(test)]
mod tests {
    use cleave_algorithms::Arena;
    use cleave_smp::{Params, RootSearch, Worker, WorkerId};

    use super::*;
    use crate::artificial::{ArtificialNode, Explorer, Shape};

    /// Returns a snapshot after a few steps of a search by one worker, and the block that it has a claim on.
    fn after_some_steps() -> (Snapshot, BlockId) {
        let arena: Arena<ArtificialNode> = Arena::new(2).unwrap();
        let mut explorer = Explorer::new(arena.shared());
        let shape = Shape::default();
        explorer.prepare(&shape);
        let root = ArtificialNode::root(&mut explorer);
        let mut worker = Worker::metered(&arena, WorkerId::MAIN);
        // No block becomes joinable.
        let params = Params::default().with(|params| {
            params.max_thread_group = 0;
            params.min_thread_depth = 3;
        });
        worker.begin(&mut explorer, &RootSearch::of(&root, &shape), &params).unwrap();
        for _ in 0..8 {
            worker.step(&mut explorer).unwrap();
        }
        let snapshot = Snapshot::of(&arena);
        assert!(snapshot.blocks.len() > 2, "{snapshot:?}");
        assert_eq!(snapshot.roots, [Some(root_block()), None]);
        (snapshot, worker.claimed_block().unwrap())
    }

    /// Breaks something in a snapshot, and inspects it.
    fn inspect(break_it: impl FnOnce(&mut Snapshot)) -> Result<(), Broken> {
        let (mut snapshot, claimed) = after_some_steps();
        break_it(&mut snapshot);
        Inspector::new(2).inspect(&snapshot, [holding(claimed)].into_iter(), 0)
    }

    fn holding(claim: BlockId) -> Holding<'static> {
        Holding { worker: WorkerId::MAIN, claim: Some(claim), tree: 0, owned: &[] }
    }

    fn root_block() -> BlockId {
        BlockId::from_index(0)
    }

    fn locked(snapshot: &mut Snapshot) -> &mut LockedState {
        snapshot.blocks[0].locked.as_mut().unwrap()
    }

    #[test]
    fn a_sound_search_passes() {
        assert_eq!(inspect(|_| {}), Ok(()));
    }

    #[test]
    fn a_claim_too_many_is_found() {
        let broken = inspect(|snapshot| locked(snapshot).claims += 1);
        assert_eq!(broken, Err(Broken::Claims { block: root_block(), counted: 2, held: 1 }));
    }

    /// A block that claims a second job of the root, and is itself claimed by a worker.
    #[test]
    fn a_group_above_its_limit_is_found() {
        let added = BlockId::from_index(BLOCKS_PER_WORKER);
        let mut inspector = Inspector::new(2);
        let (mut snapshot, claimed) = after_some_steps();
        snapshot.busy += 1;
        snapshot.inside[0] += 1;
        snapshot.blocks.push(BlockState { id: added, ..snapshot.blocks[1] });
        snapshot.blocks.last_mut().unwrap().locked.as_mut().unwrap().claims = 1;
        locked(&mut snapshot).claims += 1;
        snapshot.trails.as_mut().unwrap()[0].push(added);
        let claims = || [claimed, added].into_iter().map(holding);
        snapshot.max_thread_group = Some(2);
        assert_eq!(inspector.inspect(&snapshot, claims(), 0), Ok(()));
        snapshot.max_thread_group = Some(1);
        let broken = inspector.inspect(&snapshot, claims(), 0);
        assert_eq!(broken, Err(Broken::Group { block: root_block(), out: 2, limit: 1 }));
    }

    #[test]
    fn a_block_given_back_too_early_is_found() {
        let broken = inspect(|snapshot| {
            snapshot.blocks.remove(0);
        });
        assert_eq!(broken, Err(Broken::Free(root_block())));
    }

    #[test]
    fn a_block_that_is_not_given_back_is_found() {
        let left = BlockId::from_index(BLOCKS_PER_WORKER);
        let broken = inspect(|snapshot| {
            snapshot.blocks.push(BlockState { id: left, ..snapshot.blocks[0] });
        });
        assert_eq!(broken, Err(Broken::Chain(left)));
    }

    #[test]
    fn a_parent_that_differs_from_the_link_is_found() {
        let broken = inspect(|snapshot| snapshot.blocks[0].parent = Some(snapshot.blocks[1].id));
        assert_eq!(broken, Err(Broken::Parent(root_block())));
    }

    #[test]
    fn a_cycle_of_parents_is_found() {
        let broken = inspect(|snapshot| {
            let child = Some(snapshot.blocks[1].id);
            snapshot.blocks[0].parent = child;
            locked(snapshot).parent = child;
        });
        assert_eq!(broken, Err(Broken::Chain(root_block())));
    }

    #[test]
    fn a_trail_that_leaves_a_block_out_is_found() {
        for place in 0..3 {
            let mut left_out = None;
            let broken = inspect(|snapshot| {
                left_out = Some(snapshot.trails.as_mut().unwrap()[0].remove(place));
            });
            let (worker, block) = (WorkerId::MAIN, left_out.unwrap());
            assert_eq!(broken, Err(Broken::Trail { worker, block }));
        }
    }

    #[test]
    fn a_stop_that_is_only_in_the_mark_is_found() {
        let broken = inspect(|snapshot| snapshot.blocks[0].is_stopped = true);
        assert_eq!(broken, Err(Broken::Stop(root_block())));
    }

    #[test]
    fn a_lock_left_behind_is_found() {
        let broken = inspect(|snapshot| snapshot.blocks[0].locked = None);
        assert_eq!(broken, Err(Broken::Locked(root_block())));
    }

    #[test]
    fn a_wrong_entry_in_the_job_list_is_found() {
        let broken = inspect(|snapshot| snapshot.blocks[0].priority = 7);
        assert_eq!(broken, Err(Broken::Posted(root_block())));
    }

    #[test]
    fn a_job_that_no_worker_has_posted_is_found() {
        let broken = inspect(|snapshot| {
            snapshot.blocks[0].priority = 7;
            locked(snapshot).posted = 7;
        });
        assert_eq!(broken, Err(Broken::JobList { listed: 1, counted: 0 }));
    }

    #[test]
    fn a_block_that_is_neither_attended_nor_counted_is_found() {
        let parked = |claims, inside| {
            inspect(|snapshot| {
                let added = BlockId::from_index(BLOCKS_PER_WORKER);
                let mut block = BlockState { id: added, ..snapshot.blocks[0] };
                let locked = block.locked.as_mut().unwrap();
                (locked.claims, locked.is_parked, locked.tree) = (claims, true, 1);
                snapshot.roots[1] = Some(added);
                snapshot.inside[1] = inside;
                snapshot.blocks.push(block);
            })
        };
        assert_eq!(parked(0, 1), Ok(()));
        assert_eq!(parked(0, 0), Err(Broken::Inside { tree: 1, counted: 0, inside: 1 }));
        let added = BlockId::from_index(BLOCKS_PER_WORKER);
        assert_eq!(parked(1, 1), Err(Broken::Attended(added)));
    }

    #[test]
    fn a_busy_worker_that_is_not_counted_is_found() {
        let broken = inspect(|snapshot| snapshot.busy += 1);
        assert_eq!(broken, Err(Broken::Busy { counted: 2, busy: 1 }));
    }
}
