//! A player: a searcher with weights, and a limit for each move or a clock for the game.

use std::path::Path;

use cleave_board::{Key, Move, Position, Value};
use cleave_eval::{Evaluator, Weights};
use cleave_search::team::Algorithm;
use cleave_search::{Evaluation, Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_smp_lab::virtual_time::{Machine, Ticks};

use super::clock::{ClockUse, GameClock};
use crate::chess::VirtualSearch;
use crate::error::{Error, Result};
use crate::files::read_text;
use crate::virtual_cluster::VirtualCluster;

/// The limit of a player's searches.
#[derive(Clone, Debug)]
pub enum Thinking {
    /// Nodes for each move.
    Nodes(u64),
    /// Virtual time for each move.
    VirtualTime(Ticks),
    /// A clock for the game.
    Clock(GameClock),
}

/// Table size in MiB that suits some thousand nodes a move.
pub const SMALL_HASH: usize = 4;

/// Who plays one side of a game.
pub struct Player {
    program: Program,
    thinking: Thinking,
}

/// What searches for a player.
enum Program {
    One(Box<Searcher>),
    Virtual(Box<Searcher>, Box<Machine>),
    Cluster(Box<VirtualCluster>),
}

impl Player {
    /// A player with the weights in a file, or with the built-in ones.
    pub fn new(weights: Option<&Path>, thinking: Thinking, hash: usize) -> Result<Player> {
        let evaluation = match weights {
            Some(path) => Evaluation::HandWritten(Evaluator::with_weights(read_weights(path)?)),
            None => Evaluation::default(),
        };
        Player::evaluating(evaluation, thinking, hash)
    }

    /// A player with this evaluation.
    pub fn evaluating(evaluation: Evaluation, thinking: Thinking, hash: usize) -> Result<Player> {
        let mut searcher = Searcher::new(hash)?;
        searcher.set_evaluation(evaluation);
        Ok(Player { program: Program::One(Box::new(searcher)), thinking })
    }

    /// A team on this machine, with so much virtual time for each move.
    pub fn virtually(
        algorithm: Algorithm,
        machine: Machine,
        time: Ticks,
        hash: usize,
    ) -> Result<Player> {
        let mut searcher = Searcher::new(hash)?;
        searcher.set_algorithm(algorithm);
        searcher.make_room_for(machine.workers)?;
        Ok(Player {
            program: Program::Virtual(Box::new(searcher), Box::new(machine)),
            thinking: Thinking::VirtualTime(time),
        })
    }

    /// A cluster, with so much virtual time for each move.
    pub fn cluster(cluster: VirtualCluster, time: Ticks) -> Player {
        Player {
            program: Program::Cluster(Box::new(cluster)),
            thinking: Thinking::VirtualTime(time),
        }
    }

    /// Changes the limit of the searches.
    pub fn set_thinking(&mut self, thinking: Thinking) {
        self.thinking = thinking;
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        match &mut self.program {
            Program::One(searcher) | Program::Virtual(searcher, _) => searcher.new_game(),
            Program::Cluster(cluster) => cluster.new_game(),
        }
        if let Thinking::Clock(clock) = &mut self.thinking {
            clock.reset();
        }
    }

    /// The move to play and its value for the side to move; `None` if the flag falls first. There must
    /// be a legal move.
    pub fn think(&mut self, position: &Position, history: &[Key]) -> Option<(Move, Value)> {
        let root = Root { position: *position, history: history.to_vec() };
        let outcome = match &mut self.thinking {
            Thinking::Nodes(nodes) => {
                let limits = Limits { nodes: Some(*nodes), ..Limits::default() };
                self.program.search(&root, &limits, None)
            }
            Thinking::VirtualTime(time) => {
                self.program.search(&root, &Limits::default(), Some(*time))
            }
            Thinking::Clock(game_clock) => {
                let (clock, pace) = game_clock.limit();
                let limits = Limits { clock, pace, ..Limits::default() };
                let timer = game_clock.start();
                let outcome = self.program.search(&root, &limits, None);
                if !game_clock.stop(&timer, outcome.nodes) {
                    return None;
                }
                outcome
            }
        };
        Some((outcome.best.expect("there is a legal move"), outcome.value))
    }

    /// The use of the player's clock in the last game, if there is a clock.
    pub fn clock_use(&self) -> Option<ClockUse> {
        match &self.thinking {
            Thinking::Nodes(_) | Thinking::VirtualTime(_) => None,
            Thinking::Clock(clock) => Some(clock.usage()),
        }
    }
}

impl Program {
    fn search(&mut self, root: &Root, limits: &Limits, time: Option<Ticks>) -> Outcome {
        match self {
            Program::One(searcher) => searcher.search(root, limits, &mut Undisturbed),
            Program::Virtual(searcher, machine) => {
                let search = VirtualSearch { machine: **machine, time };
                let found = search.run(searcher, root, limits, &mut Undisturbed);
                found.expect("there is room for the workers").0
            }
            Program::Cluster(cluster) => cluster.search(root, limits, time).0,
        }
    }
}

/// Reads a file of weights.
pub fn read_weights(path: &Path) -> Result<Weights> {
    Weights::parse(&read_text(path)?).map_err(|error| Error::of_file(path, error))
}
