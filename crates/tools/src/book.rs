//! `cleave book`: making books from games, showing what is in them, and learning from more games.

use std::fmt::Display;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use cleave_board::{Move, Position};
use cleave_book::maker::{Game, Selection};
use cleave_book::{Book, Maker, lines, total_weight};
use cleave_io::files::{read, read_stream, replace};
use cleave_movegen::{parse_move, to_san};
use cleave_pgn::{Flaw, GameResult, Games, PgnError};

use crate::{ToolError, files};

/// What to do with a book.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum BookTask {
    /// Make a book in Polyglot's format from games: PGN, or a text with a line of play on each line.
    Make {
        /// The files with the games; names of PGN files end in '.pgn'.
        #[arg(required = true)]
        games: Vec<PathBuf>,
        /// The book to write.
        #[arg(short, long, value_name = "FILE", default_value = "book.bin")]
        output: PathBuf,
        /// Overwrite the book if it exists.
        #[arg(long)]
        force: bool,
        /// Take so many plies of each game.
        #[arg(long, value_name = "N", default_value_t = Selection::default().max_ply)]
        max_ply: usize,
        /// Take moves that have been played in so many games.
        #[arg(long, value_name = "N", default_value_t = Selection::default().min_games)]
        min_games: u32,
        /// Take moves that have scored so much, in per cent.
        #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
        min_score: u32,
        /// Give all moves the same weight, instead of the half points that they have scored.
        #[arg(long)]
        uniform: bool,
    },
    /// Show the moves that a book has in a position.
    Show {
        /// The book: in Polyglot's format if its name ends in '.bin', or lines of play.
        book: PathBuf,
        /// The position, instead of the start of the game.
        #[arg(long)]
        fen: Option<String>,
        /// Moves to make first, such as 'e4 e5'.
        moves: Vec<String>,
    },
    /// Add the results of games to the weights of the moves that a book has.
    Learn {
        /// The book, in Polyglot's format.
        book: PathBuf,
        /// The files with the games, as for 'make'.
        #[arg(required = true)]
        games: Vec<PathBuf>,
    },
}

impl BookTask {
    /// Does it, and returns the lines to print.
    ///
    /// # Errors
    /// A file cannot be read or written, or is not what it should be.
    pub fn run(&self) -> Result<Vec<String>, ToolError> {
        match self {
            BookTask::Make { games, output, force, max_ply, min_games, min_score, uniform } => {
                let selection = Selection {
                    max_ply: *max_ply,
                    min_games: *min_games,
                    min_score: 10 * min_score,
                    uniform: *uniform,
                };
                refuse_to_overwrite(games, output, *force)?;
                make(games, output, selection)
            }
            BookTask::Show { book, fen, moves } => show(book, fen.as_deref(), moves),
            BookTask::Learn { book, games } => learn(book, games),
        }
    }
}

/// Refuses to write a book over one of the files with the games, or over any file unless told so.
fn refuse_to_overwrite(games: &[PathBuf], output: &Path, force: bool) -> Result<(), ToolError> {
    for file in games {
        files::refuse_shared(&[("the file with games", file), ("--output", output)])?;
    }
    if output.exists() && !force {
        let name = output.display();
        return Err(format!(
            "{name} exists; choose another file with --output, or overwrite it with --force"
        )
        .into());
    }
    Ok(())
}

fn make(files: &[PathBuf], output: &Path, selection: Selection) -> Result<Vec<String>, ToolError> {
    let mut maker = Maker::new(selection);
    let mut said = read_all(files, |game| maker.add(game))?;
    let book = maker.finish();
    if book.entries().is_empty() {
        let Selection { min_games, min_score, .. } = selection;
        said.push(format!(
            "no move was played in {min_games} games with a score of {} % or more; see --min-games and \
             --min-score",
            min_score / 10
        ));
        return Err(said.join("\n").into());
    }
    replace(output, book.to_bytes()).map_err(ToolError::unwritable(output))?;
    let (moves, positions) = (book.entries().len(), book.positions());
    said.push(format!("{}: {moves} moves in {positions} positions", output.display()));
    Ok(said)
}

