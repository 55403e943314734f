//! A player: a searcher that thinks for a fixed number of nodes.

use std::error::Error;
use std::path::Path;

use cleave_board::{Key, Move, Position, Value};
use cleave_eval::{Evaluator, Weights};
use cleave_search::bench::Undisturbed;
use cleave_search::{Limits, Root, Searcher};

use crate::figures::read_text;

/// Table size; a few thousand nodes a move need no more.
const TABLE_MIB: usize = 4;

pub(crate) struct Player {
    searcher: Searcher,
    limits: Limits,
}

impl Player {
    /// A player with the weights in a file, or with the built-in ones.
    pub(crate) fn new(weights: Option<&Path>, nodes: u64) -> Result<Player, Box<dyn Error>> {
        let mut searcher = Searcher::new(TABLE_MIB)?;
        if let Some(path) = weights {
            searcher.set_evaluator(Evaluator::with_weights(read_weights(path)?));
        }
        Ok(Player { searcher, limits: Limits { nodes: Some(nodes), ..Limits::default() } })
    }

    pub(crate) fn new_game(&mut self) {
        self.searcher.new_game();
    }

    /// The move to play and its value for the side to move. There must be a legal move.
    pub(crate) fn think(&mut self, position: &Position, history: &[Key]) -> (Move, Value) {
        let root = Root { position: *position, history: history.to_vec() };
        let outcome = self.searcher.search(&root, &self.limits, &mut Undisturbed);
        (outcome.best.expect("the game is not over"), outcome.value)
    }
}

/// Reads a file of weights.
pub(crate) fn read_weights(path: &Path) -> Result<Weights, Box<dyn Error>> {
    let weights = Weights::parse(&read_text(path)?);
    Ok(weights.map_err(|error| format!("{}: {error}", path.display()))?)
}
