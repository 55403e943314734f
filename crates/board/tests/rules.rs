//! Rules about whole positions: dead positions, pieces left, counters, repetition, mate values.

use cleave_board::{Color, Key, Move, MoveKind, Position, Square, Value, earlier_occurrences};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn material_is_insufficient_if_no_mate_is_possible() {
    let is_dead = |pieces: &str| {
        position(&format!("k7/8/8/8/8/8/8/{pieces} w - - 0 1")).is_insufficient_material()
    };
    // Bishops on c1 and e1 are dark-squared, on d1 light-squared.
    for pieces in ["7K", "2N4K", "2n4K", "2B4K", "2B1B2K", "2B1b2K"] {
        assert!(is_dead(pieces), "{pieces}");
    }
    for pieces in ["2NN3K", "2N1n2K", "2BN3K", "2Bn3K", "2BB3K", "2Bb3K", "2R4K", "2q4K"] {
        assert!(!is_dead(pieces), "{pieces}");
    }
    assert!(!position("k7/8/8/8/8/8/P7/7K w - - 0 1").is_insufficient_material());
}

#[test]
fn pieces_are_neither_kings_nor_pawns() {
    for (letter, is_piece) in [('P', false), ('N', true), ('B', true), ('R', true), ('Q', true)] {
        let position = position(&format!("k7/8/8/8/2{letter}5/8/8/7K w - - 0 1"));
        assert_eq!(position.has_pieces(Color::White), is_piece, "{letter}");
        assert_eq!(position.pieces_beyond_pawns(Color::White).any(), is_piece, "{letter}");
        assert!(!position.has_pieces(Color::Black));
    }
}

#[test]
fn counters_count_and_stop_at_their_limits() {
    let played = |fen: &str, from, to, kind| {
        let next = position(fen).make(Move::new(from, to, kind));
        (next.halfmove_clock(), next.fullmove())
    };
    let fen = "7k/8/8/3p4/4P3/8/8/R6K w - - 7 40";
    assert_eq!(played(fen, Square::A1, Square::B1, MoveKind::Normal), (8, 40), "a quiet move");
    assert_eq!(played(fen, Square::E4, Square::E5, MoveKind::Normal), (0, 40), "a pawn move");
    assert_eq!(played(fen, Square::E4, Square::D5, MoveKind::Normal), (0, 40), "a capture");
    let fen = "k7/8/8/8/8/8/8/2R4K b - - 255 65535";
    assert_eq!(played(fen, Square::A8, Square::B8, MoveKind::Normal), (255, 65_535), "the limits");
    let passed = position("k7/8/8/8/8/8/8/2R4K b - - 3 9").make_null();
    assert_eq!((passed.halfmove_clock(), passed.side()), (4, Color::White));
}

#[test]
fn occurrences_are_counted_since_the_last_irreversible_move() {
    let history: Vec<Key> = [1, 2, 1, 3, 1, 2, 1, 2].map(Key).to_vec();
    for (clock, times) in [(8, 3), (7, 2), (6, 2), (5, 1), (4, 1), (3, 0), (100, 3)] {
        assert_eq!(earlier_occurrences(&history, Key(1), clock), times, "{clock}");
    }
    assert_eq!(earlier_occurrences(&[], Key(1), 50), 0);
}

#[test]
fn mates_are_counted_in_moves_for_the_side_to_move() {
    for (plies, moves) in [(1, 1), (2, 1), (3, 2), (9, 5)] {
        assert_eq!(Value::mate_in(plies).mate_distance(), Some(moves), "mate in {plies} plies");
    }
    for (plies, moves) in [(0, 0), (2, -1), (4, -2), (10, -5)] {
        assert_eq!(Value::mated_in(plies).mate_distance(), Some(moves), "mated in {plies} plies");
    }
    for (plies, moves) in [(1, -1), (3, -2), (9, -5)] {
        assert_eq!((-Value::mate_in(plies)).mate_distance(), Some(moves), "for the other side");
    }
    assert!(Value::mate_in(3) > Value::mate_in(5) && Value::mated_in(6) > Value::mated_in(4));
    assert_eq!(-Value::mate_in(3), Value::mated_in(3));
    for value in [Value::EVAL_MAX, Value::ZERO, -Value::EVAL_MAX, Value::NONE, Value::INFINITE] {
        assert!(!value.is_mate() && value.mate_distance().is_none(), "{value:?}");
    }
    assert!(Value::MATE_FOUND.is_mate() && (-Value::MATE_FOUND).is_mate());
}
