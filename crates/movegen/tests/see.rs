//! Static exchange evaluation against exchanges played out.

use cleave_board::{Bitboard, Color, Move, MoveKind, PieceKind, Position, SEE_VALUES, Square};
use cleave_movegen::legal_moves;

use crate::common::random_games;

/// The placement of pieces, without pins and checks.
#[derive(Clone)]
struct Exchange<'a> {
    position: &'a Position,
    occupied: Bitboard,
    square: Square,
}

impl Exchange<'_> {
    /// Returns the maximum that `side` can win: it may capture a piece of this value, or stop.
    fn best(&self, side: Color, on_square: i32) -> i32 {
        let attackers = self.position.attackers_to(self.square, self.occupied) & self.occupied;
        let mine = attackers & self.position.color(side);
        let cheapest = PieceKind::ALL.into_iter().find_map(|kind| {
            let from = (mine & self.position.kind(kind)).first()?;
            Some((kind, from))
        });
        let Some((kind, from)) = cheapest else { return 0 };
        if kind == PieceKind::King && (attackers & self.position.color(!side)).any() {
            return 0;
        }
        let after = Exchange { occupied: self.occupied ^ from.into(), ..self.clone() };
        (on_square - after.best(!side, SEE_VALUES[kind.index()])).max(0)
    }
}

/// Returns the gain of a move if both sides then capture on its square while that pays.
fn exchange(position: &Position, mv: Move) -> i32 {
    if mv.kind() == MoveKind::Castle {
        return 0;
    }
    let us = position.side();
    let value = |kind: PieceKind| SEE_VALUES[kind.index()];
    let mut occupied = (position.occupied() ^ mv.from().into()) | mv.to().into();
    let mut gain = position.piece_on(mv.to()).map_or(0, |piece| value(piece.kind()));
    if mv.kind() == MoveKind::EnPassant {
        gain = value(PieceKind::Pawn);
        occupied ^= mv.to().forward(!us).into();
    }
    let mover = value(position.piece_on(mv.from()).unwrap().kind());
    let lands_as = mv.promotion().map_or(mover, value);
    let square = mv.to();
    gain + lands_as - mover - Exchange { position, occupied, square }.best(!us, lands_as)
}

#[test]
fn see_agrees_with_exchanges_played_out() {
    let mut winning = 0;
    let mut losing = 0;
    random_games(150, |position, _| {
        for mv in &legal_moves(position) {
            let value = exchange(position, mv);
            winning += usize::from(value > 0);
            losing += usize::from(value < 0);
            for threshold in [value - 1, value, value + 1, -100, -1, 0, 1, 100, 325] {
                assert_eq!(
                    position.see_ge(mv, threshold),
                    value >= threshold,
                    "{position}: {mv} is worth {value}, threshold {threshold}"
                );
            }
        }
    });
    assert!(winning > 10_000 && losing > 10_000, "{winning} {losing}");
}
