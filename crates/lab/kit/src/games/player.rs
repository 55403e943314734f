//! A player: a searcher with weights, and a limit for each move or a clock for the game.

use std::path::Path;

use cleave_board::{Key, Move, Position, Value};
use cleave_eval::{Evaluator, Weights};
use cleave_search::{Evaluation, Limits, Outcome, Root, Searcher, Undisturbed};

use super::clock::{ClockUse, GameClock};
use crate::error::{Error, Result};
use crate::files::read_text;

/// The limit of a player's searches.
#[derive(Clone, Debug)]
pub enum Thinking {
    /// Nodes for each move.
    Nodes(u64),
    /// A clock for the game.
    Clock(GameClock),
    /// The program's own limit, for example virtual time.
    AsProgrammed,
}

/// Table size in MiB that suits some thousand nodes a move.
pub const SMALL_HASH: usize = 4;

/// The program that searches for a player.
pub trait Program: Send {
    /// Forgets the last game.
    fn new_game(&mut self);

    /// Searches a position that has a legal move.
    fn search(&mut self, root: &Root, limits: &Limits) -> Outcome;
}

impl Program for Searcher {
    fn new_game(&mut self) {
        Searcher::new_game(self);
    }

    fn search(&mut self, root: &Root, limits: &Limits) -> Outcome {
        Searcher::search(self, root, limits, &mut Undisturbed)
    }
}

/// One side of a game.
pub struct Player {
    program: Box<dyn Program>,
    thinking: Thinking,
}

impl Player {
    /// Returns a player with the weights in a file, or with the built-in ones.
    pub fn new(weights: Option<&Path>, thinking: Thinking, hash: usize) -> Result<Player> {
        let evaluation = match weights {
            Some(path) => Evaluation::HandWritten(Evaluator::with_weights(read_weights(path)?)),
            None => Evaluation::default(),
        };
        Player::evaluating(evaluation, thinking, hash)
    }

    /// Returns a player with this evaluation.
    pub fn evaluating(evaluation: Evaluation, thinking: Thinking, hash: usize) -> Result<Player> {
        let mut searcher = Searcher::new(hash)?;
        searcher.set_evaluation(evaluation);
        Ok(Player { program: Box::new(searcher), thinking })
    }

    /// Returns a player with this program, which sets its own limits.
    pub fn by(program: impl Program + 'static) -> Player {
        Player { program: Box::new(program), thinking: Thinking::AsProgrammed }
    }

    /// Changes the limit of the searches.
    pub fn set_thinking(&mut self, thinking: Thinking) {
        self.thinking = thinking;
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.program.new_game();
        if let Thinking::Clock(clock) = &mut self.thinking {
            clock.reset();
        }
    }

    /// Returns the move to play and its value for the side to move; `None` if the flag falls first. There must be a
    /// legal move.
    pub fn think(&mut self, position: &Position, history: &[Key]) -> Option<(Move, Value)> {
        let root = Root { position: *position, history: history.to_vec() };
        let outcome = match &mut self.thinking {
            Thinking::Nodes(nodes) => {
                let limits = Limits { nodes: Some(*nodes), ..Limits::default() };
                self.program.search(&root, &limits)
            }
            Thinking::AsProgrammed => self.program.search(&root, &Limits::default()),
            Thinking::Clock(game_clock) => {
                let (clock, pace) = game_clock.limit();
                let limits = Limits { clock, pace, ..Limits::default() };
                let timer = game_clock.start();
                let outcome = self.program.search(&root, &limits);
                if !game_clock.stop(&timer, outcome.nodes) {
                    return None;
                }
                outcome
            }
        };
        Some((outcome.best.expect("there is a legal move"), outcome.value))
    }

    /// Returns the use of the player's clock in the last game, if there is a clock.
    pub fn clock_use(&self) -> Option<ClockUse> {
        match &self.thinking {
            Thinking::Nodes(_) | Thinking::AsProgrammed => None,
            Thinking::Clock(clock) => Some(clock.usage()),
        }
    }
}

/// Reads a file of weights.
pub fn read_weights(path: &Path) -> Result<Weights> {
    Weights::parse(&read_text(path)?).map_err(|error| Error::of_file(path, error))
}
