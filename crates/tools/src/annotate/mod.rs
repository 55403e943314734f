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

use std::fs;
use std::path::PathBuf;

use clap::Args;
use cleave_io::{Output, complain, progress};
use cleave_pgn::{Flaw, Game, Games, PgnError};

use crate::searching::{Analyst, SearchOptions};
use crate::{ToolError, files};
use evaluation::Evaluation;
use mistake::Margin;
use remarks::Style;
use selection::{Numbers, Selection, Side};
use target::{Target, TargetOptions};

/// The command line of `cleave annotate`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The games.
    #[arg(value_name = "GAMES.pgn")]
    games: PathBuf,

    #[command(flatten)]
    target: TargetOptions,

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

    /// How each position is searched.
    #[command(flatten)]
    pub search: SearchOptions,
}

const AFTER_HELP: &str = "\
Each move gets its value for White, as '[%eval 0.31,14]': pawns, or '#5' for mate in 5, and the depth \
of the search. A move that loses more than the margin against the best one, in a search of both to \
the same limits, gets a glyph and the better lines as variations. Values beyond 10 pawns count as 10, \
so a won game stays won. What the games had of comments, glyphs and variations stays.

A game whose moves cannot be followed is named, with line and column, and left out; what else is wrong is \
named and passed over. Ctrl-C ends the work: the \
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
pub fn run(arguments: &Arguments, output: &mut Output) -> Result<(), ToolError> {
    let file = &arguments.games;
    // A pipe can be read only once.
    let bar = if fs::metadata(file).map_err(ToolError::unreadable(file))?.is_file() {
        progress::bar("annotating", count_positions(arguments)?)
    } else {
        progress::counter("annotating")
    };
    let lines = usize::from(arguments.lines);
    let mut analyst = Analyst::with_options(&arguments.search, lines, || bar.tick())?;
    let mut target = Target::open(&arguments.target, file, output)?;
    let mut unreadable = 0;
    for (number, game, flaws) in games(arguments)? {
        for flaw in flaws {
            let file = file.display();
            bar.suspend(|| complain(format_args!("{file}, game {number}, {flaw}")));
        }
        match game {
            Ok(game) => {
                bar.set_message(format!("annotating game {number}"));
                let (game, evaluation) = annotate(&mut analyst, arguments, game, || bar.inc(1));
                if !evaluation.is_empty() || !analyst.is_interrupted() {
                    bar.suspend(|| target.write(&game, &evaluation))?;
                }
            }
            // A signal ends the wait for a pipe.
            Err(PgnError::Unreadable(_)) if analyst.is_interrupted() => {}
            Err(PgnError::Unreadable(error)) => return Err(ToolError::unreadable(file)(error)),
            Err(error) => {
                let file = file.display();
                bar.suspend(|| complain(format_args!("{file}, game {number}: {error}")));
                unreadable += 1;
            }
        }
        if analyst.is_interrupted() {
            return Err(ToolError::Incomplete(format!("interrupted in game {number}")));
        }
        if !target.is_open() {
            break;
        }
    }
    bar.finish_and_clear();
    target.finish()?;
    match unreadable {
        0 => Ok(()),
        _ => Err(ToolError::Incomplete(format!("games that could not be read: {unreadable}"))),
    }
}

/// Evaluates a game and writes into it what was found. `done` is called after each position.
fn annotate(
    analyst: &mut Analyst<'_>,
    arguments: &Arguments,
    mut game: Game,
    done: impl FnMut(),
) -> (Game, Evaluation) {
    analyst.searcher.new_game();
    let (selection, margin) = (arguments.selection(), arguments.margin);
    let evaluation = evaluation::evaluate(analyst, &game, selection, margin, done);
    let line_length = usize::from(arguments.line_length);
    remarks::add(&mut game, &evaluation, &Style { line_length, annotator: arguments.annotator() });
    (game, evaluation)
}

/// A game with its number, from 1, and what was passed over in it.
type Numbered = (u32, Result<Game, PgnError>, Vec<Flaw>);

/// The chosen games of the file.
fn games(arguments: &Arguments) -> Result<impl Iterator<Item = Numbered>, ToolError> {
    let only = arguments.only;
    let mut games = Games::new(files::open(&arguments.games)?);
    let mut numbers = 1..=only.last;
    let read = std::iter::from_fn(move || {
        let (number, game) = (numbers.next()?, games.next()?);
        Some((number, game, games.take_flaws()))
    });
    Ok(read.filter(move |(number, ..)| only.contains(*number)))
}

/// The number of positions to search, for the progress bar.
fn count_positions(arguments: &Arguments) -> Result<u64, ToolError> {
    let selection = arguments.selection();
    let mut positions = 0;
    for (_, game, _) in games(arguments)? {
        match game {
            Ok(game) => positions += selection.positions(&game).len() as u64,
            Err(PgnError::Unreadable(error)) => {
                return Err(ToolError::unreadable(&arguments.games)(error));
            }
            // It is named when its turn comes.
            Err(PgnError::Malformed { .. }) => {}
        }
    }
    Ok(positions)
}

impl Arguments {
    fn selection(&self) -> Selection {
        Selection { side: self.side, moves: self.moves }
    }

    /// The value of the tag Annotator.
    fn annotator(&self) -> String {
        format!("Cleave {}, {}", env!("CARGO_PKG_VERSION"), self.search.describe())
    }
}
