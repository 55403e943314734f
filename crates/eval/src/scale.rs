//! Scales down endings in which an advantage is hard to win.
//!
//! A factor in 64ths multiplies the endgame half of the score, or both halves if there are no winning chances at all.
//! It depends on the winning material left to the side that is ahead.

use cleave_board::{Bitboard, File, PieceKind, Position, Rank, Square, Value};

use crate::attack_info::same_colour;
use crate::material::{Counts, FULL_PHASE};
use crate::pawns::{self, PawnFacts};
use crate::{Black, Side, White};

/// The share of each half of a score that counts, in 64ths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scale {
    pub(crate) mg: i32,
    pub(crate) eg: i32,
}

impl Scale {
    /// The factor of a half that counts in full.
    pub(crate) const FULL: i32 = 64;

    fn both(factor: i32) -> Scale {
        Scale { mg: factor, eg: factor }
    }

    fn endgame(factor: i32) -> Scale {
        Scale { mg: Scale::FULL, eg: factor }
    }
}

/// Returns the scale of an advantage of the side with `strong`, if the counts of pieces decide it.
///
/// The first rule that applies decides. If an earlier rule needs the position and the counts do not exclude it, the
/// result is `None`.
pub(crate) fn by_material(strong: &Counts, weak: &Counts) -> Option<Scale> {
    if strong.get(PieceKind::Pawn) == 0 {
        return Some(pawnless(strong, weak));
    }
    let open = only_bishops(strong)
        || one_bishop_each(strong, weak)
        || one_piece_each(strong, weak, PieceKind::Rook);
    (!open).then(|| few_pawns(strong))
}

/// Returns the scale of an advantage of side `S`.
#[cold]
pub(crate) fn factor<S: Side>(position: &Position, facts: &PawnFacts) -> Scale {
    let ending = Ending::of::<S>(position);
    let Ending { strong, weak, .. } = ending;
    let passed = position.color(S::COLOR) & facts.passed;
    by_material(&strong, &weak)
        .or_else(|| wrong_corner::<S>(&ending))
        .or_else(|| opposite_bishops(&ending, passed))
        .or_else(|| rook_ending::<S>(&ending))
        .unwrap_or_else(|| few_pawns(&strong))
}

/// Returns a network's value for the side to move, reduced in endings where the network overrates an advantage. These are
/// endings without pawns, with rook pawns and the wrong bishop, with bishops of opposite colour alone, and rook endings
/// with few pawns. The other rules of this module would make its values worse. The network has learnt the worth of few
/// pawns, and of bishops of opposite colour among other pieces.
///
/// This changes 59,000 positions of self-play (1,500 nodes a move). Their mean squared error against the results of games
/// falls:
///
/// | ending | before | after |
/// |---|---:|---:|
/// | without pawns | 0.018 | 0.013 |
/// | wrong bishop | 0.077 | 0.032 |
/// | opposite bishops | 0.034 | 0.030 |
/// | rooks | 0.026 | 0.021 |
///
/// 588 games from endings ended +125 =336 -127.
#[inline(always)]
pub fn damped(position: &Position, value: Value) -> Value {
    /// The pieces, including kings, beyond which a rule hardly ever applies.
    const MOST_PIECES: u32 = 6;
    let pieces = position.occupied().without(position.kind(PieceKind::Pawn));
    if pieces.count() > MOST_PIECES {
        return value;
    }
    let share = if (value >= Value::ZERO) == position.side().is_white() {
        trusted::<White>(position)
    } else {
        trusted::<Black>(position)
    };
    Value::new(value.get() * share / Scale::FULL)
}

/// Returns the share of a network's advantage of side `S` that counts, in 64ths.
fn trusted<S: Side>(position: &Position) -> i32 {
    let ending = Ending::of::<S>(position);
    let Ending { strong, weak, .. } = ending;
    let scale = if strong.get(PieceKind::Pawn) == 0 {
        Some(pawnless(&strong, &weak))
    } else if one_piece_each(&strong, &weak, PieceKind::Bishop) {
        wrong_corner::<S>(&ending)
            .or_else(|| opposite_bishops(&ending, pawns::passed::<S>(position)))
    } else {
        wrong_corner::<S>(&ending).or_else(|| rook_ending::<S>(&ending))
    };
    scale.map_or(Scale::FULL, |scale| {
        let phase = (strong.phase() + weak.phase()).min(FULL_PHASE);
        (scale.mg * phase + scale.eg * (FULL_PHASE - phase)) / FULL_PHASE
    })
}

struct Ending<'a> {
    position: &'a Position,
    strong: Counts,
    weak: Counts,
    pawns: Bitboard,
}

