//! Panics of forked helpers. To their team they are deaths like all others, and made good, so that a search
//! comes out right in spite of them.

use std::panic;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use cleave_shared_memory::SharedSlice;
use libtest_mimic::{Arguments, Failed, Trial};

/// Runs tests that fork one after the other in the main thread, the only one of this process. A test also fails if one
/// of its helpers panics.
pub(crate) fn run(tests: &[(&str, fn())]) -> ! {
    let helper_panics = HelperPanics::watch();
    let trial = |&(name, test): &(&str, fn())| {
        Trial::test(name, move || {
            let before = helper_panics.count();
            test();
            match helper_panics.count() - before {
                0 => Ok(()),
                panics => Err(Failed::from(format!("{panics} helpers have panicked"))),
            }
        })
    };
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, tests.iter().map(trial).collect()).exit()
}

/// Counts the panics of the processes that this one forks from now on.
#[derive(Clone, Copy)]
struct HelperPanics {
    counter: &'static AtomicU32,
}

impl HelperPanics {
    fn watch() -> HelperPanics {
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

    fn count(self) -> u32 {
        self.counter.load(Ordering::Relaxed)
    }
}
