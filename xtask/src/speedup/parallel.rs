//! Independent pieces of work on all processors, with results in the order of the pieces.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// Does `work` for every number below `pieces`, each with one of the `tools` in hand; one thread to
/// a tool. Pieces that have not been begun at `deadline` are left out. Which thread does which piece
/// is chance; what comes out is not, as long as the tools are alike.
pub(crate) fn each<S: Send, T: Send>(
    tools: &mut [S],
    pieces: usize,
    deadline: Option<Instant>,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<T>>> = (0..pieces).map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        for tool in tools {
            scope.spawn(|| {
                while deadline.is_none_or(|deadline| Instant::now() < deadline) {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    let Some(place) = results.get(piece) else { break };
                    let result = work(tool, piece);
                    *place.lock().expect("nobody panics with a result in hand") = Some(result);
                }
            });
        }
    });
    results.into_iter().map(|place| place.into_inner().expect("all threads have ended")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let results = each(&mut [1, 1, 1], 100, None, |one, piece| piece + *one);
        assert_eq!(results, (1..=100).map(Some).collect::<Vec<_>>());
    }

    #[test]
    fn after_the_deadline_nothing_is_begun() {
        let results = each(&mut [(), ()], 3, Some(Instant::now()), |(), piece| piece);
        assert_eq!(results, [None, None, None]);
    }
}
