//! The command line.

use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Parser};
use cleave_search::team::MAX_WORKERS;
use cleave_tools::book::BookTask;
use cleave_tools::searching::mebibytes;
use cleave_tools::{analyse, annotate, bench, suite};

use crate::options::configuration::Configuration;
use crate::options::error::ConfigurationError;

/// A chess engine for GUIs that speak UCI or the protocol of xboard, and a console for people.
#[derive(Parser, Debug)]
#[command(version, after_help = AFTER_HELP)]
pub struct Arguments {
    /// The command to execute instead of playing.
    #[command(subcommand)]
    pub subcommand: Option<Command>,

    /// Write a log to FILE, every line of the protocol included; '-' is standard error. RUST_LOG sets
    /// levels by module, such as 'debug' or 'cleave_smp=trace', also without a file.
    #[arg(long, value_name = "FILE", env = "CLEAVE_LOG", global = true, value_parser = any_path())]
    pub log: Option<PathBuf>,

    /// Show a prompt and the board even if standard input is not a terminal.
    #[arg(long)]
    pub console: bool,

    /// Talk to the editor of lines, which shows the prompt.
    #[arg(long, hide = true)]
    pub edited: bool,

    #[command(flatten)]
    file: ConfigurationFile,

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

/// The file that settings are read from.
#[derive(Args, Clone, Debug)]
pub struct ConfigurationFile {
    /// Read settings from FILE, which is TOML, instead of ~/.config/cleave/cleave.toml.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The arguments of a command that searches by the settings, unless its own arguments differ.
#[derive(Args, Clone, Debug)]
pub struct Configured<A: Args> {
    /// The command's own arguments.
    #[command(flatten)]
    pub task: A,

    #[command(flatten)]
    file: ConfigurationFile,
}

impl Arguments {
    /// Returns the arguments of this program. `cleave c` is `cleave --resume`.
    pub fn given() -> Arguments {
        Arguments::parse().with_command_of_crafty()
    }

    /// Replaces the command `continue` by what it stands for.
    pub fn with_command_of_crafty(mut self) -> Arguments {
        if let Some(Command::Continue) = self.subcommand {
            self.subcommand = None;
            self.resume.get_or_insert(None);
        }
        self
    }

    /// Returns the file of the log. An empty name, as in `CLEAVE_LOG=`, means none.
    pub fn log_file(&self) -> Option<&Path> {
        self.log.as_deref().filter(|file| !file.as_os_str().is_empty())
    }

    /// Returns the configuration file that is named, before the command or after it.
    pub fn config(&self) -> Option<&Path> {
        let of_command = match &self.subcommand {
            Some(Command::Config(file)) => file.config.as_deref(),
            Some(Command::Analyse(command)) => command.file.config.as_deref(),
            Some(Command::Annotate(command)) => command.file.config.as_deref(),
            Some(Command::Test(command)) => command.file.config.as_deref(),
            Some(Command::Book(_) | Command::Bench(_) | Command::Continue) | None => None,
        };
        of_command.or(self.file.config.as_deref())
    }

    /// Refuses settings before a command that accepts none.
    ///
    /// # Errors
    /// There are such settings. The text is for the user.
    pub fn check(&self) -> Result<(), String> {
        let command = match &self.subcommand {
            Some(Command::Book(_)) => "book",
            Some(Command::Bench(_)) => "bench",
            _ => return Ok(()),
        };
        let unused = [
            ("--config", self.file.config.is_some()),
            ("--hash", self.hash.is_some()),
            ("--cores", self.cores.is_some()),
            ("--book", self.book.is_some()),
            ("--own-book", self.own_book),
            ("--option", !self.options.is_empty()),
        ];
        match unused.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((name, _)) => Err(format!(
                "{name} has no effect on '{command}'; 'cleave {command} --help' lists its options"
            )),
        }
    }

    /// Returns the settings of the configuration file and the arguments.
    ///
    /// # Errors
    /// The file is missing, or a name is not the name of an option.
    pub fn configuration(&self) -> Result<Configuration, ConfigurationError> {
        let mut configuration = Configuration::default();
        let file = self.config().map(Path::to_path_buf);
        if let Some(file) = file.or_else(Configuration::usual_file) {
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

/// The commands that the program executes instead of playing.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum Command {
    /// Go on with the last game, as '--resume' does.
    #[command(name = "c")]
    Continue,
    /// Print all settings, and where each comes from.
    Config(ConfigurationFile),
    /// Make an opening book from games, show it, or let it learn.
    #[command(subcommand)]
    Book(BookTask),
    /// Search a fixed set of positions; the last line is 'N nodes M nps'.
    Bench(bench::Arguments),
    /// Find the best lines of positions, as JSON for scripts.
    #[command(visible_alias = "analyze")]
    Analyse(Configured<analyse::Arguments>),
    /// Annotate games (PGN) with values, better lines and glyphs.
    Annotate(Configured<annotate::Arguments>),
    /// Solve a suite of test positions (EPD with bm, am, dm or points in c0).
    Test(Configured<suite::Arguments>),
}

/// Also accepts an empty path, which clap's own parser refuses.
fn any_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((parts.0.into(), parts.1.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
        let arguments = Arguments::parse_from(["cleave", "bench", "--depth", "5"]);
        assert!(matches!(arguments.subcommand, Some(Command::Bench(_))));
        assert!(Arguments::try_parse_from(["cleave", "--hash", "0"]).is_err());
        let resumed =
            Arguments::parse_from(["cleave", "--hash", "8", "c"]).with_command_of_crafty();
        assert_eq!((resumed.hash, resumed.resume), (Some(8), Some(None)));
        assert!(resumed.subcommand.is_none(), "it plays");
        assert!(Arguments::try_parse_from(["cleave", "-o", "Hash"]).is_err());
    }

    #[test]
    fn settings_without_effect_are_refused() {
        let check = |line: &str| Arguments::parse_from(line.split(' ')).check();
        for setting in ["--config a", "--hash 2", "--cores 2", "--book a", "--own-book", "-o A=1"] {
            assert!(check(&format!("cleave {setting}")).is_ok());
            assert!(check(&format!("cleave {setting} analyse startpos")).is_ok());
            let error = check(&format!("cleave {setting} bench")).unwrap_err();
            assert!(error.contains("has no effect on 'bench'"), "{setting}: {error}");
            assert!(check(&format!("cleave {setting} book show a.bin")).is_err(), "{setting}");
        }
        assert!(check("cleave bench --hash 2").is_ok());
        for command in ["bench", "book show a.bin"] {
            let line = format!("cleave {command} --config a");
            assert!(Arguments::try_parse_from(line.split(' ')).is_err(), "{line}");
        }
    }
}
