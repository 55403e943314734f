//! The ways in which the rules end a game.

use std::fmt;

use cleave_board::{Color, Key, Position, earlier_occurrences};
use cleave_movegen::has_legal_move;

use crate::GameResult;

/// A game that is over by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This side has given mate.
    Mate(Color),
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The same position has occurred for the third time.
    Repetition,
    /// Each side has made fifty moves without a capture or pawn move.
    FiftyMoves,
    /// Neither side can mate: there are only kings, or one minor piece, or only bishops on one
    /// colour.
    Material,
}

impl Ending {
    /// Returns the ending of a game in this position, if it has ended. `earlier` has the keys of
    /// all positions before it, oldest first. Mate takes precedence over any draw.
    pub fn of(position: &Position, earlier: &[Key]) -> Option<Ending> {
        if !has_legal_move(position) {
            let mated = position.in_check();
            return Some(if mated { Ending::Mate(!position.side()) } else { Ending::Stalemate });
        }
        let clock = position.halfmove_clock();
        if position.is_insufficient_material() {
            Some(Ending::Material)
        } else if clock >= 100 {
            Some(Ending::FiftyMoves)
        } else if earlier_occurrences(earlier, position.key(), clock) >= 2 {
            Some(Ending::Repetition)
        } else {
            None
        }
    }

    /// Returns the result of the game.
    pub fn result(self) -> GameResult {
        match self {
            Ending::Mate(winner) => GameResult::won_by(winner),
            Ending::Stalemate | Ending::Repetition | Ending::FiftyMoves | Ending::Material => {
                GameResult::Draw
            }
        }
    }

    /// Returns true if the game is a draw only after a claim of the player to move.
    pub fn is_claimed(self) -> bool {
        matches!(self, Ending::Repetition | Ending::FiftyMoves)
    }

    /// Returns true if no move is possible, so no claim is needed.
    pub fn is_final(self) -> bool {
        matches!(self, Ending::Mate(_) | Ending::Stalemate)
    }
}

impl fmt::Display for Ending {
    /// Writes the result and its reason, like a claim to xboard: `1-0 {White mates}`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Ending::Mate(Color::White) => "1-0 {White mates}",
            Ending::Mate(Color::Black) => "0-1 {Black mates}",
            Ending::Stalemate => "1/2-1/2 {Stalemate}",
            Ending::Repetition => "1/2-1/2 {Draw by repetition}",
            Ending::FiftyMoves => "1/2-1/2 {Draw by fifty move rule}",
            Ending::Material => "1/2-1/2 {Draw by insufficient material}",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_movegen::parse_move;

    fn after(fen: &str, moves: &str) -> Option<Ending> {
        let mut position = Position::from_fen(fen).unwrap();
        let mut earlier = Vec::new();
        for text in moves.split_whitespace() {
            assert_eq!(Ending::of(&position, &earlier), None, "before {text}");
            earlier.push(position.key());
            position = position.make(parse_move(&position, text).unwrap());
        }
        Ending::of(&position, &earlier)
    }

    #[test]
    fn every_ending_is_recognised() {
        let start = Position::START_FEN;
        assert_eq!(after(start, "f3 e5 g4 Qh4"), Some(Ending::Mate(Color::Black)));
        assert_eq!(after("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "Qg6"), Some(Ending::Stalemate));
        let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        assert_eq!(after(start, shuffle), Some(Ending::Repetition));
        let fifty = "7k/8/8/8/8/8/R7/K7 w - - 98 90";
        assert_eq!(after(fifty, "Ra3 Kg8"), Some(Ending::FiftyMoves));
        assert_eq!(after("7k/8/8/8/8/8/p7/KN6 w - - 0 1", "Kxa2"), Some(Ending::Material));
    }

    #[test]
    fn mate_takes_precedence_over_fifty_moves() {
        let fen = "7k/8/6K1/8/8/8/8/R7 w - - 99 90";
        assert_eq!(after(fen, "Ra8"), Some(Ending::Mate(Color::White)));
    }

    #[test]
    fn a_lost_castling_right_makes_another_position() {
        let rooks = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1";
        // After the first Rh2 Black may still castle, later not.
        let shuffle = "Rh2 Ra7 Rh1 Ra8 Rh2 Ra7 Rh1 Ra8 Rh2";
        assert_eq!(after(rooks, shuffle), None);
        assert_eq!(after(rooks, &format!("{shuffle} Ra7")), Some(Ending::Repetition));
    }
}
