//! Checks that all helpers are alive. The main worker does this, because the kernel reports the death of a process only
//! to its parent.

use std::cell::Cell;
use std::time::Duration;

use cleave_sync::Instant;

use super::child_processes::PATIENCE;
use super::helpers::Helpers;
use super::strategy::Strategies;
use crate::arena::{Arena, Watch};
use crate::ids::WorkerId;
use crate::node::Node;

/// Least time between two checks. A main worker that searches comes here once in 512 nodes, which take half a
/// millisecond in chess. So it notices a death after 5 to 6 ms, well below the limit of 100 ms.
const INTERVAL: Duration = Duration::from_millis(5);

/// Most time between two checks in one wait for a lock, which naps for 5 ms.
const GAP: Duration = Duration::from_millis(50);

pub(super) struct DeathWatch<'a, N: Node, S> {
    arena: &'a Arena<N, S>,
    helpers: &'a Helpers<'a, 'a, N, S>,
    last: Cell<Option<Instant>>,
    wait: Cell<Option<Wait>>,
}

/// A wait of the main worker for a lock.
#[derive(Clone, Copy)]
struct Wait {
    holder: WorkerId,
    since: Instant,
    last: Instant,
}

impl Wait {
    /// Returns the wait for a lock that this worker holds `now`. It goes on from the wait `before` if that was for the same
    /// worker just now.
    fn after(before: Option<Wait>, holder: WorkerId, now: Instant) -> Wait {
        let same = before.filter(|wait| wait.holder == holder && now - wait.last < GAP);
        Wait { holder, since: same.map_or(now, |wait| wait.since), last: now }
    }

    /// Returns true if the holder must be without a processor. A worker holds a lock for microseconds.
    fn is_hopeless(&self) -> bool {
        self.last - self.since > PATIENCE
    }
}

impl<'a, N: Node, S: Strategies<N>> DeathWatch<'a, N, S> {
    pub(super) fn new(
        arena: &'a Arena<N, S>,
        helpers: &'a Helpers<'a, 'a, N, S>,
    ) -> DeathWatch<'a, N, S> {
        DeathWatch { arena, helpers, last: Cell::new(None), wait: Cell::new(None) }
    }

    /// Raises the alarm if a helper that can be replaced does not release a lock.
    fn note_wait(&self, holder: WorkerId) {
        let wait = Wait::after(self.wait.get(), holder, Instant::now());
        self.wait.set(Some(wait));
        if wait.is_hopeless() && self.helpers.are_processes() && self.arena.raise_alarm() {
            log::warn!("{holder} does not release a lock");
        }
    }
}

impl<N: Node, S: Strategies<N>> Watch for DeathWatch<'_, N, S> {
    fn check(&self, suspect: Option<WorkerId>) {
        suspect.into_iter().for_each(|holder| self.note_wait(holder));
        if self.last.get().is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        self.last.set(Some(Instant::now()));
        if self.helpers.has_death()
            && self.arena.raise_alarm()
            && let Some(holder) = suspect
        {
            log::warn!("the main worker was waiting for a lock held by {holder}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether the last of these checks, each at this many milliseconds for this holder, is hopeless.
    fn is_hopeless(checks: impl IntoIterator<Item = (u64, usize)>) -> bool {
        let begun = Instant::now();
        let wait = checks.into_iter().fold(None, |wait, (at, holder)| {
            Some(Wait::after(wait, WorkerId::new(holder), begun + Duration::from_millis(at)))
        });
        wait.is_some_and(|wait| wait.is_hopeless())
    }

    #[test]
    fn a_lock_that_one_worker_holds_for_a_second_is_hopeless() {
        let every = |step: usize| (0..=1_100).step_by(step);
        assert!(is_hopeless(every(5).map(|at| (at, 1))));
        assert!(
            !is_hopeless(every(5).take(200).map(|at| (at, 1))),
            "it may still release the lock"
        );
        assert!(!is_hopeless(every(60).map(|at| (at, 1))), "these are many waits");
        assert!(!is_hopeless(every(5).map(|at| (at, at as usize / 500))), "the lock changes hands");
    }
}
