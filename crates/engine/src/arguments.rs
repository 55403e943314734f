//! The command line.

use std::path::PathBuf;

use clap::Parser;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use cleave_search::{Algorithm, Backend, MAX_WORKERS, bench};

use crate::book::tool::BookTask;
use crate::configuration::{Configuration, ConfigurationError};
use crate::{analyse, annotate, suite};

/// A chess engine for GUIs that speak UCI or the protocol of xboard, and a console for people.
#[derive(Parser, Debug)]
#[command(version, after_help = AFTER_HELP)]
pub struct Arguments {
    /// What to do instead of playing.
    #[command(subcommand)]
    pub subcommand: Option<BatchCommand>,

    /// Write a log to FILE, every line of the protocol included; '-' is standard error.
    #[arg(long, value_name = "FILE", env = "CLEAVE_LOG", global = true, value_parser = any_path())]
    pub log: Option<PathBuf>,

    /// Show a prompt and the board even if standard input is not a terminal.
    #[arg(long)]
    pub console: bool,

    /// Talk to the editor of lines, which shows the prompt.
    #[arg(long, hide = true)]
    pub edited: bool,

    /// Read settings from FILE, which is TOML, instead of ~/.config/cleave/cleave.toml.
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,

    /// Size of the transposition table; if not given, 64, or less where the system refuses that.
    #[arg(long, value_name = "MB", value_parser = mebibytes)]
    pub hash: Option<usize>,

    /// Search with at most this many workers, one on each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_WORKERS as i64))]
    pub cores: Option<u16>,

    /// Play openings by this book: in Polyglot's format if its name ends in '.bin', or a text file with
    /// a line of play, such as 'e4 e5 Nf3', on each line.
    #[arg(long, value_name = "FILE")]
    pub book: Option<String>,

    /// Play openings by the built-in book, or by the one that the configuration names.
    #[arg(long, conflicts_with = "book")]
    pub own_book: bool,

    /// Go on with the game of this game log, or of the last one: with its moves, clocks and options. The
    /// option Game Log makes them.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub resume: Option<Option<PathBuf>>,

    /// Set an option, as 'cleave config' lists them.
    #[arg(short, long = "option", value_name = "NAME=VALUE", value_parser = assignment)]
    pub options: Vec<(String, String)>,
}

impl Arguments {
    /// What the configuration file and the arguments set.
    ///
    /// # Errors
    /// The file is not to be had, or a name is not that of an option.
    pub fn configuration(&self) -> Result<Configuration, ConfigurationError> {
        let mut configuration = Configuration::default();
        if let Some(file) = self.config.clone().or_else(Configuration::usual_file) {
            configuration.add_file(&file)?;
        }
        let own_book = self.own_book.then(|| "true".to_owned());
        for (argument, name, value) in [
            ("--hash", "Hash", self.hash.map(|mib| mib.to_string())),
            ("--cores", "Threads", self.cores.map(|cores| cores.to_string())),
            ("--book", "Book File", self.book.clone()),
            ("--own-book", "OwnBook", own_book),
        ] {
            if let Some(value) = value {
                configuration.add(name, value, argument)?;
            }
        }
        for (name, value) in &self.options {
            configuration.add(name, value.clone(), "--option")?;
        }
        Ok(configuration)
    }
}

const AFTER_HELP: &str = "\
Without a command it plays: add it to a GUI as an engine that speaks UCI, start it from xboard with \
'xboard -fcp cleave', or in a terminal and type 'help'.";

/// What the program does instead of playing.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum BatchCommand {
    /// Print all settings, and where each comes from.
    Config,
    /// Make an opening book from games, show it, or let it learn.
    #[command(subcommand)]
    Book(BookTask),
    /// Search a fixed set of positions; the last line is 'N nodes M nps'.
    Bench {
        /// Depth of each search, in plies.
        #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
        depth: u32,
        /// Size of the transposition table.
        #[arg(long, value_name = "MB", default_value_t = bench::TABLE_MIB, value_parser = mebibytes)]
        hash: usize,
        /// Search with a team of at most this many workers, one on each processor, instead of the
        /// sequential program.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_WORKERS as i64))]
        workers: Option<u16>,
        /// Start all workers, even if there are fewer processors.
        #[arg(long, requires = "workers")]
        oversubscribe: bool,
        /// What the workers are.
        #[arg(long, value_enum, default_value_t = Make::Fork)]
        backend: Make,
        /// How the workers share the tree.
        #[arg(long, default_value_t, value_parser = algorithm())]
        algorithm: Algorithm,
    },
    /// Find the best lines of positions, as JSON for scripts.
    #[command(visible_alias = "analyze")]
    Analyse(analyse::Arguments),
    /// Annotate games (PGN) with values, better lines and glyphs.
    Annotate(annotate::Arguments),
    /// Solve a suite of test positions (EPD with bm, am, dm or points in c0).
    Test(suite::Arguments),
}

/// What workers are.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Make {
    /// Forked processes.
    Fork,
    /// Threads.
    Thread,
}

impl From<Make> for Backend {
    fn from(make: Make) -> Backend {
        match make {
            Make::Fork => Backend::Fork,
            Make::Thread => Backend::Thread,
        }
    }
}

/// Also takes an empty path, which clap's own parser refuses.
fn any_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// Takes the name of an algorithm, and lists all in the help.
pub(crate) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::NAMES).try_map(|name| name.parse::<Algorithm>())
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((parts.0.into(), parts.1.into()))
}

pub(crate) fn mebibytes(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&mib: &usize| mib > 0);
    number.ok_or_else(|| "expected a size in MiB, at least 1".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
        let arguments = Arguments::parse_from(["cleave", "bench", "--depth", "5"]);
        assert!(matches!(arguments.subcommand, Some(BatchCommand::Bench { depth: 5, .. })));
        assert!(Arguments::try_parse_from(["cleave", "--hash", "0"]).is_err());
        assert!(Arguments::try_parse_from(["cleave", "-o", "Hash"]).is_err());
    }
}
