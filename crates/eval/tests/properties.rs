//! Properties that hold for every position.

use cleave_board::{Color, Position, Value};
use cleave_eval::{
    Count, DEFAULT_WEIGHTS, Evaluator, Features, Score, Term, danger_cost, features, trace,
};

use crate::common;

fn fen_of(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Exchanges the colours of a position.
fn colours_exchanged(fen: &str) -> String {
    let (placement, rest) = fen.split_once(' ').unwrap();
    let rows: Vec<&str> = placement.split('/').rev().collect();
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let placement: String = rows.join("/").chars().map(swap).collect();
    let (side, rest) = rest.split_once(' ').unwrap();
    format!("{placement} {} {rest}", if side == "w" { "b" } else { "w" })
}

/// Mirrors a position left to right.
fn mirrored(fen: &str) -> String {
    let (placement, rest) = fen.split_once(' ').unwrap();
    let rows: Vec<String> = placement.split('/').map(|row| row.chars().rev().collect()).collect();
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn evaluation_is_symmetric_in_colour() {
    let mut evaluator = Evaluator::new();
    for fen in common::random(20_000) {
        let value = evaluator.evaluate(&fen_of(&fen));
        assert_eq!(value, evaluator.evaluate(&fen_of(&colours_exchanged(&fen))), "{fen}");
    }
}

#[test]
fn evaluation_is_symmetric_left_to_right() {
    let mut evaluator = Evaluator::new();
    for fen in common::random(20_000) {
        let value = evaluator.evaluate(&fen_of(&fen));
        assert_eq!(value, evaluator.evaluate(&fen_of(&mirrored(&fen))), "{fen}");
    }
}

#[test]
fn trace_sums_to_the_score() {
    let mut evaluator = Evaluator::new();
    let random = common::random(20_000).into_iter().map(|fen| fen_of(&fen));
    for position in common::played().into_iter().chain(random) {
        let trace = trace(&position, &DEFAULT_WEIGHTS);
        assert_eq!(trace.value(), evaluator.evaluate(&position));
        let mut total = Score::ZERO;
        for term in Term::ALL {
            total += trace.term(term, Color::White) - trace.term(term, Color::Black);
        }
        assert_eq!(total, trace.total());
    }
}

/// Returns the score before tapering, from features and weights.
fn total_by_features(features: &Features, weights: &[Score]) -> Score {
    let dot = |counts: &[Count]| {
        counts.iter().fold(Score::ZERO, |sum, &(number, count)| {
            sum + weights[usize::from(number)] * i32::from(count)
        })
    };
    let [white, black] = &features.danger;
    dot(&features.linear) - danger_cost(dot(white)) + danger_cost(dot(black))
}

#[test]
fn features_sum_to_the_score() {
    let weights = DEFAULT_WEIGHTS.to_flat();
    let random = common::random(20_000).into_iter().map(|fen| fen_of(&fen));
    for position in common::played().into_iter().chain(random) {
        let trace = trace(&position, &DEFAULT_WEIGHTS);
        match features(&position) {
            Some(features) => {
                assert_eq!(total_by_features(&features, &weights), trace.total());
            }
            None => assert!(trace.known_ending().is_some()),
        }
    }
}

#[test]
fn tables_do_not_change_values() {
    let mut warm = Evaluator::new();
    let positions: Vec<Position> = common::random(300).iter().map(|fen| fen_of(fen)).collect();
    for _ in 0..2 {
        for position in &positions {
            assert_eq!(warm.evaluate(position), Evaluator::new().evaluate(position));
        }
    }
}

/// The search handles the fifty-move rule. If values depended on the clock too, a remembered value
/// would be right for one clock only.
#[test]
fn the_fifty_move_clock_changes_no_value() {
    let mut warm = Evaluator::new();
    for fen in common::random(300) {
        let (placement, _) = fen.split_once(" - - ").unwrap();
        let [early, late] = [0, 90].map(|clock| fen_of(&format!("{placement} - - {clock} 90")));
        assert_eq!(Evaluator::new().evaluate(&late), warm.evaluate(&early), "{fen}");
        assert_eq!(warm.evaluate(&late), warm.evaluate(&early), "{fen}");
    }
}

#[test]
fn values_stay_in_range() {
    let mut evaluator = Evaluator::new();
    for fen in [
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/7K/8/k7 w - - 0 1",
        "qqqqqqqq/qqqqqqqq/8/8/8/7K/PPPPPPPP/k7 b - - 0 1",
    ] {
        if let Ok(position) = Position::from_fen(fen) {
            assert!(evaluator.evaluate(&position) <= Value::EVAL_MAX);
        }
    }
}
