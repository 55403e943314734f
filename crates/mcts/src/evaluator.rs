//! Evaluates leaves of the tree: their values, and the priors of their moves.

use crate::game::{Game, Move};
use crate::random::Random;
use crate::value::Value;

/// The value of a position, and the work of finding it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The value for the player to move.
    pub value: Value,
    /// The number of moves played until the end of the game, or another measure of the work. Virtual time charges for
    /// it.
    pub work: u32,
}

/// Evaluates leaves. Each worker has its own.
pub trait Evaluator<G: Game>: Send {
    /// True if the evaluation computes the priors. A leaf then gets its children after its evaluation, and
    /// [`Evaluator::priors`] is called after [`Evaluator::evaluate`]. By default children come first, so that other
    /// workers can continue below the leaf.
    const EVALUATES_FIRST: bool = false;

    /// Evaluates a game that is not over.
    fn evaluate(&mut self, game: &G, random: &mut Random) -> Evaluation;

    /// Adds a probability for each move of a position to a list that is empty. [`Formula::Puct`] uses them.
    ///
    /// [`Formula::Puct`]: crate::Formula::Puct
    fn priors(&mut self, _game: &G, moves: &[Move], priors: &mut Vec<f32>) {
        priors.extend(moves.iter().map(|_| 1.0 / moves.len() as f32));
    }
}

/// Plays random moves to the end of the game, all with equal probability.
#[derive(Clone, Default, Debug)]
pub struct Playouts {
    moves: Vec<Move>,
}

impl<G: Game> Evaluator<G> for Playouts {
    fn evaluate(&mut self, game: &G, random: &mut Random) -> Evaluation {
        let mut game = game.clone();
        let mut work = 0;
        let value = loop {
            if let Some(outcome) = game.outcome() {
                break Value::from(outcome);
            }
            self.moves.clear();
            game.moves(&mut self.moves);
            let Some(&mv) = self.moves.get(random.below(self.moves.len() as u32) as usize) else {
                break Value::DRAW;
            };
            game.play(mv);
            work += 1;
        };
        let value = if work % 2 == 0 { value } else { value.of_opponent() };
        Evaluation { value, work }
    }
}
