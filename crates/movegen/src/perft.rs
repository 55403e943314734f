//! Perft: the number of lines of legal moves of a given length.

use std::marker::PhantomData;

use cleave_board::{Bitboard, Black, Color, Move, MoveKind, Position, Side, Square, White};

use crate::{Each, Masks, MoveSink, count, generate, legal_moves};

/// Counts the leaves of the tree of legal moves, `depth` plies deep. The last moves are counted, not
/// made ('bulk counting').
///
/// ```
/// let position = cleave_board::Position::start();
/// assert_eq!(cleave_movegen::perft(&position, 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match position.side() {
        Color::White => walk::<White>(position, depth),
        Color::Black => walk::<Black>(position, depth),
    }
}

#[inline(never)]
fn walk<S: Side>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count::count::<S>(position),
        _ => {
            let masks = Masks::new(position);
            let mut descent = Descent::<S> { position, depth, nodes: 0, side: PhantomData };
            generate::for_side::<S, _>(position, &masks, generate::Stage::All, &mut descent);
            descent.nodes
        }
    }
}

/// Makes each move as it is generated, and counts what comes after: no list in between.
struct Descent<'a, S: Side> {
    position: &'a Position,
    depth: u32,
    nodes: u64,
    side: PhantomData<S>,
}

impl<S: Side> Descent<'_, S> {
    #[inline(always)]
    fn descend(&mut self, mv: Move) {
        let next = self.position.make(mv);
        self.nodes += walk::<S::Opponent>(&next, self.depth - 1);
    }
}

impl<S: Side> MoveSink for Descent<'_, S> {
    #[inline(always)]
    fn piece_moves(&mut self, from: Square, targets: Bitboard) {
        Each(|mv| self.descend(mv)).piece_moves(from, targets);
    }

    #[inline(always)]
    fn pawn_moves(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        Each(|mv| self.descend(mv)).pawn_moves(step, targets, kind);
    }

    #[inline(never)]
    fn promotions(&mut self, step: i8, targets: Bitboard) {
        Each(|mv| self.descend(mv)).promotions(step, targets);
    }

    #[inline(never)]
    fn special(&mut self, mv: Move) {
        self.descend(mv);
    }
}

/// As [`perft`], and every move is made, the last ones too: the speed of making moves.
pub fn perft_making_all(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    legal_moves(position)
        .into_iter()
        .map(|mv| perft_making_all(std::hint::black_box(&position.make(mv)), depth - 1))
        .sum()
}
