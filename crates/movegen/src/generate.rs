//! Legal moves, in two stages: captures and promotions, then the rest.

use cleave_board::{Bitboard, Black, Color, Position, Side, White};

use crate::count::count;
use crate::{Masks, MoveList, MoveSink, king, pawns, pieces};

/// The moves to generate. A compile-time constant wherever it is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Captures, en passant included, and all promotions.
    Captures,
    /// All other moves.
    Quiets,
    /// Both.
    All,
}

impl Stage {
    /// Returns the permitted destinations, ignoring checks and pins.
    #[inline(always)]
    pub(crate) fn targets(self, position: &Position, us: Color) -> Bitboard {
        match self {
            Stage::Captures => position.color(!us),
            Stage::Quiets => !position.occupied(),
            Stage::All => !position.color(us),
        }
    }
}

/// Generates all legal captures, including en passant, and all promotions, including quiet ones.
#[inline]
pub fn captures<M: MoveSink>(position: &Position, masks: &Masks, sink: &mut M) {
    generate(position, masks, Stage::Captures, sink);
}

/// Generates all legal moves that [`captures`] leaves out, including castling.
#[inline]
pub fn quiets<M: MoveSink>(position: &Position, masks: &Masks, sink: &mut M) {
    generate(position, masks, Stage::Quiets, sink);
}

/// Generates all legal moves: [`captures`] and [`quiets`] in one pass.
#[inline]
pub fn all_moves<M: MoveSink>(position: &Position, masks: &Masks, sink: &mut M) {
    generate(position, masks, Stage::All, sink);
}

/// Returns all legal moves of a position.
///
/// ```
/// let position = cleave_board::Position::start();
/// assert_eq!(cleave_movegen::legal_moves(&position).len(), 20);
/// ```
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    all_moves(position, &Masks::new(position), &mut list);
    list
}

/// Returns the number of legal moves. Faster than listing them.
///
/// ```
/// assert_eq!(cleave_movegen::count_moves(&cleave_board::Position::start()), 20);
/// ```
pub fn count_moves(position: &Position) -> u64 {
    match position.side() {
        Color::White => count::<White>(position),
        Color::Black => count::<Black>(position),
    }
}

/// Returns true if the side to move has a legal move; false means mate or stalemate.
pub fn has_legal_move(position: &Position) -> bool {
    count_moves(position) > 0
}

#[inline(always)]
fn generate<M: MoveSink>(position: &Position, masks: &Masks, stage: Stage, sink: &mut M) {
    match position.side() {
        Color::White => for_side::<White, M>(position, masks, stage, sink),
        Color::Black => for_side::<Black, M>(position, masks, stage, sink),
    }
}

#[inline(always)]
pub(crate) fn for_side<S: Side, M: MoveSink>(
    position: &Position,
    masks: &Masks,
    stage: Stage,
    sink: &mut M,
) {
    if !masks.checkers.many() {
        pawns::generate::<S, M>(position, masks, stage, sink);
        pieces::generate::<S, M>(position, masks, stage, sink);
    }
    king::generate::<S, M>(position, masks, stage, sink);
}

/// Generates pseudo-legal moves, which may leave the king in check. Messages need them to explain
/// why a move is illegal.
pub(crate) fn regardless_of_king<M: MoveSink>(position: &Position, sink: &mut M) {
    let us = position.side();
    let king = position.king(us);
    all_moves(position, &Masks::FREE, sink);
    sink.piece_moves(king, cleave_board::attacks::king(king).without(position.color(us)));
}