impl Ending<'_> {
    /// Views the ending with `S` as the side that is ahead.
    fn of<S: Side>(position: &Position) -> Ending<'_> {
        Ending {
            position,
            strong: Counts::of(position, S::COLOR),
            weak: Counts::of(position, S::THEM),
            pawns: position.pieces(S::COLOR, PieceKind::Pawn),
        }
    }
}

/// Returns true if all pieces are bishops.
fn only_bishops(counts: &Counts) -> bool {
    counts.pieces() == counts.get(PieceKind::Bishop)
}

fn one_bishop_each(strong: &Counts, weak: &Counts) -> bool {
    [strong, weak].into_iter().all(|side| side.get(PieceKind::Bishop) == 1)
}

/// Returns true if each side has exactly one piece, of this kind.
fn one_piece_each(strong: &Counts, weak: &Counts, kind: PieceKind) -> bool {
    [strong, weak].into_iter().all(|side| side.get(kind) == 1 && side.pieces() == 1)
}

/// Returns the rough worth of the pieces in pawns, to compare with a minor piece or a rook.
fn worth(counts: &Counts) -> i32 {
    3 * counts.minors() + 5 * counts.get(PieceKind::Rook) + 9 * counts.get(PieceKind::Queen)
}

/// Scales an advantage without pawns. To win, a side must be ahead by more than a minor piece.
fn pawnless(strong: &Counts, weak: &Counts) -> Scale {
    let two_knights = worth(strong) == 6 && strong.get(PieceKind::Knight) == 2;
    let (strong, weak) = (worth(strong), worth(weak));
    Scale::both(match strong - weak {
        _ if strong < 5 || two_knights => 0,
        ..=3 if weak <= 3 => 6,
        ..=3 => 12,
        _ => Scale::FULL,
    })
}

/// Scales rook pawns alone or with bishops that do not control the corner. They do not win against a king near the
/// corner.
fn wrong_corner<S: Side>(ending: &Ending) -> Option<Scale> {
    if !only_bishops(&ending.strong) {
        return None;
    }
    let bishops = ending.position.pieces(S::COLOR, PieceKind::Bishop);
    let file = [File::A, File::H]
        .into_iter()
        .find(|&file| ending.pawns.without(file.into()).is_empty())?;
    let corner = Square::at(file, Rank::EIGHTH.relative_to(S::COLOR));
    let holds_corner = (bishops & same_colour(corner)).any();
    let near = ending.position.king(S::THEM).distance(corner) <= 1;
    (near && !holds_corner).then_some(Scale::both(0))
}

/// Scales bishops of opposite colour. Alone they often draw two pawns down, with other pieces less often.
fn opposite_bishops(ending: &Ending, passed: Bitboard) -> Option<Scale> {
    if !one_bishop_each(&ending.strong, &ending.weak) {
        return None;
    }
    let bishops = ending.position.kind(PieceKind::Bishop);
    if (bishops & Bitboard::DARK_SQUARES).count() != 1 {
        return None;
    }
    let passed = passed.count().min(4) as i32;
    Some(Scale::endgame(if one_piece_each(&ending.strong, &ending.weak, PieceKind::Bishop) {
        16 + 7 * passed
    } else {
        46 + 2 * passed
    }))
}

/// Scales an ending with one rook each. A pawn more on one flank seldom wins, and a single pawn with the enemy king in
/// front almost never.
fn rook_ending<S: Side>(ending: &Ending) -> Option<Scale> {
    if !one_piece_each(&ending.strong, &ending.weak, PieceKind::Rook) {
        return None;
    }
    let count = ending.strong.get(PieceKind::Pawn);
    let king = Bitboard::of(ending.position.king(S::THEM));
    let path = ending.pawns.front_fill(S::COLOR);
    let king_before = (king & (path | path.east() | path.west())).any();
    if count == 1 {
        return Some(Scale::endgame(if king_before { 20 } else { 52 }));
    }
    let one_flank = [0x0f0f_0f0f_0f0f_0f0f, 0xf0f0_f0f0_f0f0_f0f0]
        .into_iter()
        .any(|flank| ending.pawns.without(Bitboard(flank)).is_empty());
    let narrow = count - ending.weak.get(PieceKind::Pawn) <= 1;
    (one_flank && narrow && king_before).then_some(Scale::endgame(40))
}

/// Scales by the number of pawns. With fewer pawns it is easier to exchange the last one or to give a piece for it.
fn few_pawns(strong: &Counts) -> Scale {
    Scale::endgame((42 + 6 * strong.get(PieceKind::Pawn)).min(Scale::FULL))
}
