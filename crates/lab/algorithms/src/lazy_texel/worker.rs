//! A worker: the main worker goes from move to move of the root, and a helper from depth to depth of one move.

use super::{Answer, SharedMove, UnderWay};
use crate::hooked_stepper::HookedStepper;
use crate::open_search::{About, MOST_AHEAD, call_all, report_copied, wake_helpers};
use crate::subtrees::Subtrees;
use crate::traits::Guess;
use cleave_smp::Alarmed;
use cleave_smp::Step;
use cleave_smp::WorkerId;
use cleave_smp::seam::Event;
use cleave_smp::seam::Progress;
use cleave_smp::seam::{CancellationCheck, Peer, Strategy};
use cleave_smp::{Absorbed, Opened};
use cleave_smp::{Context, PathStep};

/// A worker of the algorithm. The root is in the first place of its stack, and the child that it searches in the second.
pub(crate) struct TexelWorker<'a, N: Guess> {
    pub(super) peer: Peer<'a, N>,
    shared: &'a SharedMove<N>,
    state: State,
    /// The job that leads to the child, and its number in this search, from 1.
    job: Option<N::Job>,
    pub(super) number: u32,
    /// Plies by which a helper searches the child deeper than its job requires.
    pub(super) deeper: i32,
    descent: HookedStepper<N>,
}

/// The state of a worker between two steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    /// The child is entered. The next step opens it.
    Entered,
    Searching,
    /// A helper has answered the main worker's job.
    Answered,
    /// The main worker has another job than this helper.
    Passed,
    /// The team's search is over, and the worker leaves.
    Aborting,
}

impl<'a, N: Guess> Strategy<'a, N> for TexelWorker<'a, N> {
    fn peer(&self) -> &Peer<'a, N> {
        &self.peer
    }

    fn peer_mut(&mut self) -> &mut Peer<'a, N> {
        &mut self.peer
    }

    fn begin(&mut self, context: &mut N::Context<'_>, root: &N) -> Result<(), Alarmed> {
        self.number = 0;
        self.peer.stack[0] = *root;
        self.job = self.peer.stack[0].next(context);
        let under_way = self.under_way(context);
        let under_way = self.shared.search.begin(&mut self.peer, under_way)?;
        self.shared.set_answered(0);
        self.hand_out(context, under_way)?;
        wake_helpers(&mut self.peer);
        Ok(())
    }

    fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        match self.state {
            State::Idle => self.look_for_work(context),
            State::Entered => self.open(context),
            State::Searching => self.search(context),
            State::Answered => self.take_answer(context),
            State::Passed => self.follow(context),
            State::Aborting => self.leave(context),
        }
    }

    fn check_cancelled(&mut self) {
        if matches!(self.state, State::Entered | State::Searching) {
            self.look_around();
        }
    }

    fn stop(&mut self) -> Result<(), Alarmed> {
        self.shared.search.stop(&mut self.peer)?;
        Ok(())
    }

    fn abandon(&mut self) {
        self.state = State::Idle;
        self.descent.restart();
    }

    fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    fn has_work(&self) -> bool {
        self.shared.search.is_new_to(&self.peer)
    }

    fn current_node(&self) -> Option<&N> {
        match self.state {
            State::Searching => Some(&self.peer.stack[1 + self.descent.depth()]),
            _ => None,
        }
    }
}

