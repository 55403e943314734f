//! Mobility: how many useful squares each piece can go to.
//!
//! This is the one place where the pieces are visited one by one, so all that needs the attacks of a
//! single piece is told here: its piece-square weight, its mobility, its part in an attack on the
//! enemy king, and its entry in the survey of attacks. Everything else works on whole sets.

use cleave_board::{Bitboard, PieceKind, Position, Square, attacks};

use crate::survey::{Survey, ranks};
use crate::tally::{Tally, Term};
use crate::{Side, Weights, piece_square};

/// Visits knights, bishops, rooks, queens and the king of side `S`.
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
    let king = position.king(S::COLOR);
    tally.add::<S>(Term::PieceSquare, weights.king_square[piece_square::index::<S>(king)], 1);

    let mut visit = Visit { useful: useful::<S>(position, survey), weights, survey, tally };
    visit.all::<S, _>(
        Kind::new(Knight, &weights.knight_square, &weights.knight_mobility),
        own(Knight),
        attacks::knight,
    );
    // A slider sees through an own queen, and a rook through an own rook: together they press on.
    let through = occupied ^ own(Queen);
    visit.all::<S, _>(
        Kind::new(Bishop, &weights.bishop_square, &weights.bishop_mobility),
        own(Bishop),
        |square| attacks::bishop(square, through),
    );
    let through = through ^ own(Rook);
    visit.all::<S, _>(
        Kind::new(Rook, &weights.rook_square, &weights.rook_mobility),
        own(Rook),
        |square| attacks::rook(square, through),
    );
    visit.all::<S, _>(
        Kind::new(Queen, &weights.queen_square, &weights.queen_mobility),
        own(Queen),
        |square| attacks::queen(square, occupied),
    );
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

/// A kind of piece and its rows of weights; `N` is one more than the squares it can attack.
struct Kind<'a, W, const N: usize> {
    kind: PieceKind,
    squares: &'a [W; 32],
    mobility: &'a [W; N],
}

impl<'a, W, const N: usize> Kind<'a, W, N> {
    fn new(kind: PieceKind, squares: &'a [W; 32], mobility: &'a [W; N]) -> Kind<'a, W, N> {
        Kind { kind, squares, mobility }
    }
}

/// What each visit to a piece needs.
struct Visit<'a, T: Tally> {
    useful: Bitboard,
    weights: &'a Weights<T::Weight>,
    survey: &'a mut Survey,
    tally: &'a mut T,
}

impl<T: Tally> Visit<'_, T> {
    /// Visits all pieces of a kind.
    #[inline(always)]
    fn all<S: Side, const N: usize>(
        &mut self,
        Kind { kind, squares, mobility }: Kind<'_, T::Weight, N>,
        pieces: Bitboard,
        attacks: impl Fn(Square) -> Bitboard,
    ) {
        let ring = self.survey.ring::<S::Opponent>();
        let attacker = self.weights.danger_attacker[kind.index() - PieceKind::Knight.index()];
        let ring_square = self.weights.danger_ring[0];
        for square in pieces {
            let seen = attacks(square);
            self.survey.of_mut::<S>().add(kind, seen);
            let usable = (seen & self.useful).count() as usize;
            self.tally.add::<S>(Term::PieceSquare, squares[piece_square::index::<S>(square)], 1);
            self.tally.add::<S>(Term::Mobility, mobility[usable], 1);
            // No branch: whether a piece looks at the king is hard to predict.
            let hits = (seen & ring).count() as i32;
            let attacks_ring = i32::from(hits != 0);
            self.survey.add_ring_attackers::<S::Opponent>(attacks_ring);
            self.tally.endanger::<S::Opponent>(attacker, attacks_ring);
            self.tally.endanger::<S::Opponent>(ring_square, hits);
        }
    }
}
