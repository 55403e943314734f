//! The prover against brute force, and what may interfere.

mod brute_force;

use cleave_board::{Move, Position};
use cleave_mates::{Answer, MOST_MOVES, Prover};
use cleave_movegen::{legal_moves, line_text, parse_move};
use proptest::prelude::*;

use brute_force::MateSolver;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn prove(position: &Position, most: u32, workers: usize) -> Answer {
    Prover::new(position, most, workers).unwrap().prove(&mut |_| true)
}

/// The mate in at most so many moves, as text; `None` if there is none.
fn mate(fen: &str, most: u32) -> Option<String> {
    match prove(&position(fen), most, 1) {
        Answer::Mate(line) => Some(line_text(&position(fen), line)),
        Answer::NoMate => None,
        Answer::Unknown => panic!("nobody has stopped it"),
    }
}

/// The line is the shortest mate, and no reply would delay it, by brute force.
fn check_line(root: &Position, line: &[Move], solver: &mut MateSolver) {
    let mut moves = line.len().div_ceil(2) as u32;
    let mut position = *root;
    for (ply, mv) in line.iter().enumerate() {
        assert!(legal_moves(&position).contains(mv), "{root:?} {line:?}");
        if ply % 2 == 0 {
            assert!(solver.mates_in(&position, moves) && !solver.mates_in(&position, moves - 1));
            moves -= 1;
        }
        position = position.make(*mv);
    }
    assert!(moves == 0 && position.in_check() && legal_moves(&position).is_empty(), "{root:?}");
}

/// What `prove` says is what brute force says.
fn check(root: &Position, most: u32, workers: usize) -> Answer {
    let mut solver = MateSolver::default();
    let answer = prove(root, most, workers);
    match &answer {
        Answer::Mate(line) => check_line(root, line, &mut solver),
        Answer::NoMate => assert!(!solver.mates_in(root, most), "{root:?}"),
        Answer::Unknown => panic!("nobody has stopped it"),
    }
    answer
}

/// The mates of the search's own test, each of which is the shortest.
#[test]
fn fifty_mates_are_found_and_are_the_shortest() {
    let mates = include_str!("../../search/tests/short_mates.txt");
    for (number, line) in mates.lines().enumerate() {
        let fields: Vec<&str> = line.split("; ").collect();
        let moves: usize = fields[0].parse().unwrap();
        let answer = check(&position(fields[3]), moves as u32 + 1, 1 + number % 3);
        let Answer::Mate(line) = answer else { panic!("{answer:?} {}", fields[3]) };
        assert_eq!(line.len(), 2 * moves - 1, "{}", fields[3]);
    }
}

