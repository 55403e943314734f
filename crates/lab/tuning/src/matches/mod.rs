//! `match`: two programs, or one with two sets of options, play until a test knows which is the stronger.
//!
//! The engines are processes that speak UCI ([`uci`]). From each opening two games are played, with
//! colours exchanged ([`play`]). A sequential test ([`sprt`]) looks at the pairs after each and ends
//! the match as soon as they say enough. A pair is a line of a file: a match that is broken off goes on
//! where it was.

pub(crate) mod conditions;
pub(crate) mod contestant;
pub(crate) mod game;
pub(crate) mod pair;
mod pentanomial;
mod pgn;
mod play;
mod report;
mod sprt;
#[cfg(test)]
mod tests;
pub(crate) mod uci;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use cleave_board::Position;
use cleave_io::files::Appender;
use cleave_kit::experiment::Journal;
use cleave_kit::files::{Destination, own_journal};
use cleave_kit::{Error, Result};

use crate::checksum;
use crate::openings;
use conditions::{Conditions, parse_option};
use contestant::Setup;
use pair::{Engine, Setting};
use play::{Files, Match};
use sprt::Sprt;

/// Plays two programs, or one with two sets of options, until a test knows which is the stronger.
#[derive(clap::Args)]
pub struct Arguments {
    /// The challenger, a program that speaks UCI.
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,
    /// The champion; by default the same program.
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
    /// An option of the challenger. Can be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option)]
    option: Vec<(String, String)>,
    /// An option of the champion. Can be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option)]
    against_option: Vec<(String, String)>,
    #[command(flatten)]
    conditions: Conditions,
    /// Number of pairs of games, unless the test ends them before. By default one for each opening with fixed nodes,
    /// and 40,000 with a clock, where an opening that comes again is another game.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: Option<u32>,
    /// The hypotheses of the test, in normalised Elo.
    #[arg(long, value_name = "LOWER,UPPER", default_value = "0,3", value_parser = parse_bounds, allow_hyphen_values = true)]
    bounds: [f64; 2],
    /// Tests a change that shall not lose: bounds of -3 and 0.
    #[arg(long, conflicts_with = "bounds")]
    simplification: bool,
    /// The probability of either error of the test.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = parse_error)]
    error: f64,
    /// Plays all pairs, without a test.
    #[arg(long, conflicts_with_all = ["bounds", "simplification", "error"])]
    no_test: bool,
    /// The file of the results, a line a pair. Pairs in it are not played again. By default a file of this
    /// setting in measurements.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Adds the games to this file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

/// Pairs after which most tests of 0 to 3 normalised Elo have a verdict.
const MOST_PAIRS: u32 = 40_000;

/// Plays the pairs that the file lacks, and prints the score and the verdict.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let openings = openings::read(&arguments.conditions.openings)?;
    let to_play = arguments.to_play(openings)?;
    let setting = arguments.setting(&to_play)?;
    let path = match &arguments.out {
        Some(path) => path.clone(),
        None => own_journal("match", &setting)?,
    };
    let (journal, known) = Journal::open(&Destination::create(&path)?, &setting)?;
    println!("{}: {} pairs are in this file", path.display(), known.len());
    let pgn = arguments.pgn.as_deref().map(open_pgn).transpose()?;
    let files = Files { journal, pgn };
    let (entries, report, verdict) = to_play.play(&files, known)?;
    println!("{}", report.score(to_play.sprt.as_ref()));
    if to_play.sprt.is_some() {
        println!("{}", report::verdict(verdict));
    }
    print!("{}", report.end(to_play.names.each_ref().map(String::as_str)));
    files.journal.finish(&entries)
}

impl Arguments {
    fn to_play(&self, openings: Vec<Position>) -> Result<Match> {
        let most = openings.len() as u32;
        let repeats = self.conditions.has_fixed_nodes();
        let pairs = self.pairs.unwrap_or(if repeats { most } else { MOST_PAIRS });
        if pairs > most && repeats {
            return Err(Error::Refused(format!(
                "{pairs} pairs need as many openings, and there are {most}: with fixed nodes the same \
                 opening gives the same games"
            )));
        }
        Ok(Match {
            setups: self.setups(),
            names: ["challenger", "champion"].map(String::from),
            timing: self.conditions.timing(),
            openings,
            adjudication: self.conditions.adjudication(),
            sprt: self.sprt(),
            pairs,
            concurrency: self.conditions.concurrency(),
        })
    }

    /// Challenger and champion.
    fn setups(&self) -> [Setup; 2] {
        let setup = |program: &Path, options: &[(String, String)]| Setup {
            program: program.into(),
            options: self.conditions.options(options),
        };
        let champion = self.against.as_deref().unwrap_or(&self.program);
        [setup(&self.program, &self.option), setup(champion, &self.against_option)]
    }

    fn sprt(&self) -> Option<Sprt> {
        let [lower, upper] = if self.simplification { [-3.0, 0.0] } else { self.bounds };
        (!self.no_test).then_some(Sprt { lower, upper, error: self.error })
    }

    fn setting(&self, to_play: &Match) -> Result<Setting> {
        let [challenger, champion] = &to_play.setups;
        Ok(Setting {
            challenger: Engine::of(challenger)?,
            champion: Engine::of(champion)?,
            limit: self.conditions.limit_text(),
            margin_ms: self.conditions.margin,
            openings: checksum::of_file(&self.conditions.openings)?,
            adjudication: !self.conditions.to_the_end,
            bounds: to_play.sprt.map(|sprt| [sprt.lower, sprt.upper]),
            error: self.error,
        })
    }
}

fn open_pgn(path: &Path) -> Result<Mutex<Appender>> {
    Appender::open(path).map(Mutex::new).map_err(|error| Error::of_file(path, error))
}

/// Beyond this, pairs are too much alike for the test.
const WIDEST: f64 = 100.0;

fn parse_bounds(text: &str) -> Result<[f64; 2], String> {
    let bound = |text: &str| text.trim().parse().ok().filter(|b: &f64| b.abs() <= WIDEST);
    match text.split_once(',').map(|(lower, upper)| (bound(lower), bound(upper))) {
        Some((Some(lower), Some(upper))) if lower < upper => Ok([lower, upper]),
        _ => Err("expected two bounds from -100 to 100, the lower first, as in 0,3".into()),
    }
}

fn parse_error(text: &str) -> Result<f64, String> {
    let error = text.parse().ok().filter(|error| (0.001..0.5).contains(error));
    error.ok_or_else(|| "expected a probability from 0.001 to below 0.5".into())
}
