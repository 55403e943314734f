//! Shelter: the own pawns before the king, and the enemy pawns that storm them.
//!
//! It looks at the king's file and its two neighbours (a king on the edge counts as one file
//! inwards) and depends on pawns and king alone, so it is kept in the pawn table.

use cleave_board::{Bitboard, Color, File, PieceKind, Position};

use crate::pawns::{PawnFacts, files_around};
use crate::tally::{Tally, Term};
use crate::{Side, Weights};

/// Tells the shelter of the king of `S` to `tally`.
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    facts: &PawnFacts,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let king = position.king(S::COLOR);
    // Pawns behind the king shelter nothing and storm nothing.
    let ahead = !Bitboard::rank(king.rank()).front_fill(S::Them::COLOR);
    let own = position.pieces(S::COLOR, PieceKind::Pawn) & ahead;
    let enemy = position.pieces(S::Them::COLOR, PieceKind::Pawn) & ahead;
    let centre = king.file().index().clamp(1, 6);
    for index in centre - 1..=centre + 1 {
        let file = Bitboard::file(File::new(index as u8));
        let shield = nearest::<S>(own & file);
        let stormer = nearest::<S>(enemy & file);
        let edge = index.min(7 - index) * 8;
        tally.add::<S>(Term::Shelter, weights.shelter[edge + shield], 1);
        if shield != 0 && stormer == shield + 1 {
            tally.add::<S>(Term::Shelter, weights.storm_blocked[stormer], 1);
        } else {
            tally.add::<S>(Term::Shelter, weights.storm[edge + stormer], 1);
        }
        if (own & file).is_empty() {
            tally.endanger::<S>(weights.danger_open_file[0], 1);
        }
    }
    if facts.pawn_files() & files_around(king.file()) == 0 {
        tally.add::<S>(Term::Files, weights.king_pawnless_flank[0], 1);
    }
}

/// The rank, as side `S` counts, of the pawn nearest to its back rank; 0 if there is none.
fn nearest<S: Side>(pawns: Bitboard) -> usize {
    match (pawns.is_empty(), S::COLOR) {
        (true, _) => 0,
        (false, Color::White) => S::rank(pawns.lsb()),
        (false, Color::Black) => S::rank(pawns.msb()),
    }
}
