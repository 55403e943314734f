//! Counts with one thread or several.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use cleave_board::Position;
use cleave_movegen::{legal_moves, perft, perft_making_all};

use super::progress::Progress;
use super::table::{NoTable, Table};

/// Threads, the table they share, and how they count.
pub(super) struct Counter {
    workers: NonZero<usize>,
    table: Table,
    bulk: bool,
}

/// A tree is divided into at least this many subtrees, which even out between the threads...
const ENOUGH_SUBTREES: usize = 1000;
/// ... but not into subtrees of fewer plies.
const MIN_SUBTREE_DEPTH: u32 = 2;
/// Nearer to the leaves than this, counting is faster than remembering.
const MIN_TABLE_DEPTH: u32 = 3;

/// The lines of a position do not fit into 64 bits.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("there are more than {} lines; a smaller --depth is needed", u64::MAX)]
pub(super) struct TooManyLines;

/// A part of the work: which position it belongs to, and where it begins.
type Subtree = (usize, Position);

impl Counter {
    pub(super) fn new(
        workers: NonZero<usize>,
        hash_mib: usize,
        bulk: bool,
    ) -> Result<Counter, NoTable> {
        Ok(Counter { workers, table: Table::new(hash_mib)?, bulk })
    }

    /// Counts the lines of `depth` plies from a position.
    pub(super) fn count(
        &self,
        position: &Position,
        depth: u32,
        progress: &Progress,
    ) -> Result<u64, TooManyLines> {
        Ok(self.count_each(&[*position], depth, progress)?[0])
    }

    /// Counts the lines of `depth` plies from each position. The progress is that of subtrees.
    pub(super) fn count_each(
        &self,
        positions: &[Position],
        depth: u32,
        progress: &Progress,
    ) -> Result<Vec<u64>, TooManyLines> {
        let mut subtrees: Vec<Subtree> = positions.iter().copied().enumerate().collect();
        let mut rest = depth;
        while rest > MIN_SUBTREE_DEPTH && subtrees.len() < ENOUGH_SUBTREES {
            subtrees = subtrees.iter().flat_map(children).collect();
            rest -= 1;
        }
        progress.begin(subtrees.len());
        let counts: Vec<_> = positions.iter().map(|_| AtomicU64::new(0)).collect();
        self.share(&subtrees, |(index, position)| {
            let lines = self.count_alone(position, rest);
            let add = |count: u64| Some(count.saturating_add(lines));
            counts[*index].fetch_update(Relaxed, Relaxed, add).expect("never refused");
            progress.step();
        });
        let counts: Vec<u64> = counts.into_iter().map(AtomicU64::into_inner).collect();
        if counts.contains(&u64::MAX) { Err(TooManyLines) } else { Ok(counts) }
    }

    /// Does the work for each subtree: a thread takes the next one that no other has taken.
    fn share(&self, subtrees: &[Subtree], work: impl Fn(&Subtree) + Sync) {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(subtree) = subtrees.get(next.fetch_add(1, Relaxed)) {
                work(subtree);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.workers.get() {
                scope.spawn(work);
            }
            work();
        });
    }

    fn count_alone(&self, position: &Position, depth: u32) -> u64 {
        if !self.bulk {
            return perft_making_all(position, depth);
        }
        if self.table.is_empty() || depth < MIN_TABLE_DEPTH {
            return perft(position, depth);
        }
        if let Some(lines) = self.table.get(position, depth) {
            return lines;
        }
        // With a table, a count too large for 64 bits is only seconds away.
        let lines = legal_moves(position)
            .into_iter()
            .map(|mv| self.count_alone(&position.make(mv), depth - 1))
            .fold(0, u64::saturating_add);
        self.table.set(position, depth, lines);
        lines
    }
}

fn children(&(index, position): &Subtree) -> Vec<Subtree> {
    legal_moves(&position).into_iter().map(|mv| (index, position.make(mv))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(workers: usize, hash_mib: usize) -> Counter {
        Counter::new(NonZero::new(workers).unwrap(), hash_mib, true).unwrap()
    }

    #[test]
    fn counts_do_not_depend_on_how_they_are_made() {
        let start = Position::start();
        for counter in [counter(1, 0), counter(3, 0), counter(2, 1)] {
            for (depth, lines) in [(0, 1), (1, 20), (2, 400), (3, 8902), (5, 4_865_609)] {
                let progress = Progress::hidden();
                assert_eq!(counter.count(&start, depth, &progress), Ok(lines), "depth {depth}");
                assert!(progress.is_complete(), "all subtrees are counted");
            }
            let both = [start, Position::from_fen("7k/8/8/8/8/8/8/K7 w - -").unwrap()];
            assert_eq!(counter.count_each(&both, 2, &Progress::hidden()), Ok(vec![400, 9]));
        }
    }

    #[test]
    fn a_count_beyond_64_bits_is_an_error() {
        let kings = Position::from_fen("7k/8/8/8/8/8/8/K7 w - -").unwrap();
        let count = counter(1, 16).count(&kings, 26, &Progress::hidden());
        assert_eq!(count, Err(TooManyLines));
    }
}
