//! Checks that all data of a position agree with its placement.

use cleave_xiangqi::{Color, Kind, Piece, Position, Set, Square};

use crate::common::random_games;

#[test]
fn positions_after_moves_equal_their_fen() {
    random_games(5, 40, |position, mv| {
        let next = position.make(mv);
        let read = Position::from_fen(&next.fen()).expect("a position of a game is legal");
        assert_eq!(next, read);
        assert_ne!(next.key(), position.key());
    });
}

#[test]
fn attackers_of_a_square_are_the_pieces_that_attack_it() {
    random_games(6, 4, |position, _| {
        for square in position.occupied() {
            for by in Color::ALL {
                let attacks = |from: &Square| {
                    let piece = position.piece_on(*from).expect("the square is occupied");
                    position.attacks(piece, *from).has(square)
                };
                let expected: Set = position.color(by).into_iter().filter(attacks).collect();
                assert_eq!(position.attackers(square, by), expected, "{position:?} {square}");
            }
        }
    });
}

#[test]
fn generals_that_face_each_other_are_in_check() {
    let open = "4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1";
    let error = Position::from_fen(open).unwrap_err().to_string();
    assert_eq!(error, "Red is in check, but it is not Red's turn");
    let screened = Position::from_fen("4k4/9/9/9/4p4/9/9/9/9/4K4 b - - 0 1").unwrap();
    assert!(!screened.in_check());
    // The soldier has not crossed the river, so it has only the step ahead, which stays on the
    // file.
    assert_eq!(screened.legal_moves().len(), 1 + 3);
}

#[test]
fn a_cannon_needs_one_screen_to_capture_and_none_to_move() {
    let position = Position::from_fen("3k5/9/9/4r4/9/4p4/9/4C4/9/5K3 w - - 0 1").unwrap();
    let cannon = Square::at(4, 2);
    let piece = Piece::new(Color::Red, Kind::Cannon);
    let reached = position.destinations(piece, cannon);
    assert!(reached.has(Square::at(4, 6)) && reached.has(Square::at(4, 3)));
    assert!(!reached.has(Square::at(4, 4)) && !reached.has(Square::at(4, 5)));
}

#[test]
fn the_diagram_has_red_below() {
    let diagram = Position::start().diagram();
    let lines: Vec<&str> = diagram.lines().collect();
    assert_eq!(lines.len(), 11, "{diagram}");
    assert_eq!(lines[0], "9  r n b a k a b n r");
    assert_eq!(lines[7], "2  . C . . . . . C .");
    assert_eq!(lines[10], "   a b c d e f g h i");
}

#[test]
fn only_pieces_on_the_line_are_between_two_squares() {
    let position = Position::start();
    let between = |one: (u8, u8), other: (u8, u8)| {
        position.pieces_between(Square::at(one.0, one.1), Square::at(other.0, other.1))
    };
    assert_eq!(between((4, 0), (4, 9)), Set::of(Square::at(4, 3)).with(Square::at(4, 6)));
    assert_eq!(between((0, 0), (2, 0)), Set::of(Square::at(1, 0)));
    assert!(between((1, 2), (7, 2)).is_empty() && between((0, 0), (1, 5)).is_empty());
}
