//! Fault injection: delays, and deaths, at accesses to shared memory.
//!
//! The scheduler of the system switches workers rarely, and hardly ever between two particular
//! instructions. In a build with debug assertions every access to shared memory now and then, at
//! random, first loses some time or kills the process as SIGKILL from outside would, if a test asks
//! for it. So tests meet in seconds what otherwise happens once a year. A release has nothing of this:
//! there a test that asks for faults fails at once.
//!
//! Every protocol of this crate calls [`point`] before it touches shared memory, and so does other code
//! that shares memory without a lock.

/// How frequent each fault is: one in this many accesses, or 0 for never.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chaos {
    /// The seed of the random faults.
    pub seed: u64,
    /// Delays: a few microseconds, now and then the processor.
    pub delay_one_in: u32,
    /// Deaths.
    pub die_one_in: u32,
}

#[cfg(all(debug_assertions, not(loom)))]
mod faults {
    use std::cell::Cell;

    use super::Chaos;

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

    /// An access to shared memory follows: a moment to lose time, or to die.
    pub fn point() {
        let mut chaos = CHAOS.get();
        if (chaos.delay_one_in, chaos.die_one_in) == (0, 0) {
            return;
        }
        chaos.seed = mix(chaos.seed);
        CHAOS.set(chaos);
        let (high, low) = ((chaos.seed >> 32) as u32, chaos.seed as u32);
        if chaos.die_one_in != 0 && high.is_multiple_of(chaos.die_one_in) {
            die();
        }
        if chaos.delay_one_in != 0 && low.is_multiple_of(chaos.delay_one_in) {
            delay(chaos.seed >> 20);
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn die() {
        let _ = nix::sys::signal::raise(nix::sys::signal::Signal::SIGKILL);
    }

    #[cfg(target_arch = "wasm32")]
    fn die() {
        std::process::abort();
    }

    /// Mostly short, so that concurrent workers meet in every possible order; yielding the
    /// processor each time would cost milliseconds on a busy machine.
    fn delay(random: u64) {
        if random.is_multiple_of(32) {
            std::thread::yield_now();
        } else {
            (0..random % 200).for_each(|_| crate::atomic::pause());
        }
    }

    /// The next random number: a step of SplitMix64 (Steele, Lea and Flood, 2014).
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
    /// Without debug assertions there are no faults.
    ///
    /// # Panics
    /// If there are to be any: a test that goes on without them proves nothing.
    pub fn begin(self) {
        let Chaos { seed: _, delay_one_in, die_one_in } = self;
        assert_eq!((delay_one_in, die_one_in), (0, 0), "faults need a build with debug assertions");
    }
}

/// An access to shared memory follows; nothing happens without debug assertions.
#[cfg(not(all(debug_assertions, not(loom))))]
#[inline(always)]
pub fn point() {}
