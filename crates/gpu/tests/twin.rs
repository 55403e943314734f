//! Tests the twin on the CPU against independent results.

mod common;

use std::time::Duration;

use cleave_board::Position;
use cleave_gpu::search::{Batch, Found, Limits, Root, SearchMethod, Windows};
use cleave_gpu::twin::{Lane, Table, Twins, evaluate};
use cleave_gpu::{MATE, Packed, Rules, Test, Tester, twin};
use cleave_movegen::legal_moves;
use common::{minimax, packed, random_positions, suite};

#[test]
fn the_twin_counts_the_perft_suite() {
    for (packed, fen, counts) in suite(100_000) {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(twin::perft(&packed, depth), count, "{fen}: depth {depth}");
        }
    }
}

/// Checks every answer around the value of the position.
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
fn a_lane_agrees_with_minimax() {
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
fn several_cores_answer_like_one() {
    let rules = Rules { captures: 1, together: false };
    let test = |position: &Position| Test { position: Packed::new(position), bound: 20, depth: 2 };
    let tests: Vec<Test> = random_positions(300).iter().map(test).collect();
    let answers = [1, 3].map(|cores| {
        let mut twins = Twins::on_cores(cores, rules, None);
        twins.begin(1, &tests).expect("no fault");
        twins.answers(1, Duration::from_secs(100)).expect("no fault")
    });
    assert!(answers[0].as_ref().is_some_and(|answers| answers.len() == 300));
    assert_eq!(answers[0], answers[1]);
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

/// Returns the result of a search at each depth.
fn searched(
    search: &mut dyn SearchMethod,
    tester: &mut dyn Tester,
    position: &Position,
    depth: u32,
) -> Vec<Found> {
    let root = Root { position: *position, history: Vec::new() };
    let mut all = Vec::new();
    let limits = Limits { depth, stop: &|| false };
    let last =
        search.run(&root, &limits, tester, &mut |found| all.push(found.clone())).expect("no fault");
    assert_eq!(last.as_ref(), all.last());
    all
}

#[test]
fn windows_and_batches_find_the_minimax_value_and_a_move_with_it() {
    let middle_games = random_positions(200)
        .into_iter()
        .filter(|p| p.occupied().count() > 8 && p.halfmove_clock() < 90);
    for position in middle_games.filter(|p| !legal_moves(p).is_empty()).take(20) {
        for (captures, together) in [(0, false), (0, true), (1, false)] {
            let mut twins = Twins::new(Rules { captures, together }, Some(12));
            let windows: &mut dyn SearchMethod = &mut Windows { count: 16 };
            for search in
                [windows, &mut Batch { plies: 2, size: 300 }, &mut Batch { plies: 1, size: 7 }]
            {
                let depth = 3 - captures;
                let found = searched(search, &mut twins, &position, depth).pop().expect("a depth");
                let value = minimax(&position, depth as i32, captures as i32);
                let child = position.make(found.best);
                let of_move = -minimax(&child, depth as i32 - 1, captures as i32);
                assert_eq!((found.value, of_move), (value, value), "{}", position.to_fen());
            }
        }
    }
}

#[test]
fn a_mate_is_found_and_played() {
    let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").expect("a position");
    let mut twins = Twins::new(Rules { captures: 0, together: false }, None);
    let windows: &mut dyn SearchMethod = &mut Windows { count: 64 };
    for search in [windows, &mut Batch { plies: 2, size: 100 }] {
        let found = searched(search, &mut twins, &position, 3).pop().expect("a depth");
        assert_eq!((found.value, found.best.to_string().as_str()), (MATE + 2, "d1d8"));
    }
}

#[test]
fn a_position_of_the_game_is_a_draw() {
    let position = Position::from_fen("7k/8/8/8/8/8/4q3/6K1 w - - 0 1").expect("a position");
    let children =
        (&legal_moves(&position)).into_iter().map(|mv| position.make(mv).key()).collect();
    let root = Root { position, history: children };
    let mut twins = Twins::new(Rules { captures: 0, together: false }, None);
    let limits = Limits { depth: 3, stop: &|| false };
    let windows: &mut dyn SearchMethod = &mut Windows { count: 8 };
    for search in [windows, &mut Batch { plies: 2, size: 100 }] {
        let found = search.run(&root, &limits, &mut twins, &mut |_| ()).expect("no fault");
        assert_eq!(found.map(|found| found.value), Some(0));
    }
}
