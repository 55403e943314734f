//! The time until the program answers. This is a separate program, because other tests would take processors away from
//! it.

mod common;

use std::io::Write;
use std::time::{Duration, Instant};

use common::{answer, answer_to, answer_until};

#[test]
fn quit_gets_through_more_lines_than_can_wait() {
    let script = format!("xboard\nst 10\ngo\n{}quit\n", "ping 1\n".repeat(1100));
    let begin = Instant::now();
    let answers = answer(script.as_bytes());
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    let refused =
        answers.lines().filter(|line| line.starts_with("Error (command not legal")).count();
    assert_eq!(refused, 100);
}

#[test]
fn moves_that_wait_at_the_end_of_input_share_the_time() {
    let begin = Instant::now();
    let script = "xboard\nst 10\na2a3\nh2h3\na3a4\nh3h4\n";
    let answers = answer(script.as_bytes());
    assert!(answers.lines().any(|line| line.starts_with("move ")), "{answers}");
    // 0.7 s in all, not for each.
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

/// A refused line interrupts the search, and the next one gets the remaining time. A busy machine may delay the typist,
/// but hardly three times.
#[test]
fn refused_lines_give_the_engine_no_more_time() {
    let mut taken = Vec::new();
    while taken.len() < 3 && taken.iter().all(|&time| time >= Duration::from_secs(4)) {
        taken.push(time_with_refused_lines());
    }
    assert!(taken.iter().any(|&time| time < Duration::from_secs(4)), "{taken:?}");
}

/// Returns the time of a move of two seconds, with a refused line after each half second.
fn time_with_refused_lines() -> Duration {
    let begin = Instant::now();
    let answers = answer_to(|mut input, said| {
        write!(input, "xboard\nnew\nst 2\ngo\n").unwrap();
        for _ in 0..6 {
            std::thread::sleep(Duration::from_millis(500));
            writeln!(input, "exit").unwrap();
        }
        said.wait_for("move ", 1);
    });
    assert!(answers.lines().any(|line| line.starts_with("move ")), "{answers}");
    begin.elapsed()
}

/// Clearing a table of 1 GiB takes longer than most searches of an `autotune`. A busy machine may delay the end or leave no
/// time for a search, but hardly three times.
#[test]
fn autotune_keeps_to_its_time_with_a_large_table() {
    let time = Duration::from_secs(5);
    let mut attempts = Vec::new();
    while attempts.len() < 3 {
        let begin = Instant::now();
        let script = b"hash 1G\noption Oversubscribe=1\ncores 2\nautotune 5\noption Hash\n";
        let said = answer_until(script, "Hash = ", 1);
        let elapsed = begin.elapsed();
        assert!(said.contains("Hash = 1024"), "the table has its size again: {said}");
        if elapsed < time + Duration::from_secs(1) && said.contains("Split Spin 0 takes ") {
            return;
        }
        attempts.push((elapsed, said));
    }
    panic!("too late, or nothing tried: {attempts:#?}");
}
