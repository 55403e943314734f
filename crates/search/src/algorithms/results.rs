//! Results of the root in one worker, and how they are copied, published and compared.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32};

use cleave_board::Value;

use crate::root::report::{Entry, FAILED_LOW, NEW_BEST, RootResults, UNSEARCHED};

impl RootResults {
    /// Creates an empty list of results.
    pub(crate) fn new() -> Box<RootResults> {
        Box::new(RootResults {
            newest: AtomicU32::new(0),
            moves: std::array::from_fn(|_| Entry::new()),
        })
    }

    /// Becomes a copy of these results. The newest comes last, as in [`RootResults::record`].
    pub(crate) fn copy_from(&self, other: &RootResults) {
        for (entry, other) in self.moves.iter().zip(&other.moves) {
            entry.copy_from(other);
        }
        self.newest.store(other.newest.load(Relaxed), Release);
    }

    /// Copies the result of the move with the number `from` in `other` to the move with the number `number` here. A
    /// value of `floor` or less counts as no value.
    pub(crate) fn take(&self, number: u16, other: &RootResults, from: u16, floor: Value) {
        let (entry, from) = (&self.moves[usize::from(number)], &other.moves[usize::from(from)]);
        entry.copy_from(from);
        let value = Value::new(entry.value.load(Relaxed));
        if entry.result.load(Relaxed) == NEW_BEST && value <= floor {
            entry.result.store(FAILED_LOW, Relaxed);
        }
    }

    /// Notes that all results of this many moves have been taken over: the best of them is the newest.
    pub(crate) fn complete(&self, moves: usize) {
        let values = (1..=moves).map(|number| (self.value(number), number));
        let best = values.filter(|(value, _)| value.is_some());
        let newest = best.max_by_key(|&(value, number)| (value, std::cmp::Reverse(number)));
        self.newest.store(newest.map_or(0, |(_, number)| number as u32), Release);
    }

    fn value(&self, number: usize) -> Option<Value> {
        let entry = &self.moves[number];
        let is_valued = entry.result.load(Relaxed) == NEW_BEST;
        is_valued.then(|| Value::new(entry.value.load(Relaxed)))
    }

    /// Returns the value of the root move that beat alpha last.
    pub(crate) fn best_value(&self) -> Option<Value> {
        self.value(self.newest.load(Acquire) as usize)
    }
}

impl Entry {
    fn new() -> Entry {
        Entry {
            result: AtomicU32::new(UNSEARCHED),
            value: AtomicI32::new(0),
            deepest: AtomicU32::new(0),
            length: AtomicU32::new(0),
            line: std::array::from_fn(|_| AtomicU16::new(0)),
        }
    }

    fn copy_from(&self, other: &Entry) {
        let result = other.result.load(Relaxed);
        if result == NEW_BEST {
            self.value.store(other.value.load(Relaxed), Relaxed);
            self.deepest.store(other.deepest.load(Relaxed), Relaxed);
            let length = other.length.load(Relaxed);
            self.length.store(length, Relaxed);
            for (place, mv) in self.line.iter().zip(&other.line[..length as usize]) {
                place.store(mv.load(Relaxed), Relaxed);
            }
        }
        self.result.store(result, Relaxed);
    }
}
