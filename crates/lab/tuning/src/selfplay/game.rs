//! One game, and the positions that are worth keeping.

use cleave_board::MoveKind;
use cleave_kit::games::game::{self, Adjudication, GameResult, Turn};
use cleave_kit::games::opening;
use cleave_kit::games::player::{Player, Thinking};
use cleave_kit::games::random::Random;
use cleave_smp::random::mix;

use crate::positions::{Outcome, Record};

/// Positions whose value exceeds this, in centipawns, are left out.
const DECIDED: i32 = 2_000;

/// Plays the game of this seed, and returns its quiet positions. The player has both sides, which share
/// the table.
pub(super) fn play(seed: [u64; 3], nodes: u64, player: &mut Player) -> Vec<Record> {
    let mut random = Random::seeded(seed.into_iter().fold(0, |seed, part| mix(seed ^ part)));
    let nodes = nodes / 2 + random.below(nodes as usize + 1) as u64;
    player.set_thinking(Thinking::Nodes(nodes.max(1)));
    let opening = opening::draw(&mut random, player);
    let (turns, result) = game::play_alone(opening, player, &Adjudication::LATE);
    turns.iter().filter(|turn| is_quiet(turn)).map(|turn| record(turn, result)).collect()
}

/// True if the static evaluation can judge the position: no check, and no capture to come.
fn is_quiet(turn: &Turn) -> bool {
    let captures = turn.position.piece_on(turn.mv.to()).is_some()
        && turn.mv.kind() != MoveKind::Castle
        || turn.mv.kind() == MoveKind::EnPassant
        || turn.mv.promotion().is_some();
    !captures && !turn.position.in_check() && turn.value.get().abs() <= DECIDED
}

fn record(turn: &Turn, result: GameResult) -> Record {
    let white = turn.position.side().is_white();
    let outcome = match result {
        GameResult::Draw => Outcome::Drawn,
        GameResult::WhiteWins if white => Outcome::Won,
        GameResult::BlackWins if !white => Outcome::Won,
        _ => Outcome::Lost,
    };
    Record::new(&turn.position, turn.mv, turn.value, outcome)
}

#[cfg(test)]
mod tests {
    use cleave_board::{Position, Value};
    use cleave_kit::games::player::SMALL_HASH;
    use cleave_movegen::parse_move;

    use super::*;

    fn turn(fen: &str, mv: &str, value: i32) -> Turn {
        let position = Position::from_fen(fen).unwrap();
        let mv = parse_move(&position, mv).unwrap();
        Turn { position, mv, value: Value::new(value) }
    }

    #[test]
    fn a_seed_determines_the_game() {
        let new = || Player::new(None, Thinking::Nodes(1), SMALL_HASH).unwrap();
        let mut player = new();
        let first = play([1, 2, 3], 60, &mut player);
        assert!(first.len() > 10, "{} positions", first.len());
        let others = [[1, 2, 4], [1, 3, 3], [2, 2, 3]].map(|seed| play(seed, 60, &mut player));
        assert!(others.iter().all(|other| *other != first));
        assert_eq!(play([1, 2, 3], 60, &mut player), first, "whatever was played before");
        assert_eq!(play([1, 2, 3], 60, &mut new()), first, "whoever plays");
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

    #[test]
    fn a_result_is_told_for_the_side_to_move() {
        let white = turn("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2", 500);
        let black = turn("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "e8e7", -500);
        for (result, of_white, of_black) in [
            (GameResult::WhiteWins, Outcome::Won, Outcome::Lost),
            (GameResult::BlackWins, Outcome::Lost, Outcome::Won),
            (GameResult::Draw, Outcome::Drawn, Outcome::Drawn),
        ] {
            assert_eq!(record(&white, result).outcome(), of_white);
            assert_eq!(record(&black, result).outcome(), of_black);
        }
        assert_eq!(record(&black, GameResult::Draw).value(), Value::new(-500));
    }
}
