//! Downwards: hand out a job, open its child, and make a split block of it or search it.

use super::rounds::Rounds;
use super::{BlockGuard, Origin, State, Step, Use, Worker};
use crate::arena::{Arena, Body, Hand, Link, Mailbox};
use crate::dive::Progress;
use crate::driver::{self, Interrupt};
use crate::ids::BlockId;
use crate::lock::Alarmed;
use crate::node::{Node, Opened};
use crate::params::Grain;

impl<'a, N: Node> Worker<'a, N> {
    /// In a block, locked, with no claim on it: takes the next job, or does what is to be done on
    /// the way out.
    pub(super) fn carry_on(
        &mut self,
        context: &mut N::Worker<'_>,
        block: BlockId,
        mut body: BlockGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        // In a phase in sequence whoever brings its one job back goes on here; nobody waits for it.
        let in_sequence = body.claims.out() > 0 && body.node.prospect().is_none();
        if body.claims.is_open() && !in_sequence {
            if let Some(job) = body.node.next(context) {
                body.claims.hand_out();
                self.tally.claims += 1;
                self.meter.note(Use::HandOut(body.node.height()));
                self.enter(context, Link { block, job }, body);
                return Ok(Step::HandedOut);
            }
            body.claims.exhaust();
        }
        self.leave_block(context, block, body)
    }

    /// Enters the child that a job, just claimed, is about.
    pub(super) fn enter(
        &mut self,
        context: &mut N::Worker<'_>,
        link: Link<N>,
        mut body: BlockGuard<'a, N>,
    ) {
        self.stack[0].enter(context, &body.node, &link.job);
        let is_joinable = self.post(link.block, &mut body);
        drop(body);
        if is_joinable && self.arena.board().team_size() > 1 {
            self.meter.note(Use::Ring);
            self.arena.board().bell().ring();
        }
        self.state = State::Entered(link);
    }

    /// Opens the child entered, which nobody else can see. No lock is held.
    pub(super) fn open_child(
        &mut self,
        context: &mut N::Worker<'_>,
        link: Link<N>,
    ) -> Result<Step, Alarmed> {
        match self.stack[0].open(context, &link.job) {
            Opened::Value(value) => {
                self.arrive(context, link, Some(value))?;
                Ok(Step::Opened)
            }
            Opened::Live => {
                if self.params.is_above_frontier(self.stack[0].height()) {
                    if let Some(slot) = self.pool.free.take() {
                        return self.offer(context, link, BlockId::new(self.id, slot));
                    }
                    self.tally.pool_empty += 1;
                }
                self.search_alone(context, link)
            }
        }
    }

    /// Puts the child into a split block, where others may join it, and takes its first job.
    fn offer(
        &mut self,
        context: &mut N::Worker<'_>,
        link: Link<N>,
        block: BlockId,
    ) -> Result<Step, Alarmed> {
        self.tally.offers += 1;
        self.arena.block(block).begin(Some(link.block));
        let mut body = self.lock(block)?;
        if !body.has_value() {
            body.put(Body::new(N::vacant(), None, None));
        }
        let opened = &self.stack[0];
        body.renew(opened, opened.step(context), link);
        self.meter.note(Use::Offer);
        self.carry_on(context, block, body)
    }

    /// Searches the child's subtree in private.
    fn search_alone(
        &mut self,
        context: &mut N::Worker<'_>,
        link: Link<N>,
    ) -> Result<Step, Alarmed> {
        if self.params.grain == Grain::Node {
            self.dive.restart();
            return self.dive_on(context, link);
        }
        let mut heed = Heed {
            arena: self.arena,
            hand: self.hand,
            mailbox: self.mailbox,
            block: link.block,
            rounds: self.rounds,
        };
        let value = driver::search(context, &mut self.stack, &mut heed);
        self.rounds = heed.rounds;
        self.tell_nodes(context);
        self.arrive(context, link, value)?;
        Ok(Step::Searched)
    }

    /// Searches one more node of the child's subtree.
    pub(super) fn dive_on(
        &mut self,
        context: &mut N::Worker<'_>,
        link: Link<N>,
    ) -> Result<Step, Alarmed> {
        match self.dive.step(context, &mut self.stack) {
            Progress::Deeper => {
                self.state = State::Diving(link);
                if N::must_stop(context) {
                    self.arrive(context, link, None)?;
                }
            }
            Progress::Done(value) => self.arrive(context, link, Some(value))?,
        }
        Ok(Step::Searched)
    }

    /// A job has come to its end: with a value, or with none since it was interrupted.
    fn arrive(
        &mut self,
        context: &mut N::Worker<'_>,
        link: Link<N>,
        value: Option<N::Value>,
    ) -> Result<(), Alarmed> {
        if N::must_stop(context) {
            self.thread_stop()?;
        }
        self.arena.board().alarm.check()?;
        self.state = match value {
            Some(value) if !N::must_stop(context) => State::Bringing(link, value, Origin::Child),
            _ => {
                self.tally.aborts += 1;
                self.meter.note(Use::Abort);
                State::Aborting(link.block)
            }
        };
        Ok(())
    }
}

/// Looks up at every node of a subtree: has the worker been called, and is its work useless now?
struct Heed<'a, N: Node> {
    arena: &'a Arena<N>,
    hand: Hand<'a>,
    mailbox: &'a Mailbox,
    block: BlockId,
    rounds: Rounds,
}

impl<N: Node> Interrupt for Heed<'_, N> {
    #[inline(always)]
    fn is_raised(&mut self) -> bool {
        self.rounds.walk(&self.hand);
        self.mailbox.is_called() && self.look_around()
    }
}

impl<N: Node> Heed<'_, N> {
    #[cold]
    fn look_around(&self) -> bool {
        self.mailbox.heed();
        self.arena.board().alarm.check().is_err() || self.arena.is_cut_off(self.block)
    }
}
