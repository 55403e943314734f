//! The material table keeps facts that depend on the counts of pieces, not on their squares.
//!
//! The counts seldom change from one evaluation to the next. So material, imbalance, phase and most
//! scale factors are computed once and looked up by the counts. Each worker has its own table, like
//! the pawn table. It affects the speed of the evaluation, never its value.

use cleave_board::{Color, PieceKind, Position};

use crate::material::{self, MaterialFacts};
use crate::tally::Sum;
use crate::{Score, Weights};

/// Entries in the table, a power of two. A search uses a few dozen of them.
const ENTRIES: usize = 512;

/// The counts of all pieces in one word, six bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Signature(u64);

impl Signature {
    /// The signature of no board.
    const NONE: Signature = Signature(u64::MAX);

    #[inline(always)]
    fn of(position: &Position) -> Signature {
        use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
        let mut word = 0;
        for kind in [Pawn, Knight, Bishop, Rook, Queen] {
            for color in Color::ALL {
                word = word << 6 | u64::from(position.pieces(color, kind).count());
            }
        }
        Signature(word)
    }
}

/// An entry: the facts that follow from the counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaterialEntry {
    signature: Signature,
    /// White's material and imbalance minus Black's.
    pub(crate) score: Score,
    pub(crate) facts: MaterialFacts,
}

impl MaterialEntry {
    const EMPTY: MaterialEntry = MaterialEntry {
        signature: Signature::NONE,
        score: Score::ZERO,
        facts: MaterialFacts { phase: 0, pieces: [0; 2], scale: [None; 2] },
    };

    #[cold]
    fn compute(position: &Position, signature: Signature, weights: &Weights) -> MaterialEntry {
        let mut sum = Sum::default();
        let facts = material::evaluate(position, weights, &mut sum);
        MaterialEntry { signature, score: sum.total, facts }
    }
}

/// The table itself.
#[derive(Clone)]
pub(crate) struct MaterialTable {
    entries: Box<[MaterialEntry]>,
}

impl MaterialTable {
    pub(crate) fn new() -> MaterialTable {
        MaterialTable { entries: vec![MaterialEntry::EMPTY; ENTRIES].into_boxed_slice() }
    }

    /// Returns the entry for the material of `position`, computed on a miss.
    #[inline(always)]
    pub(crate) fn probe(&mut self, position: &Position, weights: &Weights) -> &MaterialEntry {
        let signature = Signature::of(position);
        // Fibonacci hashing: the upper bits of the product depend on all counts.
        let hash = signature.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
        let entry = &mut self.entries[hash as usize % ENTRIES];
        if entry.signature != signature {
            *entry = MaterialEntry::compute(position, signature, weights);
        }
        entry
    }
}
