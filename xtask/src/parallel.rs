//! Independent pieces of work on several threads, with the results in the order of the pieces.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// Does `work` for every number below `pieces`, on one thread for each of the `states`. Pieces not begun
/// by the `deadline` are left out. Chance decides which thread does which piece; if all states are
/// alike, the results do not depend on it.
pub(crate) fn each<S: Send, T: Send>(
    states: &mut [S],
    pieces: usize,
    deadline: Option<Instant>,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<T>>> = (0..pieces).map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        for state in states {
            scope.spawn(|| {
                while deadline.is_none_or(|deadline| Instant::now() < deadline) {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    let Some(place) = results.get(piece) else { break };
                    let result = work(state, piece);
                    *place.lock().expect("no thread panics while it holds the lock") = Some(result);
                }
            });
        }
    });
    results.into_iter().map(|place| place.into_inner().expect("all threads have ended")).collect()
}

/// As [`each`], for work that may fail: after the first error no piece is begun.
///
/// # Errors
/// The error of a piece.
pub(crate) fn until_error<S: Send, E: Send>(
    states: &mut [S],
    pieces: usize,
    work: impl Fn(&mut S, usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    thread::scope(|scope| {
        for state in states {
            scope.spawn(|| {
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= pieces {
                        break;
                    }
                    if let Err(error) = work(state, piece) {
                        next.store(pieces, Ordering::Relaxed);
                        *failure.lock().expect("no thread panics while it holds the lock") =
                            Some(error);
                    }
                }
            });
        }
    });
    failure.into_inner().expect("all threads have ended").map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_after_an_error() {
        let done = AtomicUsize::new(0);
        let work = |_: &mut (), piece| {
            done.fetch_add(1, Ordering::Relaxed);
            if piece == 7 { Err("seven") } else { Ok(()) }
        };
        assert_eq!(until_error(&mut [()], 100, work), Err("seven"));
        assert_eq!(done.load(Ordering::Relaxed), 8);
        assert_eq!(until_error(&mut [(), ()], 5, work), Ok(()));
    }

    #[test]
    fn results_are_in_order() {
        let results = each(&mut [1, 1, 1], 100, None, |one, piece| piece + *one);
        assert_eq!(results, (1..=100).map(Some).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_begins_after_the_deadline() {
        let results = each(&mut [(), ()], 3, Some(Instant::now()), |(), piece| piece);
        assert_eq!(results, [None, None, None]);
    }
}
