//! Counting with one thread or several.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use cleave_board::Position;
use cleave_movegen::{legal_moves, perft, perft_making_all};

use super::table::{NoTable, Table};

/// Threads, the table they share, and how they count.
pub(super) struct Crew {
    workers: NonZero<usize>,
    table: Table,
    bulk: bool,
}

/// The tree is cut into the subtrees this far from its root...
const SPLIT_PLIES: u32 = 2;
/// ... if it is at least this deep; less is not worth a thread.
const MIN_SHARED_DEPTH: u32 = 4;
/// Nearer to the leaves than this, counting is faster than remembering.
const MIN_TABLE_DEPTH: u32 = 3;

impl Crew {
    pub(super) fn new(
        workers: NonZero<usize>,
        hash_mib: usize,
        bulk: bool,
    ) -> Result<Crew, NoTable> {
        Ok(Crew { workers, table: Table::new(hash_mib)?, bulk })
    }

    /// Counts the lines of `depth` plies.
    pub(super) fn count(&self, position: &Position, depth: u32) -> u64 {
        if self.workers.get() == 1 || depth < MIN_SHARED_DEPTH {
            return self.count_alone(position, depth);
        }
        let mut subtrees = vec![*position];
        for _ in 0..SPLIT_PLIES {
            subtrees = subtrees
                .iter()
                .flat_map(|position| {
                    let moves = legal_moves(position);
                    moves.into_iter().map(|mv| position.make(mv)).collect::<Vec<_>>()
                })
                .collect();
        }
        self.count_shared(&subtrees, depth - SPLIT_PLIES)
    }

    /// Each thread takes the next subtree that nobody has taken; hundreds of them even out.
    fn count_shared(&self, subtrees: &[Position], depth: u32) -> u64 {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut nodes = 0;
            while let Some(position) = subtrees.get(next.fetch_add(1, Relaxed)) {
                nodes += self.count_alone(position, depth);
            }
            nodes
        };
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.workers.get()).map(|_| scope.spawn(work)).collect();
            let own = work();
            own + others.into_iter().map(|other| other.join().expect("no panic")).sum::<u64>()
        })
    }

    fn count_alone(&self, position: &Position, depth: u32) -> u64 {
        if !self.bulk {
            return perft_making_all(position, depth);
        }
        if self.table.is_empty() || depth < MIN_TABLE_DEPTH {
            return perft(position, depth);
        }
        if let Some(nodes) = self.table.get(position, depth) {
            return nodes;
        }
        let nodes = legal_moves(position)
            .into_iter()
            .map(|mv| self.count_alone(&position.make(mv), depth - 1))
            .sum();
        self.table.set(position, depth, nodes);
        nodes
    }
}
