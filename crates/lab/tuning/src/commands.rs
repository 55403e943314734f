//! The commands of the workshop.

use clap::Subcommand;
use cleave_kit::Result;

use crate::{duel, matches, openings, selfplay, selfplay_xiangqi, spsa, train, tune};

/// A command of the workshop, with its arguments.
#[derive(Subcommand)]
pub enum Command {
    /// Plays games of the engine against itself until it is stopped, and stores them.
    Selfplay(Box<selfplay::Arguments>),
    /// Plays games of Chinese chess and keeps their quiet positions.
    SelfplayXiangqi(selfplay_xiangqi::Arguments),
    /// Fits the weights of the evaluation to positions with results.
    Tune(tune::Arguments),
    /// Trains the network on positions with results.
    Train(train::Arguments),
    /// Plays two sets of evaluation weights against each other.
    Duel(duel::Arguments),
    /// Plays two programs, or one with two sets of options, until a test knows which is the stronger.
    Match(Box<matches::Arguments>),
    /// Tunes parameters of the search by games of the program against itself.
    Spsa(Box<spsa::Arguments>),
    /// Makes positions to start the games of a match from.
    Openings(openings::Arguments),
}

impl Command {
    /// Executes the command.
    ///
    /// # Errors
    /// A file cannot be read or written, or what is asked for is not possible.
    pub fn run(&self) -> Result<()> {
        match self {
            Command::Selfplay(arguments) => selfplay::run(arguments),
            Command::SelfplayXiangqi(arguments) => selfplay_xiangqi::run(arguments),
            Command::Tune(arguments) => tune::run(arguments),
            Command::Train(arguments) => train::run(arguments),
            Command::Duel(arguments) => duel::run(arguments),
            Command::Match(arguments) => matches::run(arguments),
            Command::Spsa(arguments) => spsa::run(arguments),
            Command::Openings(arguments) => openings::run(arguments),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(subcommand)]
        _command: Command,
    }

    #[test]
    fn a_match_without_games_is_refused() {
        let out = std::env::temp_dir().join("cleave-selfplay-arguments");
        let out = out.to_str().unwrap();
        for line in [
            &["x", "selfplay", "--out", out, "--games=0"][..],
            &["x", "selfplay", "--out", out, "--nodes=0"],
            &["x", "duel", "--pairs=0"],
            &["x", "duel", "--nodes=0"],
        ] {
            let error = Line::try_parse_from(line).err().expect("refused").to_string();
            assert!(error.contains("0 is not in 1.."), "{error}");
        }
        assert!(Line::try_parse_from(["x", "selfplay", "--out", out, "--games=1"]).is_ok());
    }

    #[test]
    fn cargo_xtask_lists_every_command() {
        let list = include_str!("../../../../xtask/src/programs.rs");
        let program = Command::augment_subcommands(clap::Command::new("cleave-tuning"));
        assert_eq!(cleave_kit::options::unlisted(&program, list), Vec::<String>::new());
    }
}
