//! The order of turns: the earliest worker is next; of equal ones it is the worker with the lowest number.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::ticks::Ticks;
use cleave_smp::WorkerId;

/// The turns to come, at most one for each worker.
#[derive(Default)]
pub(crate) struct Clock {
    turns: BinaryHeap<Reverse<(Ticks, WorkerId)>>,
}

impl Clock {
    /// Gives a worker a turn at this time.
    pub(crate) fn schedule(&mut self, at: Ticks, id: WorkerId) {
        self.turns.push(Reverse((at, id)));
    }

    /// Returns the next turn.
    pub(crate) fn next(&mut self) -> Option<(Ticks, WorkerId)> {
        self.turns.pop().map(|Reverse(turn)| turn)
    }

    /// When the next turn is.
    pub(super) fn earliest(&self) -> Option<Ticks> {
        self.turns.peek().map(|Reverse((at, _))| *at)
    }

    /// Cancels all turns.
    pub(super) fn clear(&mut self) {
        self.turns.clear();
    }

    /// Returns the next turn, if it is before `end`.
    pub(super) fn next_before(&mut self, end: Ticks) -> Option<(Ticks, WorkerId)> {
        let is_due = self.earliest().is_some_and(|at| at < end);
        is_due.then(|| self.next()).flatten()
    }

    /// Cancels a worker's turn, if it has one, and returns its time.
    pub(super) fn cancel(&mut self, id: WorkerId) -> Option<Ticks> {
        let at = self.turns.iter().find(|turn| turn.0.1 == id).map(|turn| turn.0.0);
        self.turns.retain(|turn| turn.0.1 != id);
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_come_in_order_of_time_then_of_number() {
        let mut clock = Clock::default();
        for (at, id) in [(30, 0), (10, 2), (20, 3), (10, 1)] {
            clock.schedule(Ticks(at), WorkerId::new(id));
        }
        assert_eq!(clock.cancel(WorkerId::new(3)), Some(Ticks(20)));
        assert_eq!(clock.cancel(WorkerId::new(3)), None);
        assert_eq!(clock.next_before(Ticks(10)), None);
        let order: Vec<_> =
            std::iter::from_fn(|| clock.next()).map(|turn| turn.1.index()).collect();
        assert_eq!(order, [1, 2, 0]);
    }
}
