//! Independent pieces of work on several threads, with the results in the order of the pieces.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Instant;

/// Does `work` for every number below `pieces`, on one thread for each of the `states`. Pieces not begun
/// by the `deadline` are left out. Chance decides which thread does which piece; if all states are
/// alike, the results do not depend on it.
pub fn each<S: Send, T: Send>(
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
/// The first error of a piece.
pub fn until_error<S: Send, T: Send, E: Send + Sync>(
    states: &mut [S],
    pieces: usize,
    deadline: Option<Instant>,
    work: impl Fn(&mut S, usize) -> Result<T, E> + Sync,
) -> Result<Vec<Option<T>>, E> {
    let failure = OnceLock::new();
    let results = each(states, pieces, deadline, |state, piece| {
        if failure.get().is_some() {
            return None;
        }
        let result = work(state, piece);
        // Only the first of several errors is reported.
        result.map_err(|error| failure.set(error)).ok()
    });
    match failure.into_inner() {
        Some(error) => Err(error),
        None => Ok(results.into_iter().map(Option::flatten).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_after_an_error() {
        let done = AtomicUsize::new(0);
        let work = |_: &mut (), piece| {
            done.fetch_add(1, Ordering::Relaxed);
            if piece == 7 { Err("seven") } else { Ok(piece) }
        };
        assert_eq!(until_error(&mut [()], 100, None, work), Err("seven"));
        assert_eq!(done.load(Ordering::Relaxed), 8);
        let all: Vec<_> = (0..5).map(Some).collect();
        assert_eq!(until_error(&mut [(), ()], 5, None, work), Ok(all));
        assert_eq!(until_error(&mut [()], 2, Some(Instant::now()), work), Ok(vec![None; 2]));
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
