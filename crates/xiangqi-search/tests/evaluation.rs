//! Evaluation and static exchange.

use cleave_xiangqi::{Position, parse_move};
use cleave_xiangqi_search::{evaluate, exchange, trace};

use crate::positions;

#[test]
fn the_trace_sums_to_the_value() {
    for position in positions::all() {
        let sum: i32 = trace(&position).iter().map(|(_, weight, count)| weight * count).sum();
        assert_eq!(sum, evaluate(&position), "{position:?}: all have Red to move");
    }
}

/// The board seen from the other side, with the colours changed.
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
    Position::from_fen(&format!("{} {rest}", ranks.join("/"))).expect("as legal as before")
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
