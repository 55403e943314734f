//! Reading and writing moves.

use cleave_board::{Move, Position};
use cleave_movegen::{legal_moves, parse_move, parse_san, to_coordinate, to_san};

use crate::common::random_games;

#[test]
fn moves_round_trip_through_text() {
    random_games(60, |position, _| {
        for mv in &legal_moves(position) {
            let san = to_san(position, mv);
            assert_eq!(parse_san(position, &san), Ok(mv), "{position}: {san}");
            assert_eq!(parse_move(position, &san), Ok(mv), "{position}: {san}");
            let coordinates = to_coordinate(position, mv);
            assert_eq!(parse_move(position, &coordinates), Ok(mv), "{position}: {coordinates}");
            assert_eq!(parse_move(position, &mv.to_string()), Ok(mv), "{position}: {mv}");
        }
    });
}

#[test]
fn san_names_are_unique() {
    random_games(60, |position, _| {
        let moves = legal_moves(position);
        let mut names: Vec<String> = moves.into_iter().map(|mv| to_san(position, mv)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), moves.len(), "{position}: {names:?}");
    });
}

#[track_caller]
fn reads(fen: &str, text: &str) -> Move {
    let position = Position::from_fen(fen).unwrap();
    parse_move(&position, text).unwrap_or_else(|error| panic!("{fen}: {text}: {error}"))
}

#[test]
fn san_variants_of_pgn_files_are_read() {
    const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["O-O", "0-0", "o-o", "O-O+", "OO", "e1g1", "e1h1", " O-O!? "] {
        assert_eq!(reads(CASTLE, text).to_string(), "e1h1", "{text}");
    }
    assert_eq!(reads(CASTLE, "0-0-0").to_string(), "e1a1");

    const PROMOTION: &str = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
    for text in ["e8=Q", "e8Q", "e8q", "e8(Q)", "e8/Q+", "e8=Q#", "e7e8q", "e7e8=Q", "e7e8Q"] {
        assert_eq!(reads(PROMOTION, text).to_string(), "e7e8q", "{text}");
    }
    for text in ["exd8=N", "ed8N", "e7xd8=n", "e7d8n"] {
        assert_eq!(reads(PROMOTION, text).to_string(), "e7d8n", "{text}");
    }

    for text in ["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "Nf3+", "Nf3??"] {
        assert_eq!(reads(Position::START_FEN, text).to_string(), "g1f3", "{text}");
    }
    for text in ["e4", "e2e4", "e2-e4", "Pe4"] {
        assert_eq!(reads(Position::START_FEN, text).to_string(), "e2e4", "{text}");
    }
    const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for text in ["exd6", "ed6", "exd6e.p.", "exd6 e.p.", "e5d6"] {
        assert_eq!(reads(EN_PASSANT, text).to_string(), "e5d6", "{text}");
    }
    // 'b' is a file, 'B' is a bishop.
    const BISHOP: &str = "4k3/8/8/2p5/1P6/B7/8/4K3 w - - 0 1";
    assert_eq!(reads(BISHOP, "bxc5").to_string(), "b4c5");
    assert_eq!(reads(BISHOP, "Bb2").to_string(), "a3b2");
}

#[test]
fn castling_notation_follows_the_variant() {
    let plain = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    let castle = parse_move(&plain, "O-O-O").unwrap();
    assert_eq!(to_coordinate(&plain, castle), "e1c1");
    let mut chess960 = plain;
    chess960.set_chess960(true);
    assert_eq!(to_coordinate(&chess960, castle), "e1a1");
    // The king next to its castled square: f1g1 is a step, f1h1 is castling.
    let near = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1").unwrap();
    assert_eq!(to_san(&near, parse_move(&near, "f1g1").unwrap()), "Kg1");
    assert_eq!(to_san(&near, parse_move(&near, "f1h1").unwrap()), "O-O");
}

#[test]
fn san_disambiguates_by_file_then_rank_then_both() {
    let position = Position::from_fen("1k6/8/8/Q7/8/8/8/K6R w - - 0 1").unwrap();
    let san = |text| to_san(&position, parse_move(&position, text).unwrap());
    assert_eq!(san("a5e1"), "Qe1");
    let position = Position::from_fen("1k6/8/8/7Q/8/8/8/K3Q2Q w - - 0 1").unwrap();
    let san = |text| to_san(&position, parse_move(&position, text).unwrap());
    assert_eq!(san("e1h4"), "Qeh4");
    assert_eq!(san("h5h4"), "Q5h4");
    let position = Position::from_fen("8/k7/8/4Q2Q/8/8/8/K6Q w - - 0 1").unwrap();
    let san = |text| to_san(&position, parse_move(&position, text).unwrap());
    assert_eq!(san("h5e2"), "Qhe2");
    assert_eq!(san("e5e2"), "Qee2");
    let position = Position::from_fen("1Q5Q/8/k7/8/8/8/7Q/K7 w - - 0 1").unwrap();
    assert_eq!(to_san(&position, parse_move(&position, "h8e5").unwrap()), "Qh8e5");
}

#[track_caller]
fn refused(fen: &str, text: &str, reason: &str) {
    let position = Position::from_fen(fen).unwrap();
    let error = parse_move(&position, text).expect_err(text).to_string();
    assert!(error.contains(reason), "{text}: '{error}' does not say '{reason}'");
}

#[test]
fn errors_name_their_reason() {
    const START: &str = Position::START_FEN;
    refused(START, "", "no move given");
    refused(START, "xyzzy", "'xyzzy' is not a move");
    refused(START, "e", "is not a move");
    refused(START, "\u{e9}4\u{0}", "is not a move");
    refused(START, "e9", "no square 'e9'");
    refused(START, "Nj3", "no square 'j3'");
    refused(START, "e2e9", "no square 'e9'");
    refused(START, "e4e5", "no piece on e4");
    refused(START, "e7e5", "the piece on e7 is not White's");
    refused(START, "e2e5", "no such piece can go there");
    refused(START, "Qd5", "no such piece can go there");
    refused(START, "O-O", "castling is not possible");
    refused(START, "e1g1", "castling is not possible");
    refused(START, "e2e4q", "is not a promotion");
    refused(START, "e4=Q", "is not a promotion");

    const PINNED: &str = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
    refused(PINNED, "Nc3", "the king would be in check");
    refused(PINNED, "e2c3", "the king would be in check");
    const PROMOTION: &str = "7k/4P3/8/8/8/8/8/K7 w - - 0 1";
    refused(PROMOTION, "e8", "names no promotion piece");
    refused(PROMOTION, "e7e8", "names no promotion piece");
    refused(PROMOTION, "e7e8k", "names no promotion piece");
    const TWO_KNIGHTS: &str = "7k/8/8/8/8/5N2/8/KN6 w - - 0 1";
    refused(TWO_KNIGHTS, "Nd2", "it could be Nbd2 or Nfd2");
}
