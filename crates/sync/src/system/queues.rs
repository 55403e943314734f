//! Queues for the threads of this process.
#![allow(unsafe_code)]

use std::ptr;
use std::time::{Duration, Instant};

use parking_lot_core::{DEFAULT_PARK_TOKEN, DEFAULT_UNPARK_TOKEN, park, unpark_one};

use crate::atomic::{AtomicU32, Ordering};

/// Waits in the queue of parking_lot for the address of the word. The queue is locked from the comparison until the thread is
/// in it, as that of a futex is.
pub(crate) fn wait(word: &AtomicU32, expected: u32, timeout: Option<Duration>) {
    let is_expected = || word.load(Ordering::Relaxed) == expected;
    // A time that the clock cannot count to never comes.
    let end = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    // SAFETY: no other code parks at the address of this word, and the functions neither panic nor park.
    unsafe { park(address(word), is_expected, || {}, |_, _| {}, DEFAULT_PARK_TOKEN, end) };
}

/// Wakes sleepers.
pub(crate) fn wake(word: &AtomicU32, count: u32) {
    // SAFETY: as above.
    let wake_one = || unsafe { unpark_one(address(word), |_| DEFAULT_UNPARK_TOKEN) };
    let _ = (0..count).find(|_| wake_one().unparked_threads == 0);
}

fn address(word: &AtomicU32) -> usize {
    ptr::from_ref(word).addr()
}
