//! One worker that searches the root on its own stack.

use super::descent::Descent;
use super::plan::{AsAsked, Found, Next, PartialResult, Plan};
use super::{Rules, SharedRoot, TeamSearch};
use crate::open_search::{About, call_all, report_copied, wake_helpers};
use crate::own_root::{RootBegun, RootTask};
use crate::traits::{Keys, OwnRoot};
use cleave_smp::Alarmed;
use cleave_smp::Step;
use cleave_smp::Window;
use cleave_smp::seam::Event;
use cleave_smp::seam::Progress;
use cleave_smp::seam::{CancellationCheck, Peer, Strategy};
use cleave_smp::{Context, PathStep};

/// A worker that searches the root on its own stack.
pub(super) struct RootWorker<'a, N: OwnRoot + Keys> {
    peer: Peer<'a, N>,
    shared: &'a SharedRoot<N>,
    plan: Box<dyn Plan<N> + 'a>,
    descent: Descent<'a, N>,
    state: State,
    /// The window of its own root. `None` for the window of the team's search.
    window: Option<Window>,
}

/// The state of a worker between two steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    Searching,
    /// Its search has become useless, and it takes another one.
    Renewing,
    /// The team's search is over, and it leaves.
    Aborting,
}

impl<'a, N: OwnRoot + Keys> Strategy<'a, N> for RootWorker<'a, N> {
    fn peer(&self) -> &Peer<'a, N> {
        &self.peer
    }

    fn peer_mut(&mut self) -> &mut Peer<'a, N> {
        &mut self.peer
    }

    fn begin(&mut self, context: &mut N::Context<'_>, root: &N) -> Result<(), Alarmed> {
        let partial = PartialResult::of(self.team_size());
        let (step, key) = (N::PathStep::of(root, context), root.root_key(context));
        let about = TeamSearch { root: *root, step, key, partial };
        let mut team_search = self.shared.search.begin(&mut self.peer, about)?;
        let next = self.plan.enter(context, &mut team_search);
        self.execute(context, team_search, next)?;
        wake_helpers(&mut self.peer);
        Ok(())
    }

    fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        match self.state {
            State::Idle => self.look_for_work(context),
            State::Searching => self.search(context),
            State::Renewing => self.renew(context),
            State::Aborting => self.leave(context),
        }
    }

    fn check_cancelled(&mut self) {
        if self.state == State::Searching {
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
        self.plan.forget();
    }

    fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    fn has_work(&self) -> bool {
        self.shared.search.is_new_to(&self.peer) && self.plan.has_seat(self.team_size())
    }

    fn current_node(&self) -> Option<&N> {
        match self.state {
            State::Searching => Some(&self.peer.stack[self.descent.depth()]),
            State::Idle | State::Renewing | State::Aborting => None,
        }
    }
}

