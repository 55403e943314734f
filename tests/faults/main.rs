//! Tests faults by count. The first call of a kind fails, then the second, until no call fails any more. After every
//! fault the message names the failed object, the last good file still exists, and the program continues or ends
//! cleanly.
//!
//! A [`session`] makes a book, learns, plays, annotates and resumes. The test repeats each step with one failing call
//! after the other. Each is a [`fault`], which the library of `fault-shim` causes. After each fault the [`checks`] run.

mod checks;
mod fault;
mod session;

use std::process::Command;

use checks::Expected;
use fault::{Fault, Kind};
use session::{STEPS, Scenario};

/// The maximum number of calls of a kind that fail in a step. Each fails in a separate run.
const MOST: u64 = 25;

macro_rules! sweeps {
    ($($test:ident: $kind:ident, lasts: $lasts:literal;)*) => {$(
        #[test]
        fn $test() {
            sweep(fault::$kind, $lasts);
        }
    )*};
}

sweeps! {
    an_allocation_fails: ALLOCATION, lasts: false;
    a_mapping_fails: MAPPING, lasts: false;
    all_mappings_fail: MAPPING, lasts: true;
    a_fork_fails: FORK, lasts: false;
    an_open_fails: OPEN, lasts: false;
    a_read_fails: READ, lasts: false;
    a_write_fails: WRITE, lasts: false;
    a_disk_is_full: WRITE, lasts: true;
    a_sync_fails: SYNC, lasts: false;
    a_rename_fails: RENAME, lasts: false;
    a_clock_fails: CLOCK, lasts: false;
}

/// Lets each call of this kind fail in turn. If there are many, every nth call fails, and each commit selects other
/// calls.
fn sweep(kind: Kind, lasts: bool) {
    let session = Scenario::begun();
    let mut problems = Vec::new();
    for step in &STEPS {
        let before = session.copy();
        let clean = session.run(step, Fault { kind, number: Fault::NEVER, lasts });
        assert!(clean.is_success(), "{}: {clean}", step.name);
        let expected = Expected::new(step, &before, &session);
        let stride = clean.calls.div_ceil(MOST).max(1);
        let first = 1 + commits() % stride;
        println!("{}: calls {first}, {}, ... of {}", step.name, first + stride, clean.calls);
        for number in (first..).step_by(stride as usize) {
            let after = before.copy();
            let ending = after.run(step, Fault { kind, number, lasts });
            let Some(failed) = &ending.failed else { break };
            let what = format!("{}, {} {number} ({failed})", step.name, kind.name);
            let found = expected.problems(&after, &ending, kind, failed);
            problems.extend(found.map(|problem| format!("{what}: {problem}\n{ending}")));
        }
    }
    assert!(problems.is_empty(), "{} problems\n\n{}", problems.len(), problems.join("\n"));
}

/// Returns the number of commits, or 0 without a history.
fn commits() -> u64 {
    let count = Command::new("git").args(["rev-list", "--count", "HEAD"]).output();
    let count = count.ok().and_then(|count| String::from_utf8(count.stdout).ok());
    count.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}
