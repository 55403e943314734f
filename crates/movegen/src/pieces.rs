//! Knights, bishops, rooks and queens.

use cleave_board::{Bitboard, PieceKind, Position, attacks};

use crate::generate::{Side, Stage};
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
    let pinned = masks.pin_straight | masks.pin_diagonal;
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

    // A pinned slider keeps the moves along its line: a queen pinned on a diagonal moves like a
    // bishop, and the lines of a bishop's directions through one square meet no other pin.
    for from in position.diagonal_sliders() & own & masks.pin_diagonal {
        send(from, attacks::bishop(from, occupied) & targets & masks.pin_diagonal);
    }
    for from in position.straight_sliders() & own & masks.pin_straight {
        send(from, attacks::rook(from, occupied) & targets & masks.pin_straight);
    }
}
