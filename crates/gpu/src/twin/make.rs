//! Makes a move.

use super::masks::{castled, pawn_attacks};
use crate::rows::action;
use crate::{Packed, code};

/// A move in a word: origin in bits 0 to 5, destination in 6 to 11, code of the arriving piece in
/// 12 to 14, action in 15 to 17.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step(pub u32);

impl Step {
    /// Builds a move of the piece with this code.
    pub const fn new(from: u32, to: u32, code: u32, action: u32) -> Step {
        Step(from | to << 6 | code << 12 | action << 15)
    }

    /// Returns the origin.
    pub const fn from(self) -> u32 {
        self.0 & 63
    }

    /// Returns the destination. For castling it is the rook's square.
    pub const fn to(self) -> u32 {
        self.0 >> 6 & 63
    }

    /// Returns the code of the arriving piece.
    pub const fn code(self) -> u32 {
        self.0 >> 12 & 7
    }

    /// Returns the action.
    pub const fn action(self) -> u32 {
        self.0 >> 15 & 7
    }
}

impl Packed {
    /// Returns the position after a move.
    pub fn make(&self, step: Step) -> Packed {
        let black = self.black_to_move();
        let (from, to) = (1u64 << step.from(), 1u64 << step.to());
        let castles = step.action() == action::CASTLING;
        let passes = step.action() == action::PASSING;
        let victim = if black { to << 8 } else { to >> 8 };
        let (king_to, rook_to) = castled(from, to > from);
        let (arrives, rook) = if castles { (king_to, rook_to) } else { (to, 0) };
        let gone = from | to | if passes { victim } else { 0 };
        // A king move ends the rights of its rooks.
        let rooks = self.castling_rooks() & self.us();
        let plain = if step.code() == code::KING { rooks } else { 0 };
        let mut next = *self;
        for (bit, plane) in next.planes.iter_mut().enumerate() {
            *plane &= !(gone | if bit < 2 { plain } else { 0 });
            *plane |= if step.code() >> bit & 1 == 1 { arrives } else { 0 };
        }
        next.planes[2] |= rook;
        next.black = next.black & !gone | if black { arrives | rook } else { 0 };
        let over = (step.from() + step.to()) / 2;
        let capturers = pawn_attacks(1 << over, black) & next.pawns() & !next.side(black);
        let passing = step.action() == action::DOUBLE && capturers != 0;
        next.word = u32::from(!black) | if passing { over << 1 } else { 0 };
        next
    }

    const fn side(&self, black: bool) -> u64 {
        if black { self.black } else { self.occupied() & !self.black }
    }
}
