//! The futex of Linux, without the flag PRIVATE: it works across processes.

use std::time::Duration;

use rustix::thread::futex;

use crate::atomic::AtomicU32;

/// Waits in the kernel's queue for this word.
pub(crate) fn wait(word: &AtomicU32, expected: u32, timeout: Option<Duration>) {
    let timeout = timeout.map(|it| futex::Timespec::try_from(it).expect("a short time"));
    // Whatever the error (the word has changed, a signal, the time is up), the caller checks again.
    let _ = futex::wait(word, futex::Flags::empty(), expected, timeout.as_ref());
}

/// Wakes sleepers.
pub(crate) fn wake(word: &AtomicU32, count: u32) {
    // The only error is a bad address.
    let _ = futex::wake(word, futex::Flags::empty(), count);
}
