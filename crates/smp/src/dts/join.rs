//! Into the tree: the first at its root, the others wherever there is most to do.
//!
//! `ThreadWait` ends here: an idle worker looks through the job list, locks the best block, checks that
//! it may still be joined, and takes a place in it, which counts as a claim. In its next step it
//! copies what it needs to work there ([`copy_to_smp`](SplitWorker::copy_to_smp)), with the block
//! unlocked, and asks for a job.
//!
//! The place keeps the block, but not what lies above it: a block there may be stopped while the path is
//! being copied. Then the worker gives its place back like any useless job.

use super::block::Body;
use super::hooks::Hooks;
use super::worker::{Arrival, LockedBlock, SplitWorker, State};
use crate::arena::Alarmed;
use crate::deed::Deed;
use crate::ids::BlockId;
use crate::meter::{SharedLine, Use};
use crate::node::Node;
use crate::team::Step;

impl<'a, N: Node, H: Hooks<'a, N>> SplitWorker<'a, N, H> {
    /// Puts the root into a block, with a place in it for this worker.
    pub(super) fn begin_at(
        &mut self,
        context: &mut N::Context<'_>,
        root: &N,
    ) -> Result<(), Alarmed> {
        self.copied_path.forget();
        let block = self.take_block().expect("all blocks are free");
        let mut body = self.lock(block)?;
        body.put(Body::new(*root, Some(root.step(context)), None));
        self.begin_block(&mut body);
        self.blocks.set_root(self.peer.tree, Some(block));
        body.claims.hand_out();
        self.tell_root(block, root, false);
        drop(body);
        (self.state, self.block) = (State::Joining(Arrival::Began), block);
        self.copied_path.go_down(self.block_version(block));
        Ok(())
    }

    /// Notes that this root is in a block.
    pub(super) fn tell_root(&mut self, block: BlockId, root: &N, is_next: bool) {
        self.peer.meter.tell(|| Deed::Rooted { block, task: root.task(None), is_next });
    }

    /// Takes a block out of the worker's pool; `None` if all are in use.
    pub(super) fn take_block(&mut self) -> Option<BlockId> {
        self.pool.free.take().map(|slot| BlockId::new(self.peer.id, slot))
    }

    /// The block, whose content has been written, begins its generation.
    pub(super) fn begin_block(&mut self, body: &mut LockedBlock<'a, N, H>) {
        H::before_begin(self, body);
        body.below.insert(self.peer.id);
        self.blocks.block(body.id).begin(body.link.as_ref().map(|link| link.block));
    }

    /// Looks through the job list once, and joins the best available block.
    pub(crate) fn look_for_work(&mut self) -> Result<Step, Alarmed> {
        self.peer.common.team_state().alarm.check()?;
        Ok(if self.join_somewhere()? { Step::Joined } else { Step::Idle })
    }

    /// Tries to join the best available block, then the second best.
    ///
    /// A block whose lock is taken is passed over for the second best. If that is not available
    /// either the worker waits for the lock, like any other: the wait ends in sleep, where
    /// repeated scanning would take processor time from the lock's holder.
    pub(crate) fn join_somewhere(&mut self) -> Result<bool, Alarmed> {
        let Some(best) = self.choose(None) else { return Ok(false) };
        let body = self.try_lock(best);
        let is_passed_over = body.is_none();
        if let Some(body) = body
            && self.join(body)?
        {
            return Ok(true);
        }
        if let Some(second) = self.choose(Some(best))
            && let Some(body) = self.try_lock(second)
            && self.join(body)?
        {
            return Ok(true);
        }
        if !is_passed_over {
            return Ok(false);
        }
        let body = self.lock_briefly(best)?;
        self.join(body)
    }

    /// The strategy's choice. Pools that hold nothing have lost their marks by then.
    fn choose(&mut self, passed_over: Option<BlockId>) -> Option<BlockId> {
        let marked = |worker: &Self| match worker.peer.meter.is_on() {
            true => worker.blocks.active_count(worker.peer.common.team_state()),
            false => 0,
        };
        let before = marked(self);
        let chosen = H::choose(self, passed_over);
        for _ in marked(self)..before {
            self.peer.meter.note(Use::Write(SharedLine::PoolMarks));
        }
        chosen
    }

    /// Counts a look through the job list, at all pools that may hold something.
    pub(crate) fn note_scan(&mut self) {
        self.note_scan_of(self.blocks.active_count(self.peer.common.team_state()));
    }

    /// The same, at so many pools.
    pub(crate) fn note_scan_of(&mut self, pools: u32) {
        self.peer.counters.scans += 1;
        self.peer.meter.tell(|| Deed::Looked);
        self.peer.meter.note(Use::Scan(pools));
    }

    /// The joinable block of highest rank that `admits` lets pass.
    pub(crate) fn best_job(&self, admits: impl Fn(BlockId) -> bool) -> Option<BlockId> {
        self.blocks.best_job(self.peer.common.team_state(), admits)
    }

    /// True if there is a joinable block that `admits` lets pass.
    pub(crate) fn has_job(&self, admits: impl Fn(BlockId) -> bool) -> bool {
        self.blocks.has_job(self.peer.common.team_state(), admits)
    }

    /// Takes a place in a block, if it is still there.
    fn join(&mut self, mut body: LockedBlock<'a, N, H>) -> Result<bool, Alarmed> {
        // The list is a hint; what counts is what has been posted under the lock.
        if body.posted == 0 || !H::may_join(self, body.id) {
            return Ok(false);
        }
        // First, since it brings the parameters of this search, by which the block is posted again.
        H::before_join(self, &mut body)?;
        body.claims.take_place();
        body.below.insert(self.peer.id);
        self.post(&mut body);
        let is_first = !std::mem::replace(&mut body.is_split, true);
        let (block, step) = (body.id, body.step.expect("a block that is joinable has been begun"));
        drop(body);
        self.start_joining(block, step, Arrival::Joined);
        self.peer.counters.splits += u64::from(is_first);
        self.peer.meter.tell(|| Deed::Joined { block, is_first });
        // There may be more work than for one; who has been woken wakes the next.
        self.notify_idle();
        Ok(true)
    }

    /// Asks the block it has a place in for a job, after copying what is needed to work there.
    pub(super) fn search_smp(
        &mut self,
        context: &mut N::Context<'_>,
        arrival: Arrival,
    ) -> Result<Step, Alarmed> {
        let block = self.block;
        if arrival != Arrival::Began {
            self.read_setup(context)?;
            if arrival == Arrival::Joined {
                self.peer.counters.joins += 1;
                self.peer.meter.tell(|| Deed::Arrived);
                self.peer.meter.note(Use::Join);
            }
            if !self.copy_to_smp(context)? {
                self.abort();
                return Ok(Step::Joined);
            }
        }
        let mut body = self.lock(block)?;
        body.claims.bring_back();
        self.peer.meter.tell(|| Deed::Returned { block });
        self.carry_on(context, body)
    }

    /// Learns what this search is about, if it is the first job in it.
    fn read_setup(&mut self, context: &mut N::Context<'_>) -> Result<(), Alarmed> {
        if self.peer.is_new_to_search() {
            let bytes = self.peer.read_setup(context)?;
            self.copied_path.forget();
            self.count_copied(bytes);
        }
        Ok(())
    }

    /// Copies the path to the block just joined, as far as it is not the worker's own already. False
    /// if something there has been stopped: then what was read may belong elsewhere.
    ///
    /// The chain of blocks above is read from below, a lock at a time, up to the first that the
    /// worker's own path leads through in the same generation.
    fn copy_to_smp(&mut self, context: &mut N::Context<'_>) -> Result<bool, Alarmed> {
        let blocks = self.blocks;
        let mut known = 0;
        let mut next = blocks.block(self.block).parent();
        while let Some(block) = next {
            if let Some(length) = self.copied_path.length_to(self.block_version(block)) {
                known = length;
                break;
            }
            let mut body = self.lock_briefly(block)?;
            // A stop from here on calls this worker; an earlier one shows when it looks for stops below.
            body.below.insert(self.peer.id);
            let Some(step) = body.has_value().then(|| body.step).flatten() else {
                return Ok(false);
            };
            // No line is that long: the chain has changed under our eyes.
            if self.steps_to_copy.len() == N::STACK {
                return Ok(false);
            }
            self.steps_to_copy.push((self.block_version(block), step));
            next = body.link.map(|link| link.block);
        }
        if self.is_broken() || blocks.is_cut_off(self.block) {
            return Ok(false);
        }
        self.copied_path.shorten(known);
        for (block_version, step) in self.steps_to_copy.iter().rev() {
            N::retrace(context, step);
            self.copied_path.go_down(*block_version);
        }
        self.count_copied(self.steps_to_copy.len() * size_of::<N::PathStep>());
        Ok(true)
    }

    /// True if the chain just copied may not be that of the block joined, since a block of it has
    /// been stopped.
    ///
    /// Once a block is settled, its value and its claim have gone up: those above may be given back,
    /// and begin another generation, while the block itself stays for the claims below. So if anything
    /// copied is of another generation, a block below it was settled before. We look from above: either
    /// that block is still marked, or it has itself begun another since. That one took the
    /// mark away, but we see with it (release and acquire) that one further down was settled before,
    /// and look at that next. It ends at the block joined, which our own claim keeps.
    fn is_broken(&self) -> bool {
        let mut from_above = self.steps_to_copy.iter().rev();
        from_above.any(|(block_version, _)| self.blocks.block(block_version.block).is_stopped())
    }

    fn count_copied(&mut self, bytes: usize) {
        self.peer.counters.join_bytes += bytes as u64;
        self.peer.meter.tell(|| Deed::Copied { bytes_copied: bytes as u64 });
        self.peer.meter.note(Use::Copy(bytes as u64));
    }
}

