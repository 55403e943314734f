//! Checks the symmetry of the inputs: colours and wings are alike.

use cleave_board::Position;

use crate::common::{Random, network};
use crate::walk::walk;

/// Mirrors a placement left to right, without castling rights and en passant square.
fn mirrored(position: &Position) -> Position {
    let fen = position.to_fen();
    let (placement, rest) = fen.split_once(' ').expect("a FEN has fields");
    let rows: Vec<String> = placement.split('/').map(|row| row.chars().rev().collect()).collect();
    let side = rest.split(' ').next().expect("a FEN has a side to move");
    let fen = format!("{} {side} - - 0 1", rows.join("/"));
    Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn colours_exchanged_give_the_mover_the_same_value() {
    let network = network(&mut Random(5));
    walk(20_000, |position| {
        let flipped = position.flipped();
        assert_eq!(network.evaluate(position), network.evaluate(&flipped), "{}", position.to_fen());
    });
}

#[test]
fn wings_exchanged_give_the_same_value() {
    let network = network(&mut Random(6));
    walk(20_000, |position| {
        let mirrored = mirrored(position);
        assert_eq!(
            network.evaluate(position),
            network.evaluate(&mirrored),
            "{}",
            position.to_fen()
        );
    });
}

#[test]
fn moving_one_man_changes_the_value() {
    let network = network(&mut Random(7));
    let value = |fen: &str| network.evaluate(&Position::from_fen(fen).expect("a legal position"));
    let base = value("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    for other in [
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/3K4 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
    ] {
        assert_ne!(value(other), base, "{other}");
    }
}
