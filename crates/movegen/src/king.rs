//! King moves.

use cleave_board::{Bitboard, Black, Color, PieceKind, Position, Side, White, Wing, attacks};

use crate::generate::Stage;
use crate::rays::{self, Lanes, Paths};
use crate::{Masks, MoveSink, castling};

#[inline(always)]
pub(crate) fn generate<S: Side, M: MoveSink>(
    position: &Position,
    masks: &Masks,
    stage: Stage,
    sink: &mut M,
) {
    let king = position.king(S::COLOR);
    let steps = attacks::king(king) & stage.targets(position, S::COLOR);
    let may_castle =
        stage != Stage::Captures && !masks.in_check() && castling::has_rights::<S>(position);
    if steps.is_empty() && !may_castle {
        return;
    }
    let danger = danger::<S>(position);
    let safe = steps.without(danger);
    if safe.any() {
        sink.piece_moves(king, safe);
    }
    if may_castle {
        for wing in Wing::ALL {
            if let Some(mv) = castling::castling::<S>(position, masks, danger, wing) {
                sink.special(mv);
            }
        }
    }
}

/// Returns the squares that the side not to move attacks. The king of the side to move counts as
/// absent: it cannot shield squares behind itself.
#[inline(never)]
pub fn attacked(position: &Position) -> Bitboard {
    match position.side() {
        Color::White => danger::<White>(position),
        Color::Black => danger::<Black>(position),
    }
}

/// Returns the squares that the enemy attacks with our king off the board. The king cannot shield
/// squares behind itself.
#[inline(always)]
pub(crate) fn danger<S: Side>(position: &Position) -> Bitboard {
    let them = <S::Opponent as Side>::COLOR;
    let enemy = position.color(them);
    let without_king = position.occupied() ^ position.pieces(S::COLOR, PieceKind::King);
    let sliders =
        Lanes::by_kind(position.straight_sliders() & enemy, position.diagonal_sliders() & enemy);
    let knights = rays::jumps(position.kind(PieceKind::Knight) & enemy);
    Paths::new(!without_king).slide(sliders).or(knights).union()
        | (position.kind(PieceKind::Pawn) & enemy).pawn_attacks(them)
        | attacks::king(position.king(them))
}

#[cfg(test)]
mod tests {
    use cleave_board::Square;

    use super::*;

    #[test]
    fn fills_find_the_squares_that_have_attackers() {
        for fen in [
            Position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "4k3/8/8/8/4r3/8/4K3/8 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let (us, them) = (position.side(), !position.side());
            let without_king = position.occupied() ^ position.pieces(us, PieceKind::King);
            let attacked = attacked(&position);
            for square in Square::all() {
                let attackers = position.attackers_to(square, without_king) & position.color(them);
                assert_eq!(attacked.has(square), attackers.any(), "{fen} {square}");
            }
        }
    }
}