/// A king with heavy pieces against a king with some of anything, anywhere.
fn positions() -> impl Strategy<Value = Position> {
    let places = prop::collection::vec(0..64_usize, 7);
    let kinds = (0..4_usize, 0..4_usize, 0..5_usize, 0..5_usize, 0..5_usize);
    (places, kinds).prop_filter_map("a legal position", |(places, (a, b, c, d, e))| {
        let mut board = [' '; 64];
        let (own, other) = (['Q', 'R', 'R', 'N'], ['q', 'r', 'b', 'n', 'p']);
        let pieces = ['K', 'k', own[a], own[b], other[c], other[d], other[e]];
        for (&place, piece) in places.iter().zip(pieces) {
            if board[place] == ' ' {
                board[place] = piece;
            }
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let mut fen = ranks.join("/");
        for free in (1..=8).rev() {
            fen = fen.replace(&" ".repeat(free), &free.to_string());
        }
        Position::from_fen(&format!("{fen} w - - 0 1")).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn the_answer_is_that_of_brute_force(root in positions(), workers in 1..4_usize) {
        check(&root, 3, workers);
    }
}

/// Mates and refutations are both among the positions that are drawn.
#[test]
fn quiet_first_moves_are_found() {
    // Two problems whose first move gives no check: zugzwang, and a sacrifice.
    let zugzwang = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";
    assert_eq!(mate(zugzwang, 3).as_deref(), Some("1. Kb3 Kb1 2. Rh1#"));
    let sacrifice = "6qk/7p/6PK/8/R5p1/1B6/1P6/8 w - - 0 1";
    assert_eq!(mate(sacrifice, 1), None);
    assert_eq!(mate(sacrifice, 2).as_deref(), Some("1. Ra8 g3 2. g7#"));
}

/// The mate must come before the hundredth half-move without a capture or a pawn's move is over.
#[test]
fn the_fifty_move_rule_counts() {
    let root = |clock| format!("8/8/8/8/8/2K5/7R/k7 w - - {clock} 90");
    assert!(mate(&root(97), 2).is_some(), "mate by the hundredth");
    assert_eq!(mate(&root(98), 2), None);
    // With a capture it begins anew.
    let sacrifice = "5r1k/4Nppp/8/7Q/8/R7/8/6K1 w - - 98 90";
    assert_eq!(mate(sacrifice, 2).as_deref(), Some("90. Qxh7+ Kxh7 91. Rh3#"));
}

#[test]
fn stalemate_is_no_mate() {
    assert_eq!(mate("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", 5), None, "there is no move");
    // Qf7 or Qg6 would be stalemate.
    assert_eq!(mate("7k/8/5K2/8/8/8/8/5Q2 w - - 0 1", 1), None);
    let Answer::Mate(line) = check(&position("7k/8/5K2/8/8/8/8/5Q2 w - - 0 1"), 4, 1) else {
        panic!("a queen mates")
    };
    assert_eq!(line.len(), 3);
}

#[test]
fn the_mated_side_has_no_mate() {
    assert_eq!(mate("7k/p7/5K2/8/8/8/8/6Q1 b - - 0 1", 3), None);
    assert_eq!(mate("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", 3), None, "it is mated");
}

#[test]
fn only_the_moves_allowed_are_tried() {
    let root = position("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1");
    let mv = |text| parse_move(&root, text).unwrap();
    for (allowed, expected) in [(vec!["Ra8", "Rb7"], "1. Ra8#"), (vec!["h3", "Rb8"], "1. Rb8#")] {
        let allowed = allowed.into_iter().map(mv).collect();
        let mut prover = Prover::new(&root, 1, 1).unwrap().confined_to(allowed);
        let Answer::Mate(line) = prover.prove(&mut |_| true) else { panic!("{expected}") };
        assert_eq!(line_text(&root, line), expected);
    }
    let mut prover = Prover::new(&root, 1, 1).unwrap().confined_to(vec![mv("h3")]);
    assert_eq!(prover.prove(&mut |_| true), Answer::NoMate);
    let root = position("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    let slow = vec![parse_move(&root, "Rb1").unwrap()];
    let mut prover = Prover::new(&root, 3, 1).unwrap().confined_to(slow);
    let Answer::Mate(line) = prover.prove(&mut |_| true) else { panic!("a mate in 2") };
    assert_eq!(line_text(&root, line), "1. Rb1 Kg8 2. Rb8#");
}

/// What has been found out before a stop is kept.
#[test]
fn a_search_that_is_stopped_goes_on() {
    for workers in [1, 3] {
        let root = position("r3q3/8/k1N5/1pB2B2/4QP2/pPN3Pp/P1P4P/6K1 w - - 0 1");
        let mut prover = Prover::new(&root, MOST_MOVES + 40, workers).unwrap();
        assert_eq!(prover.prove(&mut |_| false), Answer::Unknown);
        let (mut stops, mut searched) = (0, 0);
        let line = loop {
            let until = searched + 40_000;
            let answer = prover.prove(&mut |nodes| {
                assert!(nodes >= searched, "nodes are counted through all calls");
                searched = nodes;
                nodes < until
            });
            match answer {
                Answer::Mate(line) => break line,
                Answer::NoMate => panic!("a mate in 5"),
                Answer::Unknown => stops += 1,
            }
        };
        assert_eq!((line.len(), prover.refuted()), (9, 4));
        assert!((2..60).contains(&stops), "{workers} workers: {stops} stops");
    }
}
