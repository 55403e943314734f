//! Lets a forked process stand still at any moment of its work, as a process does that gets no processor. Its parent does
//! not notice: unlike a stopped process (SIGSTOP), it is neither reported nor dead. SIGKILL still ends it.

use libc::{SIG_ERR, SIGUSR1, c_int, signal, sleep};

/// Lets this process stand still from the signal SIGUSR1 on.
pub(crate) fn expect_signal() {
    // SAFETY: the handler makes only a call that a handler may make.
    let before = unsafe { signal(SIGUSR1, stand_still as *const () as usize) };
    assert!(before != SIG_ERR, "the system refuses a handler");
}

extern "C" fn stand_still(_: c_int) {
    loop {
        // SAFETY: a handler may call it.
        unsafe { sleep(1) };
    }
}
