//! Puts workers into the tree: the main worker at the root, the others where the job list points.
//! Before: `worker.rs`. Next: `descend.rs`, where a worker takes a job.
//!
//! `ThreadWait` ends here. An idle worker looks through the job list, locks the best block, checks that it is still
//! joinable, and takes a place in it, which counts as a claim. It copies the path from the root to the block
//! ([`copy_to_smp`](SplitWorker::copy_to_smp)) and takes a job. It does all this in one visit, because each visit makes
//! others wait for the lock.
//!
//! The claim keeps the block in use, but a block above may have been stopped. So the worker writes all blocks of its path
//! to its *trail*, a list in shared memory, and then looks for stops ([`publish_trail`](SplitWorker::publish_trail)). The
//! worker of a later stop reads the trail and calls it. If a block is stopped, it returns its job like any useless one.

use super::block::Body;
use super::rules::Rules;
use super::worker::{JoinReason, LockedBlock, SplitWorker, State};
use crate::arena::Alarmed;
use crate::block_path::Waypoint;
use crate::event::{Event, SharedLine};
use crate::ids::BlockId;
use crate::node::{Node, PathStep};
use crate::team::{Step, Strategy};

/// After this many joins in a row that gave it no job, a worker no longer joins the next iteration to avoid a lock. They
/// take some 50 microseconds. A holder that is not suspended unlocks long before.
const JOINS_WITHOUT_JOB: u32 = 64;

