//! Static exchange: what captures on one square win.

use crate::{Kind, Move, Piece, Position, Square};

/// What pieces are worth in an exchange.
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

/// What a move wins if both sides go on to capture on its square, the cheapest piece first, and stop when
/// it pays. Capturing is by the pieces' moves; that a general may be left in check is not seen.
pub fn exchange(position: &Position, mv: Move) -> i32 {
    worth_on(position, mv.to()) - captures_on(&position.make(mv), mv.to())
}

/// True if a move wins at least so much: see [`exchange`].
pub(crate) fn wins(position: &Position, mv: Move, least: i32) -> bool {
    let captured = worth_on(position, mv.to());
    // Even if the piece is lost, or at best.
    captured - worth_on(position, mv.from()) >= least
        || captured >= least && captured - captures_on(&position.make(mv), mv.to()) >= least
}

/// What the piece on a square is worth.
pub(crate) fn worth_on(position: &Position, square: Square) -> i32 {
    position.piece_on(square).map_or(0, |piece| worth(piece.kind()))
}

/// What the side to move wins by capturing on a square, at least nothing.
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
