//! `cleave book`: making books from games, showing what is in them, and learning from more games.

use std::fs;
use std::path::Path;

use clap::Parser;
use cleave_tools::book::BookTask;

use tempfile::TempDir;

#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    task: BookTask,
}

const GAMES: &str = "\
[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
[White \"B\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n\
[White \"C\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n\
[White \"D\"]\n[Result \"1-0\"]\n\n1. e4 e9 1-0\n\n\
[White \"E\"]\n[Result \"*\"]\n\n1. c4 *\n";

/// A directory of its own, removed at the end.
struct Directory(TempDir);

impl Directory {
    fn new() -> Directory {
        let directory = Directory(tempfile::tempdir().unwrap());
        fs::write(directory.path("games.pgn"), GAMES).unwrap();
        directory
    }

    fn path(&self, file: &str) -> String {
        self.0.path().join(file).display().to_string()
    }

    /// Runs `cleave book` with these words, where `@` stands for the directory.
    fn book(&self, words: &str) -> Result<String, String> {
        let words = words.replace('@', &format!("{}/", self.0.path().display()));
        let all = ["book"].into_iter().chain(words.split(' '));
        let CommandLine { task } = CommandLine::parse_from(all);
        let lines = task.run().map_err(|error| error.to_string())?;
        Ok(lines.join("\n").replace(&format!("{}/", self.0.path().display()), "@"))
    }
}

#[test]
fn a_book_is_made_of_games_and_shown() {
    let directory = Directory::new();
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
    let directory = Directory::new();
    fs::write(directory.path("lines.txt"), "e4 e5\nd4 d5\n").unwrap();
    directory.book("make @lines.txt --min-games 1 -o @book.bin").unwrap();
    let said = directory.book("learn @book.bin @games.pgn").unwrap();
    assert!(said.ends_with("@book.bin: 3 weights changed"), "{said}");
    let shown = directory.book("show @book.bin").unwrap();
    assert!(shown.contains("e4            4   80.0 %\nd4            1   20.0 %"), "{shown}");
}

#[test]
fn refusals_name_the_file_and_the_reason() {
    let directory = Directory::new();
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
        let error = error.replace(&format!("{}/", directory.0.path().display()), "@");
        assert!(error.starts_with(start), "{words}: {error}");
    }
}

#[test]
fn a_book_is_made_in_place_of_another_file_only_if_told_so() {
    let directory = Directory::new();
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
        assert!(!Path::new(&directory.path("new.bin")).exists(), "{words}");
    }
    directory.book("make @lines.txt --min-games 1 --force -o @old.bin").unwrap();
    assert!(directory.book("show @old.bin").unwrap().starts_with("@old.bin: 4 moves"));
}
