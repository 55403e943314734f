//! The alarm: a worker has died, and all others abandon what they are doing.

use std::sync::atomic::Ordering;

use cleave_shared_memory::Shareable;
use cleave_sync::Futex;

/// A worker has died, or seems to have; the search must be abandoned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a worker has died; the search is abandoned")]
pub struct Alarmed;

/// A counter that is odd while the alarm is on.
#[derive(Shareable)]
pub struct Alarm {
    turns: Futex,
}

impl Alarm {
    /// Succeeds while the alarm is off.
    ///
    /// # Errors
    /// It is on.
    #[inline]
    pub fn check(&self) -> Result<(), Alarmed> {
        if self.turn().is_multiple_of(2) { Ok(()) } else { Err(Alarmed) }
    }

    /// How many times it has been switched on or off. Acquire, paired with the release of the
    /// switch.
    #[inline]
    pub(crate) fn turn(&self) -> u32 {
        self.turns.word().load(Ordering::Acquire)
    }

    /// Switches it on; only the main worker may. False if it was on already.
    pub fn raise(&self) -> bool {
        let off = self.check().is_ok();
        if off {
            self.turns.word().fetch_add(1, Ordering::Release);
        }
        off
    }

    /// Switches it off if it is on; only the main worker may, when the arena has been reset.
    pub(crate) fn all_clear(&self) {
        if self.check().is_ok() {
            return;
        }
        self.turns.word().fetch_add(1, Ordering::Release);
        self.turns.wake(i32::MAX as u32);
    }

    /// Sleeps until the alarm is switched again after this turn.
    pub(crate) fn wait(&self, turn: u32) {
        while self.turn() == turn {
            self.turns.wait(turn, None);
        }
    }
}