/// A block, and its generation when it was looked at.
///
/// What a block adds to the path, and which block is above it, are constant in a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockVersion {
    pub(super) block: BlockId,
    pub(super) generation: u64,
}

/// The blocks whose steps a worker's path holds, from the root down.
///
/// A worker's path holds what each node above it adds: keys, moves, evaluations. To join a block
/// elsewhere it needs the steps of that block and of all above; but the blocks near the root live
/// long, and most joins are near where the worker has been. So it remembers which blocks its path runs
/// through, and copies only the difference. Without that every join took the locks of all blocks
/// up to the root, and with 16 workers a quarter of the time went into waiting for those.
///
/// While the worker has a job they are the block it is from and all above; otherwise they are those
/// it left, some of which may have begun another generation.
#[derive(Default)]
pub(super) struct CopiedPath {
    versions: Vec<BlockVersion>,
}

impl CopiedPath {
    /// Nothing is known of the path any more.
    pub(super) fn forget(&mut self) {
        self.versions.clear();
    }

    /// One block further down.
    #[inline]
    pub(super) fn go_down(&mut self, block_version: BlockVersion) {
        self.versions.push(block_version);
    }

    /// Up to this block: what is below it will be overwritten. Forgets all if it is not of the
    /// copied path, as after a join that came to nothing.
    #[inline]
    pub(super) fn go_up(&mut self, block: BlockId) {
        while self.versions.last().is_some_and(|version| version.block != block) {
            self.versions.pop();
        }
    }

