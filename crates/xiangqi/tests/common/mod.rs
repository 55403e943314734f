//! Random games for all tests.

use cleave_smp::random::Rng;
use cleave_xiangqi::{Game, Move, Position, parse_coordinates};

/// Calls `each` for all positions of random games, with the next move.
pub(crate) fn random_games(seed: u64, games: usize, mut each: impl FnMut(&Position, Move)) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..150 {
            let moves = position.legal_moves();
            let captures = position.captures();
            let from = if captures.is_empty() || rng.below(3) > 0 { &moves } else { &captures };
            if from.is_empty() {
                break;
            }
            let mv = from[rng.below(from.len() as u64) as usize];
            each(&position, mv);
            position = position.make(mv);
        }
    }
}

/// Returns the game after moves with ranks from `first_rank`.
pub(crate) fn game(fen: &str, moves: &str, first_rank: u8) -> Game {
    let mut game = Game::from(Position::from_fen(fen).expect(fen));
    play(&mut game, moves, first_rank);
    game
}

/// Plays moves with ranks from `first_rank`.
pub(crate) fn play(game: &mut Game, moves: &str, first_rank: u8) {
    for text in moves.split_ascii_whitespace() {
        let mv = parse_coordinates(text, first_rank).expect(text);
        assert!(game.position().is_legal(mv), "{:?} {mv}", game.position());
        game.play(mv);
    }
}
