//! Reads FENs, and checks the reasons for refusals.

use cleave_xiangqi::Position;
use proptest::prelude::*;

#[test]
fn letters_of_both_customs_are_read() {
    let start = Position::from_fen("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r");
    assert_eq!(start, Ok(Position::start()));
    assert_eq!(Position::start().fen(), Position::START_FEN);
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let refused = |fen: &str, part: &str| {
        let error = Position::from_fen(fen).expect_err(fen).to_string();
        assert!(error.contains(part), "{fen}: {error}");
    };
    refused("", "empty");
    refused("4k4/9/9 w", "3 ranks");
    refused("4k4/9/9/9/4p4/8/9/9/9/4K4 w", "rank 4 of the placement has 8 squares");
    refused("4k4/9/9/9/4p4/9/9/9/9/4Q4 w", "'Q' in rank 0");
    refused("4k4/09/9/9/4p4/9/9/9/9/4K4 w", "'0' in rank 8");
    refused("4k4/9/9/9/4p4/9/9/9/9/4K4 x", "side to move is 'x'");
    refused("4k4/9/9/9/4p4/9/9/9/9/4K4 w - - x 1", "'x'");
    refused("4k4/9/9/9/4p4/9/9/9/9/9 w", "Red has 0 pieces of the kind General; expected 1");
    refused("4k4/9/9/9/4p4/9/9/9/3RRR3/4K4 w", "expected at most 2");
    refused("4k4/9/9/9/4p4/9/9/9/9/B3K4 w", "Red's Elephant can never be on a0");
    refused("4k4/9/9/9/4p4/9/9/9/P8/4K4 w", "Red's Soldier can never be on a1");
    refused("4k4/9/9/9/9/9/9/9/9/4K4 w", "is in check");
    refused("4k4/9/9/9/4p4/9/9/9/9/4K4 w - - 0 1 x", "7 fields");
}

#[test]
fn counters_out_of_range_become_the_nearest() {
    let bare = "4k4/9/9/9/4p4/9/9/9/9/4K4 w - -";
    for (counters, read) in [
        ("0 0", "0 1"),
        ("-3 -1", "0 1"),
        ("- -", "0 1"),
        ("65536 99999999999999999999", "65535 65535"),
    ] {
        let position = Position::from_fen(&format!("{bare} {counters}")).expect(counters);
        assert_eq!(position.fen(), format!("{bare} {read}"));
    }
    assert!(Position::from_fen(&format!("{bare} +1 1")).is_err());
}

proptest! {
    #[test]
    fn no_text_panics(text in "[a-zA-Z0-9/ ]{0,80}", fields in ".{0,40}") {
        let _ = Position::from_fen(&text);
        let _ = Position::from_fen(&format!("4k4/9/9/9/4p4/9/9/9/9/4K4 {fields}"));
    }
}
