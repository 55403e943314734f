//! The time at which a search stops.

use super::ticks::Ticks;

/// A time to stop a search at, if there is one.
#[derive(Clone, Copy, Default)]
pub(super) struct Deadline {
    at: Option<Ticks>,
    has_passed: bool,
}

impl Deadline {
    pub(super) fn new(at: Option<Ticks>) -> Deadline {
        Deadline { at, has_passed: false }
    }

    /// Returns true for the first turn at the deadline or later, and for that one only: a search stops once.
    pub(super) fn passes(&mut self, now: Ticks) -> bool {
        let passes = !self.has_passed && self.at.is_some_and(|at| at <= now);
        self.has_passed |= passes;
        passes
    }

    /// The search begins again, and is to stop again.
    pub(super) fn renew(&mut self) {
        self.has_passed = false;
    }

    /// True once a turn has come at the deadline or later.
    pub(super) fn has_passed(self) -> bool {
        self.has_passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_passes_once() {
        let mut deadline = Deadline::new(Some(Ticks(10)));
        assert_eq!([9, 10, 11].map(|now| deadline.passes(Ticks(now))), [false, true, false]);
        assert!(deadline.has_passed());
        assert!(!Deadline::default().passes(Ticks(u64::MAX)));
    }
}
