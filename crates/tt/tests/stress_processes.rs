//! Several processes hammer eight slots of one mapping and are killed midway. No torn entry is ever
//! accepted, neither during the run nor afterwards.
#![allow(unsafe_code)]

mod hammer;

use std::process::exit;
use std::time::{Duration, Instant};

use cleave_tt::Mapping;
use hammer::{Counters, Lockless, WORDS, hammer, past};
use libtest_mimic::{Arguments, Trial};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, fork};

const CHILDREN: u64 = 3;

fn main() {
    // Miri cannot fork, and processes of a portable build do not share the memory.
    if cfg!(any(miri, portable)) {
        return;
    }
    let test = Trial::test("no_torn_entry_is_accepted", || {
        no_torn_entry_is_accepted();
        Ok(())
    });
    // The tests run in the main thread, the only thread of this process.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, vec![test]).exit()
}

fn no_torn_entry_is_accepted() {
    let mapping = Mapping::new(1).expect("1 MiB is available");
    let words = &mapping.words()[..WORDS];
    let counters = Counters::over(&mapping.words()[1024..]);
    let run = |worker: u64, time: Duration| {
        let deadline = Instant::now() + time;
        hammer(&Lockless::over(words), &words[8..], &counters, worker, |_| past(deadline));
    };

    let children: Vec<Pid> =
        (1..=CHILDREN).map(|worker| start(|| run(worker, Duration::from_secs(60)))).collect();
    run(0, Duration::from_millis(500));
    children.into_iter().for_each(kill_and_reap);
    let (accepted, rejected) = (counters.accepted(), counters.torn_rejected());
    run(0, Duration::from_millis(10));

    println!(
        "{} processes: {accepted} entries accepted, {rejected} torn ones rejected",
        CHILDREN + 1
    );
    assert_eq!(counters.torn_accepted(), 0, "torn entries were accepted");
    assert!(accepted > 1000, "only {accepted} hits: nothing was tested");
}

/// Forks a process that does `work` and dies with this one.
fn start(work: impl FnOnce()) -> Pid {
    // SAFETY: this program has one thread (no test harness), so the child inherits no lock that another
    // thread holds.
    match unsafe { fork() }.expect("fork") {
        ForkResult::Parent { child } => child,
        ForkResult::Child => {
            set_pdeathsig(Signal::SIGKILL).expect("prctl");
            work();
            exit(1);
        }
    }
}

fn kill_and_reap(child: Pid) {
    kill(child, Signal::SIGKILL).expect("the child is still hammering");
    let status = waitpid(child, None).expect("waitpid");
    assert!(matches!(status, WaitStatus::Signaled(_, Signal::SIGKILL, _)), "{status:?}");
}