impl<'a, N: Node, R: Rules<'a, N>> SplitWorker<'a, N, R> {
    /// Puts the root into a block, with a place in it for this worker.
    pub(super) fn begin_at(
        &mut self,
        context: &mut N::Context<'_>,
        root: &N,
    ) -> Result<(), Alarmed> {
        self.copied_path.begin();
        let block = self.take_block().expect("all blocks are free");
        let mut body = self.lock(block)?;
        body.put(Body::new(*root, None));
        self.begin_block(&mut body, N::PathStep::of(root, context));
        self.blocks.set_root(self.peer.tree, Some(block));
        body.claims.hand_out();
        self.trace_root(block, root, false);
        drop(body);
        (self.state, self.block) = (State::Joining(JoinReason::Began), block);
        Ok(())
    }

    /// Reports that this root is in a block.
    pub(super) fn trace_root(&mut self, block: BlockId, root: &N, is_next: bool) {
        let task = self.peer.task(root, None);
        self.peer.report(Event::RootMade { block, task, is_next });
    }

    /// Takes a block from the worker's pool; `None` if all are in use.
    pub(super) fn take_block(&mut self) -> Option<BlockId> {
        self.pool.free.take().map(|slot| BlockId::new(self.peer.id, slot))
    }

    /// Begins the generation of a block whose content has been written. The block extends the worker's own path by this
    /// step.
    pub(super) fn begin_block(&mut self, body: &mut LockedBlock<'a, N, R>, step: N::PathStep) {
        body.tree = self.peer.tree;
        R::begin_block(self, body);
        let above = self.copied_path.blocks().length();
        if R::KEEPS_TRAILS {
            self.peer.report(Event::Wrote(SharedLine::Trail(self.peer.id)));
            self.peer.mailbox.trail.extend(above, BlockId::pack(Some(body.id)));
        }
        self.blocks.block(body.id).begin(body.link.as_ref().map(|link| link.block));
        self.copied_path.go_down(self.block_version(body.id), step);
        body.path.follow(self.copied_path.blocks());
    }

    /// Looks through the job list once, and joins the best available block.
    pub(crate) fn look_for_work(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.peer.common.team_state().alarm.check()?;
        Ok(if self.join_somewhere(context)? { Step::Joined } else { Step::Idle })
    }

    /// Tries to join the best available block, then the second best.
    ///
    /// If another worker holds the lock of the best block, this worker tries the second best. If that fails too, it waits
    /// for the first lock. The wait ends in sleep; repeated scans would take processor time from the lock's holder.
    ///
    /// It also waits if the second best is ahead and its last few joins gave it no job. On a busy machine the holder of
    /// the lock may be suspended for milliseconds. A worker that joined the next iteration in the meantime would see the
    /// locked block there, leave for it, and pass over it again, thousands of times.
    pub fn join_somewhere(&mut self, context: &mut N::Context<'_>) -> Result<bool, Alarmed> {
        let Some(best) = self.choose(None) else { return Ok(false) };
        let body = self.try_lock(best);
        let is_passed_over = body.is_none();
        if let Some(body) = body
            && self.join(context, body)?
        {
            return Ok(true);
        }
        if let Some(second) = self.choose(Some(best))
            && !(is_passed_over && self.waits_rather_than_joins(second))
            && let Some(body) = self.try_lock(second)
            && self.join(context, body)?
        {
            return Ok(true);
        }
        if !is_passed_over {
            return Ok(false);
        }
        let body = self.lock_uncharged(best)?;
        self.join(context, body)
    }

    /// Returns true if the worker waits for the lock of a better block. The next iteration has given it no job for some time.
    fn waits_rather_than_joins(&self, second: BlockId) -> bool {
        self.joins_without_job >= JOINS_WITHOUT_JOB && self.is_ahead(second)
    }

    /// Returns the block that the strategy chooses. The search for it removes the marks of empty pools.
    fn choose(&mut self, passed_over: Option<BlockId>) -> Option<BlockId> {
        let before = self.peer.meter.is_on().then(|| self.marked_pools());
        let chosen = R::choose(self, passed_over);
        for _ in before.map_or(0..0, |before| self.marked_pools()..before) {
            self.peer.report(Event::Wrote(SharedLine::PoolMarks));
        }
        chosen
    }

    /// Returns the joinable block of highest rank, other than `passed_over`.
    pub(super) fn choose_best(&mut self, passed_over: Option<BlockId>) -> Option<BlockId> {
        self.peer.report(Event::Scanned { pools: self.marked_pools() });
        self.best_job(|block| Some(block) != passed_over && R::may_join(self, block))
    }

    /// Becomes busy in the tree of this block, in which the worker is about to take a place. It takes over the count of a
    /// parked block.
    pub(super) fn enter_tree_of(
        &mut self,
        body: &mut LockedBlock<'a, N, R>,
    ) -> Result<(), Alarmed> {
        let was_parked = std::mem::take(&mut body.is_parked);
        self.peer.join_tree(body.tree, was_parked)
    }

    /// Returns the number of pools that may hold a joinable block.
    pub(super) fn marked_pools(&self) -> u32 {
        self.blocks.active_count(self.peer.common.team_state())
    }

    /// Returns the joinable block of highest rank that `admits` accepts.
    pub fn best_job(&self, admits: impl Fn(BlockId) -> bool) -> Option<BlockId> {
        self.blocks.best_job(self.peer.common.team_state(), admits)
    }

    /// Returns true if there is a joinable block that `admits` accepts.
    pub fn has_job(&self, admits: impl Fn(BlockId) -> bool) -> bool {
        self.blocks.has_job(self.peer.common.team_state(), admits)
    }

    /// Joins a block if it is still joinable, and takes a job in the same visit. When jobs took a second visit, 16 threads
    /// spent 5 % of their time waiting for it.
    fn join(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: LockedBlock<'a, N, R>,
    ) -> Result<bool, Alarmed> {
        // The list is a hint. The word posted under the lock decides.
        let is_joinable = body.posted != 0 && R::may_join(self, body.id);
        self.peer.report(Event::Locked { block: body.id, is_glance: !is_joinable });
        if !is_joinable {
            return Ok(false);
        }
        body.prefetch_node();
        // First: this reads the parameters of the search, and posting the block needs them.
        R::enter_tree(self, &mut body)?;
        body.claims.take_place();
        let is_first = !std::mem::replace(&mut body.is_split, true);
        self.peer.report(Event::Joined { block: body.id, is_first });
        self.start_joining(&body, JoinReason::Joined);
        self.search_smp(context, body, JoinReason::Joined)?;
        self.joins_without_job =
            if self.is_idle() { self.joins_without_job.saturating_add(1) } else { 0 };
        // There may be more work. A worker that has been woken wakes the next.
        self.notify_idle();
        Ok(true)
    }

    /// Takes a job of the block in which the worker has a place.
    pub(super) fn ask_for_job(
        &mut self,
        context: &mut N::Context<'_>,
        reason: JoinReason,
    ) -> Result<Step, Alarmed> {
        let body = self.lock(self.block)?;
        self.search_smp(context, body, reason)
    }

    /// Copies the path to a locked block in which the worker has a place, and exchanges the place for a job. Then aborts
    /// the job if a block above has been stopped.
    fn search_smp(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: LockedBlock<'a, N, R>,
        reason: JoinReason,
    ) -> Result<Step, Alarmed> {
        let known = self.copy_to_smp(context, reason)?;
        self.release_claim(&mut body);
        let step = self.take_next_job(context, body)?;
        match self.state {
            // The steps below are not on its trail: the next join copies them again.
            State::Idle => self.copied_path.keep_steps(known),
            _ => self.publish_trail(known),
        }
        Ok(step)
    }

    /// Reads the setup of the search before the worker's first job in it.
    fn read_setup(&mut self, context: &mut N::Context<'_>) -> Result<(), Alarmed> {
        if self.peer.is_new_to_search() {
            let bytes = self.peer.read_setup(context)?;
            self.copied_path.keep_steps(0);
            self.peer.report(Event::Copied { bytes: bytes as u64 });
        }
        Ok(())
    }

    /// Copies the setup, if the worker is new to the search, and the steps of the path to its block that the worker does not
    /// have yet. Returns the number of blocks, from the root down, that it already had.
    pub(crate) fn copy_to_smp(
        &mut self,
        context: &mut N::Context<'_>,
        reason: JoinReason,
    ) -> Result<usize, Alarmed> {
        if reason != JoinReason::Began {
            self.read_setup(context)?;
        }
        if reason == JoinReason::Joined {
            self.peer.report(Event::Arrived);
        }
        self.copied_path.to_take().for_each(|waypoint| waypoint.step.replay_step(context));
        let steps = self.copied_path.note_taken();
        if steps > 0 {
            self.peer.report(Event::Copied { bytes: (steps * size_of::<Waypoint<N>>()) as u64 });
        }
        Ok(self.copied_path.blocks().length() - steps)
    }

    /// Writes the blocks of the path below the first `known` to the worker's trail, and aborts if a block of the path has
    /// been stopped.
    ///
    /// A later stop finds the trail and calls this worker. An earlier stop is visible here.
    fn publish_trail(&mut self, known: usize) {
        if R::KEEPS_TRAILS {
            self.peer.report(Event::Wrote(SharedLine::Trail(self.peer.id)));
            let below = self.copied_path.blocks().below(known);
            let packed = below.map(|waypoint| BlockId::pack(Some(waypoint.version.block)));
            self.peer.mailbox.trail.enter(known, packed);
        }
        if self.blocks.has_stopped_ancestor(self.block) {
            self.abort();
        }
    }
}
