//! Trouble on purpose: delays, and deaths, at accesses to shared memory.
//!
//! The scheduler of the system switches workers rarely, and hardly ever between two particular
//! instructions. With the feature `chaos` every access to shared memory first rolls dice, and now
//! and then loses some time, or kills the process as SIGKILL from outside would, so that
//! tests meet in seconds what otherwise happens once a year. Without the feature nothing of this is
//! compiled.

/// What kind of trouble, one time in how many accesses; 0 for never.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chaos {
    /// Seed of the dice.
    pub seed: u64,
    /// Lose time: a few microseconds, or now and then the processor.
    pub delay_one_in: u32,
    /// Die at once.
    pub die_one_in: u32,
}

#[cfg(all(feature = "chaos", not(loom)))]
mod dice {
    use std::cell::Cell;

    use super::Chaos;
    use crate::artificial::mix;

    thread_local! {
        static CHAOS: Cell<Chaos> = const {
            Cell::new(Chaos { seed: 0, delay_one_in: 0, die_one_in: 0 })
        };
    }

    impl Chaos {
        /// Trouble begins, for this thread, in everything that it does with an arena.
        pub fn begin(self) {
            CHAOS.set(self);
        }
    }

    pub(crate) fn point() {
        let mut chaos = CHAOS.get();
        if (chaos.delay_one_in, chaos.die_one_in) == (0, 0) {
            return;
        }
        chaos.seed = mix(chaos.seed);
        CHAOS.set(chaos);
        let (high, low) = ((chaos.seed >> 32) as u32, chaos.seed as u32);
        if chaos.die_one_in != 0 && high.is_multiple_of(chaos.die_one_in) {
            let _ = nix::sys::signal::raise(nix::sys::signal::Signal::SIGKILL);
        }
        if chaos.delay_one_in != 0 && low.is_multiple_of(chaos.delay_one_in) {
            delay(chaos.seed >> 20);
        }
    }

    /// Mostly short, so that workers running side by side meet in every possible order; giving the
    /// processor away would on a busy machine cost milliseconds each time.
    fn delay(dice: u64) {
        if dice.is_multiple_of(32) {
            std::thread::yield_now();
        } else {
            (0..dice % 200).for_each(|_| crate::sync::pause());
        }
    }
}

#[cfg(all(feature = "chaos", not(loom)))]
pub(crate) use dice::point;

#[cfg(not(all(feature = "chaos", not(loom))))]
impl Chaos {
    /// Without the feature `chaos` there is no trouble.
    pub fn begin(self) {}
}

/// An access to shared memory follows.
#[cfg(not(all(feature = "chaos", not(loom))))]
#[inline(always)]
pub(crate) fn point() {}