impl<'a, N: Guess> TexelWorker<'a, N> {
    /// Returns a worker with nothing to do.
    pub(crate) fn new(peer: Peer<'a, N>, shared: &'a SharedMove<N>) -> TexelWorker<'a, N> {
        let (state, descent) = (State::Idle, HookedStepper::default());
        TexelWorker { peer, shared, state, job: None, number: 0, deeper: 0, descent }
    }

    fn is_main(&self) -> bool {
        self.peer.id == WorkerId::MAIN
    }

    fn is_open(&self) -> bool {
        self.shared.search.is_open(self.peer.counters.serial)
    }

    fn under_way(&self, context: &N::Context<'_>) -> UnderWay<N> {
        let root = self.peer.stack[0];
        UnderWay { root, step: N::PathStep::of(&root, context), job: self.job, answer: None }
    }

    // The main worker goes from move to move.

    /// Enters the child of the job, which all workers search from here on. Without a job the root is done.
    fn hand_out(
        &mut self,
        context: &mut N::Context<'_>,
        under_way: About<'a, UnderWay<N>>,
    ) -> Result<Step, Alarmed> {
        let Some(job) = &mut self.job else {
            let value = self.peer.stack[0].finish(context);
            return self.conclude(context, under_way, value);
        };
        let (above, below) = self.peer.stack.split_at_mut(1);
        below[0].enter(context, &above[0], job);
        self.number += 1;
        self.shared.set_current(self.number);
        drop(under_way);
        self.state = State::Entered;
        Ok(Step::HandedOut)
    }

    /// Lets the root take in the value of its job.
    fn take_in(
        &mut self,
        context: &mut N::Context<'_>,
        mut under_way: About<'a, UnderWay<N>>,
        Answer { value, line }: Answer<N>,
    ) -> Result<Step, Alarmed> {
        let job = self.job.take().expect("the value is that of a job");
        let root = &mut self.peer.stack[0];
        match root.absorb(context, &job, value, &line) {
            Absorbed::Settled(value) => return self.conclude(context, under_way, value),
            Absorbed::Research(job) => self.job = Some(job),
            Absorbed::Continue => self.job = root.next(context),
        }
        under_way.put(self.under_way(context));
        self.peer.report(Event::TaskWritten);
        let step = self.hand_out(context, under_way)?;
        if self.state == State::Entered && !self.peer.is_alone {
            call_all(&mut self.peer);
        }
        Ok(step)
    }

    /// Concludes with the value of the root.
    fn conclude(
        &mut self,
        context: &mut N::Context<'_>,
        under_way: About<'a, UnderWay<N>>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        context.smp_finished(&self.peer.stack[0]);
        let line = *self.peer.stack[0].line();
        self.peer.conclude_with(value, &line, None)?;
        self.shared.search.close(&mut self.peer, under_way);
        self.leave(context)
    }

    /// Takes in a helper's result.
    fn take_answer(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let under_way = self.shared.search.lock(&mut self.peer)?;
        if !self.is_open() {
            drop(under_way);
            return self.leave(context);
        }
        let answer = under_way.answer.expect("a helper has said so");
        self.take_in(context, under_way, answer)
    }

    // A helper goes from depth to depth.

    fn look_for_work(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let TexelWorker { peer, shared, .. } = self;
        let joined =
            shared.search.look_for_work(peer, context, true, |under_way| under_way.step)?;
        let Some(setup) = joined else { return Ok(Step::Idle) };
        report_copied(peer, setup);
        self.follow(context)?;
        Ok(Step::Joined)
    }

    /// Follows the main worker to its job.
    fn follow(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let under_way = self.shared.search.lock(&mut self.peer)?;
        if !self.is_open() {
            drop(under_way);
            return self.leave(context);
        }
        (self.peer.stack[0], self.job) = (under_way.root, under_way.job);
        self.number = self.shared.current();
        self.peer.report(Event::TaskCopied { bytes: size_of::<UnderWay<N>>() as u64 });
        drop(under_way);
        self.enter(context, (self.peer.id.index() % 2) as i32);
        Ok(Step::HandedOut)
    }

    /// Enters the child, to search it `deeper` plies deeper than the main worker.
    fn enter(&mut self, context: &mut N::Context<'_>, deeper: i32) {
        let job = self.job.as_mut().expect("a helper follows to a job");
        let (above, below) = self.peer.stack.split_at_mut(1);
        below[0].enter(context, &above[0], job);
        self.deeper = deeper.min(MOST_AHEAD);
        if self.deeper > 0 && !below[0].deepen(self.deeper) {
            self.deeper = 0;
        }
        self.state = State::Entered;
    }

    /// Answers the main worker with the value of the child, if no other worker has been faster.
    fn answer(&mut self, context: &mut N::Context<'_>, found: Answer<N>) -> Result<Step, Alarmed> {
        if self.shared.is_answered(self.number) {
            self.enter(context, self.deeper + 1);
            return Ok(Step::HandedOut);
        }
        let mut under_way = self.shared.search.lock(&mut self.peer)?;
        if !self.is_open() {
            drop(under_way);
            self.wasted();
            return self.leave(context);
        }
        if self.shared.current() != self.number {
            drop(under_way);
            self.wasted();
            return self.follow(context);
        }
        if under_way.answer.is_none() {
            under_way.answer = Some(found);
            self.shared.set_answered(self.number);
            self.peer.report(Event::AnswerWritten { bytes: size_of::<Answer<N>>() as u64 });
            self.peer.common.mailbox(WorkerId::MAIN).attention.call();
            self.peer.report(Event::Called(WorkerId::MAIN));
        }
        drop(under_way);
        self.enter(context, self.deeper + 1);
        Ok(Step::HandedOut)
    }

    fn wasted(&mut self) {
        self.peer.report(Event::ResultWasted);
    }

    // Both do this below the child.

    fn open(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let job = self.job.as_ref().expect("a child is entered by a job");
        let child = &mut self.peer.stack[1];
        let opened = child.open(context, job);
        context.smp_opened(child);
        self.descent.restart();
        self.state = State::Searching;
        match opened {
            Opened::Value(value) => self.finish_job(context, value),
            Opened::Live => Ok(Step::Searched),
        }
    }

    fn search(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let grain = self.peer.params.grain();
        let (serial, number, is_main) = (self.peer.counters.serial, self.number, self.is_main());
        let shared = self.shared;
        let is_useless = || {
            !shared.search.is_open(serial)
                || if is_main { shared.is_answered(number) } else { shared.current() != number }
        };
        let mut check = CancellationCheck::new(&self.peer, is_useless);
        let hooks = &mut Subtrees { grain, interrupt: &mut check };
        let progress = self.descent.step(context, &mut self.peer.stack[1..], hooks);
        self.peer.watchdog = check.watchdog;
        if context.must_stop() {
            self.stop()?;
        }
        self.peer.common.team_state().alarm.check()?;
        match progress {
            Progress::Deeper => {}
            Progress::Interrupted => self.look_around(),
            Progress::Done(value) => return self.finish_job(context, value),
        }
        Ok(Step::Searched)
    }

    /// Finishes the job with the value of the child.
    fn finish_job(
        &mut self,
        context: &mut N::Context<'_>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        if context.must_stop() {
            self.stop()?;
            self.state = State::Aborting;
            return Ok(Step::Searched);
        }
        let found = Answer { value, line: *self.peer.stack[1].line() };
        if !self.is_main() {
            return self.answer(context, found);
        }
        let under_way = self.shared.search.lock(&mut self.peer)?;
        if !self.is_open() {
            drop(under_way);
            return self.leave(context);
        }
        self.take_in(context, under_way, found)
    }

    /// Responds to a call: gives up a search that has become useless.
    fn look_around(&mut self) {
        let state = if !self.is_open() {
            State::Aborting
        } else if self.is_main() && self.shared.is_answered(self.number) {
            State::Answered
        } else if !self.is_main() && self.shared.current() != self.number {
            State::Passed
        } else {
            return;
        };
        self.state = state;
        self.peer.report(Event::Aborted);
        self.descent.restart();
    }

    fn leave(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.state = State::Idle;
        self.peer.leave(context)
    }
}
