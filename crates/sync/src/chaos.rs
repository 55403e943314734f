//! Injects faults at accesses to shared memory: delays and deaths.
//!
//! The system's scheduler switches workers rarely, and hardly ever between two particular
//! instructions. In a build with debug assertions a test can ask for faults. Then some accesses to
//! shared memory, chosen at random, first lose time or kill the process like SIGKILL from outside.
//! So tests meet in seconds an order that otherwise occurs once a year. A release build has no
//! faults; a test that asks for them fails at once.
//!
//! Every protocol of this crate calls [`point`] before it touches shared memory, and so does other code
//! that shares memory without a lock.

/// The frequency of each fault: one in this number of accesses, or 0 for never.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chaos {
    /// The seed of the random faults.
    pub seed: u64,
    /// Delays. They take a few microseconds; some yield the processor.
    pub delay_one_in: u32,
    /// Deaths.
    pub die_one_in: u32,
}

#[cfg(all(debug_assertions, not(loom)))]
mod faults {
    use std::cell::Cell;

    use super::Chaos;
    use crate::system;

    thread_local! {
        static CHAOS: Cell<Chaos> = const {
            Cell::new(Chaos { seed: 0, delay_one_in: 0, die_one_in: 0 })
        };
    }

    impl Chaos {
        /// Injects these faults into all accesses of this thread to shared memory from now on.
        pub fn begin(self) {
            CHAOS.set(self);
        }
    }

    /// Marks that an access to shared memory follows. May lose time or kill the process here.
    pub fn point() {
        let mut chaos = CHAOS.get();
        if (chaos.delay_one_in, chaos.die_one_in) == (0, 0) {
            return;
        }
        chaos.seed = mix(chaos.seed);
        CHAOS.set(chaos);
        let (high, low) = ((chaos.seed >> 32) as u32, chaos.seed as u32);
        if chaos.die_one_in != 0 && high.is_multiple_of(chaos.die_one_in) {
            system::die();
        }
        if chaos.delay_one_in != 0 && low.is_multiple_of(chaos.delay_one_in) {
            delay(chaos.seed >> 20);
        }
    }

    /// Delays the thread, mostly for a short time, so that concurrent workers meet in every
    /// possible order. Yielding the processor each time would cost milliseconds on a busy machine.
    fn delay(random: u64) {
        if random.is_multiple_of(32) {
            std::thread::yield_now();
        } else {
            (0..random % 200).for_each(|_| crate::atomic::pause());
        }
    }

    /// Returns the next random number: a step of SplitMix64 (Steele, Lea and Flood, 2014).
    fn mix(seed: u64) -> u64 {
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(all(debug_assertions, not(loom)))]
pub use faults::point;

#[cfg(not(all(debug_assertions, not(loom))))]
impl Chaos {
    /// Checks that no faults are asked for: there are none without debug assertions.
    ///
    /// # Panics
    /// If the caller asks for faults. A test that continues without them proves nothing.
    pub fn begin(self) {
        let Chaos { seed: _, delay_one_in, die_one_in } = self;
        assert_eq!((delay_one_in, die_one_in), (0, 0), "faults need a build with debug assertions");
    }
}

/// Marks that an access to shared memory follows. Does nothing without debug assertions.
#[cfg(not(all(debug_assertions, not(loom))))]
#[inline(always)]
pub fn point() {}
