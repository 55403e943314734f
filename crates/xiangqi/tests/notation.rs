//! Reads and writes moves as text.

use std::collections::HashSet;

use cleave_xiangqi::{Notation, Position, parse_move};
use proptest::prelude::*;

use crate::common::random_games;

#[test]
fn every_move_has_its_own_text_and_is_read_back() {
    random_games(8, 12, |position, mv| {
        for notation in [Notation::Coordinates, Notation::Wxf, Notation::Chinese] {
            let write = |mv| notation.write(position, mv);
            let moves = position.legal_moves();
            let texts: HashSet<String> = moves.iter().copied().map(write).collect();
            assert_eq!(texts.len(), moves.len(), "{position:?} {notation:?} {texts:?}");
            assert_eq!(parse_move(position, &write(mv)), Ok(mv), "{position:?} {notation:?}");
        }
    });
}

#[test]
fn moves_are_written_as_books_write_them() {
    let check = |fen: &str, coordinates: &str, wxf: &str, chinese: &str| {
        let position = Position::from_fen(fen).expect(fen);
        let mv = parse_move(&position, coordinates).expect(coordinates);
        assert_eq!(Notation::Wxf.write(&position, mv), wxf, "{fen}");
        assert_eq!(Notation::Chinese.write(&position, mv), chinese, "{fen}");
    };
    let start = Position::START_FEN;
    check(start, "h2e2", "C2=5", "炮二平五");
    check(start, "h0g2", "H2+3", "马二进三");
    let black = start.replace(" w ", " b ");
    check(&black, "h9g7", "H8+7", "马8进7");
    check(&black, "b7e7", "C2=5", "炮2平5");
    let rooks = "3k5/9/9/9/9/9/9/2R6/2R6/4K4 w - - 0 1";
    check(rooks, "c2c9", "R++7", "前车进七");
    check(rooks, "c1d1", "R-=6", "后车平六");
    let soldiers = "3k5/9/9/P3P4/P3P4/9/9/9/9/4K4 w - - 0 1";
    check(soldiers, "e6d6", "15=6", "一兵平六");
    check(soldiers, "a5b5", "29=8", "四兵平八");
    let three = "3k5/9/P8/P8/P8/9/9/9/9/4K4 w - - 0 1";
    check(three, "a6b6", "29=8", "中兵平八");
}

#[test]
fn other_spellings_are_read() {
    let start = Position::start();
    for (text, same) in [
        ("H2-E2", "h2e2"),
        ("c2.5", "C2=5"),
        ("N2+3", "H2+3"),
        ("b3+5", "E3+5"),
        ("砲二平五", "C2=5"),
        ("馬二進三", "H2+3"),
    ] {
        assert_eq!(parse_move(&start, text), parse_move(&start, same), "{text}");
        assert!(parse_move(&start, text).is_ok(), "{text}");
    }
    let black =
        Position::from_fen(&Position::START_FEN.replace(" w ", " b ")).expect("it is legal");
    for (text, same) in [("炮２平５", "b7e7"), ("馬８進７", "h9g7")] {
        assert_eq!(parse_move(&black, text), parse_move(&black, same), "{text}");
        assert!(parse_move(&black, text).is_ok(), "{text}");
    }
}

#[test]
fn refusals_distinguish_nonsense_from_illegal_moves() {
    let refusal = |text| parse_move(&Position::start(), text).unwrap_err().to_string();
    for text in ["h2e3", "C2+6", "炮二平二", "a0a0"] {
        let expected = if text == "a0a0" { "is not a move" } else { "is not legal" };
        assert!(refusal(text).contains(expected), "{text}: {}", refusal(text));
    }
    for text in ["", "hello", "h2", "z2e2", "h2e", "C2", "炮"] {
        assert!(refusal(text).contains("is not a move"), "{text}: {}", refusal(text));
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,8}") {
        let _ = parse_move(&Position::start(), &text);
        let _ = cleave_xiangqi::parse_coordinates(&text, 1);
    }
}
