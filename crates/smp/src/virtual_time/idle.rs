//! Workers without work: awake and looking for it, or asleep. Nobody is moved while nothing happens.
//!
//! An idle worker looks at the job list every so often for some microseconds, then sleeps. Here it
//! waits in a queue until there is something for it to see, and then has its turn when its next
//! look would have been.

use std::collections::VecDeque;

use super::ticks::Ticks;
use crate::ids::WorkerId;

/// The idle, those that have been so longest in front; these sleep, if it has been long enough.
pub(super) struct Idle {
    queue: VecDeque<(Ticks, WorkerId)>,
    /// How long a worker looks before it sleeps.
    spin: Ticks,
    /// From one look to the next.
    period: Ticks,
    /// From a ring until the sleeper looks.
    wake_up: Ticks,
}

impl Idle {
    pub(super) fn new(spin: Ticks, period: Ticks, wake_up: Ticks) -> Idle {
        Idle { queue: VecDeque::new(), spin, period: period.max(Ticks(1)), wake_up }
    }

    /// A worker has looked and found nothing.
    pub(super) fn rest(&mut self, since: Ticks, id: WorkerId) {
        let behind = self.queue.partition_point(|&waiting| waiting < (since, id));
        self.queue.insert(behind, (since, id));
    }

    fn sleeps(&self, since: Ticks, now: Ticks) -> bool {
        since + self.spin <= now
    }

    /// True if somebody keeps looking at the job list.
    pub(super) fn is_anyone_awake(&self, now: Ticks) -> bool {
        self.queue.back().is_some_and(|&(since, _)| !self.sleeps(since, now))
    }

    /// Somebody rings: the longest asleep wakes. `None` if nobody sleeps.
    pub(super) fn wake_one(&mut self, now: Ticks) -> Option<(Ticks, WorkerId)> {
        let &(since, id) = self.queue.front()?;
        if !self.sleeps(since, now) {
            return None;
        }
        self.queue.pop_front();
        Some((now + self.wake_up, id))
    }

    /// There is something to do: all who are awake see it at their next look, if they have one
    /// before they sleep.
    pub(super) fn notice(&mut self, now: Ticks) -> Vec<(Ticks, WorkerId)> {
        let awake = self.queue.partition_point(|&(since, _)| self.sleeps(since, now));
        let noticing = self.queue.split_off(awake);
        noticing.into_iter().map(|(since, id)| (self.next_look(since, now), id)).collect()
    }

    /// The first look after `now`, with one more just before the worker goes to sleep.
    fn next_look(&self, since: Ticks, now: Ticks) -> Ticks {
        let looks = now.less(since).0.div_ceil(self.period.0);
        (since + self.period.times(looks)).min(since + self.spin).max(now)
    }

    /// When this worker sees that the search is over; it is idle no longer.
    pub(super) fn fetch(&mut self, id: WorkerId, now: Ticks) -> Option<Ticks> {
        let place = self.queue.iter().position(|&(_, waiting)| waiting == id)?;
        let (since, _) = self.queue.remove(place)?;
        let sleeps = self.sleeps(since, now);
        Some(if sleeps { now + self.wake_up } else { self.next_look(since, now) })
    }

    /// The search is over, which wakes all sleepers: they look once more, and again, and sleep.
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

    fn idle() -> Idle {
        let mut idle = Idle::new(Ticks(100), Ticks(30), Ticks(1000));
        idle.rest(Ticks(200), id(2));
        idle.rest(Ticks(0), id(1));
        idle
    }

    #[test]
    fn a_ring_wakes_the_one_that_has_slept_longest() {
        assert_eq!(idle().wake_one(Ticks(99)), None);
        let mut idle = idle();
        assert!(idle.is_anyone_awake(Ticks(299)) && !idle.is_anyone_awake(Ticks(300)));
        assert_eq!(idle.wake_one(Ticks(100)), Some((Ticks(1100), id(1))));
        assert_eq!(idle.wake_one(Ticks(250)), None, "the other is awake");
    }

    #[test]
    fn who_is_awake_notices_at_its_next_look() {
        for (now, look) in [(200, 200), (201, 230), (290, 290), (291, 300)] {
            let mut idle = idle();
            assert_eq!(idle.notice(Ticks(now)), [(Ticks(look), id(2))]);
            assert_eq!(idle.notice(Ticks(now)), []);
        }
    }

    #[test]
    fn the_captain_sees_the_end_asleep_or_awake() {
        let mut idle = idle();
        assert_eq!(idle.fetch(id(2), Ticks(215)), Some(Ticks(230)));
        assert_eq!(idle.fetch(id(1), Ticks(215)), Some(Ticks(1215)));
        assert_eq!(idle.fetch(id(1), Ticks(215)), None);
    }
}
