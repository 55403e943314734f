//! Looks up king and pawn against king. `build.rs` computes one bit for each position.

use cleave_board::{Color, PieceKind, Position, Square};

/// Bit `index` is set if the side with the pawn wins.
static WON: &[u8; 64 * 64 * 24 * 2 / 8] = include_bytes!(concat!(env!("OUT_DIR"), "/kpk.bin"));

/// Returns true if `strong` wins with king and pawn against king.
pub(crate) fn is_won(position: &Position, strong: Color) -> bool {
    let pawn = position.pieces(strong, PieceKind::Pawn).lsb();
    let mirror = pawn.file().index() > 3;
    let see = |square: Square| {
        let square = square.relative_to(strong).index();
        if mirror { square ^ 7 } else { square }
    };
    let weak_to_move = position.side() != strong;
    let index =
        index(weak_to_move, see(position.king(strong)), see(position.king(!strong)), see(pawn));
    WON[index / 8] >> (index % 8) & 1 != 0
}

/// Returns the bit of a position whose pawn is White's and on files a to d. `build.rs` has the same
/// function.
fn index(weak_to_move: bool, king: usize, weak_king: usize, pawn: usize) -> usize {
    let pawn = (pawn / 8 - 1) * 4 + pawn % 8;
    ((pawn * 64 + king) * 64 + weak_king) * 2 + usize::from(weak_to_move)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(fen: &str) -> bool {
        let position = Position::from_fen(fen).unwrap();
        let strong = if position.pieces(Color::White, PieceKind::Pawn).any() {
            Color::White
        } else {
            Color::Black
        };
        is_won(&position, strong)
    }

    #[test]
    fn textbook_positions() {
        // A king in front of its pawn wins with the opposition, and draws without it.
        assert!(won("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"));
        assert!(won("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"));
        assert!(won("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"));
        assert!(!won("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1"));
        assert!(!won("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1"));
        // A rook pawn does not win against a king in the corner.
        assert!(!won("k7/8/K7/P7/8/8/8/8 w - - 0 1"));
        assert!(!won("7k/8/7K/7P/8/8/8/8 b - - 0 1"));
        // The king is outside the square of the pawn.
        assert!(won("8/8/8/8/P5k1/8/8/7K w - - 0 1"));
        assert!(!won("8/8/8/8/P4k2/8/8/7K b - - 0 1"));
        // Colours exchanged.
        assert!(won("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1"));
        assert!(!won("8/8/4p3/4k3/8/4K3/8/8 b - - 0 1"));
    }

    /// Checks that the table is consistent. Every legal won position has a move to a won one or a
    /// safe promotion. Every legal drawn position has a move to a drawn one.
    #[test]
    fn every_entry_follows_from_its_moves() {
        let step = |from: usize, to: usize| {
            (from % 8).abs_diff(to % 8).max((from / 8).abs_diff(to / 8)) == 1
        };
        let hit = |pawn: usize, square: usize| {
            square / 8 == pawn / 8 + 1 && (square % 8).abs_diff(pawn % 8) == 1
        };
        let near = |a: usize, b: usize| a == b || step(a, b);
        let table = |weak: bool, king, other, pawn| {
            let index = index(weak, king, other, pawn);
            WON[index / 8] >> (index % 8) & 1 != 0
        };
        let mut wins = 0;
        for pawn in (8..56).filter(|pawn| pawn % 8 < 4) {
            for king in (0..64).filter(|&king| king != pawn) {
                for other in (0..64).filter(|&other| other != pawn && !near(king, other)) {
                    let flight = (0..64)
                        .filter(|&to| step(other, to) && !step(king, to) && !hit(pawn, to))
                        .collect::<Vec<_>>();
                    let escapes =
                        flight.iter().any(|&to| to == pawn || !table(false, king, to, pawn));
                    let stalemate = flight.is_empty() && !hit(pawn, other);
                    let won = !stalemate && !escapes;
                    assert_eq!(table(true, king, other, pawn), won, "{king} {other} {pawn} weak");
                    if hit(pawn, other) {
                        continue; // the side to move would take the king
                    }
                    let walks = (0..64).any(|to| {
                        step(king, to)
                            && to != pawn
                            && !near(to, other)
                            && table(true, to, other, pawn)
                    });
                    let free = |to| to != king && to != other;
                    let single = free(pawn + 8)
                        && if pawn < 48 {
                            table(true, king, other, pawn + 8)
                        } else {
                            !step(other, pawn + 8) || step(king, pawn + 8)
                        };
                    let double = pawn < 16
                        && free(pawn + 8)
                        && free(pawn + 16)
                        && table(true, king, other, pawn + 16);
                    let won = walks || single || double;
                    assert_eq!(
                        table(false, king, other, pawn),
                        won,
                        "{king} {other} {pawn} strong"
                    );
                    wins += usize::from(won);
                }
            }
        }
        assert!(wins > 50_000);
    }
}
