//! The holder of each lock, and the time until which it holds it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::ticks::Ticks;
use cleave_smp::WorkerId;
use cleave_smp::instrument::{BLOCKS_PER_WORKER, BlockId};

/// A timeline for each lock.
///
/// A step runs as a whole and may take several locks one after the other. So when a worker wants a
/// lock, another may already have taken it for a later time. The worker then goes first, provided
/// that it releases the lock by that time.
pub(super) struct Locks {
    taken: Vec<Taken>,
    /// Blocks that are locked now or will be, by the time at which they are released.
    releases: BinaryHeap<Reverse<(Ticks, BlockId)>>,
}

/// The last time that a lock was taken.
#[derive(Clone, Copy, Default)]
struct Taken {
    from: Ticks,
    until: Ticks,
    by: Option<WorkerId>,
}

/// How a lock was acquired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Acquired {
    /// When.
    pub(super) at: Ticks,
    /// Another worker was the last to hold it.
    pub(super) is_foreign: bool,
}

impl Locks {
    pub(super) fn new(workers: usize) -> Locks {
        let taken = vec![Taken::default(); workers * BLOCKS_PER_WORKER];
        Locks { taken, releases: BinaryHeap::new() }
    }

    fn of(&mut self, block: BlockId) -> &mut Taken {
        if block.index() >= self.taken.len() {
            self.taken.resize(block.index() + 1, Taken::default());
        }
        &mut self.taken[block.index()]
    }

    /// No later turn begins before `now`: forgets the locks released by then.
    pub(super) fn pass_to(&mut self, now: Ticks) {
        while self.releases.peek().is_some_and(|release| release.0.0 <= now) {
            self.releases.pop();
        }
    }

    /// Blocks that workers other than `who` have locked at `now`.
    pub(super) fn locked_at(&self, now: Ticks, who: WorkerId) -> impl Iterator<Item = BlockId> {
        self.releases.iter().map(|release| release.0.1).filter(move |&block| {
            let taken = &self.taken[block.index()];
            taken.by != Some(who) && (taken.from..taken.until).contains(&now)
        })
    }

    /// A worker wants the lock of a block from `now` on, for a time of `hold`.
    pub(super) fn take(
        &mut self,
        block: BlockId,
        who: WorkerId,
        now: Ticks,
        hold: Ticks,
    ) -> Acquired {
        let taken = self.of(block);
        let is_foreign = taken.by.is_some_and(|by| by != who);
        if now + hold <= taken.from {
            return Acquired { at: now, is_foreign };
        }
        let at = if taken.by == Some(who) { now } else { now.max(taken.until) };
        *taken = Taken { from: at, until: at + hold, by: Some(who) };
        Acquired { at, is_foreign }
    }

    /// Keeps the lock just taken until then.
    pub(super) fn keep(&mut self, block: BlockId, until: Ticks) {
        let taken = self.of(block);
        if taken.until <= until {
            taken.until = until;
            self.releases.push(Reverse((until, block)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOLD: Ticks = Ticks(10);

    fn take(locks: &mut Locks, who: usize, now: u64) -> Acquired {
        let block = BlockId::from_index(3);
        locks.take(block, WorkerId::new(who), Ticks(now), HOLD)
    }

    #[test]
    fn a_worker_waits_until_a_taken_lock_is_released() {
        let mut locks = Locks::new(1);
        assert_eq!(take(&mut locks, 0, 100), Acquired { at: Ticks(100), is_foreign: false });
        assert_eq!(take(&mut locks, 1, 104), Acquired { at: Ticks(110), is_foreign: true });
        assert_eq!(take(&mut locks, 2, 105), Acquired { at: Ticks(120), is_foreign: true });
        assert_eq!(take(&mut locks, 2, 200), Acquired { at: Ticks(200), is_foreign: false });
    }

    #[test]
    fn a_block_is_locked_for_all_but_its_holder() {
        let mut locks = Locks::new(1);
        take(&mut locks, 0, 100);
        let block = BlockId::from_index(3);
        locks.keep(block, Ticks(120));
        let is_locked = |locks: &Locks, now, who| {
            locks.locked_at(Ticks(now), WorkerId::new(who)).any(|locked| locked == block)
        };
        assert_eq!(
            [99, 100, 119, 120].map(|now| is_locked(&locks, now, 1)),
            [false, true, true, false]
        );
        assert!(!is_locked(&locks, 110, 0));
        locks.pass_to(Ticks(119));
        assert!(is_locked(&locks, 119, 1));
        locks.pass_to(Ticks(120));
        assert_eq!(locks.releases.len(), 0, "released locks are forgotten");
    }

    #[test]
    fn a_lock_taken_for_later_can_be_used_before() {
        let mut locks = Locks::new(1);
        take(&mut locks, 0, 100);
        assert_eq!(take(&mut locks, 1, 90).at, Ticks(90));
        assert_eq!(take(&mut locks, 1, 91).at, Ticks(110));
    }
}
