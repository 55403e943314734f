//! The twin on the CPU, against what is known without it.

mod common;

use cleave_board::Position;
use cleave_gpu::twin::{Lane, Table, evaluate};
use cleave_gpu::{Packed, Rules, Test, twin};
use common::{minimax, packed, random_positions, suite};

#[test]
fn the_twin_counts_the_perft_suite() {
    for (packed, fen, counts) in suite(100_000) {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(twin::perft(&packed, depth), count, "{fen}: depth {depth}");
        }
    }
}

/// Every answer around the value of the position is right.
fn answers_are_right(position: &Position, depth: u32, rules: Rules, mut table: Option<&mut Table>) {
    let value = minimax(position, depth as i32, rules.captures as i32);
    let text = position.to_fen();
    for bound in [value - 40, value - 1, value, value + 1, value + 40, 0] {
        let test = Test { position: Packed::new(position), bound, depth };
        let answer = Lane::run(test, rules, table.as_deref_mut());
        assert_eq!(answer.reaches, value >= bound, "{text}: {value} >= {bound}, {rules:?}");
    }
}

#[test]
fn a_lane_answers_as_minimax_does() {
    for (place, position) in random_positions(1000).iter().enumerate() {
        let captures = [1, 0, 0, 0][place % 4];
        for together in [false, true] {
            answers_are_right(position, 2, Rules { captures, together }, None);
        }
    }
    for position in random_positions(20) {
        answers_are_right(&position, 1, Rules { captures: 3, together: false }, None);
    }
}

#[test]
fn a_table_does_not_change_an_answer() {
    let mut table = Table::new(10);
    for (place, position) in random_positions(200).iter().enumerate() {
        let depth = if place % 20 == 0 { 3 } else { 2 };
        answers_are_right(
            position,
            depth,
            Rules { captures: 0, together: false },
            Some(&mut table),
        );
    }
}

#[test]
fn mates_and_stalemates_are_seen() {
    let rules = Rules { captures: 0, together: false };
    for fen in [
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
        "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
        "6k1/8/6KQ/8/8/8/8/8 w - - 0 1",
    ] {
        answers_are_right(&Position::from_fen(fen).expect(fen), 3, rules, None);
    }
}

#[test]
fn both_sides_are_evaluated_alike() {
    for position in random_positions(200) {
        let here = Packed::new(&position);
        let mut mirrored = here;
        mirrored.planes = here.planes.map(u64::swap_bytes);
        mirrored.black = (here.occupied() & !here.black).swap_bytes();
        mirrored.word ^= 1;
        assert_eq!(evaluate(&here), evaluate(&mirrored), "{}", position.to_fen());
    }
    assert_eq!(evaluate(&packed(Position::START_FEN)), 0);
}
