//! What tests share: random games.

use cleave_smp::random::Rng;
use cleave_xiangqi::{Move, Position, Step, parse_coordinates};

/// Calls `each` for all positions of random games, with the move to be played.
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

/// A game as positions and steps.
pub(crate) struct Game {
    pub(crate) position: Position,
    pub(crate) steps: Vec<Step>,
}

impl Game {
    pub(crate) fn new(fen: &str) -> Game {
        let position = Position::from_fen(fen).expect(fen);
        Game { steps: vec![Step::first(&position)], position }
    }

    /// Plays moves with ranks from `first_rank`.
    pub(crate) fn play(&mut self, moves: &str, first_rank: u8) {
        for text in moves.split_ascii_whitespace() {
            let mv = parse_coordinates(text, first_rank).expect(text);
            assert!(self.position.is_legal(mv), "{:?} {mv}", self.position);
            let next = self.position.make(mv);
            self.steps.push(Step::new(&self.position, mv, &next));
            self.position = next;
        }
    }
}
