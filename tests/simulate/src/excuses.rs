//! The time of an answer that does not count, because the program or its judge could not run.
//!
//! Excuses are added up from one look to the next, about fifty times a second. So the excuse of a helper outlives the
//! helper. No look excuses more than the time since the last one.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The excuses for a program and its helpers, by number of process.
pub(crate) struct Excuses<P> {
    sum: Duration,
    last: Instant,
    /// How long each process had waited for a processor at the last look.
    waits: HashMap<P, Duration>,
    metronome: Arc<AtomicU64>,
    /// The delays of the metronome at the last look.
    delays: Duration,
}

/// The time between two beats of the metronome.
const BEAT: Duration = Duration::from_millis(10);

impl<P: Copy + Eq + Hash> Excuses<P> {
    pub(crate) fn new() -> Excuses<P> {
        Excuses::with(metronome())
    }

    fn with(metronome: Arc<AtomicU64>) -> Excuses<P> {
        let (sum, delays) = (Duration::ZERO, Duration::ZERO);
        Excuses { sum, last: Instant::now(), waits: HashMap::new(), metronome, delays }
    }

    /// Returns the sum of all excuses until now. `waits` lists for how long each process has waited for a processor since its
    /// start. The program comes first. Only the helper that has waited longest since the last look counts, because a search
    /// may wait for that helper.
    pub(crate) fn until(&mut self, now: Instant, waits: &[(P, Duration)]) -> Duration {
        let grown = |&(process, wait): &(P, Duration)| {
            wait.saturating_sub(self.waits.get(&process).copied().unwrap_or_default())
        };
        let of_program = waits.first().map(grown).unwrap_or_default();
        let of_helpers = waits.iter().skip(1).map(grown).max().unwrap_or_default();
        let delays = Duration::from_nanos(self.metronome.load(Ordering::Relaxed));
        let excused = of_program + of_helpers + delays.saturating_sub(self.delays);
        self.sum += excused.min(now.saturating_duration_since(self.last));
        self.waits = waits.iter().copied().collect();
        (self.last, self.delays) = (now, delays);
        self.sum
    }
}

/// Starts a thread that does nothing but sleep, and returns the nanoseconds by which it has slept too long. Then no thread
/// of this process had a processor, or the machine stood still, so that an answer that was there was not heard. The thread
/// ends when nothing else has the sum.
fn metronome() -> Arc<AtomicU64> {
    let sum = Arc::new(AtomicU64::new(0));
    let seen = Arc::downgrade(&sum);
    thread::spawn(move || {
        let mut last = Instant::now();
        while let Some(sum) = seen.upgrade() {
            drop(sum);
            thread::sleep(BEAT);
            let late = last.elapsed().saturating_sub(2 * BEAT);
            last = Instant::now();
            seen.upgrade().inspect(|sum| {
                sum.fetch_add(late.as_nanos() as u64, Ordering::Relaxed);
            });
        }
    });
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: u32 = 1;
    const SECOND: Duration = Duration::from_secs(1);

    /// Returns excuses, and their sums after looks at these seconds.
    fn sums(looks: &[(u32, &[(u32, Duration)])]) -> Vec<Duration> {
        let mut excuses = Excuses::with(Arc::default());
        let begun = excuses.last;
        looks.iter().map(|&(at, waits)| excuses.until(begun + at * SECOND, waits)).collect()
    }

    #[test]
    fn the_program_and_the_helper_that_waits_longest_count() {
        let looks: &[(u32, &[_])] = &[
            (10, &[(PROGRAM, SECOND), (2, 2 * SECOND), (3, 4 * SECOND)]),
            (20, &[(PROGRAM, SECOND), (2, 5 * SECOND), (3, 4 * SECOND)]),
        ];
        assert_eq!(sums(looks), [5 * SECOND, 8 * SECOND]);
    }

    /// Otherwise an answer that came in time after the death would be late.
    #[test]
    fn the_excuse_of_a_helper_outlives_it() {
        let looks: &[(u32, &[_])] =
            &[(9, &[(PROGRAM, SECOND), (2, 7 * SECOND)]), (10, &[(PROGRAM, SECOND)])];
        assert_eq!(sums(looks), [8 * SECOND; 2]);
    }

    #[test]
    fn no_more_than_the_time_that_has_passed_is_excused() {
        let looks: &[(u32, &[_])] = &[(3, &[(PROGRAM, 2 * SECOND), (2, 2 * SECOND)])];
        assert_eq!(sums(looks), [3 * SECOND]);
    }

    #[test]
    fn a_judge_without_a_processor_excuses_the_program() {
        let metronome = Arc::new(AtomicU64::new(0));
        let mut excuses = Excuses::with(Arc::clone(&metronome));
        let begun = excuses.last;
        metronome.store(SECOND.as_nanos() as u64, Ordering::Relaxed);
        for _ in 0..2 {
            assert_eq!(excuses.until(begun + 10 * SECOND, &[(PROGRAM, Duration::ZERO)]), SECOND);
        }
    }

    /// On a machine with time to spare the metronome is hardly ever late.
    #[test]
    fn the_metronome_does_not_excuse_time_in_which_the_machine_runs() {
        let least = |_| {
            let metronome = metronome();
            thread::sleep(10 * BEAT);
            Duration::from_nanos(metronome.load(Ordering::Relaxed))
        };
        let least = (0..20).map(least).min().expect("there are several");
        assert!(least < BEAT, "{least:?}");
    }
}