    /// How many blocks from the root down to this one, if it is of the copied path, in the same
    /// generation.
    pub(super) fn length_to(&self, block_version: BlockVersion) -> Option<usize> {
        self.versions.iter().rposition(|&other| other == block_version).map(|place| place + 1)
    }

    /// Keeps the first `length` blocks.
    pub(super) fn shorten(&mut self, length: usize) {
        self.versions.truncate(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::WorkerId;

    fn block_version(slot: usize, generation: u64) -> BlockVersion {
        BlockVersion { block: BlockId::new(WorkerId::new(0), slot), generation }
    }

    fn copied_path(slots: impl IntoIterator<Item = usize>) -> CopiedPath {
        let mut copied_path = CopiedPath::default();
        slots.into_iter().for_each(|slot| copied_path.go_down(block_version(slot, 1)));
        copied_path
    }

    #[test]
    fn a_block_in_another_life_is_not_on_the_path() {
        let copied_path = copied_path(0..4);
        assert_eq!(copied_path.length_to(block_version(2, 1)), Some(3));
        assert_eq!(copied_path.length_to(block_version(2, 2)), None);
        assert_eq!(copied_path.length_to(block_version(4, 1)), None);
    }

    #[test]
    fn what_is_below_is_forgotten_on_the_way_up() {
        let mut copied_path = copied_path(0..4);
        copied_path.go_up(block_version(1, 1).block);
        assert_eq!(copied_path.length_to(block_version(1, 1)), Some(2));
        assert_eq!(copied_path.length_to(block_version(2, 1)), None);
        copied_path.go_up(block_version(9, 1).block);
        assert_eq!(
            copied_path.length_to(block_version(0, 1)),
            None,
            "nothing is known of the path to there"
        );
    }
}
