//! Learns from games: adds their results to the weights.

use cleave_pgn::GameResult;

use crate::entry::{Entry, PackedMove};
use crate::maker::Game;
use crate::{Book, key};

impl Book {
    /// Adds the half points that each side has scored in a game to the weights of its moves. Adds no moves that the
    /// book does not have. If a weight would not fit in sixteen bits, all weights of the position are halved and
    /// rounded up, so no playable move gets weight 0. A game with an unknown result changes nothing. Returns the number
    /// of moves that have scored.
    pub fn learn(&mut self, game: &Game) -> usize {
        if game.result == GameResult::Unknown {
            return 0;
        }
        let (mut position, mut last) = (game.start, None);
        let mut changed = 0;
        for &mv in game.moves {
            let points = game.half_points(position.side());
            let keys = [key::after(&position, last)].into_iter().chain(key::all(&position));
            let key = self.key_in_use(keys);
            let entries = key.map_or(&mut [][..], |key| self.entries_of_mut(key));
            let packed = PackedMove::new(mv);
            if points > 0
                && let Some(at) = entries.iter().position(|entry| entry.mv == packed)
            {
                reward(entries, at, points as u16);
                changed += 1;
            }
            (position, last) = (position.make(mv), Some(mv));
        }
        changed
    }
}

fn reward(entries: &mut [Entry], at: usize, points: u16) {
    if entries[at].weight.checked_add(points).is_none() {
        for entry in entries.iter_mut() {
            entry.weight = entry.weight.div_ceil(2);
        }
    }
    entries[at].weight += points;
}

#[cfg(test)]
mod tests {
    use cleave_board::{Move, Position};

    use super::*;
    use crate::lines;

    fn moves(text: &str) -> Vec<Move> {
        lines::moves(text).next().map_or(Vec::new(), Result::unwrap)
    }

    fn weights(book: &Book, after: &str) -> Vec<u32> {
        let position = moves(after).iter().fold(Position::start(), |it, &mv| it.make(mv));
        book.moves(&position).iter().map(|entry| entry.weight).collect()
    }

    #[test]
    fn a_move_that_scores_is_played_more_often() {
        let mut book = lines::read("e4 e5\ne4 c5\nd4 d5").unwrap();
        let mut learn = |text, result| {
            let (start, moves) = (Position::start(), moves(text));
            book.learn(&Game { start, moves: &moves, result })
        };
        assert_eq!(learn("e4 c5 Nf3", GameResult::BlackWins), 1);
        assert_eq!(learn("d4 d5", GameResult::Draw), 2);
        assert_eq!(learn("d4 d5", GameResult::Unknown), 0);
        assert_eq!(learn("a3 e5", GameResult::WhiteWins), 0);
        assert_eq!((weights(&book, ""), weights(&book, "e4")), (vec![2, 2], vec![3, 1]));
    }

    #[test]
    fn weights_stay_within_sixteen_bits() {
        let mut book = lines::read("e4\nd4").unwrap();
        let (start, moves, result) = (Position::start(), moves("e4"), GameResult::WhiteWins);
        for _ in 0..40_000 {
            book.learn(&Game { start, moves: &moves, result });
        }
        let weights = weights(&book, "");
        assert!(weights[0] > 32_000 && weights[1] == 1, "{weights:?}");
    }
}
