//! Evaluates mobility: the number of useful squares that each piece attacks.
//!
//! Only this module visits the pieces one by one. So it evaluates all terms that depend on the
//! square or the attacks of a single piece: the worth of its square, its mobility, its part in an
//! attack on the enemy king. It also enters the attacks into [`AttackInfo`]. All other terms work
//! on sets.

use cleave_board::{Bitboard, PieceKind, Position, Square, attacks};

use crate::attack_info::{AttackInfo, ranks};
use crate::tally::{Tally, Term};
use crate::{Side, Weights, piece_square};

/// Visits knights, bishops, rooks and queens of side `S`.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    weights: &Weights<T::Weight>,
    info: &mut AttackInfo,
    tally: &mut T,
) {
    use PieceKind::{Bishop, Knight, Queen, Rook};
    let occupied = position.occupied();
    let own = |kind| position.pieces(S::COLOR, kind);

    let mut visit = Visit { useful: useful::<S>(position, info), weights, info, tally };
    let tables = (&weights.knight_square, &weights.knight_mobility);
    visit.all::<S, _>(Knight, tables, own(Knight), attacks::knight);
    // X-rays: a slider attacks through an own queen, and a rook through an own rook.
    let through = occupied ^ own(Queen);
    let tables = (&weights.bishop_square, &weights.bishop_mobility);
    visit.all::<S, _>(Bishop, tables, own(Bishop), |square| attacks::bishop(square, through));
    let through = through ^ own(Rook);
    let tables = (&weights.rook_square, &weights.rook_mobility);
    visit.all::<S, _>(Rook, tables, own(Rook), |square| attacks::rook(square, through));
    let tables = (&weights.queen_square, &weights.queen_mobility);
    visit.all::<S, _>(Queen, tables, own(Queen), |square| attacks::queen(square, occupied));
}

/// Returns the squares worth moving to. These are not attacked by an enemy pawn, and not occupied
/// by the own king. They are not occupied by an own pawn that is blocked or still on its second or
/// third rank.
#[inline(always)]
fn useful<S: Side>(position: &Position, info: &AttackInfo) -> Bitboard {
    let pawns = position.pieces(S::COLOR, PieceKind::Pawn);
    let stuck = pawns & (S::backward(position.occupied()) | ranks::<S>(1, 2));
    let king = position.pieces(S::COLOR, PieceKind::King);
    !(stuck | king | info.of::<S::Opponent>().kind(PieceKind::Pawn))
}

/// The data that each visit needs.
struct Visit<'a, T: Tally> {
    useful: Bitboard,
    weights: &'a Weights<T::Weight>,
    info: &'a mut AttackInfo,
    tally: &'a mut T,
}

impl<T: Tally> Visit<'_, T> {
    /// Visits all pieces of a kind. The kind has one more mobility weight than squares that it can
    /// attack.
    #[inline(always)]
    fn all<S: Side, const N: usize>(
        &mut self,
        kind: PieceKind,
        (squares, mobility): (&[T::Weight; 32], &[T::Weight; N]),
        pieces: Bitboard,
        attacks: impl Fn(Square) -> Bitboard,
    ) {
        let ring = self.info.ring::<S::Opponent>();
        let (mut attackers, mut hits) = (0, 0);
        for square in pieces {
            self.tally.add::<S>(Term::PieceSquare, squares[piece_square::index::<S>(square)], 1);
            let seen = attacks(square);
            self.info.of_mut::<S>().add(kind, seen);
            let usable = (seen & self.useful).count() as usize;
            self.tally.add::<S>(Term::Mobility, mobility[usable], 1);
            // No branch, because an attack on the ring is hard to predict.
            let on_ring = (seen & ring).count() as i32;
            attackers += i32::from(on_ring != 0);
            hits += on_ring;
        }
        let attacker = self.weights.danger_attacker[kind.index() - PieceKind::Knight.index()];
        self.info.add_ring_attackers::<S::Opponent>(attackers);
        self.tally.endanger::<S::Opponent>(attacker, attackers);
        self.tally.endanger::<S::Opponent>(self.weights.danger_ring[0], hits);
    }
}
