//! Checks that the evaluator agrees to the bit with the network alone.

use cleave_board::Position;
use cleave_nnue::NetworkEvaluator;

use crate::common::{Random, network};
use crate::walk::walk;

#[test]
fn differences_along_games_do_not_change_values() {
    let network = network(&mut Random(1));
    let mut evaluator = NetworkEvaluator::new(network.clone());
    let met = walk(100_000, |position| {
        assert_eq!(
            evaluator.evaluate(position),
            network.evaluate(position),
            "{}",
            position.to_fen()
        );
    });
    for count in [met.castled, met.promoted, met.en_passant, met.crossed] {
        assert!(count > 100, "{count}");
    }
}

#[test]
fn differences_between_unrelated_positions_do_not_change_values() {
    let network = network(&mut Random(2));
    let mut evaluator = NetworkEvaluator::new(network.clone());
    let mut positions = Vec::new();
    walk(20_000, |position| positions.push(*position));
    let mut random = Random(3);
    for _ in 0..20_000 {
        let position = &positions[random.below(positions.len())];
        assert_eq!(
            evaluator.evaluate(position),
            network.evaluate(position),
            "{}",
            position.to_fen()
        );
    }
}

#[test]
fn a_repeated_position_has_the_same_value() {
    let mut evaluator = NetworkEvaluator::new(network(&mut Random(4)));
    let position = Position::from_fen(Position::START_FEN).expect("a legal position");
    let value = evaluator.evaluate(&position);
    assert_eq!(evaluator.evaluate(&position), value);
    assert_eq!(evaluator.clone().evaluate(&position), value);
}
