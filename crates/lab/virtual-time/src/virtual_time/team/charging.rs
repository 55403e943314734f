//! The price of a step for its worker, and the workers that it wakes.

use cleave_algorithms::CompleteNode;
use cleave_smp::instrument::{self, Event};
use cleave_smp::{Step, WorkerId};

use super::super::step_cost::StepCost;
use super::super::ticks::Ticks;
use super::super::trace::{self, Activity};
use super::{Processor, VirtualTeam};
use crate::recording::Charged;

impl<N: CompleteNode> VirtualTeam<'_, '_, N> {
    /// Makes a waiting owner look. Returns when the worker that wakes it has done so.
    fn wake_owner(&mut self, now: Ticks, who: WorkerId, owner: WorkerId) -> Ticks {
        let is_asleep = self.waiting.is_asleep(owner, now);
        let Some(looks) = self.waiting.fetch(owner, now) else { return now };
        self.clock.schedule(looks, owner);
        let mut cost = self.step_cost(now, who);
        if is_asleep {
            cost.pay_notification();
        }
        cost.now
    }

    /// Charges a worker for its step, and wakes the sleeper that it has called for. Returns when the
    /// step ends.
    pub(super) fn charge(&mut self, at: Ticks, id: WorkerId, step: Step, nodes: u64) -> Ticks {
        self.idle_until(id, at);
        let room = std::mem::take(&mut self.events);
        let events = self.processors[id.index()].worker.take_events(room);
        let has_polled = std::mem::take(&mut self.processors[id.index()].has_polled);
        let recorded = std::mem::take(&mut self.processors[id.index()].recorded);
        let pools = has_polled.then(|| instrument::active_pools(self.arena));
        let processor = &mut self.processors[id.index()];
        let look = processor.account.look;
        let is_called = step == Step::Searched && std::mem::take(&mut processor.is_called);
        let mut cost = self.step_cost(at, id);
        if let Some(pools) = pools {
            cost.pay_for(Event::Scanned { pools });
        }
        if step == Step::Searched {
            cost.pay_attention();
        }
        if is_called {
            cost.pay_call();
        }
        cost.pay_nodes(nodes);
        let mut now = cost.now;
        if let Some(recorder) = &mut self.recorder {
            recorder.begin(at);
            recorder.pass(now, None);
        }
        let mut inside = None;
        for (index, &event) in events.iter().enumerate() {
            let is_new = index >= recorded;
            // An event under a lock is recorded when it is done.
            let is_done_inside = matches!(
                event,
                Event::BlockMade { .. } | Event::JobTaken { .. } | Event::ResultReturned { .. }
            );
            if let Some(recorder) = &mut self.recorder
                && is_new
                && !is_done_inside
            {
                recorder.note(event);
            }
            let mut cost = StepCost { now, inside, ..self.step_cost(at, id) };
            let is_news = cost.pay_for(event);
            (now, inside) = (cost.now, cost.inside);
            let waited = cost.waited;
            self.has_news |= is_news;
            match event {
                Event::NotifiedOne => {
                    if let Some((wakes, sleeper)) = self.idle.wake_one(now) {
                        self.clock.schedule(wakes, sleeper);
                        let mut cost = self.step_cost(now, id);
                        cost.pay_notification();
                        now = cost.now;
                    }
                }
                Event::NotifiedAll => {
                    let finds_it =
                        |id: WorkerId| self.processors[id.index()].worker.would_find_work();
                    for (wakes, sleeper) in self.idle.wake_those(now, finds_it) {
                        self.clock.schedule(wakes, sleeper);
                        let mut cost = self.step_cost(now, id);
                        cost.pay_notification();
                        now = cost.now;
                    }
                }
                Event::Posted => {
                    self.joinable += 1;
                    if self.idle.is_anyone_awake(now) {
                        let mut cost = self.step_cost(now, id);
                        cost.pay_posting();
                        now = cost.now;
                    }
                }
                Event::Withdrawn => self.joinable -= 1,
                Event::OwnerWoken(owner) => now = self.wake_owner(now, id, owner),
                Event::CalledAll => {
                    for (index, processor) in self.processors.iter_mut().enumerate() {
                        processor.is_called |= index != id.index();
                    }
                    for owner in self.waiting.workers() {
                        now = self.wake_owner(now, id, owner);
                    }
                }
                Event::Called(called) => self.processors[called.index()].is_called = true,
                Event::JobTaken { block: Some(_), depth, .. } => {
                    self.processors[id.index()].depth = depth;
                }
                _ => {}
            }
            if let Some(recorder) = &mut self.recorder {
                recorder.pass(now, waited);
                if is_new && is_done_inside {
                    recorder.note(event);
                }
            }
        }
        let activity = activity(step, &events);
        self.record(at, now, id, activity);
        if let Some(recorder) = &mut self.recorder {
            let look = self.processors[id.index()].account.look - look;
            recorder.end(Charged { id, to: now, activity, nodes, look });
        }
        self.events = events;
        now
    }

    /// Records a worker's steps in this stretch of time.
    pub(super) fn record(&mut self, from: Ticks, to: Ticks, id: WorkerId, activity: Activity) {
        let processor = &mut self.processors[id.index()];
        let (worker, depth) = (id.index(), processor.depth);
        self.trace.note(trace::Event { worker, from, to, activity, depth });
        processor.since = to;
    }

    /// Records that a worker has had nothing to do since its last step.
    pub(super) fn idle_until(&mut self, id: WorkerId, now: Ticks) {
        let processor = &mut self.processors[id.index()];
        processor.account.idle += now.less(processor.since);
        let (worker, from) = (id.index(), processor.since);
        let activity = Activity::Idle;
        self.trace.note(trace::Event { worker, from, to: now, activity, depth: 0 });
        processor.since = processor.since.max(now);
    }

    /// Returns the account that a worker's steps are charged to from now on.
    pub(super) fn step_cost(&mut self, now: Ticks, who: WorkerId) -> StepCost<'_> {
        let Processor { account, lock_waits, .. } = &mut self.processors[who.index()];
        StepCost {
            who,
            workers: self.machine.workers,
            costs: &self.machine.costs,
            jitter: &mut self.jitter,
            locks: &mut self.locks,
            lines: &mut self.lines,
            account,
            lock_waits,
            now,
            inside: None,
            waited: None,
        }
    }
}

fn activity(step: Step, events: &[Event]) -> Activity {
    if events.iter().any(|event| matches!(event, Event::Aborted | Event::Suspended)) {
        return Activity::Abort;
    }
    if events.contains(&Event::Arrived) {
        return Activity::Join;
    }
    match step {
        Step::Idle | Step::Waiting => Activity::Look,
        Step::Joined => Activity::Join,
        Step::Opened | Step::Searched => Activity::Search,
        Step::HandedOut | Step::BackedUp | Step::Left => Activity::Split,
        Step::GaveBack => Activity::Abort,
    }
}
