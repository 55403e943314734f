//! The boards against which moves are checked. The rules of chess come from cozy-chess, which shares no code with the
//! engine. Chinese chess has the rules of `cleave-xiangqi`, whose move counts are compared with other programs.

use cleave_tests::Game;
use cleave_xiangqi::Position as Xiangqi;
use cozy_chess::util::display_uci_move;

use crate::dice::Dice;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variant {
    Chess,
    Xiangqi,
}

#[derive(Clone, Debug)]
pub(crate) enum Board {
    Chess(Box<Game>),
    Xiangqi(Box<Xiangqi>),
}

impl Board {
    pub(crate) fn start(variant: Variant) -> Board {
        match variant {
            Variant::Chess => Board::Chess(Box::default()),
            Variant::Xiangqi => Board::Xiangqi(Box::new(Xiangqi::start())),
        }
    }

    /// Plays up to this many random moves. The position has a legal move.
    pub(crate) fn wander(&mut self, dice: &mut Dice, plies: u64) -> Vec<String> {
        let mut played = Vec::new();
        for _ in 0..dice.below(plies + 1) {
            let mv = dice.pick(&self.moves());
            let mut after = self.clone();
            assert!(after.play(&mv), "{mv} is one of the moves");
            if after.is_over() {
                break;
            }
            *self = after;
            played.push(mv);
        }
        played
    }

    /// Returns the legal moves as coordinates, in an order that is always the same.
    pub(crate) fn moves(&self) -> Vec<String> {
        match self {
            Board::Chess(game) => {
                let mut moves = Vec::new();
                game.board().generate_moves(|of_piece| {
                    moves.extend(
                        of_piece
                            .into_iter()
                            .map(|mv| display_uci_move(game.board(), mv).to_string()),
                    );
                    false
                });
                moves
            }
            Board::Xiangqi(position) => {
                position.legal_moves().iter().map(ToString::to_string).collect()
            }
        }
    }

    /// Plays a move if it is legal, and returns whether it is.
    pub(crate) fn play(&mut self, text: &str) -> bool {
        match self {
            Board::Chess(game) => game.try_play(text),
            Board::Xiangqi(position) => {
                let legal = position.legal_moves();
                let found = legal.iter().find(|mv| mv.to_string() == text);
                if let Some(&mv) = found {
                    **position = position.make(mv);
                }
                found.is_some()
            }
        }
    }

    /// Returns true if no search can follow.
    pub(crate) fn is_over(&self) -> bool {
        match self {
            Board::Chess(game) => game.result().is_some(),
            Board::Xiangqi(position) => position.legal_moves().is_empty(),
        }
    }

    pub(crate) fn is_first_to_move(&self) -> bool {
        match self {
            Board::Chess(game) => game.board().side_to_move() == cozy_chess::Color::White,
            Board::Xiangqi(position) => position.side() == cleave_xiangqi::Color::Red,
        }
    }

    pub(crate) fn fen(&self) -> String {
        match self {
            Board::Chess(game) => game.board().to_string(),
            Board::Xiangqi(position) => position.fen(),
        }
    }
}
