//! Makes a book from games.

use std::collections::BTreeMap;

use cleave_board::{Color, Move, Position};
use cleave_pgn::GameResult;

use crate::entry::{Entry, PackedMove};
use crate::{Book, key};

/// A game, as input of a book.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// The start position of the game.
    pub start: Position,
    /// Its moves, which must be legal.
    pub moves: &'a [Move],
    /// Its result.
    pub result: GameResult,
}

impl Game<'_> {
    /// Returns the half points that a side has scored. A game with an unknown result counts as a
    /// draw.
    pub fn half_points(&self, side: Color) -> u32 {
        match self.result {
            GameResult::Draw | GameResult::Unknown => 1,
            result => 2 * u32::from(result == GameResult::won_by(side)),
        }
    }
}

/// The rules by which moves of the games get into the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The number of plies from the start of each game.
    pub max_ply: usize,
    /// The minimum number of games with the move.
    pub min_games: u32,
    /// The minimum score of a move, in permille of the points.
    pub min_score: u32,
    /// True to give all moves the same weight.
    pub uniform: bool,
}

impl Default for Selection {
    /// Returns Polyglot's selection.
    fn default() -> Selection {
        Selection { max_ply: 1024, min_games: 3, min_score: 0, uniform: false }
    }
}

/// The results of a move.
#[derive(Clone, Copy, Default)]
struct Record {
    games: u32,
    /// Half points that the side to move has scored with it.
    half_points: u32,
}

/// Makes a book from games. Weights are half points, as in Polyglot's books: two for a win of the
/// side that made the move, one for a draw. Moves that have scored nothing are left out.
#[derive(Default)]
pub struct Maker {
    selection: Selection,
    /// Moves by key, and within a key in the order of their first game.
    positions: BTreeMap<u64, Vec<(PackedMove, Record)>>,
}

impl Maker {
    /// Creates a maker that selects moves by these rules.
    pub fn new(selection: Selection) -> Maker {
        Maker { selection, ..Maker::default() }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        let (mut position, mut last) = (game.start, None);
        for &mv in game.moves.iter().take(self.selection.max_ply) {
            let points = game.half_points(position.side());
            let record = self.record(key::after(&position, last), PackedMove::new(mv));
            record.games += 1;
            record.half_points += points;
            (position, last) = (position.make(mv), Some(mv));
        }
    }

    /// Adds a line of play from the start position, as a game with an unknown result.
    pub fn add_line(&mut self, moves: &[Move]) {
        self.add(&Game { start: Position::start(), moves, result: GameResult::Unknown });
    }

    fn record(&mut self, key: u64, mv: PackedMove) -> &mut Record {
        let moves = self.positions.entry(key).or_default();
        let at = moves.iter().position(|&(known, _)| known == mv).unwrap_or_else(|| {
            moves.push((mv, Record::default()));
            moves.len() - 1
        });
        &mut moves[at].1
    }

    /// Returns the book. It has the moves with a weight, by descending weight in each position. If
    /// a weight does not fit in sixteen bits, all weights of the position are reduced by the same
    /// factor.
    pub fn finish(self) -> Book {
        let mut entries = Vec::new();
        for (&key, moves) in &self.positions {
            let mut weighted: Vec<(PackedMove, u32)> = moves
                .iter()
                .filter(|(_, record)| self.selects(record))
                .map(|&(mv, record)| (mv, self.weight(record)))
                .collect();
            weighted.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
            let largest = weighted.first().map_or(0, |&(_, weight)| weight);
            let divisor = largest.div_ceil(u32::from(u16::MAX)).max(1);
            entries.extend(weighted.into_iter().filter_map(|(mv, weight)| {
                let weight = u16::try_from(weight / divisor).ok().filter(|&weight| weight > 0)?;
                Some(Entry { key, mv, weight, learn: 0 })
            }));
        }
        Book::from_entries(entries)
    }

    fn selects(&self, record: &Record) -> bool {
        let points = u64::from(record.half_points) * 1000;
        record.half_points > 0
            && record.games >= self.selection.min_games
            && points >= 2 * u64::from(record.games) * u64::from(self.selection.min_score)
    }

    fn weight(&self, record: Record) -> u32 {
        if self.selection.uniform { 1 } else { record.half_points }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines;

    fn book(selection: Selection) -> Vec<(String, u32)> {
        let mut maker = Maker::new(selection);
        let (white, black) = (GameResult::WhiteWins, GameResult::BlackWins);
        for (text, result) in [
            ("e4 e5", white),
            ("e4 c5", GameResult::Draw),
            ("e4 c5", black),
            ("d4 d5", black),
            ("d4 d5", GameResult::Unknown),
            ("c4", GameResult::Draw),
            ("a3", black),
        ] {
            let moves = lines::moves(text).next().unwrap().unwrap();
            maker.add(&Game { start: Position::start(), moves: &moves, result });
        }
        let start = Position::start();
        let named = |entry: crate::BookMove| (entry.mv.to_string(), entry.weight);
        maker.finish().moves(&start).into_iter().map(named).collect()
    }

    #[test]
    fn weights_are_half_points() {
        let all = Selection { min_games: 1, ..Selection::default() };
        let weight = |mv: &str, weight| (mv.to_string(), weight);
        // a3 has lost all its games.
        let expected = [weight("e2e4", 3), weight("d2d4", 1), weight("c2c4", 1)];
        assert_eq!(book(all), expected);
        assert_eq!(book(Selection { min_games: 2, ..all }), expected[..2]);
        assert_eq!(
            book(Selection { min_score: 500, ..all }),
            [weight("e2e4", 3), weight("c2c4", 1)]
        );
        assert_eq!(book(Selection { max_ply: 0, ..all }), []);
        let uniform = Selection { uniform: true, ..all };
        assert_eq!(book(uniform), [weight("e2e4", 1), weight("d2d4", 1), weight("c2c4", 1)]);
    }

    #[test]
    fn weights_fit_in_sixteen_bits() {
        let mut maker = Maker::new(Selection { min_games: 1, ..Selection::default() });
        let line = |text| lines::moves(text).next().unwrap().unwrap();
        for _ in 0..70_000 {
            maker.add_line(&line("e4"));
        }
        for _ in 0..7_000 {
            maker.add_line(&line("d4"));
        }
        maker.add_line(&line("a3"));
        let moves = maker.finish().moves(&Position::start());
        let weights: Vec<u32> = moves.iter().map(|entry| entry.weight).collect();
        assert_eq!(weights, [35_000, 3_500]);
    }
}
