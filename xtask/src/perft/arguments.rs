//! The arguments of the command. They are built by hand: deriving them would take two more packages.

use std::num::NonZero;
use std::path::PathBuf;

use clap::builder::RangedI64ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use cleave_board::Position;

/// What to count and how.
pub(crate) struct Arguments {
    pub(super) depth: Option<u32>,
    pub(super) fen: Position,
    pub(super) divide: bool,
    pub(super) workers: NonZero<usize>,
    pub(super) hash: usize,
    pub(super) no_bulk: bool,
    pub(super) suite: bool,
    pub(super) epd: PathBuf,
    pub(super) compare: Option<usize>,
    pub(super) instructions: bool,
    pub(super) json: bool,
}

/// No position that is of interest has a count in 64 bits at this depth.
const MAX_DEPTH: i64 = 40;

/// No machine has processors for more threads, and the system may not grant them.
const MAX_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let number = text.parse().ok().filter(|number: &NonZero<usize>| number.get() <= MAX_THREADS);
    number.ok_or_else(|| format!("expected a number from 1 to {MAX_THREADS}"))
}

/// The command, with its help.
pub(crate) fn command() -> Command {
    Command::new("perft")
        .about("Counts the lines of legal moves from a position, and times it")
        .arg(
            value("depth", "PLIES", "Length of the lines, in plies; by default 6. With --suite, deeper counts are skipped")
                .short('d')
                .value_parser(plies()),
        )
        .arg(
            Arg::new("plies")
                .value_name("PLIES")
                .help("The same as --depth")
                .conflicts_with("depth")
                .value_parser(plies()),
        )
        .arg(
            value("fen", "FEN", "The position, as FEN, X-FEN or Shredder-FEN")
                .default_value(Position::START_FEN)
                .value_parser(Position::from_fen),
        )
        .arg(flag("divide", "Show the count for each move of the position"))
        .arg(value("workers", "N", "Number of threads").default_value("1").value_parser(threads))
        .arg(
            value("hash", "MIB", "Size in MiB of a table that remembers the counts of positions; 0 for none")
                .default_value("0")
                .value_parser(value_parser!(usize)),
        )
        .arg(
            flag("no-bulk", "Make every last move instead of counting the legal moves")
                .conflicts_with("hash"),
        )
        .arg(
            flag("suite", "Check every line of the suite; fail at a mismatch")
                .conflicts_with_all(["fen", "divide"]),
        )
        .arg(
            value("epd", "FILE", "The file of the suite")
                .default_value("data/perft.epd")
                .value_parser(value_parser!(PathBuf))
                .requires("suite"),
        )
        .arg(
            value("compare", "ROUNDS", "Compare the speed with cozy-chess, in turn, this many times; print medians")
                .num_args(0..=1)
                .default_missing_value("7")
                .value_parser(value_parser!(usize))
                .exclusive(true),
        )
        .arg(
            flag("instructions", "Count instructions per leaf (needs valgrind); fail above the limits")
                .exclusive(true),
        )
        .arg(flag("json", "Print one JSON object with `nodes`, `seconds` and `mnps`; with --divide also the count of each move, as `moves`"))
}

fn plies() -> RangedI64ValueParser<u32> {
    value_parser!(u32).range(..=MAX_DEPTH)
}

fn value(name: &'static str, of: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(of).help(help)
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

impl Arguments {
    /// What the words of the command line were parsed to.
    pub(crate) fn of(matches: &ArgMatches) -> Arguments {
        fn of_default<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> T {
            matches.get_one(name).cloned().expect("it has a default value")
        }
        Arguments {
            depth: matches.get_one("depth").or(matches.get_one("plies")).copied(),
            fen: of_default(matches, "fen"),
            divide: matches.get_flag("divide"),
            workers: of_default(matches, "workers"),
            hash: of_default(matches, "hash"),
            no_bulk: matches.get_flag("no-bulk"),
            suite: matches.get_flag("suite"),
            epd: of_default(matches, "epd"),
            compare: matches.get_one("compare").copied(),
            instructions: matches.get_flag("instructions"),
            json: matches.get_flag("json"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Arguments, clap::Error> {
        let words = line.split_whitespace();
        command().try_get_matches_from(words).map(|matches| Arguments::of(&matches))
    }

    #[test]
    fn the_depth_needs_no_option() {
        let depth = |line| parsed(line).map(|arguments| arguments.depth).ok();
        assert_eq!(depth("perft 4 --divide"), Some(Some(4)));
        assert_eq!(["perft --depth 4", "perft -d 4"].map(depth), [Some(Some(4)); 2]);
        assert_eq!(depth("perft"), Some(None));
        for refused in ["perft 4 --depth 5", "perft 41", "perft x", "perft 4 5"] {
            assert_eq!(depth(refused), None, "{refused}");
        }
    }

    #[test]
    fn the_number_of_threads_has_bounds() {
        assert_eq!(threads("2").unwrap().get(), 2);
        for text in ["0", "-1", "x", "1025", "99999999999999999999"] {
            assert!(threads(text).is_err(), "{text}");
        }
    }
}
