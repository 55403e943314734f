//! Perft: the number of lines of legal moves of a given length.

use std::marker::PhantomData;

use cleave_board::{Bitboard, Black, Color, InHand, Move, MoveKind, Position, Side, Square, White};

use crate::sink::pawn_origin;
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
    fn descend(&mut self, next: &Position) {
        self.nodes += match self.depth {
            2 => count::count::<S::Opponent>(next),
            depth => walk::<S::Opponent>(next, depth - 1),
        };
    }
}

impl<S: Side> MoveSink for Descent<'_, S> {
    #[inline(never)]
    fn piece_moves(&mut self, from: Square, targets: Bitboard) {
        let piece = InHand::<S>::new(self.position, from);
        for to in targets {
            self.descend(&piece.put_down(to));
        }
    }

    #[inline(never)]
    fn pawn_moves(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        for to in targets {
            let from = pawn_origin(to, step);
            let next = match kind {
                MoveKind::Normal => self.position.make_pawn_move::<S>(from, to),
                _ => self.position.make_for::<S>(Move::new(from, to, MoveKind::DoublePush)),
            };
            self.descend(&next);
        }
    }

    #[inline(never)]
    fn promotions(&mut self, step: i8, targets: Bitboard) {
        Each(|mv| self.special(mv)).promotions(step, targets);
    }

    #[inline(never)]
    fn special(&mut self, mv: Move) {
        self.descend(&self.position.make_for::<S>(mv));
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
