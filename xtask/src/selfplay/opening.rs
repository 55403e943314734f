//! Openings: the start position and known openings, followed by random moves, so that no two games
//! are alike.

use cleave_board::Position;
use cleave_movegen::legal_moves;

use super::player::Player;
use super::random::Random;

/// Random plies after the start position and after a known opening.
const FROM_START: usize = 8;
const FROM_BOOK: usize = 4;

/// The known openings.
const BOOK: &str = include_str!("../../../data/openings.epd");

/// An opening that gives one side more than this many centipawns is not played.
const UNFAIR: i32 = 250;

/// Draws a position to start a game from, which `judge` does not find decided. The judge has no clock.
pub(crate) fn draw(random: &mut Random, judge: &mut Player) -> Position {
    loop {
        let position = draw_any(random);
        judge.new_game();
        if judge.think(&position, &[]).is_some_and(|(_, value)| value.get().abs() <= UNFAIR) {
            return position;
        }
    }
}

/// Draws a position with a legal move.
fn draw_any(random: &mut Random) -> Position {
    let book: Vec<Position> = book().collect();
    loop {
        let (mut position, plies) = if random.below(2) == 0 {
            (Position::start(), FROM_START)
        } else {
            (book[random.below(book.len())], FROM_BOOK)
        };
        let mut alive = true;
        for _ in 0..plies + random.below(2) {
            let moves = legal_moves(&position);
            let moves = moves.as_slice();
            alive = !moves.is_empty();
            if !alive {
                break;
            }
            position = position.make(moves[random.below(moves.len())]);
        }
        if alive && !legal_moves(&position).as_slice().is_empty() {
            return position;
        }
    }
}

fn book() -> impl Iterator<Item = Position> {
    BOOK.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(|line| {
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        Position::from_fen(&fen.join(" ")).expect("the book holds legal positions")
    })
}

#[cfg(test)]
mod tests {
    use super::super::player::{SMALL_HASH, Thinking};
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same_openings() {
        let draw_ten = |seed| {
            let mut random = Random::seeded(seed);
            (0..10).map(|_| draw_any(&mut random).key()).collect::<Vec<_>>()
        };
        assert_eq!(draw_ten(1), draw_ten(1));
        let (one, other) = (draw_ten(1), draw_ten(2));
        assert!(one.iter().all(|key| !other.contains(key)));
    }

    #[test]
    fn no_opening_is_decided() {
        let mut judge = Player::new(None, Thinking::Nodes(300), SMALL_HASH).unwrap();
        let mut random = Random::seeded(3);
        for _ in 0..5 {
            let position = draw(&mut random, &mut judge);
            judge.new_game();
            let (_, value) = judge.think(&position, &[]).unwrap();
            assert!(value.get().abs() <= UNFAIR);
        }
    }
}
