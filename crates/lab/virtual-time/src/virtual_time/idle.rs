//! Workers without work: polling, or asleep. None of them is moved while nothing happens.
//!
//! An idle worker polls the job list for some microseconds, then sleeps. Here it waits in a queue
//! until the list holds something, and then has its turn when its next look would have been due. The
//! owners of blocks that wait for their clients have a queue of their own: they look at a word that
//! the last client out writes.

use std::collections::VecDeque;

use super::ticks::Ticks;
use cleave_smp::WorkerId;

/// Workers without work, longest without it first. Those that have been idle for `spin` sleep.
pub(super) struct IdleQueue {
    queue: VecDeque<(Ticks, WorkerId)>,
    /// How long a worker polls before it sleeps.
    spin: Ticks,
    /// From one look to the next.
    period: Ticks,
    /// From the wake-up call until the sleeper looks.
    wake_up: Ticks,
}

impl IdleQueue {
    pub(super) fn new(spin: Ticks, period: Ticks, wake_up: Ticks) -> IdleQueue {
        IdleQueue { queue: VecDeque::new(), spin, period: period.max(Ticks(1)), wake_up }
    }

    /// Nobody waits here any more.
    pub(super) fn clear(&mut self) {
        self.queue.clear();
    }

    /// A worker has looked and found nothing.
    pub(super) fn rest(&mut self, since: Ticks, id: WorkerId) {
        let behind = self.queue.partition_point(|&waiting| waiting < (since, id));
        self.queue.insert(behind, (since, id));
    }

    fn sleeps(&self, since: Ticks, now: Ticks) -> bool {
        since + self.spin <= now
    }

    /// Returns true if some worker polls the job list.
    pub(super) fn is_anyone_awake(&self, now: Ticks) -> bool {
        self.queue.back().is_some_and(|&(since, _)| !self.sleeps(since, now))
    }

    /// Wakes the worker that has slept longest. Returns `None` if none sleeps.
    pub(super) fn wake_one(&mut self, now: Ticks) -> Option<(Ticks, WorkerId)> {
        let &(since, id) = self.queue.front()?;
        if !self.sleeps(since, now) {
            return None;
        }
        self.queue.pop_front();
        Some((now + self.wake_up, id))
    }

    /// Wakes the sleepers for which `finds_it` is true, longest asleep first. The others go back to sleep, at no cost.
    pub(super) fn wake_those(
        &mut self,
        now: Ticks,
        finds_it: impl Fn(WorkerId) -> bool,
    ) -> Vec<(Ticks, WorkerId)> {
        let awake = self.queue.partition_point(|&(since, _)| self.sleeps(since, now));
        let sleepers: Vec<_> = self.queue.drain(..awake).collect();
        let (woken, others): (Vec<_>, Vec<_>) =
            sleepers.into_iter().partition(|&(_, id)| finds_it(id));
        others.into_iter().rev().for_each(|sleeper| self.queue.push_front(sleeper));
        woken.into_iter().map(|(_, id)| (now + self.wake_up, id)).collect()
    }

    /// The job list holds something: removes the workers that poll and find it, with the time of the look at which each
    /// sees it.
    pub(super) fn notice(
        &mut self,
        now: Ticks,
        finds_it: impl Fn(WorkerId) -> bool,
    ) -> Vec<(Ticks, WorkerId)> {
        let awake = self.queue.partition_point(|&(since, _)| self.sleeps(since, now));
        let (noticing, others): (Vec<_>, Vec<_>) =
            self.queue.drain(awake..).partition(|&(_, id)| finds_it(id));
        self.queue.extend(others);
        noticing.into_iter().map(|(since, id)| (self.next_look(since, now), id)).collect()
    }

    /// Returns the workers that wait here.
    pub(super) fn workers(&self) -> Vec<WorkerId> {
        self.queue.iter().map(|&(_, id)| id).collect()
    }

    /// Returns true if this worker waits here, and sleeps.
    pub(super) fn is_asleep(&self, id: WorkerId, now: Ticks) -> bool {
        self.queue.iter().any(|&(since, waiting)| waiting == id && self.sleeps(since, now))
    }

    /// Returns the first look from `now` on; the last one comes just before the worker goes to sleep.
    fn next_look(&self, since: Ticks, now: Ticks) -> Ticks {
        let looks = now.less(since).0.div_ceil(self.period.0);
        (since + self.period.times(looks)).min(since + self.spin).max(now)
    }

    /// Removes this worker, and returns when it sees that the search is over.
    pub(super) fn fetch(&mut self, id: WorkerId, now: Ticks) -> Option<Ticks> {
        let place = self.queue.iter().position(|&(_, waiting)| waiting == id)?;
        let (since, _) = self.queue.remove(place)?;
        let sleeps = self.sleeps(since, now);
        Some(if sleeps { now + self.wake_up } else { self.next_look(since, now) })
    }

    /// The search is over, which wakes all sleepers: they poll once more before they sleep again.
    pub(super) fn wake_all(&mut self, now: Ticks) {
        let awake = self.queue.partition_point(|&(since, _)| self.sleeps(since, now));
        let sleepers: Vec<_> = self.queue.drain(..awake).collect();
        for (_, id) in sleepers {
            self.rest(now + self.wake_up, id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(index: usize) -> WorkerId {
        WorkerId::new(index)
    }

    fn idle() -> IdleQueue {
        let mut idle = IdleQueue::new(Ticks(100), Ticks(30), Ticks(1000));
        idle.rest(Ticks(200), id(2));
        idle.rest(Ticks(0), id(1));
        idle
    }

    #[test]
    fn the_longest_sleeper_is_woken_first() {
        assert_eq!(idle().wake_one(Ticks(99)), None);
        let mut idle = idle();
        assert!(idle.is_anyone_awake(Ticks(299)) && !idle.is_anyone_awake(Ticks(300)));
        assert_eq!(idle.wake_one(Ticks(100)), Some((Ticks(1100), id(1))));
        assert_eq!(idle.wake_one(Ticks(250)), None, "the other is awake");
    }

    #[test]
    fn sleepers_with_work_are_woken_and_the_others_sleep_on() {
        let mut idle = idle();
        idle.rest(Ticks(1), id(3));
        assert_eq!(idle.wake_those(Ticks(250), |_| false), []);
        assert_eq!(idle.workers(), [id(1), id(3), id(2)]);
        assert_eq!(idle.wake_those(Ticks(250), |other| other == id(3)), [(Ticks(1250), id(3))]);
        assert_eq!(idle.wake_those(Ticks(250), |_| true), [(Ticks(1250), id(1))]);
        assert_eq!(idle.workers(), [id(2)], "it polls");
    }

    #[test]
    fn a_polling_worker_notices_work_at_its_next_look() {
        for (now, look) in [(200, 200), (201, 230), (290, 290), (291, 300)] {
            let mut idle = idle();
            assert_eq!(idle.notice(Ticks(now), |_| false), []);
            assert_eq!(idle.notice(Ticks(now), |_| true), [(Ticks(look), id(2))]);
            assert_eq!(idle.notice(Ticks(now), |_| true), []);
        }
    }

    #[test]
    fn a_worker_sees_the_end_asleep_or_awake() {
        let mut idle = idle();
        assert_eq!(idle.fetch(id(2), Ticks(215)), Some(Ticks(230)));
        assert_eq!(idle.fetch(id(1), Ticks(215)), Some(Ticks(1215)));
        assert_eq!(idle.fetch(id(1), Ticks(215)), None);
    }
}
