//! Locks and cache lines, as intervals of time.

use std::collections::{HashMap, VecDeque};

use crate::virtual_time::Ticks;

/// A lock: its holder, the time of its release, and the waiting workers, first come first served.
#[derive(Default)]
pub struct Queue {
    until: Ticks,
    holder: Option<usize>,
    /// The first has been promised the lock at `until`.
    waiting: VecDeque<usize>,
}

/// The result for a worker that wants a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// It has the lock. Another had it before, or not.
    Enters {
        /// The lock must be fetched.
        is_foreign: bool,
    },
    /// It comes again at this time, when the lock is its.
    ComesAgain(Ticks),
    /// Others wait before it: it is called.
    Waits,
}

impl Queue {
    /// A worker wants the lock now.
    pub fn ask(&mut self, worker: usize, now: Ticks) -> Entry {
        if self.waiting.front() == Some(&worker) {
            self.waiting.pop_front();
        } else if now < self.until || !self.waiting.is_empty() {
            self.waiting.push_back(worker);
            let is_next = self.waiting.len() == 1;
            return if is_next { Entry::ComesAgain(self.until) } else { Entry::Waits };
        }
        let is_foreign = self.holder.is_some_and(|holder| holder != worker);
        self.holder = Some(worker);
        Entry::Enters { is_foreign }
    }

    /// The worker that has the lock keeps it until then. Returns the one to call at that time.
    pub fn keep(&mut self, until: Ticks) -> Option<usize> {
        self.until = until;
        self.waiting.front().copied()
    }
}

/// The last writer of a line, and the time from which the next may write.
#[derive(Clone, Copy)]
struct Line {
    writer: usize,
    until: Ticks,
}

/// The cache lines of the nodes, two nodes in each.
#[derive(Default)]
pub struct Lines(HashMap<usize, Line>);

impl Lines {
    /// A worker writes to a node now; returns when it has done so. Returns the time when it has done so: later, if the
    /// line must be fetched from another worker, or is on its way to one.
    pub fn write(&mut self, node: usize, worker: usize, now: Ticks, transfer: Ticks) -> Ticks {
        let line = self.0.entry(node / 2).or_insert(Line { writer: worker, until: now });
        if line.writer == worker {
            return now;
        }
        *line = Line { writer: worker, until: now.max(line.until) + transfer };
        line.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_serves_waiting_workers_in_their_order() {
        let mut queue = Queue::default();
        assert_eq!(queue.ask(0, Ticks(10)), Entry::Enters { is_foreign: false });
        assert_eq!(queue.keep(Ticks(30)), None);
        assert_eq!(queue.ask(2, Ticks(12)), Entry::ComesAgain(Ticks(30)));
        assert_eq!(queue.ask(1, Ticks(13)), Entry::Waits);
        assert_eq!(queue.ask(3, Ticks(30)), Entry::Waits, "nobody overtakes");
        assert_eq!(queue.ask(2, Ticks(30)), Entry::Enters { is_foreign: true });
        assert_eq!(queue.keep(Ticks(50)), Some(1));
        assert_eq!(queue.ask(1, Ticks(50)), Entry::Enters { is_foreign: true });
    }

    #[test]
    fn a_line_travels_from_one_writer_to_the_next() {
        let mut lines = Lines::default();
        let mut write = |node, worker, now| lines.write(node, worker, Ticks(now), Ticks(80)).0;
        assert_eq!([write(4, 0, 100), write(5, 0, 101)], [100, 101], "its own");
        assert_eq!([write(4, 1, 110), write(5, 2, 120)], [190, 270], "one after the other");
        assert_eq!(write(6, 3, 120), 120, "another line");
    }
}
