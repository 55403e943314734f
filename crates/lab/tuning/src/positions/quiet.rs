//! The positions of a game that are worth learning from.

use cleave_board::MoveKind;
use cleave_kit::games::game::Turn;

/// Positions whose value exceeds this, in centipawns, are left out.
const DECIDED: i32 = 2_000;

/// Returns true if the static evaluation can judge the position: no check, no capture to come, and not
/// decided.
pub(crate) fn is_quiet(turn: &Turn) -> bool {
    let captures = turn.position.piece_on(turn.mv.to()).is_some()
        && turn.mv.kind() != MoveKind::Castle
        || turn.mv.kind() == MoveKind::EnPassant
        || turn.mv.promotion().is_some();
    !captures && !turn.position.in_check() && turn.value.get().abs() <= DECIDED
}

#[cfg(test)]
mod tests {
    use cleave_board::{Position, Value};
    use cleave_movegen::parse_move;

    use super::*;

    fn turn(fen: &str, mv: &str, value: i32) -> Turn {
        let position = Position::from_fen(fen).unwrap();
        let mv = parse_move(&position, mv).unwrap();
        Turn { position, mv, value: Value::new(value) }
    }

    #[test]
    fn captures_promotions_checks_and_decided_positions_are_not_quiet() {
        let quiet = "r3k3/2P5/8/3pP3/8/8/8/R3K2R w KQ d6 0 1";
        for (mv, is_quiet_move) in [
            ("e1g1", true),
            ("h1h8", true),
            ("a1a8", false),
            ("e5d6", false),
            ("c7c8q", false),
            ("e5e6", true),
        ] {
            assert_eq!(is_quiet(&turn(quiet, mv, 10)), is_quiet_move, "{mv}");
        }
        for (value, keeps) in [(2_000, true), (2_001, false), (-2_000, true), (-2_001, false)] {
            assert_eq!(is_quiet(&turn(quiet, "e5e6", value)), keeps, "{value}");
        }
        assert!(!is_quiet(&turn("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d1", 0)), "in check");
    }
}
