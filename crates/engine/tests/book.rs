//! Opening books from a GUI's side, and `cleave book`.

use std::fs;
use std::path::PathBuf;

use clap::Parser;
use cleave::arguments::{Arguments, BatchCommand};

use crate::common::answer;

const GAMES: &str = "\
[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
[White \"B\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n\
[White \"C\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n\
[White \"D\"]\n[Result \"1-0\"]\n\n1. e4 e9 1-0\n\n\
[White \"E\"]\n[Result \"*\"]\n\n1. c4 *\n";

/// A directory of its own, removed at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("cleave-book-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("games.pgn"), GAMES).unwrap();
        Directory(path)
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }

    /// Runs `cleave book` with these words, where `@` stands for the directory.
    fn book(&self, words: &str) -> Result<String, String> {
        let words = words.replace('@', &format!("{}/", self.0.display()));
        let all = ["cleave", "book"].into_iter().chain(words.split(' '));
        let Some(BatchCommand::Book(task)) = Arguments::parse_from(all).subcommand else {
            panic!("'{words}' is a task of a book");
        };
        let lines = task.run().map_err(|error| error.to_string())?;
        Ok(lines.join("\n").replace(&format!("{}/", self.0.display()), "@"))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_book_is_made_of_games_and_shown() {
    let directory = Directory::new("made");
    let said = directory.book("make @games.pgn --min-games 1 -o @made.bin").unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "@games.pgn: 4 games");
    assert!(lines[1].starts_with("@games.pgn: 1 games left out; the first: "), "{said}");
    assert_eq!(lines[2], "@made.bin: 5 moves in 4 positions");
    let shown = directory.book("show @made.bin").unwrap();
    assert_eq!(
        shown,
        "@made.bin: 5 moves in 4 positions\ne4            3   75.0 %\nc4            1   25.0 %"
    );
    let shown = directory.book("show @made.bin e4").unwrap();
    assert!(shown.ends_with("\nc5            1  100.0 %"), "{shown}");
    assert!(directory.book("show @made.bin a3").unwrap().ends_with("The book has no move here."));
    directory.book("make @games.pgn --min-games 1 --max-ply 1 -o @short.bin").unwrap();
    assert!(directory.book("show @short.bin").unwrap().starts_with("@short.bin: 2 moves in 1 "));
}

#[test]
fn a_book_learns_from_games() {
    let directory = Directory::new("learns");
    fs::write(directory.path("lines.txt"), "e4 e5\nd4 d5\n").unwrap();
    directory.book("make @lines.txt --min-games 1 -o @book.bin").unwrap();
    let said = directory.book("learn @book.bin @games.pgn").unwrap();
    assert!(said.ends_with("@book.bin: 3 weights changed"), "{said}");
    let shown = directory.book("show @book.bin").unwrap();
    assert!(shown.contains("e4            4   80.0 %\nd4            1   20.0 %"), "{shown}");
}

#[test]
fn refusals_name_the_file_and_the_reason() {
    let directory = Directory::new("errors");
    fs::write(directory.path("bad.bin"), "bad").unwrap();
    fs::write(directory.path("bad.txt"), "e4 e4").unwrap();
    for (words, start) in [
        ("make @none.pgn", "cannot read "),
        ("make @bad.txt", "@bad.txt, line 1: illegal move 'e4'"),
        ("make /dev/zero -o @new.bin", "/dev/zero, larger than 4 MiB; a text has a line"),
        ("make @bad.bin -o @new.bin", "@bad.bin, line 1: "),
        (
            "make @games.pgn --min-games 1 -o @none/book.bin",
            "cannot write @none/book.bin: No such file",
        ),
        ("show @bad.bin", "the book @bad.bin is damaged: its length, 3 bytes"),
        ("show @games.pgn --fen 8/8", "the book @games.pgn, line 1"),
        ("learn @bad.txt @games.pgn", "only a book in Polyglot's format (*.bin) can learn"),
    ] {
        let error = directory.book(words).unwrap_err();
        let error = error.replace(&format!("{}/", directory.0.display()), "@");
        assert!(error.starts_with(start), "{words}: {error}");
    }
}

