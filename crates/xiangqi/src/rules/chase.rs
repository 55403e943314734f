//! Defines a chase.
//!
//! A move chases a piece if it creates a new threat to capture it. By the rules of the Asian Xiangqi Federation:
//!
//! * Generals and soldiers may chase. A general cannot be chased, because that is check. A soldier that has not crossed
//!   the river cannot be chased.
//! * A horse or cannon threatens a rook that it attacks, even if the rook is protected. An advisor or elephant
//!   threatens a rook, cannon or horse in the same way.
//! * Otherwise the threatened piece must be unprotected: no piece could legally capture back.
//! * A piece that could legally capture an attacker of its own kind is not chased. That is an offer to exchange.

use super::Rules;
use crate::{Kind, Move, Piece, Position, Set, Square};

/// Returns the pieces that the move from `before` to `after` has begun to chase. They belong to the side to move in
/// `after`.
pub(crate) fn newly_chased(before: &Position, mv: Move, after: &Position, rules: Rules) -> Set {
    // The position if the moving side had passed. It shows the old threats.
    let earlier = before.make_null();
    let mut chased = Set::EMPTY;
    let hunters = !after.side;
    for kind in Kind::ALL {
        if matches!(kind, Kind::Soldier | Kind::General) {
            continue;
        }
        let piece = Piece::new(hunters, kind);
        for square in after.pieces(hunters, kind) {
            let threats_now = threats(after, piece, square);
            let threats_earlier = match square == mv.to() {
                false => threats(&earlier, piece, square),
                true if rules == Rules::Computer => threats(&earlier, piece, mv.from()),
                true => ahead(mv),
            };
            chased |= threats_now & !threats_earlier;
        }
    }
    chased
}

/// Returns the squares ahead of a piece that has moved along a row or column. Its attacks there are old. Its attacks
/// backwards, through the square that it has left, count as new, as in Fairy-Stockfish.
fn ahead(mv: Move) -> Set {
    let step = |from: u8, to: u8| (to as i8 - from as i8).signum();
    let (from, to) = (mv.from(), mv.to());
    let (files, ranks) = (step(from.file(), to.file()), step(from.rank(), to.rank()));
    if files != 0 && ranks != 0 {
        return Set::EMPTY;
    }
    std::iter::successors(Some(to), |square| square.offset(files, ranks)).collect()
}

/// Returns the pieces that a piece of the side that has just moved threatens to capture.
fn threats(position: &Position, hunter: Piece, square: Square) -> Set {
    let attacked = position.destinations(hunter, square) & position.color(position.side);
    attacked.into_iter().filter(|&prey| is_threat(position, hunter, square, prey)).collect()
}

fn is_threat(position: &Position, hunter: Piece, from: Square, to: Square) -> bool {
    let Some(prey) = position.piece_on(to) else { return false };
    let protected_is_safe = match (hunter.kind(), prey.kind()) {
        (_, Kind::General) => return false,
        (_, Kind::Soldier) if to.is_home_of(prey.color()) => return false,
        (Kind::Horse | Kind::Cannon, Kind::Rook) => false,
        (Kind::Advisor | Kind::Elephant, Kind::Rook | Kind::Cannon | Kind::Horse) => false,
        (one, other) if one == other && position.is_legal(Move::new(to, from)) => return false,
        _ => true,
    };
    !(protected_is_safe && is_protected(position, Move::new(from, to)))
}

/// Returns true if a piece could legally capture back on the square where `capture` ends.
fn is_protected(position: &Position, capture: Move) -> bool {
    let after = position.make_null().make(capture);
    let to = capture.to();
    let defenders = after.attackers(to, after.side);
    defenders.into_iter().any(|from| after.is_legal(Move::new(from, to)))
}
