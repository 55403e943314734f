//! Perft: the number of lines of legal moves of a given length.

use std::hint::black_box;
use std::marker::PhantomData;

use cleave_board::{Bitboard, Black, Color, Move, MoveKind, Position, Side, Square, White};

use crate::count::count;
use crate::sink::pawn_origin;
use crate::{Each, Masks, MoveSink, generate};

/// Counts the leaves of the tree of legal moves at `depth` plies. Counts the moves of the last ply
/// without making them (bulk counting).
///
/// ```
/// let position = cleave_board::Position::start();
/// assert_eq!(cleave_movegen::perft(&position, 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match position.side() {
        Color::White => walk::<White, BULK>(position, depth),
        Color::Black => walk::<Black, BULK>(position, depth),
    }
}

/// Counts like [`perft`], but makes every move, including the moves of the last ply.
pub fn perft_making_all(position: &Position, depth: u32) -> u64 {
    match position.side() {
        Color::White => walk::<White, MAKE_ALL>(position, depth),
        Color::Black => walk::<Black, MAKE_ALL>(position, depth),
    }
}

/// The mode that counts the moves of the last ply.
const BULK: bool = true;
/// The mode that makes the moves of the last ply.
const MAKE_ALL: bool = false;

fn walk<S: Side, const LAST: bool>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 if LAST == BULK => count::<S>(position),
        _ => {
            let masks = Masks::new(position);
            let mut descent = Descent::<S, LAST> { position, depth, nodes: 0, side: PhantomData };
            generate::for_side::<S, _>(position, &masks, generate::Stage::All, &mut descent);
            descent.nodes
        }
    }
}

/// Makes each move as it is generated, without a list, and counts the leaves below it.
struct Descent<'a, S: Side, const LAST: bool> {
    position: &'a Position,
    depth: u32,
    nodes: u64,
    side: PhantomData<S>,
}

impl<S: Side, const LAST: bool> Descent<'_, S, LAST> {
    #[inline(always)]
    fn descend(&mut self, next: &Position) {
        self.nodes += match self.depth {
            1 => u64::from(black_box(next).side() != S::COLOR), // 1. Forces the compiler to make the move
            2 if LAST == BULK => count::<S::Opponent>(next),
            depth => walk::<S::Opponent, LAST>(next, depth - 1),
        };
    }
}

impl<S: Side, const LAST: bool> MoveSink for Descent<'_, S, LAST> {
    #[inline(never)]
    fn piece_moves(&mut self, from: Square, targets: Bitboard) {
        self.position.for_each_step::<S>(from, targets, |next| self.descend(next));
    }

    #[inline(never)]
    fn pawn_moves(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        for to in targets {
            let from = pawn_origin(to, step);
            let mut next = *self.position;
            match kind {
                MoveKind::Normal => next.play_pawn_step::<S>(from, to),
                _ => next.play_for::<S>(Move::new(from, to, MoveKind::DoublePush)),
            }
            self.descend(&next);
        }
    }

    #[inline(never)]
    fn promotions(&mut self, step: i8, targets: Bitboard) {
        Each(|mv| self.special(mv)).promotions(step, targets);
    }

    #[inline(never)]
    fn special(&mut self, mv: Move) {
        let mut next = *self.position;
        next.play_for::<S>(mv);
        self.descend(&next);
    }
}