impl<'a, N: OwnRoot + Keys> RootWorker<'a, N> {
    /// Returns a worker with nothing to do.
    pub(super) fn new(
        peer: Peer<'a, N>,
        shared: &'a SharedRoot<N>,
        rules: Rules<'a, N>,
    ) -> RootWorker<'a, N> {
        let Rules { plan, exclusion } = rules;
        let descent = Descent::new(exclusion);
        RootWorker { peer, shared, plan, descent, state: State::Idle, window: None }
    }

    fn team_size(&self) -> usize {
        self.peer.common.team_state().team_size()
    }

    /// Returns true until a worker has concluded the search in which this worker takes part.
    fn is_open(&self) -> bool {
        self.shared.search.is_open(self.peer.counters.serial)
    }

    fn lock_team_search(&mut self) -> Result<About<'a, TeamSearch<N>>, Alarmed> {
        self.shared.search.lock(&mut self.peer)
    }

    fn look_for_work(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let has_seat = self.plan.has_seat(self.team_size());
        let RootWorker { peer, shared, .. } = self;
        let joined = shared.search.look_for_work(peer, context, has_seat, |about| about.step)?;
        let Some(setup) = joined else { return Ok(Step::Idle) };
        report_copied(peer, setup + size_of::<TeamSearch<N>>());
        let mut team_search = self.lock_team_search()?;
        if self.is_open() {
            let next = self.plan.enter(context, &mut team_search);
            self.execute(context, team_search, next)?;
        } else {
            self.state = State::Aborting;
        }
        Ok(Step::Joined)
    }

    /// Does the next action of the plan.
    fn execute(
        &mut self,
        context: &mut N::Context<'_>,
        mut team_search: About<'a, TeamSearch<N>>,
        next: Next<N>,
    ) -> Result<Step, Alarmed> {
        match next {
            Next::Search(task) => {
                let root = &mut self.peer.stack[0];
                *root = team_search.root;
                self.descent.restart();
                let next = match root.begin_own_root(context, &task) {
                    RootBegun::Empty => self.plan.pass(context, &mut team_search),
                    // The plan would take the result for its task's.
                    RootBegun::AsAsked if task != RootTask::AS_ASKED => {
                        self.plan = Box::new(AsAsked);
                        self.plan.enter(context, &mut team_search)
                    }
                    RootBegun::AsAssigned | RootBegun::AsAsked => {
                        (self.window, self.state) = (task.window, State::Searching);
                        return Ok(Step::Searched);
                    }
                };
                self.execute(context, team_search, next)
            }
            Next::Resume { deeper } => {
                team_search.root.resume_own_root(context, deeper, self.descent.root_job());
                self.descent.resume(context, &mut self.peer.stack);
                self.state = State::Searching;
                Ok(Step::Searched)
            }
            Next::Conclude(Found { value, line, window }) => {
                self.peer.conclude_with(value, &line, window)?;
                self.shared.search.close(&mut self.peer, team_search);
                self.leave(context)
            }
            Next::Leave => {
                drop(team_search);
                self.leave(context)
            }
        }
    }

    fn search(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let grain = self.peer.params.grain();
        let serial = self.peer.counters.serial;
        let is_useless = || !self.shared.search.is_open(serial) || self.plan.is_useless();
        let mut check = CancellationCheck::new(&self.peer, is_useless);
        let progress = self.descent.step(context, &mut self.peer.stack, grain, &mut check);
        self.peer.watchdog = check.watchdog;
        let deferrals = u64::from(self.descent.take_deferrals());
        if deferrals > 0 {
            self.peer.report(Event::Deferred { jobs: deferrals });
        }
        let marks = self.descent.take_marks_used();
        if marks > 0 {
            self.peer.report(Event::MarksUsed { marks });
        }
        if context.must_stop() {
            self.stop()?;
        }
        self.peer.common.team_state().alarm.check()?;
        match progress {
            Progress::Deeper => {}
            Progress::Interrupted => self.look_around(),
            Progress::Done(value) => return self.finish(context, value),
        }
        Ok(Step::Searched)
    }

    /// Finishes the worker's own root, which is searched to the end.
    fn finish(&mut self, context: &mut N::Context<'_>, value: N::Value) -> Result<Step, Alarmed> {
        let found = Found { value, line: *self.peer.stack[0].line(), window: self.window };
        let mut team_search = self.lock_team_search()?;
        if !self.is_open() {
            let is_kept = self.plan.finish_late(context, found);
            if !is_kept {
                self.peer.report(Event::ResultWasted);
            }
            drop(team_search);
            return self.leave(context);
        }
        let next = self.plan.finish(context, &mut team_search, found);
        if self.plan.has_news() {
            call_all(&mut self.peer);
        }
        self.execute(context, team_search, next)
    }

    /// Takes another search.
    fn renew(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let mut team_search = self.lock_team_search()?;
        if !self.is_open() {
            drop(team_search);
            return self.leave(context);
        }
        let next = self.plan.renew(&mut team_search);
        self.execute(context, team_search, next)
    }

    /// Responds to a call: gives up a search that has become useless.
    fn look_around(&mut self) {
        let state = if !self.is_open() {
            State::Aborting
        } else if self.plan.is_useless() {
            State::Renewing
        } else {
            return;
        };
        self.state = state;
        if self.plan.keeps_its_search() {
            self.peer.report(Event::Suspended);
            self.descent.suspend();
        } else {
            self.peer.report(Event::Aborted);
            self.descent.restart();
        }
    }

    fn leave(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.state = State::Idle;
        self.peer.leave(context)
    }
}
