//! Mobility: how many useful squares each piece can go to.
//!
//! This is the one place where the pieces are visited one by one, so all that needs the square or the
//! attacks of a single piece is told here: where it stands, its mobility, its part in an attack on the
//! enemy king, and its entry in the survey of attacks. Everything else works on whole sets.

use cleave_board::{Bitboard, PieceKind, Position, Square, attacks};

use crate::survey::{Survey, ranks};
use crate::tally::{Tally, Term};
use crate::{Side, Weights, piece_square};

/// Visits knights, bishops, rooks and queens of side `S`.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    weights: &Weights<T::Weight>,
    survey: &mut Survey,
    tally: &mut T,
) {
    use PieceKind::{Bishop, Knight, Queen, Rook};
    let occupied = position.occupied();
    let own = |kind| position.pieces(S::COLOR, kind);

    let mut visit = Visit { useful: useful::<S>(position, survey), weights, survey, tally };
    let tables = (&weights.knight_square, &weights.knight_mobility);
    visit.all::<S, _>(Knight, tables, own(Knight), attacks::knight);
    // A slider sees through an own queen, and a rook through an own rook: together they press on.
    let through = occupied ^ own(Queen);
    let tables = (&weights.bishop_square, &weights.bishop_mobility);
    visit.all::<S, _>(Bishop, tables, own(Bishop), |square| attacks::bishop(square, through));
    let through = through ^ own(Rook);
    let tables = (&weights.rook_square, &weights.rook_mobility);
    visit.all::<S, _>(Rook, tables, own(Rook), |square| attacks::rook(square, through));
    let tables = (&weights.queen_square, &weights.queen_mobility);
    visit.all::<S, _>(Queen, tables, own(Queen), |square| attacks::queen(square, occupied));
}

/// Squares worth going to: not into the attack of an enemy pawn, and not where the own king or an
/// own pawn stands that cannot or had better not move away.
#[inline(always)]
fn useful<S: Side>(position: &Position, survey: &Survey) -> Bitboard {
    let pawns = position.pieces(S::COLOR, PieceKind::Pawn);
    let stuck = pawns & (S::backward(position.occupied()) | ranks::<S>(1, 2));
    let king = position.pieces(S::COLOR, PieceKind::King);
    !(stuck | king | survey.of::<S::Opponent>().kind(PieceKind::Pawn))
}

/// What each visit to a piece needs.
struct Visit<'a, T: Tally> {
    useful: Bitboard,
    weights: &'a Weights<T::Weight>,
    survey: &'a mut Survey,
    tally: &'a mut T,
}

impl<T: Tally> Visit<'_, T> {
    /// Visits all pieces of a kind, of which there are mobility weights one more than the squares it
    /// can attack.
    #[inline(always)]
    fn all<S: Side, const N: usize>(
        &mut self,
        kind: PieceKind,
        (squares, mobility): (&[T::Weight; 32], &[T::Weight; N]),
        pieces: Bitboard,
        attacks: impl Fn(Square) -> Bitboard,
    ) {
        let ring = self.survey.ring::<S::Opponent>();
        let (mut attackers, mut hits) = (0, 0);
        for square in pieces {
            self.tally.add::<S>(Term::PieceSquare, squares[piece_square::index::<S>(square)], 1);
            let seen = attacks(square);
            self.survey.of_mut::<S>().add(kind, seen);
            let usable = (seen & self.useful).count() as usize;
            self.tally.add::<S>(Term::Mobility, mobility[usable], 1);
            // No branch: whether a piece looks at the king is hard to predict.
            let on_ring = (seen & ring).count() as i32;
            attackers += i32::from(on_ring != 0);
            hits += on_ring;
        }
        let attacker = self.weights.danger_attacker[kind.index() - PieceKind::Knight.index()];
        self.survey.add_ring_attackers::<S::Opponent>(attackers);
        self.tally.endanger::<S::Opponent>(attacker, attackers);
        self.tally.endanger::<S::Opponent>(self.weights.danger_ring[0], hits);
    }
}