#[test]
fn a_book_is_made_in_place_of_another_file_only_if_told_so() {
    let directory = Directory::new("force");
    let lines = "e4 e5\nd4 d5\n";
    fs::write(directory.path("lines.txt"), lines).unwrap();
    fs::write(directory.path("old.bin"), "old").unwrap();
    for (words, end) in [
        ("make @lines.txt --min-games 1 -o @old.bin", "or overwrite it with --force"),
        ("make @lines.txt --min-games 1 --force -o @lines.txt", "lines.txt; choose another one"),
        ("make @lines.txt --force -o @old.bin", "; see --min-games and --min-score"),
        ("make @lines.txt -o @new.bin", "; see --min-games and --min-score"),
    ] {
        let error = directory.book(words).unwrap_err();
        assert!(error.ends_with(end), "{words}: {error}");
        assert_eq!(fs::read_to_string(directory.path("old.bin")).unwrap(), "old", "{words}");
        assert_eq!(fs::read_to_string(directory.path("lines.txt")).unwrap(), lines, "{words}");
        assert!(!directory.0.join("new.bin").exists(), "{words}");
    }
    directory.book("make @lines.txt --min-games 1 --force -o @old.bin").unwrap();
    assert!(directory.book("show @old.bin").unwrap().starts_with("@old.bin: 4 moves"));
}

#[test]
fn the_engine_plays_by_a_book_and_learns() {
    let directory = Directory::new("plays");
    fs::write(directory.path("lines.txt"), "e4 e5\ne4 c5\ne4 c5\nd4\n").unwrap();
    directory.book("make @lines.txt --min-games 1 -o @book.bin").unwrap();
    let book = directory.path("book.bin");
    let script = format!(
        "xboard\nnew\noption Book File={book}\noption Best Book Move=1\noption Book Learning=1\n\
         bk\nusermove e2e4\nresult 0-1 {{Black wins}}\nresult 0-1 {{again}}\n"
    );
    let said = answer(script.as_bytes());
    assert!(said.contains(" e4        75 %      3\n d4        25 %      1\n"), "{said}");
    assert!(said.contains("move c7c5"), "{said}");
    assert_eq!(said.matches("# 1 moves of the book learnt").count(), 1, "{said}");
    let shown = directory.book("show @book.bin e4").unwrap();
    assert!(shown.contains("c5            4   80.0 %"), "{shown}");
    let script = format!(
        "uci\nsetoption name OwnBook value true\nsetoption name Book File value {book}\n\
         setoption name Book Width value 1\nposition startpos\ngo wtime 1000 btime 1000\n"
    );
    assert!(answer(script.as_bytes()).contains("bestmove e2e4"));
}

#[test]
fn over_uci_the_last_position_tells_the_result() {
    let directory = Directory::new("uci");
    fs::write(directory.path("lines.txt"), "f3 e5 g4\nf3 d5\n").unwrap();
    directory.book("make @lines.txt --min-games 1 -o @book.bin").unwrap();
    let book = directory.path("book.bin");
    let setup = format!(
        "uci\nsetoption name Book File value {book}\nsetoption name Book Learning value 1\n"
    );
    // Black mates, or is about to; then the game counts, but only once.
    for (position, learns) in [
        ("position startpos moves f2f3 e7e5 g2g4\ngo depth 3\nucinewgame\nucinewgame\n", true),
        ("position startpos moves f2f3 e7e5 g2g4\ngo depth 3\n", true),
        ("position startpos moves f2f3 e7e5\ngo depth 1\nquit\n", false),
        ("position startpos moves f2f3 e7e5 g2g4\ngo infinite\nstop\nucinewgame\n", false),
    ] {
        let said = answer(format!("{setup}{position}").as_bytes());
        let count = said.matches("moves of the book learnt: 0-1").count();
        assert_eq!(count, usize::from(learns), "{position}: {said}");
    }
}

#[test]
fn a_text_book_does_not_learn() {
    let directory = Directory::new("text");
    let path = directory.path("lines.txt");
    fs::write(&path, "e4 e5\n").unwrap();
    let script = format!(
        "xboard\nnew\noption Book File={path}\noption Book Learning=1\nusermove e2e4\nresult 0-1 {{x}}\n"
    );
    let said = answer(script.as_bytes());
    assert!(said.contains("telluser only a book in Polyglot's format (*.bin) can learn"), "{said}");
}
