//! Checks that errors name their places, and that the games after an error are read.

use std::io::{BufReader, Cursor, Read};

use cleave_pgn::{Epd, Games, MAX_GAME, Positions};
use proptest::prelude::*;

/// Returns a file with this game between two others.
fn file(text: &str) -> String {
    format!("[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n{text}\n\n[Event \"3\"]\n\n1. d4 *\n")
}

#[track_caller]
fn check(text: &str, wanted: &str) {
    let file = file(text);
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
    check("1. e4 é4 2. Nf3 Nc6 *", "line 7, column 7: 'é4' is not a move");
    check("{é} 1. Ke2 *", "line 7, column 8: illegal move 'Ke2'");
    check("nothing but words *", "line 7, column 1: 'nothing' is not a move");
    check("[FEN \"8/8\"]\n\n*", "line 7, column 1: the position of the tag FEN: the FEN has 1 ");
    check("[Variant \"Atomic\"]\n\n1. e4 *", "line 7, column 1: the variant 'Atomic' is not");
    let long = format!("1. e4 (1. d4\n{}*", "{x}\n".repeat(MAX_GAME / 3));
    check(&long, &format!("line {}, column 5: the game has more than", 1 + MAX_GAME / 4));
}

/// Checks that the game is kept with this number of plies, and that its flaw is the wanted one.
#[track_caller]
fn check_flaw(text: &str, plies: usize, wanted: &str) {
    let file = file(text);
    for main_lines in [false, true] {
        let games = Games::new(file.as_bytes());
        let mut games = if main_lines { games.main_lines() } else { games };
        let mut found = Vec::new();
        while let Some(game) = games.next() {
            let game = game.unwrap_or_else(|error| panic!("{text}: {error}"));
            found.push((game.main.plies.len(), games.take_flaws()));
        }
        assert_eq!(found.len(), 3, "{text}: {found:?}");
        let (kept, flaws) = &found[1];
        assert_eq!(*kept, plies, "{text}: {flaws:?}");
        let has_flaw = flaws.iter().any(|flaw| flaw.to_string().starts_with(wanted));
        // Reading only main lines does not look into variations.
        let is_missing = flaws.is_empty() || wanted.contains("nested");
        assert!(has_flaw || main_lines && is_missing, "{text}: {flaws:?}");
        assert!(found[0].1.is_empty() && found[2].1.is_empty(), "{text}: {found:?}");
    }
}

#[test]
fn an_odd_token_does_not_make_a_game_unreadable() {
    for (text, plies, wanted) in [
        ("1. e4 e5 2. Nf3 -- 3. d4 Nc6 *", 3, "17: passed over: a null move ends the main line"),
        ("1. e4 e5 2. Nf3 Z0 3. d4 Nc6 1-0", 3, "17: passed over: a null move"),
        ("1. -- e5 *", 0, "4: passed over: a null move"),
        ("1. e4 f6 2. Qh5+ -- 3. Qxe8 *", 3, "18: passed over: a null move"),
        ("1. e4 e5 2. Nf3 $999 Nc6 1-0", 4, "17: passed over: '$999' is not a NAG"),
        ("1. e4 $256 *", 1, "7: passed over: '$256' is not a NAG"),
        ("1. e4 $ e5 *", 2, "7: passed over: '$' is not a NAG"),
        ("1. e4 e5 ) 2. Nf3 Nc6 *", 4, "10: passed over: no variation is open"),
        ("1. e4 } e5 *", 2, "7: passed over: unexpected '}'"),
        ("1. e4 [ e5 ] 2. Nf3 *", 3, "7: passed over: unexpected '['"),
        ("1. e4 [e5] *", 2, "7: passed over: unexpected '['"),
        ("1. e4 [%clk 1:00] e5 [%clk 0:59] *", 2, "7: passed over: unexpected '['"),
        ("1. e4 < e5 > *", 2, "7: passed over: unexpected '<'"),
        ("1. e4 \u{1} e5 *", 2, "7: passed over: unexpected '\\u{1}'"),
        ("1. e4 remis? e5 2. Nf3 *", 3, "7: passed over: 'remis' is not a move"),
        ("1. e4 White resigns 0-1", 1, "7: passed over: 'White' is not a move"),
        ("(1. e4) 1. d4 d5 *", 2, "1: passed over: a variation stands before"),
        ("1. e4 (1. d4 * ", 1, "7: passed over: a variation is still open"),
        ("1. e4 (1. d4 d5 1-0", 1, "7: passed over: a variation is still open"),
        ("1. e4 (1. e5 d5 (1... c5) 2. c4) e5 *", 2, "11: passed over: illegal move 'e5'"),
        ("1. e4 (1. d4 f6 2. e4 a6 3. Qh5+ --) e5 *", 2, "34: passed over: a null move is not"),
        ("[White \"x]\n\n1. e4 *", 1, "8: passed over: the value of the tag White does not end"),
        ("[White x]\n[Black \"y\"]\n\n1. e4 *", 1, "8: passed over: the tag White has no value"),
        ("[\"x\"]\n\n1. e4 *", 1, "2: passed over: '' is not the name of a tag"),
        ("[Wh?te \"x\"]\n\n1. e4 *", 1, "2: passed over: 'Wh?te' is not the name of a tag"),
        ("1. e4 e5 {so\n3. Bb5", 2, "10: passed over: the comment that begins here"),
    ] {
        check_flaw(text, plies, &format!("line 7, column {wanted}"));
    }
    let deep = format!("1. e4 {} *", "(1. d4 ".repeat(200));
    check_flaw(&deep, 1, "line 7, column 707: passed over: variations are nested more than 100");
    let long = format!("1. e4 {}", "e".repeat(300));
    check_flaw(&long, 1, "line 7, column 7: passed over: a word of more than 255");
}

#[test]
fn a_null_move_begins_a_variation() {
    let text = "1. e4 e5 2. Nf3 {so} -- 3. d4 (3. Bc4 Nc6) Nc6 4. Ke3 1-0";
    let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
    let kept = "1. e4 e5 2. Nf3 {so} (2. Nf3 -- 3. d4 (3. Bc4 Nc6) 3... Nc6) 1-0\n";
    assert_eq!(game.to_string(), kept);
}

#[test]
fn an_unclosed_comment_ends_with_the_file() {
    let mut games = Games::new(&b"1. e4 e5\n2. Nf3 {so\n3. Bb5"[..]);
    assert_eq!(games.next().unwrap().unwrap().main.plies.len(), 3);
    let flaw = games.take_flaws()[0].to_string();
    assert!(flaw.starts_with("line 2, column 8: passed over: the comment that begins here"));
    // A game inside a comment remains a comment.
    let text = "1. e4 {not this:\n\n[Event \"2\"]\n\n1. d4 *} e5 *";
    let games: Vec<_> = Games::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!((games.len(), games[0].main.plies.len()), (1, 2));
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

/// Reads streams that are endless or very long.
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
        // A comment is the only token that spans lines.
        if byte == b'{' {
            assert!(limit - endless.limit() < 3 * MAX_GAME as u64, "reading must give up soon");
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

/// The pieces of a game, and a few of EPD.
const PIECES: &str = "1. e4 |e5 |Nf3|(|)|{|}|;|\n|%|$|$7 |!|*|1-0|\
    [Event \"x\"]\n|[FEN \"|\"]|[|]|\\|O-O|--|\u{feff}| bm |8/";

/// Generates bytes that are often nearly PGN.
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
