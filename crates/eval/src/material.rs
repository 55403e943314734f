//! Evaluates material: the worth of pieces, alone and together.
//!
//! The terms are piece values, the bishop pair, and imbalances: pawns and pieces affect each
//! other's worth (Kaufman, 'The Evaluation of Material Imbalances', 1999). With many own pawns
//! knights gain and rooks lose. A second rook is partly redundant, and so is a queen next to minor
//! pieces. The same counts give the **phase**, which weighs middlegame and endgame.

use cleave_board::{Color, PieceKind, Position};

use crate::scale::{self, Scale};
use crate::tally::{Tally, Term};
use crate::{Black, Side, Weights, White};

/// The number of pieces of each kind of a side, pawns first, the king excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counts([i32; 5]);

impl Counts {
    #[inline(always)]
    pub(crate) fn of(position: &Position, color: Color) -> Counts {
        use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
        Counts(
            [Pawn, Knight, Bishop, Rook, Queen]
                .map(|kind| position.pieces(color, kind).count() as i32),
        )
    }

    #[inline(always)]
    pub(crate) fn get(&self, kind: PieceKind) -> i32 {
        self.0[kind.index()]
    }

    /// Returns the number of knights and bishops.
    #[inline(always)]
    pub(crate) fn minors(&self) -> i32 {
        self.0[1] + self.0[2]
    }

    /// Returns the number of pieces other than pawns and king.
    #[inline(always)]
    pub(crate) fn pieces(&self) -> i32 {
        self.minors() + self.0[3] + self.0[4]
    }

    /// Returns this side's part of the phase, 12 at the start of a game. Minor pieces count 1,
    /// rooks 2, queens 4.
    #[inline(always)]
    pub(crate) fn phase(&self) -> i32 {
        self.minors() + 2 * self.0[3] + 4 * self.0[4]
    }
}

/// The phase of the start position: middlegame only.
pub(crate) const FULL_PHASE: i32 = 24;

/// Facts that depend on the counts of pieces alone. The [material table](crate::material_table)
/// keeps them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MaterialFacts {
    /// 24 at the start of a game, 0 without pieces.
    pub(crate) phase: i32,
    /// The pieces of each side other than pawns and king.
    pub(crate) pieces: [u8; 2],
    /// The scale of an advantage of each side, or `None` if it depends on the position.
    pub(crate) scale: [Option<Scale>; 2],
}

/// Evaluates the material of both sides, and returns the facts.
pub(crate) fn evaluate<T: Tally>(
    position: &Position,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) -> MaterialFacts {
    let counts = Color::ALL.map(|color| Counts::of(position, color));
    side::<White, T>(&counts[0], weights, tally);
    side::<Black, T>(&counts[1], weights, tally);
    MaterialFacts {
        phase: (counts[0].phase() + counts[1].phase()).min(FULL_PHASE),
        pieces: counts.map(|side| side.pieces() as u8),
        scale: [
            scale::by_material(&counts[0], &counts[1]),
            scale::by_material(&counts[1], &counts[0]),
        ],
    }
}

/// Evaluates the material of one side.
fn side<S: Side, T: Tally>(counts: &Counts, weights: &Weights<T::Weight>, tally: &mut T) {
    use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
    for (weight, count) in weights.piece_value.into_iter().zip(counts.0) {
        tally.add::<S>(Term::Material, weight, count);
    }
    let many_pawns = counts.get(Pawn) - 5;
    let pair = |kind| i32::from(counts.get(kind) >= 2);
    let mut add =
        |weight: &[T::Weight; 1], count| tally.add::<S>(Term::Imbalance, weight[0], count);
    add(&weights.bishop_pair, pair(Bishop));
    add(&weights.knight_pawns, counts.get(Knight) * many_pawns);
    add(&weights.rook_pawns, counts.get(Rook) * many_pawns);
    add(&weights.rook_pair, pair(Rook));
    add(&weights.queen_minors, counts.get(Queen) * counts.minors());
}
