//! Panics of forked helpers. To their team they are deaths like all others, and made good, so that a search
//! comes out right in spite of them.

use std::panic;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use cleave_shared_memory::SharedSlice;

/// Counts the panics of the processes that this one forks from now on.
pub(crate) struct HelperPanics {
    counter: &'static AtomicU32,
}

impl HelperPanics {
    pub(crate) fn watch() -> HelperPanics {
        let counters = SharedSlice::new("helper-panics", 1).expect("memory for a number");
        let counters: &'static SharedSlice<AtomicU32> = Box::leak(Box::new(counters));
        let (main_worker, report) = (process::id(), panic::take_hook());
        panic::set_hook(Box::new(move |panicked| {
            if process::id() != main_worker {
                counters[0].fetch_add(1, Ordering::Relaxed);
            }
            report(panicked);
        }));
        HelperPanics { counter: &counters[0] }
    }

    pub(crate) fn count(&self) -> u32 {
        self.counter.load(Ordering::Relaxed)
    }
}
