//! One list of sleeping threads, for a system that has threads but that `parking_lot_core` does not know. The instruction
//! that waits for a word in shared memory needs a nightly compiler.

use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::atomic::{AtomicU32, Ordering};

/// A thread and the address of the word for which it waits.
struct Sleeper {
    address: usize,
    thread: Thread,
}

/// The threads that are parked here or about to park, in the order in which they came.
static SLEEPERS: Mutex<Vec<Sleeper>> = Mutex::new(Vec::new());

/// Parks this thread. The list is locked from the comparison until the thread is in it, as the queue of a futex is. A token
/// that an earlier wake-up has left ends the wait early, which the caller expects.
pub(crate) fn wait(word: &AtomicU32, expected: u32, timeout: Option<Duration>) {
    let (address, thread) = (address(word), thread::current());
    {
        let mut sleepers = sleepers();
        if word.load(Ordering::Relaxed) != expected {
            return;
        }
        sleepers.push(Sleeper { address, thread: thread.clone() });
    }
    match timeout {
        Some(timeout) => thread::park_timeout(timeout),
        None => thread::park(),
    }
    // A thread that nothing has woken is still in the list.
    sleepers().retain(|sleeper| sleeper.thread.id() != thread.id());
}

/// Wakes the sleepers that have waited longest.
pub(crate) fn wake(word: &AtomicU32, count: u32) {
    let (address, mut left) = (address(word), count);
    let is_woken = |sleeper: &mut Sleeper| {
        let is_next = left > 0 && sleeper.address == address;
        left -= u32::from(is_next);
        is_next
    };
    sleepers().extract_if(.., is_woken).for_each(|sleeper| sleeper.thread.unpark());
}

/// Locks the list. No code panics in between.
fn sleepers() -> MutexGuard<'static, Vec<Sleeper>> {
    SLEEPERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn address(word: &AtomicU32) -> usize {
    ptr::from_ref(word).addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Option<Duration> = Some(Duration::from_secs(60));

    /// Returns the number of threads that wait for this word.
    fn asleep(word: &AtomicU32) -> usize {
        sleepers().iter().filter(|sleeper| sleeper.address == address(word)).count()
    }

    fn until(is_so: impl Fn() -> bool) {
        while !is_so() {
            thread::yield_now();
        }
    }

    #[test]
    fn wakes_the_counted_sleepers_of_one_word() {
        let (word, other) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            (0..3).for_each(|_| drop(scope.spawn(|| wait(&word, 0, LONG))));
            scope.spawn(|| wait(&other, 0, LONG));
            until(|| (asleep(&word), asleep(&other)) == (3, 1));
            wake(&word, 2);
            until(|| asleep(&word) == 1);
            assert_eq!(asleep(&other), 1);
            wake(&word, 9);
            wake(&other, 1);
        });
        assert_eq!((asleep(&word), asleep(&other)), (0, 0));
    }

    #[test]
    fn neither_a_changed_word_nor_an_elapsed_time_keeps_a_thread_asleep() {
        let word = AtomicU32::new(1);
        wait(&word, 0, None);
        wait(&word, 1, Some(Duration::from_millis(1)));
        assert_eq!(asleep(&word), 0);
    }
}
