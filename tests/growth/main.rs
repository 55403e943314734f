//! Reading four times as much takes about four times as long, in every parser: a text that somebody sends or
//! opens must not stop the program.

mod books;
mod lines;
mod logs;
mod pgn;
mod positions;

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

/// How much more there is to read the second time.
const MORE: usize = 4;

/// Between `MORE`, and its square where each part is compared with all others.
const BOUND: u32 = 8;

/// A disturbance of the machine is no reason to fail: the shortest times count.
const ATTEMPTS: usize = 12;

/// Checks that reading `MORE` times as much takes less than `BOUND` times the processor's time. `make`
/// makes a text of this many parts, and `read` reads it.
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

/// The time that this thread has a processor for.
fn time_of(work: impl FnOnce()) -> Duration {
    let now = || Duration::from(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).unwrap());
    let start = now();
    work();
    now() - start
}

/// The test tells the two apart.
#[test]
#[should_panic(expected = "pairs: 1000 parts take")]
fn comparing_all_with_all_is_found() {
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
