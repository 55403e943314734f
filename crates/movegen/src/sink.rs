//! The receivers of generated moves.
//!
//! The generator hands over whole sets: the piece on d4 can go to all of these squares. A list
//! unpacks the set, a counter counts its bits. The generator is compiled separately for each
//! receiver.

use cleave_board::{Bitboard, Move, MoveKind, Square};

/// A receiver of moves, one set at a time.
pub trait MoveSink {
    /// Receives the moves of a piece (not a pawn) from `from` to each of `targets`.
    fn piece_moves(&mut self, from: Square, targets: Bitboard);

    /// Receives pawn moves to each of `targets` that are no promotions. Each comes from the square
    /// index `to - step`.
    fn pawn_moves(&mut self, step: i8, targets: Bitboard, kind: MoveKind);

    /// Receives pawn moves like [`MoveSink::pawn_moves`], each with the choice of four promotions.
    fn promotions(&mut self, step: i8, targets: Bitboard);

    /// Receives a single move: en passant or castling.
    fn special(&mut self, mv: Move);
}

/// Returns the square from which a pawn reached `to` by `step`.
#[inline(always)]
pub(crate) const fn pawn_origin(to: Square, step: i8) -> Square {
    Square::new((to.index() as u8).wrapping_sub(step as u8))
}

/// The four promotions, the most useful first.
pub(crate) const PROMOTIONS: [MoveKind; 4] = [
    MoveKind::PromoteQueen,
    MoveKind::PromoteKnight,
    MoveKind::PromoteRook,
    MoveKind::PromoteBishop,
];

/// A sink that calls a function for each move.
///
/// ```
/// use cleave_board::{Move, Position};
/// use cleave_movegen::{Each, Masks, quiets};
/// let position = Position::start();
/// let mut moves: Vec<Move> = Vec::new();
/// quiets(&position, &Masks::new(&position), &mut Each(|mv| moves.push(mv)));
/// assert_eq!(moves.len(), 20);
/// ```
#[derive(Debug)]
pub struct Each<F: FnMut(Move)>(pub F);

impl<F: FnMut(Move)> MoveSink for Each<F> {
    #[inline(always)]
    fn piece_moves(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.0(Move::new(from, to, MoveKind::Normal));
        }
    }

    #[inline(always)]
    fn pawn_moves(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        for to in targets {
            self.0(Move::new(pawn_origin(to, step), to, kind));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, targets: Bitboard) {
        for to in targets {
            for kind in PROMOTIONS {
                self.0(Move::new(pawn_origin(to, step), to, kind));
            }
        }
    }

    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.0(mv);
    }
}

/// A sink that only counts.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counter(pub u64);

impl MoveSink for Counter {
    #[inline(always)]
    fn piece_moves(&mut self, _: Square, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn pawn_moves(&mut self, _: i8, targets: Bitboard, _: MoveKind) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn promotions(&mut self, _: i8, targets: Bitboard) {
        self.0 += 4 * u64::from(targets.count());
    }

    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}
