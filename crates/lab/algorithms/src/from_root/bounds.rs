//! The known bounds of the value of a root that is searched with several windows at once.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use cleave_shared_memory::Shareable;
use cleave_sync::chaos;

use cleave_smp::Window;

/// The least and the greatest value that the root may still have. They are written with the team's search locked and
/// read without. Relaxed: a search that has just become useless may continue for some nodes.
#[derive(Shareable)]
pub(super) struct Bounds {
    least: AtomicI32,
    greatest: AtomicI32,
}

/// Both bounds at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) least: i32,
    pub(super) greatest: i32,
}

impl Bounds {
    /// Allows any value within this window.
    pub(super) fn open(&self, window: Window) {
        self.least.store(window.alpha + 1, Relaxed);
        self.greatest.store(window.beta - 1, Relaxed);
    }

    /// Returns the possible values.
    pub(super) fn range(&self) -> Range {
        Range { least: self.least.load(Relaxed), greatest: self.greatest.load(Relaxed) }
    }

    /// Notes the bound proved by a search with this window that did not contain the score. Returns true if it is a
    /// lower bound and better than the one before.
    pub(super) fn narrow(&self, window: Window, score: i32) -> bool {
        chaos::point();
        if score <= window.alpha {
            self.greatest.fetch_min(score, Relaxed);
            return false;
        }
        self.least.fetch_max(score, Relaxed) < score
    }
}

impl Range {
    /// Returns the value, if the bounds meet.
    pub(super) fn value(self) -> Option<i32> {
        (self.least == self.greatest).then_some(self.least)
    }

    /// Returns true if nothing is left to ask: the value is known, or the bounds contradict each other, as they may in
    /// an unstable search.
    pub(super) fn is_settled(self) -> bool {
        self.least >= self.greatest
    }

    /// Returns true if a search with this window can find nothing new, because its answer follows from the bounds.
    pub(super) fn answers(self, window: Window) -> bool {
        self.least >= window.beta || self.greatest <= window.alpha
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_close_in_on_the_value_and_answer_windows_outside_them() {
        let bounds = Bounds { least: AtomicI32::new(0), greatest: AtomicI32::new(0) };
        bounds.open(Window { alpha: -100, beta: 100 });
        assert_eq!(bounds.range(), Range { least: -99, greatest: 99 });
        let test = |score: i32| Window { alpha: score - 1, beta: score };
        assert!(!bounds.narrow(test(40), 35), "an upper bound");
        assert!(bounds.narrow(test(10), 12) && !bounds.narrow(test(10), 11));
        let range = bounds.range();
        assert_eq!(range, Range { least: 12, greatest: 35 });
        assert!(range.answers(test(12)) && range.answers(test(36)));
        assert!(!range.answers(test(13)) && !range.answers(test(35)));
        assert!(!range.is_settled() && range.value().is_none());
        bounds.narrow(test(13), 12);
        assert!(bounds.range().is_settled());
        assert_eq!(bounds.range().value(), Some(12));
        bounds.narrow(test(12), 11);
        assert!(bounds.range().is_settled());
        assert_eq!(bounds.range().value(), None, "the bounds contradict each other");
    }
}
