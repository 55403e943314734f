//! The commands of the workshop.

use cleave_kit::Result;

use crate::{duel, matches, openings, selfplay, selfplay_xiangqi, spsa, static_error, train, tune};

cleave_kit::commands! {
    /// A command of the workshop, with its arguments.
    pub enum Command: Result<()>;
    /// Plays games of the engine against itself until it is stopped, and stores them.
    Selfplay selfplay,
    /// Plays games of Chinese chess and keeps their quiet positions.
    SelfplayXiangqi selfplay_xiangqi,
    /// Fits the weights of the evaluation to positions with results.
    Tune tune,
    /// Trains the network on positions with results.
    Train train,
    /// Measures how far the evaluations are from a stronger judge.
    StaticError static_error,
    /// Plays two sets of evaluation weights against each other.
    Duel duel,
    /// Plays two programs, or one with two sets of options, until a test knows which is the stronger.
    Match matches,
    /// Tunes parameters of the search by games of the program against itself.
    Spsa spsa,
    /// Makes positions to start the games of a match from.
    Openings openings,
}

#[cfg(test)]
mod tests {
    use clap::{Parser, Subcommand};

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
