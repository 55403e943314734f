//! Tests PGN. A game has at most a mebibyte ([`cleave_pgn::MAX_GAME`]), and a file any number of
//! games.

use cleave_pgn::{Comment, Game, Games};

use crate::grows_linearly;

/// The number of parts of the smaller text. Four times as many still fit in a game.
const PARTS: usize = 10_000;

/// Reads the games in the text, and writes the valid ones.
fn read_and_write(text: &String) {
    for game in Games::new(text.as_bytes()).flatten() {
        std::hint::black_box(game.to_string());
    }
    assert!(Games::new(text.as_bytes()).main_lines().count() > 0);
}

/// Checks a text with this beginning, repeated part and end. In the part, `#` is its number.
#[track_caller]
fn check(begin: &str, part: &str, end: &str) {
    let repeat = |parts| (0..parts).map(|number| part.replace('#', &number.to_string()));
    let make = |parts| format!("{begin}{}{end}", repeat(parts).collect::<String>());
    grows_linearly(part, PARTS, make, read_and_write);
}

#[test]
fn tags() {
    check("", "[T# \"x\"]\n", "\n1. e4 *");
    check("", "[T# \"x\"]", "1. e4 *");
    check("[Variant \"Chess960\"]\n", "[T# \"x\"]\n", "\n*");
    check("", "[Variant \"960\"]\n", "\n*");
    check("", "[FEN \"7k/8/8/8/8/8/8/K7 w - -\"]", "\n\n*");
    check("[White \"", "\" ", "\"]\n\n*");
    check("[White \"", "\\\"", "\"]\n\n*");
    check("[White \"x", "[T# \"x", "\n\n1. e4 *");
}

#[test]
fn moves() {
    check("", "Nf3 Nf6 Ng1 Ng8\n", "*");
    check("", "Nf3 Nf6 Ng1 Ng8 ", "*");
    check("1. e4 ", "$5 ", "*");
    check("1. e4 ", "!! ", "*");
    check("1. e4 ", "#. ", "e5 *");
    check("1. e4", "e", " e5 *");
}

#[test]
fn comments() {
    check("1. e4 ", "{so}", "*");
    check("1. e4 ", ";so }\n", "*");
    check("1. e4 {", "so ", "} *");
    check("1. e4 {", "so\n", "} *");
    check("1. e4 {", "so {", "");
    check("", "% so\n", "1. e4 *");
    for part in ["[%clk 1] ", "[%clk ", "[%eval 1]", "]"] {
        let make = |parts: usize| Comment::new(&part.repeat(parts)).unwrap();
        grows_linearly(part, PARTS, make, |comment| {
            std::hint::black_box((comment.prose(), comment.without_command("eval")));
        });
    }
}

#[test]
fn variations() {
    check("1. e4 ", "(1. d4)", "*");
    check("1. e4 ", "(1. d4 (1. c4 (1. Nf3 {so})))", "*");
    check("", "1. e4 (", "*");
    check("1. e4 ", "(", "*");
    check("1. e4 (1. d4", ")", "*");
}

#[test]
fn games() {
    check("", "[Event \"#\"]\n\n1. e4 *\n\n", "");
    check("", "[Event \"#\"]\n\n1. e5 *\n\n", "");
    check("", "1. e5\n", "");
    check("", "*", "");
}

#[test]
fn replacing_the_moves_of_a_game() {
    let make = |parts: usize| {
        let text = "Nf3 {so} Nf6 Ng1 Ng8 ".repeat(parts);
        Games::new(text.as_bytes()).next().unwrap().unwrap()
    };
    grows_linearly("moves", PARTS, make, |game: &Game| {
        let mut moves: Vec<_> = game.main.moves().collect();
        moves.truncate(moves.len() / 2);
        game.clone().set_moves(&moves);
    });
}
