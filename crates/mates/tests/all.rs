//! Compares the prover to brute force, and tests draws, stops and confined roots.

mod brute_force;

use cleave_board::{Move, Position};
use cleave_mates::{Answer, MOST_MOVES, Prover};
use cleave_movegen::{legal_moves, line_text, parse_move};
use proptest::prelude::*;

use brute_force::MateSolver;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn prover(position: &Position, most: u32, workers: usize) -> Prover {
    let mut prover = Prover::new(position, most, workers).unwrap();
    // Use all workers on any machine.
    prover.set_processors(workers);
    prover
}

fn prove(position: &Position, most: u32, workers: usize) -> Answer {
    prover(position, most, workers).prove(&mut |_| true)
}

/// Returns the mate in at most `most` moves as text, or `None` if there is none.
fn mate(fen: &str, most: u32) -> Option<String> {
    match prove(&position(fen), most, 1) {
        Answer::Mate(line) => Some(line_text(&position(fen), line)),
        Answer::NoMate => None,
        Answer::Unknown => panic!("the search was not stopped"),
    }
}

/// Checks by brute force that the line is the shortest mate, and that no reply delays it.
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

/// Checks by brute force that a mate was found if there is one, and that each move of the line keeps it.
fn check_found(root: &Position, most: u32, workers: usize) {
    let mut solver = MateSolver::default();
    let answer = prover(root, most, workers).find(&mut |_| true);
    assert_eq!(answer != Answer::NoMate, solver.mates_in(root, most), "{root:?}");
    let Answer::Mate(line) = answer else { return };
    let (mut position, mut moves) = (*root, most);
    for (ply, mv) in line.iter().enumerate() {
        assert!(legal_moves(&position).contains(mv), "{root:?} {line:?}");
        if ply % 2 == 0 {
            assert!(solver.mates_in(&position, moves), "{root:?} {line:?}");
            moves -= 1;
        }
        position = position.make(*mv);
    }
    assert!(position.in_check() && legal_moves(&position).is_empty(), "{root:?} {line:?}");
}

/// Checks that the prover and brute force agree, and returns the answer.
fn check(root: &Position, most: u32, workers: usize) -> Answer {
    let mut solver = MateSolver::default();
    let answer = prove(root, most, workers);
    match &answer {
        Answer::Mate(line) => check_line(root, line, &mut solver),
        Answer::NoMate => assert!(!solver.mates_in(root, most), "{root:?}"),
        Answer::Unknown => panic!("the search was not stopped"),
    }
    answer
}

/// Solves the mates of the main search's test.
#[test]
fn fifty_mates_are_found_at_their_shortest() {
    let mates = include_str!("../../search/tests/short_mates.txt");
    for (number, line) in mates.lines().enumerate() {
        let fields: Vec<&str> = line.split("; ").collect();
        let moves: usize = fields[0].parse().unwrap();
        let root = position(fields[3]);
        check_found(&root, moves as u32, 1 + number % 3);
        let answer = check(&root, moves as u32 + 1, 1 + number % 3);
        let Answer::Mate(line) = answer else { panic!("{answer:?} {}", fields[3]) };
        assert_eq!(line.len(), 2 * moves - 1, "{}", fields[3]);
    }
}

