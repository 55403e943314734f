//! Moves of knights, bishops, rooks and queens.

use cleave_board::{Bitboard, PieceKind, Position, Side, attacks};

use crate::generate::Stage;
use crate::{Masks, MoveSink};

#[inline(always)]
pub(crate) fn generate<S: Side, M: MoveSink>(
    position: &Position,
    masks: &Masks,
    stage: Stage,
    sink: &mut M,
) {
    let us = S::COLOR;
    let own = position.color(us);
    let occupied = position.occupied();
    let targets = stage.targets(position, us) & masks.check_mask;
    let pinned = masks.all_pinned();
    let mut send = |from, targets: Bitboard| {
        if targets.any() {
            sink.piece_moves(from, targets);
        }
    };

    // A pinned knight never stays on its line.
    for from in (position.kind(PieceKind::Knight) & own).without(pinned) {
        send(from, attacks::knight(from) & targets);
    }
    for from in (position.kind(PieceKind::Bishop) & own).without(pinned) {
        send(from, attacks::bishop(from, occupied) & targets);
    }
    for from in (position.kind(PieceKind::Rook) & own).without(pinned) {
        send(from, attacks::rook(from, occupied) & targets);
    }
    for from in (position.kind(PieceKind::Queen) & own).without(pinned) {
        send(from, attacks::queen(from, occupied) & targets);
    }

    // A pinned slider keeps the moves along its line.
    let king = position.king(us);
    for from in (position.diagonal_sliders() | position.straight_sliders()) & pinned {
        let piece = position.piece_on(from);
        let kind = piece.map_or(PieceKind::Queen, cleave_board::Piece::kind);
        let reach = attacks::of(kind, us, from, occupied) & attacks::line(king, from);
        send(from, reach & targets);
    }
}
