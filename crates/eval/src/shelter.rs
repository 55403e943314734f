//! Evaluates shelter: own pawns in front of the king, and enemy pawns that advance on it.
//!
//! The shelter covers the king's file and its two neighbours. A king on the edge counts as one file
//! inward. The shelter depends on pawns and king alone, so the pawn table keeps it.

use cleave_board::{Bitboard, File, PieceKind, Position};

use crate::pawns::{PawnFacts, files_around};
use crate::tally::{Tally, Term};
use crate::{Side, Weights, piece_square};

/// Evaluates the shelter of the king of `S`, and the worth of its square.
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    facts: &PawnFacts,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let king = position.king(S::COLOR);
    tally.add::<S>(Term::PieceSquare, weights.king_square[piece_square::index::<S>(king)], 1);
    // Pawns behind the king neither shelter nor storm. Ranks are from the side's point of view.
    let ahead = !Bitboard::rank(king.rank()).front_fill(S::THEM);
    let pawns = position.kind(PieceKind::Pawn) & ahead;
    let own = S::relative(pawns & position.color(S::COLOR));
    let enemy = S::relative(pawns & position.color(S::THEM));
    let centre = king.file().index().clamp(1, 6);
    for index in centre - 1..=centre + 1 {
        let file = Bitboard::file(File::new(index as u8));
        let shield = nearest(own & file);
        let stormer = nearest(enemy & file);
        let edge = index.min(7 - index) * 8;
        tally.add::<S>(Term::Shelter, weights.shelter[(edge + shield) % 32], 1);
        if shield != 0 && stormer == shield + 1 {
            tally.add::<S>(Term::Shelter, weights.storm_blocked[stormer], 1);
        } else {
            tally.add::<S>(Term::Shelter, weights.storm[(edge + stormer) % 32], 1);
        }
        tally.endanger::<S>(weights.danger_open_file[0], i32::from(shield == 0));
    }
    if facts.pawn_files() & files_around(king.file()) == 0 {
        tally.add::<S>(Term::Files, weights.king_pawnless_flank[0], 1);
    }
}

/// Returns the rank, 1 to 6, of the first of these pawns on one file, or 0 if there is none.
fn nearest(pawns: Bitboard) -> usize {
    pawns.0.trailing_zeros() as usize / 8 % 8
}
