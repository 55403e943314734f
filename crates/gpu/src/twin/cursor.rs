//! The generator: goes through the rows, and returns one move after the other.

use super::make::Step;
use super::masks::Masks;
use crate::direction::{DIRECTIONS, LINES};
use crate::rows::{self, ROWS, Row, action, condition, pieces};
use crate::{Packed, code};

/// The moves of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Stage {
    /// Captures of queens and rooks.
    Heavy = 0,
    /// The other captures, and promotions.
    Loud = 1,
    /// All other moves.
    Quiet = 2,
}

/// The place in the sequence of a position's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The stage and row, as `stage * rows::COUNT + row`.
    place: u32,
    /// The squares to which the row's pieces may still go.
    targets: u64,
    /// The piece of the next promotion.
    promotion: u32,
}

impl Cursor {
    /// Starts before the first move.
    pub fn new(p: &Packed, masks: &Masks) -> Cursor {
        let targets = staged(p, masks, 0);
        Cursor { place: 0, targets, promotion: code::QUEEN }
    }

    /// Returns the next move of the stages up to `last`, in a lane's order.
    pub fn next(&mut self, p: &Packed, masks: &Masks, last: Stage) -> Option<Step> {
        let end = (last as u32 + 1) * rows::COUNT as u32;
        while self.targets == 0 {
            if self.place + 1 >= end {
                return None;
            }
            self.place += 1;
            self.targets = staged(p, masks, self.place);
        }
        let row = &ROWS[(self.place as usize) % rows::COUNT];
        let to = self.targets & self.targets.wrapping_neg();
        let opposite = DIRECTIONS[row.direction(p.black_to_move()) ^ 1];
        let from = opposite.ray(to, !p.occupied(), row.most) & sources(p, masks, row);
        let promotes = row.action == action::PROMOTION;
        let (from, to) = (from.trailing_zeros(), to.trailing_zeros());
        let mover = p.code(from);
        let mover = if mover == code::CASTLING_ROOK { code::ROOK } else { mover };
        let step = Step::new(from, to, if promotes { self.promotion } else { mover }, row.action);
        let more = promotes && self.promotion > code::KNIGHT;
        self.targets &= if more { !0 } else { self.targets - 1 };
        self.promotion = if more { self.promotion - 1 } else { code::QUEEN };
        Some(step)
    }
}

/// Returns the destinations of all pieces of a row in a stage, in one set. Two pieces never reach a
/// square in the same direction.
fn staged(p: &Packed, masks: &Masks, place: u32) -> u64 {
    let row = &ROWS[(place as usize) % rows::COUNT];
    let them = p.occupied() ^ p.us();
    let heavy = p.straight() & them;
    let stage = place / rows::COUNT as u32;
    let quiet = if row.is_loud() { 0 } else { !them };
    let loud = if row.is_loud() { !heavy } else { them & !heavy };
    let filter = [heavy, loud, quiet][stage as usize];
    targets(p, masks, row) & filter
}

/// Returns the pieces of a row that may move in its direction.
#[inline(always)]
fn sources(p: &Packed, masks: &Masks, row: &Row) -> u64 {
    let direction = row.direction(p.black_to_move());
    let kinds = [p.pawns(), p.knights(), p.diagonal(), p.straight(), p.kings()];
    let mut set = 0;
    for (kind, squares) in kinds.into_iter().enumerate() {
        set |= squares & when(row.pieces >> kind & 1);
    }
    let pinned = masks.lines[0] | masks.lines[1] | masks.lines[2] | masks.lines[3];
    let along = masks.lines[(direction / 2) & 3] & when(u32::from(direction < LINES));
    let home = if p.black_to_move() { 0x00ff_0000_0000_0000 } else { 0xff00 };
    set & p.us()
        & (!pinned | along)
        & (home | when(u32::from(row.condition & condition::FROM_HOME == 0)))
        & (masks.passers | when(u32::from(row.condition & condition::PASSING == 0)))
}

/// Returns the destinations of the pieces of a row.
#[inline(always)]
fn targets(p: &Packed, masks: &Masks, row: &Row) -> u64 {
    let (occupied, us, black) = (p.occupied(), p.us(), p.black_to_move());
    let asks = |bit| when(u32::from(row.condition & bit != 0));
    let last = if black { 0xff } else { 0xff00_0000_0000_0000 };
    let fourth = if black { 0x00ff_0000_0000 } else { 0xff00_0000 };
    let limit = masks.aim & !asks(condition::SAFE) | !masks.danger & asks(condition::SAFE);
    let arrival = limit
        & (!occupied & asks(condition::EMPTY) | (occupied ^ us) & asks(condition::ENEMY))
        | p.passing() & asks(condition::PASSING)
        | masks.castling & asks(condition::CASTLING);
    DIRECTIONS[row.direction(black)].ray(sources(p, masks, row), !occupied, row.most)
        & arrival
        & (last | !asks(condition::LAST))
        & !(last & asks(condition::BEFORE_LAST))
        & (fourth | !asks(condition::FROM_HOME))
}

/// Returns all ones if `bit` is 1, all zeros if it is 0.
#[inline(always)]
const fn when(bit: u32) -> u64 {
    (bit as u64).wrapping_neg()
}

/// Returns the number of legal moves.
pub fn count_moves(p: &Packed) -> u32 {
    let masks = Masks::new(p);
    let mut count = 0;
    for row in &ROWS {
        let each = if row.action == action::PROMOTION { 4 } else { 1 };
        count += each * targets(p, &masks, row).count_ones();
    }
    count
}

/// Checks at compile time that each row names pieces.
const _: () =
    assert!(ROWS[0].pieces == pieces::PAWN && ROWS[rows::COUNT - 1].pieces == pieces::KING);
