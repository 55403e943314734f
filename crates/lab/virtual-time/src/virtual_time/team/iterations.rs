//! Searches that follow each other: the next iteration is adopted, or given up.

use super::super::ticks::Ticks;
use super::super::trace::Activity;
use super::{Before, VirtualTeam};
use crate::recording::{Charged, Mark};
use cleave_algorithms::CompleteNode;
use cleave_smp::{
    Alarmed, Common, Context, Counters, Finished, IteratingTeam, RootSearch, Stats, Step, WorkerId,
};

impl<N: CompleteNode> IteratingTeam<N> for VirtualTeam<'_, '_, N> {
    /// Searches a root. A next iteration that was begun with it goes on in the next search, if that
    /// adopts it, or until it is [given up](VirtualTeam::give_up_next).
    fn search_iteration(
        &mut self,
        main_worker: &mut N::Context<'_>,
        search: &RootSearch<'_, N>,
    ) -> Finished<N> {
        let finished = self.try_iteration(main_worker, search);
        finished.unwrap_or_else(|Alarmed| {
            self.recover();
            Finished::after_a_death()
        })
    }

    fn give_up_next(&mut self, main_worker: &mut N::Context<'_>) -> Option<Stats> {
        let given_up = self.clear_next(main_worker);
        if given_up.is_err() {
            self.recover();
        }
        given_up.ok()
    }

    fn has_next(&self) -> bool {
        self.arena.has_next()
    }

    fn has_next_to_adopt(&self) -> bool {
        self.arena.has_next_to_adopt()
    }
}

impl<N: CompleteNode> VirtualTeam<'_, '_, N> {
    fn try_iteration(
        &mut self,
        main_worker: &mut N::Context<'_>,
        search: &RootSearch<'_, N>,
    ) -> Result<Finished<N>, Alarmed> {
        let is_adopted = search.adopts && self.arena.has_next_to_adopt();
        let mut given_up = Stats::default();
        if !is_adopted {
            given_up = self.clear_next(main_worker)?;
            self.reported.fill(Counters::default());
            // It may have passed meanwhile, and has not stopped this search.
            self.deadline.renew();
        }
        self.mark(if is_adopted { Mark::Adopts } else { Mark::Begins });
        let (begin, before) = (self.now, self.before());
        self.catch_up(main_worker);
        self.begin(main_worker, &RootSearch { adopts: is_adopted, ..*search });
        self.run_until(main_worker, Common::is_over)?;
        let outcome = self.arena.outcome()?;
        let mut stats = self.stats(begin, &before);
        stats += given_up;
        Ok(Finished { is_adopted, ..Finished::new(outcome, stats) })
    }

    /// Gives the next iteration up, if there is one. Returns the counts that the statistics of the searches so far
    /// lack.
    fn clear_next(&mut self, main_worker: &mut N::Context<'_>) -> Result<Stats, Alarmed> {
        if !self.arena.has_next() {
            return Ok(Stats::default());
        }
        self.mark(Mark::GivesUp);
        let (begin, before) = (self.now, self.before());
        self.catch_up(main_worker);
        let id = WorkerId::MAIN;
        let worker = &mut self.processors[id.index()].worker;
        worker.give_up_next()?;
        let end = self.charge(begin, id, Step::Idle, 0);
        self.clock.schedule(end, id);
        self.run_until(main_worker, Common::is_next_clear)?;
        Ok(self.stats(begin, &before))
    }

    fn before(&self) -> Vec<Before> {
        self.processors.iter().map(|processor| (processor.account, processor.lock_waits)).collect()
    }

    /// Moves the workers until something is over, and the main worker is out of the tree.
    fn run_until(
        &mut self,
        main_worker: &mut N::Context<'_>,
        is_over: impl Fn(&Common<N>) -> bool,
    ) -> Result<(), Alarmed> {
        let mut now = self.now;
        while !(is_over(self.arena) && self.processors[WorkerId::MAIN.index()].worker.is_idle()) {
            let (at, id) = self.next_turn()?;
            if self.deadline.passes(at) {
                self.clock.schedule(at, id);
                now = self.stop(at);
                continue;
            }
            self.show_time(at);
            self.idle_main_worker(at, main_worker);
            now = self.turn_of(at, id, main_worker);
        }
        self.end(now);
        Ok(())
    }

    /// Those that are in the next iteration go on while the main worker is between two searches.
    fn catch_up(&mut self, main_worker: &mut N::Context<'_>) {
        while let Some((at, id)) = self.clock.next_before(self.now) {
            self.turn_of(at, id, main_worker);
        }
    }

    /// One step of one worker, in its context. Returns when it ends.
    fn turn_of(&mut self, at: Ticks, id: WorkerId, main_worker: &mut N::Context<'_>) -> Ticks {
        let Some(helper) = id.index().checked_sub(1) else {
            return self.turn(at, id, main_worker);
        };
        // Taken out for the step: the step needs the rest of the team as well.
        let mut contexts = std::mem::take(&mut self.contexts);
        let end = self.turn(at, id, &mut contexts[helper]);
        self.contexts = contexts;
        end
    }

    fn begin(&mut self, main_worker: &mut N::Context<'_>, search: &RootSearch<'_, N>) {
        let id = WorkerId::MAIN;
        let nodes = main_worker.nodes();
        let worker = &mut self.processors[id.index()].worker;
        let begun = worker.begin(main_worker, search, &self.params);
        begun.expect("the arena's alarm is never on in virtual time");
        let mut cost = self.step_cost(self.now, id);
        cost.pay_begin();
        let at = cost.now;
        self.record(self.now, at, id, Activity::Split);
        if let Some(recorder) = &mut self.recorder {
            let processor = &mut self.processors[id.index()];
            let events = processor.worker.events();
            recorder.begin(self.now);
            events.iter().for_each(|&event| recorder.note(event));
            processor.recorded = events.len();
            let (activity, look) = (Activity::Split, Ticks::ZERO);
            recorder.end(Charged { id, to: at, activity, nodes: 0, look });
            // A worker that takes up an earlier search may search a node at once.
            let (activity, nodes) = (Activity::Search, main_worker.nodes() - nodes);
            recorder.begin(at);
            recorder.end(Charged { id, to: at, activity, nodes, look });
        }
        // Without a next iteration, the events so far are charged with the first step.
        let has_begun_next = self.arena.has_next();
        let at = if has_begun_next { self.charge(at, id, Step::Idle, 0) } else { at };
        self.clock.schedule(at, id);
    }
}