fn show(file: &Path, fen: Option<&str>, moves: &[String]) -> Result<Vec<String>, ToolError> {
    let book = Book::read(file, read_stream)?;
    let mut position = fen.map_or(Ok(Position::start()), Position::from_fen)?;
    for text in moves {
        position = position.make(parse_move(&position, text)?);
    }
    let (entries, positions) = (book.entries().len(), book.positions());
    let mut said = vec![format!("{}: {entries} moves in {positions} positions", file.display())];
    let found = book.moves(&position);
    let all = total_weight(&found).max(1) as f64;
    for entry in &found {
        let share = f64::from(entry.weight) * 100.0 / all;
        said.push(format!("{:8} {:6} {share:6.1} %", to_san(&position, entry.mv), entry.weight));
    }
    if found.is_empty() {
        said.push("The book has no move here.".into());
    }
    Ok(said)
}

fn learn(file: &Path, files: &[PathBuf]) -> Result<Vec<String>, ToolError> {
    if !Book::is_binary(file) {
        return Err(String::from("only a book in Polyglot's format (*.bin) can learn").into());
    }
    let mut book = Book::read(file, read)?;
    let mut changed = 0;
    let mut said = read_all(files, |game| changed += book.learn(game))?;
    replace(file, book.to_bytes()).map_err(ToolError::unwritable(file))?;
    said.push(format!("{}: {changed} weights changed", file.display()));
    Ok(said)
}

/// Reads the games in all files; returns what there is to say about them.
fn read_all(files: &[PathBuf], mut take: impl FnMut(&Game)) -> Result<Vec<String>, ToolError> {
    let mut said = Vec::new();
    for file in files {
        let is_pgn = file.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let read = if is_pgn { read_pgn } else { read_lines };
        let Read { games, left_out, flaws } = read(file, &mut take)?;
        let file = file.display();
        said.push(format!("{file}: {games} games"));
        let count = left_out.len();
        said.extend(
            left_out
                .first()
                .map(|first| format!("{file}: {count} games left out; the first: {first}")),
        );
        let count = flaws.len();
        said.extend(
            flaws.first().map(|first| {
                format!("{file}: {count} oddities in other games; the first: {first}")
            }),
        );
    }
    Ok(said)
}

/// What was read of a file.
#[derive(Default)]
struct Read {
    /// How many games were read.
    games: usize,
    /// What was wrong with others.
    left_out: Vec<String>,
    /// What was passed over in those that were read.
    flaws: Vec<Flaw>,
}

/// What was read, or what is wrong with the file.
type Reading = Result<Read, ToolError>;

fn refused(file: &Path, why: impl Display) -> ToolError {
    format!("{}, {why}", file.display()).into()
}

/// Games as PGN. Those that cannot be read, and those of chess960, are left out.
fn read_pgn(file: &Path, take: &mut dyn FnMut(&Game)) -> Reading {
    let mut read = Read::default();
    let mut games = Games::new(files::open(file)?).main_lines();
    while let Some(game) = games.next() {
        match game {
            Ok(game) if game.start.is_chess960() => {
                read.left_out.push("a game of chess960".into());
            }
            Ok(game) => {
                let moves: Vec<Move> = game.main.moves().collect();
                take(&Game { start: game.start, moves: &moves, result: game.result });
                read.games += 1;
                read.flaws.extend(games.take_flaws());
            }
            Err(PgnError::Unreadable(error)) => return Err(refused(file, error)),
            Err(error) => read.left_out.push(error.to_string()),
        }
    }
    Ok(read)
}

/// Lines of play, as games whose results are not known.
fn read_lines(file: &Path, take: &mut dyn FnMut(&Game)) -> Reading {
    let mib = lines::LARGEST_MIB;
    let bytes = read_stream(file, mib << 20).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => refused(
            file,
            format!(
                "larger than {mib} MiB; a text has a line of play on each line, and names of PGN \
                 files end in '.pgn'"
            ),
        ),
        _ => ToolError::unreadable(file)(error),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| refused(file, "it is not text"))?;
    let mut games = 0;
    for moves in lines::moves(&text) {
        let moves = moves.map_err(|error| refused(file, error))?;
        if !moves.is_empty() {
            take(&Game { start: Position::start(), moves: &moves, result: GameResult::Unknown });
            games += 1;
        }
    }
    Ok(Read { games, ..Read::default() })
}
