//! Counting legal moves without generating them.
//!
//! The last ply of [`crate::perft()`] needs only the number of moves. So all sliders are counted
//! together by direction (`rays`), and so are all knights. Pawns are counted by kind of step. There
//! is no loop, and almost no branch that is difficult to predict.

use cleave_board::{Bitboard, PieceKind, Position, Rank, Side, Wing, attacks};

use crate::rays::{self, Lanes, Line, Paths};
use crate::{Counter, Masks, castling, generate, king, pawns};

/// Returns the number of legal moves of `S`, whose turn it is.
#[inline(never)]
pub(crate) fn count<S: Side>(position: &Position) -> u64 {
    let paths = Paths::new(!position.occupied());
    let masks = Masks::with_paths::<S>(position, &paths);
    if masks.in_check() {
        return count_evasions::<S>(position, &masks);
    }
    sliders::<S>(position, &masks, &paths)
        + knights::<S>(position, &masks)
        + pawns::<S>(position, &masks)
        + king::<S>(position, &masks)
}

/// Counts with the generator: a side in check has few moves.
#[cold]
#[inline(never)]
fn count_evasions<S: Side>(position: &Position, masks: &Masks) -> u64 {
    let mut counter = Counter(0);
    generate::for_side::<S, _>(position, masks, generate::Stage::All, &mut counter);
    counter.0
}

#[inline(always)]
fn sliders<S: Side>(position: &Position, masks: &Masks, paths: &Paths) -> u64 {
    let own = position.color(S::COLOR);
    let barred = Lanes::by_line([
        masks.barred_from(Line::File),
        masks.barred_from(Line::Rank),
        masks.barred_from(Line::Rising),
        masks.barred_from(Line::Falling),
    ]);
    let sliders =
        Lanes::by_kind(position.straight_sliders() & own, position.diagonal_sliders() & own);
    paths.slide(sliders.without(barred)).without(Lanes::all(own)).count()
}

#[inline(always)]
fn knights<S: Side>(position: &Position, masks: &Masks) -> u64 {
    let own = position.color(S::COLOR);
    let free = position.pieces(S::COLOR, PieceKind::Knight).without(masks.all_pinned());
    rays::jumps(free).without(Lanes::all(own)).count()
}

#[inline(always)]
fn pawns<S: Side>(position: &Position, masks: &Masks) -> u64 {
    let us = S::COLOR;
    let all = position.pieces(us, PieceKind::Pawn);
    let empty = !position.occupied();
    let steps = pawns::steps::<S>(all, masks) & empty;
    let third = Bitboard::rank(Rank::THIRD.relative_to(us));
    let doubles = (steps & third).forward(us) & empty;
    let victims = position.color(!us);
    let (east, west) = pawns::captures::<S>(all, masks);
    let (east, west) = (east & victims, west & victims);
    let mut count = steps.count() + doubles.count() + east.count() + west.count();

    if (all & Bitboard::rank(Rank::SEVENTH.relative_to(us))).any() {
        let last = Bitboard::rank(Rank::EIGHTH.relative_to(us));
        count += 3 * ((steps & last).count() + (east & last).count() + (west & last).count());
    }
    if let Some(target) = position.en_passant() {
        count += pawns::en_passant_captures(position, us, target).count() as u32;
    }
    u64::from(count)
}

#[inline(always)]
fn king<S: Side>(position: &Position, masks: &Masks) -> u64 {
    let us = S::COLOR;
    let danger = king::danger::<S>(position);
    let steps = attacks::king(position.king(us)).without(position.color(us) | danger);
    let mut count = u64::from(steps.count());
    if castling::has_rights::<S>(position) {
        for wing in Wing::ALL {
            count += u64::from(castling::castling::<S>(position, masks, danger, wing).is_some());
        }
    }
    count
}
