//! Results of games.

use std::fmt;

use cleave_board::Color;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// The game was drawn.
    Draw,
    /// The game is not over, or its result is not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// Returns the result of a game that this side has won.
    pub fn won_by(side: Color) -> GameResult {
        if side.is_white() { GameResult::WhiteWins } else { GameResult::BlackWins }
    }

    /// Parses a result.
    pub fn parse(text: &str) -> Option<GameResult> {
        Some(match text {
            "1-0" => GameResult::WhiteWins,
            "0-1" => GameResult::BlackWins,
            "1/2-1/2" | "1/2" | "½-½" => GameResult::Draw,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }
}

impl fmt::Display for GameResult {
    /// Writes `1-0`, `0-1`, `1/2-1/2` or `*`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}
