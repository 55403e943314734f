//! Openings: the start position and known openings, followed by random moves, so that no two games
//! are alike.

use cleave_board::Position;
use cleave_movegen::legal_moves;
use cleave_smp::random::mix;

use super::player::Player;
use super::random::Random;

/// Random plies after the start position and after a known opening.
const FROM_START: usize = 8;
const FROM_BOOK: usize = 4;

/// The known openings.
const BOOK: &str = include_str!("../../../../../data/openings.epd");

/// An opening that gives one side more than this many centipawns is not played.
const UNFAIR: i32 = 250;

/// Draws a position to start a game from, which `judge` does not find decided. The judge has no clock.
pub fn draw(random: &mut Random, judge: &mut Player) -> Position {
    loop {
        let position = draw_any(random);
        if is_fair(&position, judge) {
            return position;
        }
    }
}

/// Returns the known opening of this number, from 0. After the last they begin again, each followed by random moves
/// that the seed determines and that `judge` does not find decisive.
pub fn numbered(number: u32, seed: u64, judge: &mut Player) -> Position {
    let book: Vec<Position> = book().collect();
    let opening = book[number as usize % book.len()];
    if (number as usize) < book.len() {
        return opening;
    }
    let mut random = Random::seeded(mix(seed ^ mix(number.into())));
    loop {
        let position = wander(opening, FROM_BOOK, &mut random);
        if let Some(position) = position.filter(|position| is_fair(position, judge)) {
            return position;
        }
    }
}

fn is_fair(position: &Position, judge: &mut Player) -> bool {
    judge.new_game();
    judge.think(position, &[]).is_some_and(|(_, value)| value.get().abs() <= UNFAIR)
}

/// Draws a position with a legal move.
pub fn draw_any(random: &mut Random) -> Position {
    let book: Vec<Position> = book().collect();
    loop {
        let (position, plies) = if random.below(2) == 0 {
            (Position::start(), FROM_START)
        } else {
            (book[random.below(book.len())], FROM_BOOK)
        };
        let plies = plies + random.below(2);
        if let Some(position) = wander(position, plies, random) {
            return position;
        }
    }
}

/// Returns the position after `plies` random moves, if it has a legal move.
fn wander(mut position: Position, plies: usize, random: &mut Random) -> Option<Position> {
    for _ in 0..plies {
        let moves = legal_moves(&position);
        let moves = moves.as_slice();
        if moves.is_empty() {
            return None;
        }
        position = position.make(moves[random.below(moves.len())]);
    }
    (!legal_moves(&position).as_slice().is_empty()).then_some(position)
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
    fn numbered_openings_come_from_the_book_and_then_vary_it() {
        let mut judge = Player::new(None, Thinking::Nodes(300), SMALL_HASH).unwrap();
        let book: Vec<Position> = book().collect();
        let count = book.len() as u32;
        assert_eq!(numbered(3, 1, &mut judge).key(), book[3].key());
        let mut later = |number, seed| numbered(number, seed, &mut judge).key();
        let (first, other, next) = (later(count, 1), later(count, 2), later(2 * count, 1));
        assert_eq!(later(count, 1), first);
        assert!(first != other && first != next && first != book[0].key());
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
