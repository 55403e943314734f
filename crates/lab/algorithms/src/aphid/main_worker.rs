//! The main worker: pass after pass, until one gives the root a certain value.

use super::frontier::Frontier;
use super::pass::Guessing;
use super::worker::{AphidWorker, State};
use crate::own_root::RootTask;
use crate::subtrees::Subtrees;
use crate::traits::CompleteNode;
use cleave_smp::Alarmed;
use cleave_smp::Context;
use cleave_smp::Step;
use cleave_smp::seam::Event;
use cleave_smp::seam::Progress;
use cleave_smp::seam::{CancellationCheck, Peer};

impl<N: CompleteNode> AphidWorker<'_, N> {
    /// Returns true if helpers have reported results since the pass began.
    pub(super) fn has_news(&self) -> bool {
        self.shared.results() != self.seen
    }

    pub(super) fn begin_pass(&mut self, context: &mut N::Context<'_>) {
        self.seen = self.shared.results();
        self.shared.begin_pass();
        self.register.begin_pass();
        let root = &mut self.peer.stack[0];
        *root = self.root;
        // `AsAssigned` and `AsAsked` mean the same here, and a root with all its moves is not empty.
        root.begin_own_root(context, &RootTask::AS_ASKED);
        self.pass.restart();
        self.state = State::Passing;
    }

    /// Continues the pass.
    pub(super) fn go_on(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let helpers = self.helpers();
        let (shared, serial) = (self.shared, self.peer.counters.serial);
        let mut check = CancellationCheck::new(&self.peer, || !shared.search.is_open(serial));
        let Peer { common, lock_context, params, stack, meter, .. } = &mut self.peer;
        let frontier = Frontier {
            shared,
            team_state: common.team_state(),
            lock_context: *lock_context,
            register: &mut self.register,
            meter,
            helpers,
            pass: self.shared.pass(),
        };
        let subtrees = Subtrees { grain: params.grain(), interrupt: &mut check };
        let mut hooks = Guessing { frontier, subtrees, is_guess: false, line: None };
        let progress = self.pass.step(context, stack, &mut hooks);
        let is_certain = !hooks.is_guess;
        self.peer.watchdog = check.watchdog;
        if context.must_stop() {
            self.halt()?;
        }
        self.peer.common.team_state().alarm.check()?;
        match progress {
            _ if !self.is_open() => self.abort(),
            Progress::Done(value) => return self.finish_pass(context, value, is_certain),
            Progress::Deeper | Progress::Interrupted => {}
        }
        Ok(Step::Searched)
    }

    /// Ends the pass. If the value is certain, also ends the search.
    fn finish_pass(
        &mut self,
        context: &mut N::Context<'_>,
        value: N::Value,
        is_certain: bool,
    ) -> Result<Step, Alarmed> {
        if !is_certain {
            self.publish_certain_results(context);
            return Ok(self.await_news(context));
        }
        let line = *self.peer.stack[0].line();
        let root_step = self.shared.search.lock(&mut self.peer)?;
        if self.is_open() {
            N::keep_root_results(context);
            self.root.publish_root_results(context, true);
            self.peer.conclude(Some(value), &line)?;
            self.shared.search.close(&mut self.peer, root_step);
        }
        self.leave(context)
    }

    /// Publishes the certain results of the root moves after a pass or a part of one. They count if the search is
    /// stopped before there is a certain value, because the next pass begins without results.
    pub(super) fn publish_certain_results(&self, context: &mut N::Context<'_>) {
        N::keep_root_results(context);
        self.root.publish_root_results(context, false);
    }

    /// Begins another pass, at once or when helpers have reported results.
    fn await_news(&mut self, context: &mut N::Context<'_>) -> Step {
        if self.has_news() {
            self.begin_pass(context);
            return Step::Searched;
        }
        self.state = State::Waiting;
        self.peer.report(Event::Waiting { block: None });
        self.peer.rest();
        Step::Waiting
    }

    pub(super) fn wait(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.peer.common.team_state().alarm.check()?;
        if !self.has_news() {
            return Ok(Step::Waiting);
        }
        self.peer.resume();
        self.begin_pass(context);
        Ok(Step::Searched)
    }
}
