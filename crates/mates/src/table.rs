//! A lockless table of answers that all workers share.

use cleave_board::{Key, Move};
use cleave_shared_memory::Shareable;

use crate::entry::Entry;

/// The number of buckets. Each has two entries; together they take 32 MiB.
const BUCKETS: usize = 1 << 20;

/// The knowledge about a position. Numbers of moves are moves left to the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// A number of moves in which there is a mate, or 0 if none is known.
    pub(crate) mate: u8,
    /// A number of moves in which there is no mate.
    pub(crate) no_mate: u8,
    /// The move that mates, or the reply that prevents the mate longest.
    pub(crate) best: Move,
}

impl Known {
    const NOTHING: Known = Known { mate: 0, no_mate: 0, best: Move::NONE };

    /// Returns true if there is a mate in `moves` moves, false if there is no mate, and `None` if
    /// the answer is unknown.
    pub(crate) fn answer(self, moves: u8) -> Option<bool> {
        let is_yes = self.mate > 0 && self.mate <= moves;
        // With 0 moves the question is whether the board shows mate. The table does not store that
        // answer.
        (is_yes || moves > 0 && moves <= self.no_mate).then_some(is_yes)
    }

    /// Adds an answer.
    fn and(self, moves: u8, is_yes: bool, best: Move) -> Known {
        let best = if best.is_some() { best } else { self.best };
        match is_yes {
            true if self.mate > 0 && self.mate <= moves => self,
            true => Known { mate: moves, best, ..self },
            false => Known { no_mate: self.no_mate.max(moves), best, ..self },
        }
    }

    fn pack(self) -> u64 {
        u64::from(self.best.bits()) << 16 | u64::from(self.mate) << 8 | u64::from(self.no_mate)
    }

    fn unpack(word: u64) -> Known {
        let [no_mate, mate, ..] = word.to_le_bytes();
        Known { mate, no_mate, best: Move::from_bits((word >> 16) as u16) }
    }

    /// Returns the number of moves of the most costly question answered.
    fn moves(self) -> u8 {
        self.mate.max(self.no_mate)
    }
}

/// Answers by position. The table is empty at first.
#[derive(Shareable)]
pub(crate) struct Table {
    buckets: [Bucket; BUCKETS],
}

/// A pair of entries. Another worker may overwrite an entry between two accesses; then only that
/// entry is lost.
#[derive(Shareable)]
struct Bucket {
    /// The most costly entry.
    costly: Entry,
    /// The latest of the other entries.
    latest: Entry,
}

impl Table {
    /// Returns the knowledge about the position with this key.
    pub(crate) fn probe(&self, key: Key) -> Known {
        let Bucket { costly, latest } = self.bucket(key);
        let found = [costly.load(), latest.load()].into_iter().find(|&(stored, _)| stored == key.0);
        found.map_or(Known::NOTHING, |(_, data)| Known::unpack(data))
    }

    /// Stores that there is a mate in `moves` moves by the move `best`, or that there is none
    /// because the reply `best` prevents it.
    pub(crate) fn store(&self, key: Key, moves: u8, is_yes: bool, best: Move) {
        let known = self.probe(key).and(moves, is_yes, best);
        let Bucket { costly, latest } = self.bucket(key);
        let (other, data) = costly.load();
        if other == key.0 {
            costly.store(key.0, known.pack());
        } else if known.moves() < Known::unpack(data).moves() {
            latest.store(key.0, known.pack());
        } else {
            latest.store(other, data);
            costly.store(key.0, known.pack());
        }
    }

    fn bucket(&self, key: Key) -> &Bucket {
        &self.buckets[key.0 as usize % BUCKETS]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use cleave_shared_memory::SharedSlice;

    use super::*;

    const KEYS: [Key; 3] = [Key(7), Key(7 + BUCKETS as u64), Key(7 + 2 * BUCKETS as u64)];

    fn table() -> SharedSlice<Table> {
        SharedSlice::new("mates", 1).unwrap()
    }

    #[test]
    fn an_answer_holds_for_other_questions() {
        let table = &table()[0];
        let answers = |key| [1, 2, 3, 4, 5].map(|moves| table.probe(key).answer(moves));
        assert_eq!(answers(KEYS[0]), [None; 5]);
        assert_eq!(table.probe(KEYS[0]).answer(0), None);
        let [mates, prevents] = [0x123, 0x321].map(Move::from_bits);
        table.store(KEYS[0], 2, false, prevents);
        assert_eq!(answers(KEYS[0]), [Some(false), Some(false), None, None, None]);
        table.store(KEYS[0], 4, true, mates);
        table.store(KEYS[0], 5, true, prevents);
        assert_eq!(answers(KEYS[0]), [Some(false), Some(false), None, Some(true), Some(true)]);
        assert_eq!(table.probe(KEYS[0]).best, mates, "the move of the shortest mate");
        table.store(KEYS[0], 3, false, Move::NONE);
        table.store(KEYS[0], 1, false, Move::NONE);
        assert_eq!(answers(KEYS[0])[2], Some(false), "knowledge is kept");
        assert_eq!(table.probe(KEYS[0]).best, mates);
    }

    #[test]
    fn the_most_costly_entry_stays() {
        let table = &table()[0];
        let [dear, cheap, late] = KEYS;
        table.store(cheap, 1, false, Move::NONE);
        table.store(dear, 4, false, Move::NONE);
        assert_eq!(table.probe(cheap).no_mate, 1, "there is room for two");
        table.store(late, 2, true, Move::NONE);
        assert_eq!([dear, cheap, late].map(|key| table.probe(key).moves()), [4, 0, 2]);
    }

    #[test]
    fn a_torn_entry_is_no_entry() {
        let table = &table()[0];
        table.store(KEYS[0], 2, true, Move::NONE);
        let bucket = table.bucket(KEYS[0]);
        bucket.costly.data.store(Known { mate: 9, ..Known::NOTHING }.pack(), Relaxed);
        assert_eq!(table.probe(KEYS[0]), Known::NOTHING);
    }
}
