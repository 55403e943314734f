//! What is wrong is named with its place, and the games behind it are read.

use std::io::{BufReader, Cursor, Read};

use cleave_pgn::{Epd, Games, MAX_GAME, Positions};
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, wanted: &str) {
    let file = format!(
        "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n{text}\n\n[Event \"3\"]\n\n1. d4 *\n"
    );
    let games: Vec<_> = Games::new(file.as_bytes()).collect();
    assert_eq!(games.len(), 3, "{text}: {games:?}");
    let error = games[1].as_ref().unwrap_err().to_string();
    assert!(error.starts_with(wanted), "{text}: {error}");
    assert_eq!(games[2].as_ref().unwrap().main.plies.len(), 1, "{text}");
}

#[test]
fn errors_have_a_place() {
    check("1. e4 Nf9 *", "line 7, column 7: there is no square 'f9'");
    check("1. e4 e5\n2. Qé4 *", "line 8, column 4: 'Qé4' is not a move");
    check("{é} 1. Ke2 *", "line 7, column 8: illegal move 'Ke2'");
    check("1. e4 (1. d4 *", "line 7, column 7: a variation is still open");
    check("(1. e4) *", "line 7, column 1: a variation stands before");
    check("1. e4 ) *", "line 7, column 7: no variation is open");
    check("1. e4 $256 *", "line 7, column 7: '$256' is not a NAG");
    check("1. e4 } *", "line 7, column 7: unexpected '}'");
    check("1. e4 -- *", "line 7, column 7: a null move is possible only");
    check("[FEN \"8/8\"]\n\n*", "line 7, column 1: the position of the tag FEN: the FEN has 1 ");
    check("[Variant \"Atomic\"]\n\n1. e4 *", "line 7, column 1: the variant 'Atomic' is not");
    check("[White \"x]\n\n1. e4 *", "line 7, column 8: the value of the tag White does not end");
    check("[White x]\n\n1. e4 *", "line 7, column 8: the tag White has no value");
    check("[\"x\"]\n\n1. e4 *", "line 7, column 2: '' is not the name of a tag");
    let deep = format!("1. e4 {} *", "(1. d4 ".repeat(200));
    check(&deep, "line 7, column 707: variations are nested more than 100 deep");
    check(&format!("1. e4 {}", "e".repeat(300)), "line 7, column 7: a word of more than 255");
    let long = "1. e4 {x}\n".repeat(MAX_GAME / 9);
    let text = format!("1. e4 (1. d4\n{long}*");
    check(&text.replace("1. e4 {x}", "{x}"), "line ");
}

#[test]
fn an_unclosed_comment_is_named_where_it_begins() {
    let games: Vec<_> = Games::new(&b"1. e4 e5\n2. Nf3 {so\n3. Bb5"[..]).collect();
    let [Err(error)] = &games[..] else { panic!("{games:?}") };
    assert!(error.to_string().starts_with("line 2, column 8: the comment that begins here"));
}

#[test]
fn errors_in_epd_have_a_place() {
    let fen = "7k/8/8/8/8/8/R7/K7 w - -";
    for (line, wanted) in [
        (format!("{fen} bm Ra8; 3x 1;"), "column 34: '3x 1;' is not the name of an operation"),
        (format!("{fen} id \"é"), "column 29: the text that begins here does not end"),
        (format!("{fen} fmvn 1 2;"), "column 35: the operation fmvn needs a number"),
        (format!("{fen} hmvc x;"), "column 1: the halfmove clock is 'x'"),
        ("7k/8/8 w".into(), "column 1: the FEN has 2 fields"),
        (String::new(), "column 1: the FEN has 0 fields"),
    ] {
        let error = Epd::parse(&line).unwrap_err().to_string();
        assert!(error.starts_with(wanted), "{line}: {error}");
    }
    let epd = Epd::parse(&format!("{fen} bm Rb3;")).unwrap();
    let error = epd.best_moves().unwrap_err().to_string();
    assert!(error.starts_with("the operation bm: illegal move 'Rb3'"), "{error}");
}

/// Streams without an end, or nearly.
#[test]
fn garbage_does_not_fill_the_memory() {
    let limit = 16 * MAX_GAME as u64;
    for byte in *b"ae4{([;%$!*1\" \n\\\0\xff" {
        let mut endless = std::io::repeat(byte).take(limit);
        let mut games = Games::new(BufReader::new(&mut endless));
        let first = games.next();
        drop(games);
        let is_skipped =
            b" \n;%!1\xff*".contains(&byte) || first.as_ref().is_some_and(Result::is_err);
        assert!(is_skipped, "{}: {first:?}", byte as char);
        // A comment, the only thing that is collected over lines.
        if byte == b'{' {
            assert!(limit - endless.limit() < 3 * MAX_GAME as u64, "it must be given up soon");
        }
    }
    let line = std::io::repeat(b'x').take(limit).chain(&b"\n7k/8/8/8/8/8/R7/K7 w - -"[..]);
    let read: Vec<_> = Positions::new(BufReader::new(line)).map(Result::unwrap).collect();
    assert_eq!(read.len(), 2);
    assert_eq!(
        read[0].1.as_ref().unwrap_err().to_string(),
        "column 65536: the line has more than 65536 bytes"
    );
    assert!(read[1].1.is_ok());
}

/// What a game is made of, and a little of EPD.
const PIECES: &str = "1. e4 |e5 |Nf3|(|)|{|}|;|\n|%|$|$7 |!|*|1-0|\
    [Event \"x\"]\n|[FEN \"|\"]|[|]|\\|O-O|--|\u{feff}| bm |8/";

/// Bytes that are often nearly PGN.
fn nearly_pgn() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..4),
        prop::sample::select(PIECES.split('|').collect::<Vec<_>>())
            .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nothing_panics_and_every_game_is_written(bytes in nearly_pgn()) {
        for game in Games::new(Cursor::new(&bytes)).flatten() {
            let text = game.to_string();
            let again: Vec<_> = Games::new(text.as_bytes()).map(Result::unwrap).collect();
            prop_assert_eq!(again, [game], "{}", text);
        }
        prop_assert!(Games::new(Cursor::new(&bytes)).main_lines().count() <= bytes.len());
    }

    #[test]
    fn no_line_of_epd_panics(bytes in nearly_pgn()) {
        let text = String::from_utf8_lossy(&bytes);
        let fen = "7k/8/8/8/8/8/R7/K7 w - -";
        for line in [text.to_string(), format!("{fen} {text}")] {
            if let Ok(epd) = Epd::parse(&line) {
                prop_assert_eq!(Epd::parse(&epd.to_string()), Ok(epd), "{}", line);
            }
        }
    }
}
