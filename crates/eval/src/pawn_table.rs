//! The pawn table keeps pawn structures seen before.
//!
//! Each worker has its own table, direct mapped by the pawn key. More than nine of ten look-ups
//! hit. The shelter of a king depends on the king's square as well, so an entry keeps the shelter
//! computed last for each king. Entries are pure functions of the position. So the table affects
//! the speed of the evaluation, never its value.

use cleave_board::{Color, Key, Position};
use cleave_shared_memory::prefetch;

use crate::pawns::{self, PawnFacts};
use crate::tally::Sum;
use crate::{Black, Score, Side, Weights, White, shelter};

/// Entries in the table, a power of two. Each is one cache line, and together they fit a
/// second-level cache.
const ENTRIES: usize = 8192;
const _: () = assert!(size_of::<PawnEntry>() == 64);

/// No square: the shelter is unknown.
const NO_SQUARE: u8 = 64;

/// A pawn structure: its facts, its score, and the shelter of both kings.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct PawnEntry {
    key: Key,
    pub(crate) facts: PawnFacts,
    pub(crate) structure: Score,
    /// White's shelter minus Black's.
    shelter: [Score; 2],
    danger: [Score; 2],
    kings: [u8; 2],
}

impl PawnEntry {
    /// The entry of key 0: a board without pawns. An empty table must be right about this key.
    const EMPTY: PawnEntry = PawnEntry {
        key: Key(0),
        facts: PawnFacts::NO_PAWNS,
        structure: Score::ZERO,
        shelter: [Score::ZERO; 2],
        danger: [Score::ZERO; 2],
        kings: [NO_SQUARE; 2],
    };

    /// Returns structure and shelter, the sum from which an evaluation starts.
    #[inline(always)]
    pub(crate) fn sum(&self) -> Sum {
        Sum { total: self.structure + self.shelter[0] + self.shelter[1], danger: self.danger }
    }

    #[cold]
    fn compute(position: &Position, weights: &Weights) -> PawnEntry {
        let mut sum = Sum::default();
        let facts = pawns::evaluate(position, weights, &mut sum);
        PawnEntry { key: position.pawn_key(), facts, structure: sum.total, ..PawnEntry::EMPTY }
    }

    #[cold]
    fn compute_shelter<S: Side>(&mut self, position: &Position, weights: &Weights) {
        let mut sum = Sum::default();
        shelter::evaluate::<S, Sum>(position, &self.facts, weights, &mut sum);
        let side = S::COLOR.index();
        self.shelter[side] = sum.total;
        self.danger[side] = sum.danger[side];
        self.kings[side] = position.king(S::COLOR).index() as u8;
    }
}

/// The table itself.
#[derive(Clone)]
pub(crate) struct PawnTable {
    entries: Box<[PawnEntry]>,
}

impl PawnTable {
    pub(crate) fn new() -> PawnTable {
        PawnTable { entries: vec![PawnEntry::EMPTY; ENTRIES].into_boxed_slice() }
    }

    /// Prefetches the entry for the pawns of `position`.
    #[inline(always)]
    pub(crate) fn prefetch(&self, position: &Position) {
        prefetch(&self.entries[position.pawn_key().0 as usize % ENTRIES]);
    }

    /// Returns the entry for the pawns and kings of `position`, computed on a miss.
    #[inline(always)]
    pub(crate) fn probe(&mut self, position: &Position, weights: &Weights) -> &PawnEntry {
        let key = position.pawn_key();
        let entry = &mut self.entries[key.0 as usize % ENTRIES];
        if entry.key != key {
            *entry = PawnEntry::compute(position, weights);
        }
        if entry.kings[0] != position.king(Color::White).index() as u8 {
            entry.compute_shelter::<White>(position, weights);
        }
        if entry.kings[1] != position.king(Color::Black).index() as u8 {
            entry.compute_shelter::<Black>(position, weights);
        }
        entry
    }
}
