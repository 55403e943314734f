//! How a game ends by the rules, and how that is claimed.

use std::fmt;

use cleave_board::{Color, Move, earlier_occurrences};
use cleave_movegen::has_legal_move;

use crate::game::Game;

/// A game that is over by what happened on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This side has mated.
    Mate(Color),
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position is on the board for the third time.
    Repetition,
    /// Fifty moves of each side without capture or pawn move.
    FiftyMoves,
    /// Neither side can ever mate: bare kings, or one minor piece, or bishops on one colour.
    Material,
}

impl Ending {
    /// How this game has ended, if it has. Mate goes before any draw.
    pub fn of(game: &Game) -> Option<Ending> {
        let position = game.position();
        if !has_legal_move(position) {
            let mated = position.in_check();
            return Some(if mated { Ending::Mate(!game.side()) } else { Ending::Stalemate });
        }
        if position.is_insufficient_material() {
            Some(Ending::Material)
        } else if position.halfmove_clock() >= 100 {
            Some(Ending::FiftyMoves)
        } else if is_threefold(game) {
            Some(Ending::Repetition)
        } else {
            None
        }
    }

    /// How this move ends the game, if it does.
    pub fn after(game: &Game, mv: Move) -> Option<Ending> {
        let mut ahead = game.clone();
        ahead.play(mv);
        Ending::of(&ahead)
    }

    /// True if it is a draw only because the player to move claims it.
    pub fn is_claimed(self) -> bool {
        matches!(self, Ending::Repetition | Ending::FiftyMoves)
    }

    /// True if there is no way to play on: the others are draws only if someone claims them.
    pub fn is_final(self) -> bool {
        matches!(self, Ending::Mate(_) | Ending::Stalemate)
    }
}

fn is_threefold(game: &Game) -> bool {
    let position = game.position();
    earlier_occurrences(&game.earlier_keys(), position.key(), position.halfmove_clock()) >= 2
}

impl fmt::Display for Ending {
    /// The claim of the protocol: `1-0 {White mates}`.
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
    use cleave_board::Position;
    use cleave_movegen::parse_move;

    fn after(fen: &str, moves: &str) -> Option<Ending> {
        let mut game = Game::from_position(Position::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            assert_eq!(Ending::of(&game), None, "before {text}");
            game.play(parse_move(game.position(), text).unwrap());
        }
        Ending::of(&game)
    }

    #[test]
    fn each_way_to_end() {
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
    fn mate_goes_before_fifty_moves() {
        let fen = "7k/8/6K1/8/8/8/8/R7 w - - 99 90";
        assert_eq!(after(fen, "Ra8"), Some(Ending::Mate(Color::White)));
    }

    #[test]
    fn a_lost_castling_right_is_another_position() {
        let rooks = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1";
        // With the right of ...O-O-O the position after Rh2 is another one than without.
        let shuffle = "Rh2 Ra7 Rh1 Ra8 Rh2 Ra7 Rh1 Ra8 Rh2";
        assert_eq!(after(rooks, shuffle), None);
        assert_eq!(after(rooks, &format!("{shuffle} Ra7")), Some(Ending::Repetition));
    }
}
