//! Scale factors: endings in which an advantage is worth less than it looks.
//!
//! The endgame half of the score is multiplied by a factor in 64ths that depends on what the side
//! ahead has left to win with. Every rule here is about drawing chances, none about who is better.

use cleave_board::{Bitboard, File, PieceKind, Position, Rank, Square};

use crate::Side;
use crate::material::Counts;
use crate::pawns::PawnFacts;
use crate::survey::same_colour;

/// An endgame score counts in full.
pub(crate) const FULL: i32 = 64;

/// How much of an endgame advantage of side `S` counts, in 64ths.
pub(crate) fn factor<S: Side>(position: &Position, counts: &[Counts; 2], facts: &PawnFacts) -> i32 {
    let ending = Ending::of::<S>(position, counts, facts);
    [pawnless, wrong_corner::<S>, opposite_bishops, rook_ending::<S>, few_pawns]
        .into_iter()
        .find_map(|rule| rule(&ending))
        .unwrap_or(FULL)
}

struct Ending<'a> {
    position: &'a Position,
    strong: Counts,
    weak: Counts,
    pawns: Bitboard,
    passed: Bitboard,
}

impl<'a> Ending<'a> {
    fn of<S: Side>(position: &'a Position, counts: &[Counts; 2], facts: &PawnFacts) -> Ending<'a> {
        let own = position.color(S::COLOR);
        Ending {
            position,
            strong: counts[S::COLOR.index()],
            weak: counts[S::Them::COLOR.index()],
            pawns: own & position.kind(PieceKind::Pawn),
            passed: own & facts.passed,
        }
    }

    fn only(&self, kind: PieceKind) -> bool {
        [&self.strong, &self.weak].into_iter().all(|side| side.get(kind) == 1 && side.pieces() == 1)
    }
}

/// Rough worth of the pieces, in pawns, for questions such as 'is this more than a minor piece?'.
fn worth(counts: &Counts) -> i32 {
    3 * counts.minors() + 5 * counts.get(PieceKind::Rook) + 9 * counts.get(PieceKind::Queen)
}

/// Without pawns a side needs more than a minor piece above what the other has.
fn pawnless(ending: &Ending) -> Option<i32> {
    let (strong, weak) = (worth(&ending.strong), worth(&ending.weak));
    let two_knights = strong == 6 && ending.strong.get(PieceKind::Knight) == 2;
    match ending.pawns.is_empty() {
        false => None,
        true if strong < 5 || two_knights => Some(0),
        true if strong - weak <= 3 => Some(if weak <= 3 { 6 } else { 12 }),
        true => Some(FULL),
    }
}

/// Rook pawns, alone or with bishops that do not hold the corner, do not win against a king there.
fn wrong_corner<S: Side>(ending: &Ending) -> Option<i32> {
    let file = [File::A, File::H]
        .into_iter()
        .find(|&file| ending.pawns.without(file.into()).is_empty())?;
    let bishops = ending.position.pieces(S::COLOR, PieceKind::Bishop);
    if ending.strong.pieces() as u32 != bishops.count() {
        return None;
    }
    let corner = Square::at(file, Rank::EIGHTH.relative_to(S::COLOR));
    let holds_corner = (bishops & same_colour(corner)).any();
    let near = ending.position.king(S::Them::COLOR).distance(corner) <= 1;
    (near && !holds_corner).then_some(0)
}

/// Bishops of opposite colour: alone they draw even two pawns down, with other pieces less often.
fn opposite_bishops(ending: &Ending) -> Option<i32> {
    let bishops = ending.position.kind(PieceKind::Bishop);
    let one_each =
        ending.strong.get(PieceKind::Bishop) == 1 && ending.weak.get(PieceKind::Bishop) == 1;
    if !one_each
        || !(bishops & Bitboard::DARK_SQUARES).any()
        || !(bishops & !Bitboard::DARK_SQUARES).any()
    {
        return None;
    }
    let passed = ending.passed.count() as i32;
    Some(if ending.only(PieceKind::Bishop) {
        16 + 7 * passed.min(4)
    } else {
        46 + 2 * passed.min(4)
    })
}

/// One rook each: a pawn or two on one flank are seldom enough, and a pawn with the enemy king
/// before it almost never.
fn rook_ending<S: Side>(ending: &Ending) -> Option<i32> {
    if !ending.only(PieceKind::Rook) {
        return None;
    }
    let count = ending.strong.get(PieceKind::Pawn);
    let king = Bitboard::of(ending.position.king(S::Them::COLOR));
    let path = ending.pawns.front_fill(S::COLOR);
    let king_before = (king & (path | path.east() | path.west())).any();
    if count == 1 {
        return Some(if king_before { 20 } else { 52 });
    }
    let one_flank = [0x0f0f_0f0f_0f0f_0f0f, 0xf0f0_f0f0_f0f0_f0f0]
        .into_iter()
        .any(|flank| ending.pawns.without(Bitboard(flank)).is_empty());
    let narrow = count - ending.weak.get(PieceKind::Pawn) <= 1;
    (one_flank && narrow && king_before).then_some(40)
}

/// The fewer pawns are left, the easier it is to exchange the last one or give a piece for it.
fn few_pawns(ending: &Ending) -> Option<i32> {
    Some((42 + 6 * ending.strong.get(PieceKind::Pawn)).min(FULL))
}
