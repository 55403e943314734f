//! Tests evaluation and static exchange.

use cleave_xiangqi::search::{Trace, evaluate, exchange, trace, weights, weights_as_text};
use cleave_xiangqi::{Position, parse_move};

use crate::positions;

#[test]
fn the_trace_sums_to_the_value() {
    let weights = weights();
    for position in positions::all() {
        let Trace { first, counts } = trace(&position);
        let half = |half: usize| -> f32 {
            let terms =
                counts.iter().map(|&(at, count)| weights[usize::from(at)][half] * i32::from(count));
            terms.sum::<i32>() as f32
        };
        let sum = half(0) * first + half(1) * (1.0 - first);
        // Red is to move in all positions.
        let value = evaluate(&position) as f32;
        assert!((sum - value).abs() <= 1.0, "{position:?}: {sum} and {value}");
    }
}

#[test]
fn the_weights_survive_writing_and_reading() {
    let text = include_str!("../src/search/evaluation/weights.txt");
    assert_eq!(weights_as_text(&weights()), text);
}

/// Turns the board, and exchanges the colours.
fn turned(position: &Position) -> Position {
    let fen = position.fen();
    let (placement, rest) = fen.split_once(' ').expect("there are fields");
    let swap = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let ranks: Vec<String> =
        placement.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    let rest = rest.replacen('w', "b", 1);
    Position::from_fen(&format!("{} {rest}", ranks.join("/")))
        .expect("the turned position is legal")
}

#[test]
fn both_sides_are_evaluated_alike() {
    for position in positions::all() {
        assert_eq!(evaluate(&turned(&position)), evaluate(&position), "{position:?}");
    }
}

#[test]
fn exchanges_end_when_they_no_longer_pay() {
    let value = |fen: &str, mv: &str| {
        let position = Position::from_fen(fen).expect(fen);
        exchange(&position, parse_move(&position, mv).expect(mv))
    };
    // A rook takes a soldier that a horse protects.
    assert_eq!(value("3k5/9/9/5n3/9/4p4/9/9/9/4RK3 w - - 0 1", "e0e4"), 100 - 850);
    // With a second rook behind, the horse is lost as well.
    assert_eq!(value("3k5/9/9/5n3/9/4p4/9/9/4R4/4RK3 w - - 0 1", "e1e4"), 100 - 850 + 380);
}
