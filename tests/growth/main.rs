//! Tests that the time of every parser grows linearly. Reading four times as much takes about four
//! times as long, so no text can stop the program.

mod books;
mod lines;
mod logs;
mod pgn;
mod positions;

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

/// The factor by which the second text is longer.
const MORE: usize = 4;

/// The limit of the ratio of times. It is between `MORE` and its square. The square is the ratio if
/// each part is compared with all others.
const BOUND: u32 = 8;

/// The number of attempts. The shortest times count, so that a busy machine does not fail the test.
const ATTEMPTS: usize = 12;

/// Checks that reading `MORE` times as much takes less than `BOUND` times the processor time.
/// `make` makes a text of the given number of parts, and `read` reads it.
#[track_caller]
fn grows_linearly<T>(
    name: &str,
    parts: usize,
    make: impl Fn(usize) -> T,
    mut read: impl FnMut(&T),
) {
    let texts = [make(parts), make(MORE * parts)];
    let mut shortest = [Duration::MAX; 2];
    for _ in 0..ATTEMPTS {
        for (shortest, text) in shortest.iter_mut().zip(&texts) {
            *shortest = time_of(|| read(text)).min(*shortest);
        }
        if shortest[1] < shortest[0] * BOUND {
            return;
        }
    }
    panic!("{name}: {parts} parts take {:?}, {MORE} times as many {:?}", shortest[0], shortest[1]);
}

/// Returns the processor time that this thread uses.
fn time_of(work: impl FnOnce()) -> Duration {
    let now = || Duration::from(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).unwrap());
    let start = now();
    work();
    now() - start
}

/// Checks that the test detects quadratic time.
#[test]
#[should_panic(expected = "pairs: 1000 parts take")]
fn comparing_all_with_all_is_detected() {
    grows_linearly(
        "pairs",
        1000,
        |parts| (0..parts).collect::<Vec<_>>(),
        |numbers| {
            let pairs = |one: &usize| numbers.iter().filter(|&other| other > one).count();
            std::hint::black_box(numbers.iter().map(pairs).sum::<usize>());
        },
    );
}
