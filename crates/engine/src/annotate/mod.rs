//! `cleave annotate`: games in, games with values and better lines out, as PGN and as a page of HTML.
//!
//! A [`selection`] says which moves are looked at. [`evaluation`] searches the positions of a game,
//! from the last to the first, and finds the moves that lost something ([`mistake`]). [`remarks`]
//! writes that into the game, and [`html`] makes a page of it.

pub mod evaluation;
pub mod html;
pub mod mistake;
pub mod remarks;
pub mod selection;
mod target;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use clap::Args;
use cleave_pgn::{Games, PgnError};
use cleave_search::Limits;
use indicatif::ProgressBar;

use crate::batch::analyst::Analyst;
use crate::batch::options::SearchOptions;
use crate::batch::signals::Interrupts;
use crate::batch::{BatchError, progress};
use crate::output::Output;
use mistake::Margin;
use remarks::Style;
use selection::{Numbers, Selection, Side};
use target::Target;

/// The command line of `cleave annotate`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The games.
    #[arg(value_name = "GAMES.pgn")]
    games: PathBuf,

    /// Write the annotated games to FILE, each as soon as it is done, instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write a page of HTML to FILE, with diagrams and a picture of each game's values; no PGN then
    /// unless --output is given.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Overwrite files that exist.
    #[arg(long)]
    force: bool,

    /// Annotate only the games with these numbers: 3, 3-7, 3- or -7.
    #[arg(long, value_name = "RANGE", default_value = "1-")]
    only: Numbers,

    /// Annotate the moves of this side.
    #[arg(short, long, value_enum, default_value_t = Side::Both)]
    side: Side,

    /// Annotate the moves with these numbers: 10, 10-25, 10- or -25.
    #[arg(short = 'M', long, value_name = "RANGE", default_value = "1-")]
    moves: Numbers,

    /// Mark moves that lose this many centipawns or more: '?!', twice as many '?', four times '??'.
    #[arg(short, long, value_name = "CENTIPAWNS", default_value_t = Margin::default())]
    margin: Margin,

    /// Show this many better lines instead of a marked move. More than one makes the search slower.
    #[arg(short, long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,

    /// Show at most this many moves of each line.
    #[arg(long, value_name = "PLIES", default_value_t = 10,
          value_parser = clap::value_parser!(u16).range(1..))]
    line_length: u16,

    #[command(flatten)]
    search: SearchOptions,
}

const AFTER_HELP: &str = "\
Each move gets its value for White, as '[%eval 0.31,14]': pawns, or '#5' for mate in 5, and the depth \
of the search. A move that loses more than the margin against the best one, in a search of both to \
the same limits, gets a glyph and the better lines as variations. Values beyond 10 pawns count as 10, \
so a won game stays won. What the games had of comments, glyphs and variations stays.

A game that cannot be read is named, with line and column, and left out. Ctrl-C ends the work: the \
game in progress is written as far as it has been annotated, from its end.

Examples:
  cleave annotate games.pgn > annotated.pgn
  cleave annotate games.pgn --time 5 --side white --html games.html
  cleave annotate games.pgn --only 3 --moves 10-40 --depth 18 --lines 3 --output 3.pgn";

/// Annotates the games.
///
/// # Errors
/// A file cannot be read or written, the system refuses the memory, the user has interrupted, or a
/// game could not be read; the others are annotated.
pub fn run(arguments: &Arguments, output: &mut Output) -> Result<(), BatchError> {
    let selection = Selection { side: arguments.side, moves: arguments.moves };
    let positions = count_positions(arguments, selection)?;
    let html = arguments.html.as_deref();
    let mut target = Target::open(arguments.output.as_deref(), html, arguments.force, output)?;
    let searcher = arguments.search.searcher()?;
    let interrupts = Interrupts::watch().map_err(|error| BatchError::Refused(error.to_string()))?;
    let bar = progress::bar("annotating".into(), positions);
    let limits = Limits { multi_pv: usize::from(arguments.lines), ..arguments.search.limits() };
    let mut analyst = Analyst::new(searcher, limits, interrupts, || bar.tick());
    let style = Style {
        line_length: usize::from(arguments.line_length),
        annotator: annotator(&arguments.search),
    };
    let mut unreadable = 0;
    for (number, game) in games(&arguments.games)?.filter(|(n, _)| arguments.only.contains(*n)) {
        let mut game = match game {
            Ok(game) => game,
            Err(PgnError::Unreadable(error)) => {
                return Err(BatchError::unreadable(&arguments.games)(error));
            }
            Err(error) => {
                let file = arguments.games.display();
                bar.suspend(|| eprintln!("cleave: {file}, game {number}: {error}"));
                unreadable += 1;
                continue;
            }
        };
        name_game(&bar, number);
        analyst.searcher.new_game();
        let evaluation =
            evaluation::evaluate(&mut analyst, &game, selection, arguments.margin, || bar.inc(1));
        remarks::add(&mut game, &evaluation, &style);
        bar.suspend(|| target.write(&game, &evaluation))?;
        if analyst.is_interrupted() {
            return Err(BatchError::Incomplete(format!("interrupted in game {number}")));
        }
        if !target.is_open() {
            return Ok(());
        }
    }
    bar.finish_and_clear();
    match unreadable {
        0 => Ok(()),
        _ => Err(BatchError::Incomplete(format!("games that could not be read: {unreadable}"))),
    }
}

/// The games of a file with their numbers, from 1.
fn games(
    file: &Path,
) -> Result<impl Iterator<Item = (u32, Result<cleave_pgn::Game, PgnError>)>, BatchError> {
    let opened = File::open(file).map_err(BatchError::unreadable(file))?;
    Ok((1..).zip(Games::new(BufReader::new(opened))))
}

/// The number of positions to search, for the progress bar.
fn count_positions(arguments: &Arguments, selection: Selection) -> Result<u64, BatchError> {
    let chosen = games(&arguments.games)?.filter(|(number, _)| arguments.only.contains(*number));
    let positions = |(_, game): (_, Result<cleave_pgn::Game, _>)| {
        game.map_or(0, |game| selection.positions(&game).len() as u64)
    };
    Ok(chosen.map(positions).sum())
}

fn name_game(bar: &ProgressBar, number: u32) {
    bar.set_message(format!("annotating game {number}"));
    bar.tick();
}

/// The value of the tag Annotator.
fn annotator(search: &SearchOptions) -> String {
    format!("Cleave {}, {}", env!("CARGO_PKG_VERSION"), search.describe())
}
