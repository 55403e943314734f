//! Static exchange: the gain of captures on one square.

use crate::{Kind, Move, Piece, Position, Square};

/// Returns the worth of a piece in an exchange.
pub(crate) const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Soldier => 100,
        Kind::Advisor | Kind::Elephant => 180,
        Kind::Horse => 380,
        Kind::Cannon => 400,
        Kind::Rook => 850,
        Kind::General => 10_000,
    }
}

/// Returns the gain of a move if both sides then capture on its square, the cheapest piece first,
/// and stop when that pays. Ignores checks: a capture may leave the general in danger.
pub fn exchange(position: &Position, mv: Move) -> i32 {
    worth_on(position, mv.to()) - captures_on(&position.make(mv), mv.to())
}

/// Returns true if the [`exchange`] of a move wins at least `least`.
pub(crate) fn wins(position: &Position, mv: Move, least: i32) -> bool {
    let captured = worth_on(position, mv.to());
    // The first test assumes that the piece is lost. The second assumes the best case before it
    // computes the exchange.
    captured - worth_on(position, mv.from()) >= least
        || captured >= least && captured - captures_on(&position.make(mv), mv.to()) >= least
}

/// Returns the worth of the piece on a square.
pub(crate) fn worth_on(position: &Position, square: Square) -> i32 {
    position.piece_on(square).map_or(0, |piece| worth(piece.kind()))
}

/// Returns the gain of the side to move by captures on a square, at least 0.
fn captures_on(position: &Position, square: Square) -> i32 {
    let Some(prey) = position.piece_on(square) else { return 0 };
    let attackers = position.attackers(square, position.side());
    let cheapest = Kind::ALL.into_iter().find_map(|kind| {
        (attackers & position.pieces(position.side(), kind)).first().map(|from| (kind, from))
    });
    let Some((kind, from)) = cheapest else { return 0 };
    debug_assert_eq!(position.piece_on(from), Some(Piece::new(position.side(), kind)));
    let after = position.make(Move::new(from, square));
    if prey.kind() == Kind::General {
        return worth(Kind::General);
    }
    (worth(prey.kind()) - captures_on(&after, square)).max(0)
}