/// Generates positions of a king with heavy pieces against a king with some pieces of any kind.
/// Squares and colours are random, and so is the distance to the fifty-move limit.
fn positions() -> impl Strategy<Value = Position> {
    let places = prop::collection::vec(0..64_usize, 7);
    let kinds = (0..4_usize, 0..4_usize, 0..5_usize, 0..5_usize, 0..5_usize);
    let clock = prop_oneof![Just(0), 93..99_u32];
    let drawn = (places, kinds, clock, any::<bool>());
    drawn.prop_filter_map("a legal position", |(places, (a, b, c, d, e), clock, swaps)| {
        let mut board = [' '; 64];
        let (own, other) = (['Q', 'R', 'P', 'N'], ['q', 'r', 'b', 'n', 'p']);
        let pieces = ['K', 'k', own[a], own[b], other[c], other[d], other[e]];
        for (&place, piece) in places.iter().zip(pieces) {
            if board[place] == ' ' {
                board[place] = piece;
            }
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let mut fen = ranks.join("/");
        let mut side = 'w';
        if swaps {
            let swapped = |c: char| match c {
                'a'..='z' => c.to_ascii_uppercase(),
                _ => c.to_ascii_lowercase(),
            };
            (fen, side) = (fen.chars().rev().map(swapped).collect(), 'b');
        }
        for free in (1..=8).rev() {
            fen = fen.replace(&" ".repeat(free), &free.to_string());
        }
        Position::from_fen(&format!("{fen} {side} - - {clock} 90")).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 120,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]
    #[test]
    fn the_prover_agrees_with_brute_force(root in positions(), workers in 1..4_usize) {
        check(&root, 3, workers);
        check_found(&root, 3, workers);
    }
}

#[test]
fn quiet_first_moves_are_found() {
    // In two problems the first move gives no check: it is a zugzwang, and a sacrifice.
    let zugzwang = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";
    assert_eq!(mate(zugzwang, 3).as_deref(), Some("1. Kb3 Kb1 2. Rh1#"));
    let sacrifice = "6qk/7p/6PK/8/R5p1/1B6/1P6/8 w - - 0 1";
    assert_eq!(mate(sacrifice, 1), None);
    assert_eq!(mate(sacrifice, 2).as_deref(), Some("1. Ra8 g3 2. g7#"));
}

/// The mate must come by the hundredth half-move without a capture or a pawn's move.
#[test]
fn the_fifty_move_rule_counts() {
    let root = |clock| format!("8/8/8/8/8/2K5/7R/k7 w - - {clock} 90");
    assert!(mate(&root(97), 2).is_some(), "mate by the hundredth half-move");
    assert_eq!(mate(&root(98), 2), None);
    // The line is complete.
    let mut prover = prover(&position(&root(97)), 2, 1);
    assert!(matches!(prover.prove(&mut |_| true), Answer::Mate(line) if line.len() == 3));
    // The hundredth half-move is a draw unless it mates. The only reply, a pawn's push, comes too
    // late to reset the counter.
    let late = position("8/4r3/8/4k3/1P5q/8/6K1/8 b - - 97 90");
    assert_eq!(check(&late, 3, 1), Answer::NoMate);
    // A capture resets the counter.
    let sacrifice = "5r1k/4Nppp/8/7Q/8/R7/8/6K1 w - - 98 90";
    assert_eq!(mate(sacrifice, 2).as_deref(), Some("90. Qxh7+ Kxh7 91. Rh3#"));
}

#[test]
fn stalemate_is_no_mate() {
    assert_eq!(mate("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", 5), None, "the side to move has no move");
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
    assert_eq!(mate("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", 3), None, "the side to move is mated");
}

/// Returns the line of a mate that begins with one of these moves.
fn mate_by(fen: &str, most: u32, allowed: &[&str]) -> Option<String> {
    let root = position(fen);
    let allowed: Vec<Move> = allowed.iter().map(|text| parse_move(&root, text).unwrap()).collect();
    let prover = || prover(&root, most, 1).confined_to(allowed.clone());
    let answer = prover().prove(&mut |_| true);
    let found = prover().find(&mut |_| true);
    assert_eq!(found == Answer::NoMate, answer == Answer::NoMate, "{fen} {allowed:?}");
    match answer {
        Answer::Mate(line) => Some(line_text(&root, line)),
        Answer::NoMate => None,
        Answer::Unknown => panic!("the search was not stopped"),
    }
}

#[test]
fn only_the_moves_allowed_are_tried() {
    let two = "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1";
    for (allowed, expected) in [
        (&["Ra8", "Rb7"][..], Some("1. Ra8#")),
        (&["h3", "Rb8"], Some("1. Rb8#")),
        (&["h3"], None),
        (&[], None),
    ] {
        assert_eq!(mate_by(two, 1, allowed).as_deref(), expected);
    }
    let slow = mate_by("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 3, &["Rb1"]);
    assert_eq!(slow.as_deref(), Some("1. Rb1 Kg8 2. Rb8#"));
}

/// A line may lead back to the root position, where all moves are allowed: the knight moves to and
/// fro.
#[test]
fn a_no_for_some_moves_is_not_stored_for_the_position() {
    let fen = "krb3b1/bp1p1p2/1p1P1Pp1/1P1N2P1/8/8/8/7K w - - 0 1";
    let detour = mate_by(fen, 4, &["Nf4"]).expect("a mate in 3");
    assert_eq!(detour.split(' ').filter(|word| word.starts_with("Nd5")).count(), 1, "{detour}");
    assert!(detour.ends_with("3. Nc7#"), "{detour}");
    let root = position(fen);
    let mut prover = prover(&root, 0, 1).confined_to(vec![parse_move(&root, "Nf4").unwrap()]);
    let found = [1, 2, 3].map(|most| {
        prover.set_most(most);
        prover.find(&mut |_| true) != Answer::NoMate
    });
    assert_eq!(found, [false, false, true]);
}

#[test]
fn castling_and_promotions_mate() {
    for (fen, mv) in [
        ("3k4/8/8/8/8/8/2R1R3/R3K3 w Q - 0 1", "O-O-O"),
        ("7k/P5pp/8/8/8/8/8/K7 w - - 0 1", "a8=Q"),
        ("7k/P5pp/8/8/8/8/8/K7 w - - 0 1", "a8=R"),
    ] {
        assert_eq!(mate_by(fen, 1, &[mv]), Some(format!("1. {mv}#")));
    }
    assert_eq!(mate_by("7k/P5pp/8/8/8/8/8/K7 w - - 0 1", 1, &["a8=B", "a8=N"]), None);
}

/// Mates that Stockfish 15.1 announces in games of Cleave, with 4 to 12 moves. One worker searches the same nodes everywhere.
#[test]
fn long_mates_are_found_although_no_shorter_one_is_ruled_out() {
    for line in include_str!("long_mates.txt").lines() {
        let (moves, fen) = line.split_once("; ").unwrap();
        let (moves, root) = (moves.parse().unwrap(), position(fen));
        let mut prover = prover(&root, moves, 1);
        let Answer::Mate(line) = prover.find(&mut |nodes| nodes < 500_000) else { panic!("{fen}") };
        assert!(line.len().div_ceil(2) as u32 <= moves, "{fen} {line:?}");
        // After any other reply there is a mate too.
        let (mut position, mut left) = (root, moves);
        for pair in line.chunks_exact(2) {
            position = position.make(pair[0]);
            left -= 1;
            for reply in legal_moves(&position).into_iter() {
                let mut prover = self::prover(&position.make(reply), left, 1);
                assert!(matches!(prover.find(&mut |_| true), Answer::Mate(_)), "{fen} {line:?}");
            }
            position = position.make(pair[1]);
        }
        let end = position.make(*line.last().unwrap());
        assert!(end.in_check() && legal_moves(&end).is_empty(), "{fen} {line:?}");
    }
}

#[test]
fn a_mate_found_once_is_known() {
    let root = position("1q4k1/4Q3/8/5B2/4p1pP/4P1P1/5P2/6K1 w - - 5 56");
    for workers in 1..4 {
        let mut prover = prover(&root, 8, workers);
        assert!(matches!(prover.find(&mut |_| true), Answer::Mate(_)));
        let nodes = prover.nodes();
        assert!(matches!(prover.find(&mut |_| true), Answer::Mate(line) if line.len() <= 15));
        assert!(prover.nodes() < nodes + 1000, "{workers} workers");
    }
    // The next call goes on where a stopped one ended.
    let mut prover = prover(&root, 8, 1);
    let mut stops = 0;
    let line = loop {
        match prover.find(&mut |nodes| nodes < 10 * (stops + 1)) {
            Answer::Mate(line) => break line,
            answer => assert_eq!(answer, Answer::Unknown),
        }
        stops += 1;
    };
    assert!((1..600).contains(&stops), "{stops} stops");
    let end = line.iter().fold(root, |position, &mv| position.make(mv));
    assert!(end.in_check() && legal_moves(&end).is_empty(), "{line:?}");
    prover.set_most(2);
    assert_eq!((prover.find(&mut |_| true), prover.refuted()), (Answer::NoMate, 2));
}

/// With helpers, the number of nodes depends on who comes first.
#[test]
fn one_worker_has_no_helpers_and_searches_the_same_nodes_each_time() {
    let root = position("1q4k1/4Q3/8/5B2/4p1pP/4P1P1/5P2/6K1 w - - 5 56");
    let nodes: [u64; 4] = std::array::from_fn(|_| {
        let mut prover = prover(&root, 8, 1);
        assert!(matches!(prover.find(&mut |_| true), Answer::Mate(_)));
        prover.nodes()
    });
    assert_eq!(nodes, [nodes[0]; 4]);
}

/// The prover keeps its results when it is stopped.
#[test]
fn a_stopped_search_continues() {
    for workers in [1, 3] {
        let root = position("r3q3/8/k1N5/1pB2B2/4QP2/pPN3Pp/P1P4P/6K1 w - - 0 1");
        let mut prover = prover(&root, MOST_MOVES + 40, workers);
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
                // The next call looks for the rest of the line.
                Answer::Mate(line) if line.len() < 9 => {
                    assert!(searched >= until, "only a stopped search returns half a line");
                    stops += 1;
                }
                Answer::Mate(line) => break line,
                Answer::NoMate => panic!("a mate in 5"),
                Answer::Unknown => stops += 1,
            }
        };
        assert_eq!((line.len(), prover.refuted()), (9, 4));
        assert!((2..60).contains(&stops), "{workers} workers: {stops} stops");
    }
}
