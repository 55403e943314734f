//! Opening books from a GUI's point of view.

use std::path::Path;

use cleave::book::OpeningBook;
use cleave::game::Game;
use cleave_board::Position;
use cleave_book::entry::Entry;
use cleave_book::{Book, key, lines};
use cleave_io::files;
use cleave_pgn::GameResult;

use crate::common::answer;
use crate::folder::Folder;

/// Returns the path of a book in Polyglot's format, made of these lines of play.
fn binary_book(folder: &Folder, text: &str) -> String {
    let file = folder.file("book.bin");
    std::fs::write(&file, lines::read(text).unwrap().to_bytes()).unwrap();
    file
}

#[test]
fn the_engine_plays_by_a_book_and_learns() {
    let folder = Folder::new();
    let book = binary_book(&folder, "e4 e5\ne4 c5\ne4 c5\nd4\n");
    let script = format!(
        "xboard\nnew\noption Book File={book}\noption Best Book Move=1\noption Book Learning=1\n\
         bk\nusermove e2e4\nresult 0-1 {{Black wins}}\nresult 0-1 {{again}}\n"
    );
    let said = answer(script.as_bytes());
    assert!(said.contains(" e4        75 %      3\n d4        25 %      1\n"), "{said}");
    assert!(said.contains("move c7c5"), "{said}");
    assert_eq!(said.matches("# 1 moves of the book learnt").count(), 1, "{said}");
    let e4 = lines::moves("e4").next().unwrap().unwrap()[0];
    let learnt =
        Book::read(Path::new(&book), files::read).unwrap().moves(&Position::start().make(e4));
    assert_eq!((learnt[0].mv.to_string(), learnt[0].weight), ("c7c5".into(), 4));
    let script = format!(
        "uci\nsetoption name OwnBook value true\nsetoption name Book File value {book}\n\
         setoption name Book Width value 1\nposition startpos\ngo wtime 1000 btime 1000\n"
    );
    assert!(answer(script.as_bytes()).contains("bestmove e2e4"));
}

/// A GUI may set the engine to watch before it reports the result, as when the engine has resigned. A game of others
/// teaches nothing.
#[test]
fn a_game_counts_although_the_engine_watches_at_its_end() {
    let folder = Folder::new();
    let book = binary_book(&folder, "e4 c5\ne4 c5\n");
    let setup = format!("xboard\nnew\noption Book File={book}\noption Book Learning=1\n");
    for (game, counts) in [
        ("usermove e2e4\nforce\nresult 0-1 {White resigns}\nresult 0-1 {again}\n", 1),
        ("usermove e2e4\nresult *\nresult 0-1 {Black wins}\n", 1),
        ("usermove e2e4\nresult 0-1 {x}\nremove\nusermove e2e4\ngo\nresult 0-1 {Black wins}\n", 2),
        ("force\nusermove e2e4\nusermove c7c5\nresult 0-1 {of others}\n", 0),
    ] {
        let said = answer(format!("{setup}{game}").as_bytes());
        assert_eq!(said.matches("# 1 moves of the book learnt").count(), counts, "{game}: {said}");
    }
}

/// A mate on the board needs no `result`.
#[test]
fn a_game_that_ends_on_the_board_counts_when_it_is_left() {
    let folder = Folder::new();
    let book = binary_book(&folder, "f3 e5 g4 Qh4\n");
    let game = format!(
        "xboard\nnew\noption Book File={book}\noption Book Learning=1\nusermove f2f3\nusermove g2g4\n"
    );
    for end in ["new\nnew\n", "quit\n", "result 0-1 {Black mates}\nnew\n"] {
        let said = answer(format!("{game}{end}").as_bytes());
        assert_eq!(said.matches("# 2 moves of the book learnt").count(), 1, "{end}: {said}");
    }
}

