//! Spreads memory over the nodes of a machine: each part is touched first by a thread that runs near to it.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use cleave_sync::Instant;
use cleave_sync::affinity::{Bound, ProcessorSet};

/// Words in a page of memory.
const PAGE: usize = 4096 / size_of::<AtomicU64>();

/// Runs `work` once for each set, with its index, in a thread that is bound to the set. The threads have ended when this
/// returns, so forking is still safe.
pub(crate) fn over(sets: &[ProcessorSet], work: impl Fn(usize) + Sync) {
    let work = &work;
    thread::scope(|scope| {
        let mut working = Vec::new();
        for (part, set) in sets.iter().enumerate() {
            let bound = move || {
                // Unbound, the thread does the same, perhaps elsewhere.
                let _bound = Bound::to(set);
                work(part);
            };
            match thread::Builder::new().spawn_scoped(scope, bound) {
                Ok(thread) => working.push(thread),
                // The system refused another thread, so this thread does the work.
                Err(_) => bound(),
            }
        }
        // A scope waits for the closures only. A fork needs the threads to have exited.
        working.into_iter().for_each(|thread| thread.join().expect("it only touches"));
    });
}

/// Makes the system provide the pages of one of `parts` equal parts, near to this thread, until `patience` is used up. Keeps
/// their contents.
pub(crate) fn touch(words: &[AtomicU64], part: usize, parts: usize, patience: Duration) {
    let begun = Instant::now();
    let [first, end] = [part, part + 1].map(|part| words.len() * part / parts);
    for pages in words[first..end].chunks(64 * PAGE) {
        if begun.elapsed() >= patience {
            return;
        }
        for page in pages.chunks(PAGE) {
            page[0].fetch_or(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use cleave_sync::affinity::allowed;

    use super::*;

    /// Each part is taken by a thread on the processors of its set, and this thread stays free.
    #[test]
    fn each_part_is_touched_where_it_belongs() {
        let Some(before) = allowed() else { return };
        let one_each = before.iter().map(|processor| ProcessorSet::from_iter([processor]));
        let sets: Vec<ProcessorSet> = one_each.collect();
        let touched = Mutex::new(vec![ProcessorSet::default(); sets.len()]);
        over(&sets, |part| touched.lock().unwrap()[part] = allowed().unwrap());
        assert_eq!(touched.into_inner().unwrap(), sets);
        assert_eq!(allowed(), Some(before));
    }

    #[test]
    fn the_parts_are_all_words_and_keep_them() {
        let words: Vec<AtomicU64> = (0..9 * PAGE as u64 + 5).map(AtomicU64::new).collect();
        for parts in 1..5 {
            (0..parts).for_each(|part| touch(&words, part, parts, Duration::from_secs(60)));
        }
        assert!(words.iter().enumerate().all(|(index, word)| word.load(Relaxed) == index as u64));
    }
}
