//! Into the tree: the first at its root, the others wherever there is most to do.
//!
//! `ThreadWait` ends here: an idle worker looks through the job list, locks the best block, checks that
//! it may still be joined, takes a place in it, which counts as a claim, makes the way from the root to there its own
//! ([`copy_to_smp`](SplitWorker::copy_to_smp)), and asks for a job: all that under the lock, since each visit to the
//! block makes others wait.
//!
//! The job keeps the block, but not what lies above it: a block there may have been stopped. So the worker then writes all
//! of them to its trail, to be called from there on, and looks for stops ([`listen`](SplitWorker::listen)). If there
//! is one it gives the job back like any useless one.

use super::block::Body;
use super::hooks::Hooks;
use super::worker::{Arrival, LockedBlock, SplitWorker, State};
use crate::arena::Alarmed;
use crate::block_path::Waypoint;
use crate::event::{Event, SharedLine};
use crate::ids::BlockId;
use crate::node::Node;
use crate::team::Step;

impl<'a, N: Node, H: Hooks<'a, N>> SplitWorker<'a, N, H> {
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
        self.begin_block(&mut body, root.step(context));
        self.blocks.set_root(self.peer.tree, Some(block));
        body.claims.hand_out();
        self.tell_root(block, root, false);
        drop(body);
        (self.state, self.block) = (State::Joining(Arrival::Began), block);
        Ok(())
    }

    /// Notes that this root is in a block.
    pub(super) fn tell_root(&mut self, block: BlockId, root: &N, is_next: bool) {
        self.peer.report(Event::RootMade { block, task: root.task(None), is_next });
    }

    /// Takes a block out of the worker's pool; `None` if all are in use.
    pub(super) fn take_block(&mut self) -> Option<BlockId> {
        self.pool.free.take().map(|slot| BlockId::new(self.peer.id, slot))
    }

    /// The block, whose content has been written, begins its generation at the end of the worker's own path, to which
    /// it adds this step.
    pub(super) fn begin_block(&mut self, body: &mut LockedBlock<'a, N, H>, step: N::PathStep) {
        H::before_begin(self, body);
        let above = self.copied_path.blocks().length();
        if H::KEEPS_TRAILS {
            self.peer.report(Event::Wrote(SharedLine::Trail(self.peer.id)));
            self.peer.mailbox.trail.extend(above, BlockId::pack(Some(body.id)));
        }
        self.blocks.block(body.id).begin(body.link.as_ref().map(|link| link.block));
        self.copied_path.go_down(self.block_version(body.id), step);
        body.path.follow(self.copied_path.blocks());
    }

    /// Looks through the job list once, and joins the best available block.
    pub fn look_for_work(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.peer.common.team_state().alarm.check()?;
        Ok(if self.join_somewhere(context)? { Step::Joined } else { Step::Idle })
    }

    /// Tries to join the best available block, then the second best.
    ///
    /// A block whose lock is taken is passed over for the second best. If that is not available
    /// either the worker waits for the lock, like any other: the wait ends in sleep, where
    /// repeated scanning would take processor time from the lock's holder.
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
            && let Some(body) = self.try_lock(second)
            && self.join(context, body)?
        {
            return Ok(true);
        }
        if !is_passed_over {
            return Ok(false);
        }
        let body = self.lock_silently(best)?;
        self.join(context, body)
    }

    /// The strategy's choice. Pools that hold nothing have lost their marks by then.
    fn choose(&mut self, passed_over: Option<BlockId>) -> Option<BlockId> {
        let before = self.peer.meter.is_on().then(|| self.marked_pools());
        let chosen = H::choose(self, passed_over);
        for _ in before.map_or(0..0, |before| self.marked_pools()..before) {
            self.peer.report(Event::Wrote(SharedLine::PoolMarks));
        }
        chosen
    }

    /// The number of pools in which there may be something to join.
    pub(super) fn marked_pools(&self) -> u32 {
        self.blocks.active_count(self.peer.common.team_state())
    }

    /// The joinable block of highest rank that `admits` lets pass.
    pub fn best_job(&self, admits: impl Fn(BlockId) -> bool) -> Option<BlockId> {
        self.blocks.best_job(self.peer.common.team_state(), admits)
    }

    /// True if there is a joinable block that `admits` lets pass.
    pub fn has_job(&self, admits: impl Fn(BlockId) -> bool) -> bool {
        self.blocks.has_job(self.peer.common.team_state(), admits)
    }

    /// Joins a block, if there is still something to do, and takes its first job there in the same visit: others have
    /// come as well, and wait for the lock. For a second visit 16 threads waited 5 % of their time.
    fn join(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: LockedBlock<'a, N, H>,
    ) -> Result<bool, Alarmed> {
        // The list is a hint; what counts is what has been posted under the lock.
        let is_joinable = body.posted != 0 && H::may_join(self, body.id);
        self.peer.report(Event::Locked { block: body.id, is_glance: !is_joinable });
        if !is_joinable {
            return Ok(false);
        }
        body.prefetch_node();
        // First, since it brings the parameters of this search, by which the block is posted again.
        H::before_join(self, &mut body)?;
        body.claims.take_place();
        let is_first = !std::mem::replace(&mut body.is_split, true);
        self.peer.report(Event::Joined { block: body.id, is_first });
        self.start_joining(&body, Arrival::Joined);
        self.search_smp(context, body, Arrival::Joined)?;
        // There may be more work than for one; who has been woken wakes the next.
        self.notify_idle();
        Ok(true)
    }

    /// Asks the block it has a place in for a job.
    pub(super) fn ask_for_job(
        &mut self,
        context: &mut N::Context<'_>,
        arrival: Arrival,
    ) -> Result<Step, Alarmed> {
        let body = self.lock(self.block)?;
        self.search_smp(context, body, arrival)
    }

    /// In a block, locked, with a place there: takes what it needs to work there, and a job instead of the place. Then
    /// it gives the job back if something above has been stopped.
    fn search_smp(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: LockedBlock<'a, N, H>,
        arrival: Arrival,
    ) -> Result<Step, Alarmed> {
        let known = self.copy_to_smp(context, arrival)?;
        self.bring_back(&mut body);
        let step = self.carry_on(context, body)?;
        match self.state {
            // The steps below are not on its trail: the next join takes them again.
            State::Idle => self.copied_path.keep_steps(known),
            _ => self.listen(known),
        }
        Ok(step)
    }

    /// The worker, back at this block, which is locked, has helped elsewhere: its path may not lead here any more.
    pub fn retake_path(
        &mut self,
        context: &mut N::Context<'_>,
        body: &LockedBlock<'a, N, H>,
    ) -> Result<(), Alarmed> {
        debug_assert!(!H::KEEPS_TRAILS, "this leaves the trail as it is");
        if !self.copied_path.has_taken(&body.path) {
            self.copied_path.follow(&body.path);
            self.copy_to_smp(context, Arrival::CameBack)?;
        }
        Ok(())
    }

    /// Learns what this search is about, if it is the first job in it.
    fn read_setup(&mut self, context: &mut N::Context<'_>) -> Result<(), Alarmed> {
        if self.peer.is_new_to_search() {
            let bytes = self.peer.read_setup(context)?;
            self.copied_path.keep_steps(0);
            self.peer.report(Event::Copied { bytes: bytes as u64 });
        }
        Ok(())
    }

    /// Takes the path to the block in which it has a place, as far as it is not the worker's own already, and the setup
    /// before that. Returns how many blocks, from the root down, were its own.
    fn copy_to_smp(
        &mut self,
        context: &mut N::Context<'_>,
        arrival: Arrival,
    ) -> Result<usize, Alarmed> {
        if arrival != Arrival::Began {
            self.read_setup(context)?;
        }
        if arrival == Arrival::Joined {
            self.peer.report(Event::Arrived);
        }
        self.copied_path.to_take().for_each(|waypoint| N::retrace(context, &waypoint.step));
        let steps = self.copied_path.note_taken();
        if steps > 0 {
            self.peer.report(Event::Copied { bytes: (steps * size_of::<Waypoint<N>>()) as u64 });
        }
        Ok(self.copied_path.blocks().length() - steps)
    }

    /// Writes the blocks below the first `known` of its path to its trail, and gives up what it has if something on the
    /// path has been stopped.
    ///
    /// A stop from then on calls this worker; an earlier one shows when it looks for stops.
    fn listen(&mut self, known: usize) {
        if H::KEEPS_TRAILS {
            self.peer.report(Event::Wrote(SharedLine::Trail(self.peer.id)));
            let below = self.copied_path.blocks().below(known);
            let packed = below.map(|waypoint| BlockId::pack(Some(waypoint.version.block)));
            self.peer.mailbox.trail.enter(known, packed);
        }
        if self.blocks.is_cut_off(self.block) {
            self.abort();
        }
    }
}
