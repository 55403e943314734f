//! Downwards: hand out a job, open its child, and make a split block of it or search it.

use super::narrow::Narrowed;
use super::{BlockGuard, Origin, SplitWorker, State};
use crate::arena::Alarmed;
use crate::driver;
use crate::ids::BlockId;
use crate::meter::Use;
use crate::node::{Node, Opened};
use crate::params::Grain;
use crate::split::{Body, Candidate, Carrier, Link, SplitPolicy};
use crate::stepper::{NoHooks, Progress};
use crate::strategy::Step;
use crate::team::CancellationCheck;

impl<'a, N: Node, P: SplitPolicy> SplitWorker<'a, N, P> {
    /// In a block, locked, with no claim on it: takes the next job, or does what is to be done on
    /// the way out.
    pub(super) fn carry_on(
        &mut self,
        context: &mut N::Context<'_>,
        block: BlockId,
        mut body: BlockGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        if P::NARROWS {
            if self.is_useless_at(block, &body) {
                return self.drop_block(context, block, body);
            }
            match self.narrow_block(context, block, &mut body) {
                Narrowed::Wanted => {}
                Narrowed::Decided(value) => return self.cut_off(context, block, body, value),
                Narrowed::Useless => return self.drop_block(context, block, body),
            }
        }
        if body.claims.is_open() && self.is_wanted_elsewhere() {
            return self.leave_open(context, block, body);
        }
        // In a phase in sequence whoever brings its one job back goes on here; nobody waits for it.
        let split_hint = body.node.split_hint();
        let in_sequence =
            body.claims.out() > 0 && (split_hint.is_none() || P::is_in_sequence(body.standing));
        if self.must_hold_back(block, &body) {
            return self.hold_back(context, block, body);
        }
        if body.claims.is_open() && !in_sequence && !self.is_full(&body) {
            let searched = split_hint.map(|split_hint| split_hint.searched);
            let is_eldest = searched == Some(0) && body.claims.out() == 0;
            let is_widened = !self.peer.is_alone
                && split_hint.is_some_and(|split_hint| {
                    P::widens(&Candidate::new(split_hint, &body), &self.peer.params)
                });
            self.standing = body.standing.child(is_eldest);
            self.job = body.node.next(context);
            if let Some(job) = &mut self.job {
                if is_widened {
                    *job = body.node.widened(job);
                }
                body.claims.hand_out();
                self.block = block;
                self.peer.counters.claims += 1;
                self.peer.meter.note(Use::HandOut(body.node.height()));
                self.peer.stack[0].enter(context, &body.node, job);
                self.descend(body);
                return Ok(Step::HandedOut);
            }
            body.claims.exhaust();
            if P::GOES_DEEPER {
                self.peer.arena.block(block).exhaust();
                let step = self.leave_block(context, block, body);
                self.call_for_what_is_below(block);
                return step;
            }
        }
        self.leave_block(context, block, body)
    }

    /// True if as many workers search children of the block as may. A worker that has just brought
    /// its claim back always finds room, also with a limit of 0, which counts as 1; an owner that has
    /// waited there need not.
    fn is_full(&self, body: &Body<N>) -> bool {
        body.claims.out() >= self.peer.params.max_thread_group.max(1)
    }

    /// Leaves the block with a job whose child has been entered; others may join it from here on.
    #[inline]
    pub(super) fn descend(&mut self, mut body: BlockGuard<'a, N>) {
        let is_joinable = self.post(self.block, &mut body);
        let has_more = P::CARRIER == Carrier::Owner
            && body.claims.is_open()
            && !self.is_full(&body)
            && body.node.split_hint().is_some();
        drop(body);
        if is_joinable {
            self.notify_idle();
            self.call_helpful_owners(self.block);
        }
        if has_more {
            self.call_owner(self.block);
        }
        self.state = State::Entered;
    }

    /// Opens the child entered, which nobody else can see. No lock is held.
    pub(super) fn open_child(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let job = self.job.as_ref().expect("a child is entered by a job");
        let opened = self.peer.stack[0].open(context, job);
        self.peer.stack[0].smp_opened(context);
        match opened {
            Opened::Value(value) => self.arrive(context, Some(value), Step::Opened),
            Opened::Live => {
                if self.policy.may_become_block(self.peer.arena, self.standing)
                    && self.is_above_frontier()
                {
                    if let Some(slot) = self.pool.free.take() {
                        return self.offer(context, BlockId::new(self.peer.id, slot));
                    }
                    self.peer.counters.pool_empty += 1;
                }
                self.search_alone(context)
            }
        }
    }

    /// True if the child is high enough to become a block.
    fn is_above_frontier(&self) -> bool {
        let (params, height) = (&self.peer.params, self.peer.stack[0].height());
        if self.is_ahead() {
            return height >= i32::from(params.next_depth);
        }
        params.is_above_frontier(height, self.peer.arena.team_state().is_somebody_idle())
    }

    /// Puts the child into a split block, where others may join it, and takes its first job.
    fn offer(&mut self, context: &mut N::Context<'_>, block: BlockId) -> Result<Step, Alarmed> {
        self.peer.counters.offers += 1;
        let mut body = self.lock(block)?;
        self.peer.arena.block(block).begin(Some(self.block), self.standing);
        if !body.has_value() {
            body.put(Body::new(N::vacant(), None, None));
        }
        let opened = &self.peer.stack[0];
        let link = self.job.map(|job| Link { block: self.block, job });
        body.renew(opened, opened.step(context), link, (self.peer.tree, self.standing));
        self.begin_window(block, &body);
        self.own(block, &mut body);
        self.copied_path.go_down(self.block_version(block));
        self.peer.meter.note(Use::Offer);
        self.carry_on(context, block, body)
    }

    /// Searches the child's subtree in private.
    fn search_alone(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        if self.peer.params.grain == Grain::Node {
            self.dive.restart();
            return self.dive_on(context);
        }
        if P::NARROWS {
            return self.dive_through(context);
        }
        let (arena, block) = (self.peer.arena, self.block);
        let mut check = CancellationCheck::new(&self.peer, || arena.is_cut_off(block));
        let value = driver::search(context, &mut self.peer.stack, &mut check);
        self.peer.watchdog = check.watchdog;
        self.arrive(context, value, Step::Searched)
    }

    /// Searches one more node of the child's subtree.
    pub(super) fn dive_on(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let progress = if P::NARROWS {
            self.step_narrowed(context)
        } else {
            self.dive.step(context, &mut self.peer.stack, &mut NoHooks)
        };
        match progress {
            Progress::Deeper => {
                self.state = State::Diving;
                Ok(Step::Searched)
            }
            Progress::Done(value) => self.arrive(context, Some(value), Step::Searched),
            Progress::Interrupted => self.arrive(context, None, Step::Searched),
        }
    }

    /// A job has come to its end: with a value, or with none since it was interrupted. Nobody looks
    /// up between that and bringing the value, unless a step shall be one node at most.
    #[inline]
    pub(super) fn arrive(
        &mut self,
        context: &mut N::Context<'_>,
        value: Option<N::Value>,
        step: Step,
    ) -> Result<Step, Alarmed> {
        let must_stop = N::must_stop(context);
        if must_stop {
            self.thread_stop()?;
        }
        self.peer.arena.team_state().alarm.check()?;
        match value {
            Some(value) if !must_stop => {
                if self.peer.params.grain == Grain::Subtree {
                    return self.bring(context, value, Origin::Child);
                }
                self.state = State::Bringing(value, Origin::Child);
            }
            _ => self.abort(),
        }
        Ok(step)
    }
}