/// Two games at once, or a book that learns by a command meanwhile.
#[test]
fn results_learnt_by_other_programs_stay() {
    let folder = Folder::new();
    let path = binary_book(&folder, "e4 c5\nd4 d5\n");
    let mut ours = OpeningBook::open(Path::new(&path)).unwrap();
    let mut theirs = ours.clone();
    for (book, line) in [(&mut ours, "e4 c5"), (&mut theirs, "d4 d5")] {
        let mut game = Game::from_position(Position::start());
        for mv in lines::moves(line).next().unwrap().unwrap() {
            game.play(mv);
        }
        assert_eq!(book.learn(&game, GameResult::Draw), Ok(2));
    }
    let learnt = Book::read(Path::new(&path), files::read).unwrap().moves(&Position::start());
    assert_eq!(learnt.iter().map(|known| known.weight).collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn over_uci_the_last_position_shows_the_result() {
    let folder = Folder::new();
    let book = binary_book(&folder, "f3 e5 g4\nf3 d5\n");
    let setup = format!(
        "uci\nsetoption name Book File value {book}\nsetoption name Book Learning value 1\n"
    );
    // Black mates or is winning. Then the game counts, but only once.
    for (position, learns) in [
        ("position startpos moves f2f3 e7e5 g2g4\ngo depth 3\nucinewgame\nucinewgame\n", true),
        ("position startpos moves f2f3 e7e5 g2g4\ngo depth 3\n", true),
        ("position startpos moves f2f3\ngo depth 1\nquit\n", false),
        ("position startpos moves f2f3 e7e5 g2g4\ngo infinite\nstop\nucinewgame\n", false),
    ] {
        let said = answer(format!("{setup}{position}").as_bytes());
        let count = said.matches("moves of the book learnt: 0-1").count();
        assert_eq!(count, usize::from(learns), "{position}: {said}");
    }
}

#[test]
fn a_text_book_does_not_learn() {
    let folder = Folder::new();
    let path = folder.write("lines.txt", "e4 e5\n");
    let script = format!(
        "xboard\nnew\noption Book File={path}\noption Book Learning=1\nusermove e2e4\nresult 0-1 {{x}}\n"
    );
    let said = answer(script.as_bytes());
    assert!(said.contains("telluser only a book in Polyglot's format (*.bin) can learn"), "{said}");
}

/// Books write castling as a move to the rook, or by two squares. A GUI expects it as the variant requires.
#[test]
fn both_sides_castle_by_the_book() {
    let folder = Folder::new();
    for (side, king, rooks, moves) in [
        ("w", 4u16, [7, 0], [["e1g1", "e1h1"], ["e1c1", "e1a1"]]),
        ("b", 60, [63, 56], [["e8g8", "e8h8"], ["e8c8", "e8a8"]]),
    ] {
        let fen = format!("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R {side} KQkq - 0 1");
        let position = Position::from_fen(&fen).unwrap();
        for (wing, two_squares) in [(0, king + 2), (1, king - 2)] {
            for (to, chess960) in [(rooks[wing], 0), (two_squares, 0), (rooks[wing], 1)] {
                let mut bytes = [0; 16];
                bytes[..8].copy_from_slice(&key::after(&position, None).to_be_bytes());
                bytes[8..10].copy_from_slice(&(to | king << 6).to_be_bytes());
                bytes[11] = 1;
                let file = folder.file("castling.bin");
                let book = Book::from_entries(vec![Entry::from_bytes(&bytes)]);
                std::fs::write(&file, book.to_bytes()).unwrap();
                let said = answer(
                    format!(
                        "uci\nsetoption name Book File value {file}\n\
                         setoption name UCI_Chess960 value {}\nposition fen {fen}\ngo depth 1\n",
                        chess960 == 1
                    )
                    .as_bytes(),
                );
                let expected = moves[wing][chess960];
                assert!(said.contains(&format!("bestmove {expected}")), "{to} {chess960}: {said}");
                assert!(said.contains(" nodes 1 "), "no other move is searched: {said}");
            }
        }
    }
}
