//! Tests books as text and in Polyglot's format.

use cleave_board::Position;
use cleave_book::maker::{Game, Maker, Selection};
use cleave_book::{Book, lines};
use cleave_movegen::legal_moves;
use cleave_pgn::GameResult;

use crate::grows_linearly;

#[test]
fn text() {
    for (part, end) in [
        ("e4 e5 Nf3 Nc6 Bb5\n", ""),
        ("Nf3 Nf6 Ng1 Ng8 ", ""),
        ("# so\n", "e4"),
        ("e4 # so # so\n", ""),
        ("\n", "e4"),
        ("e4\n", "e4 e4"),
    ] {
        let make = |parts: usize| part.repeat(parts) + end;
        grows_linearly(part, 5000, make, |text| drop(std::hint::black_box(lines::read(text))));
    }
}

/// Returns the bytes of a book with these keys. Every move is e2e4.
fn polyglot(keys: impl Iterator<Item = u64>) -> Vec<u8> {
    let rest = [0x03, 0x1c, 0, 1, 0, 0, 0, 0];
    keys.flat_map(|key| [key.to_be_bytes(), rest].concat()).collect()
}

/// The key of the start position.
const START: u64 = 0x463b_9618_1691_fc9c;

#[test]
fn polyglot_files() {
    let read = |bytes: &Vec<u8>| {
        let book = Book::from_bytes(bytes).unwrap();
        std::hint::black_box((book.moves(&Position::start()), book.positions(), book.to_bytes()));
    };
    grows_linearly("keys", 50_000, |parts| polyglot(0..parts as u64), read);
    grows_linearly("one key", 2000, |parts| polyglot((0..parts).map(|_| START)), read);
}

#[test]
fn games() {
    let (start, result) = (Position::start(), GameResult::WhiteWins);
    let moves = legal_moves(&start).to_vec();
    let first = |number: usize| &moves[number % moves.len()..][..1];
    let games = |count| (0..count).map(move |number| Game { start, moves: first(number), result });
    grows_linearly("games", 50_000, games, |games| {
        let mut maker = Maker::new(Selection::default());
        games.clone().for_each(|game| maker.add(&game));
        let mut book = maker.finish();
        assert!(games.clone().all(|game| book.learn(&game) == 1));
    });
}
