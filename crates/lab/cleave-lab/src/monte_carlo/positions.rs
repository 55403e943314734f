//! Hard positions of Connect Four, with their exact values by the solver.

use cleave_games::connect_four::{ConnectFour, LightPlayouts, Position, Solver};
use cleave_kit::parallel;
use cleave_kit::processors;
use cleave_kit::progress;
use cleave_mcts::{Params, Random, Search, Settings};

/// A position, and the columns that keep its value.
#[derive(Clone, Copy)]
pub(super) struct Hard {
    pub(super) game: ConnectFour,
    best: u8,
}

impl Hard {
    /// Whether the move is one of the best.
    pub(super) fn is_solved_by(&self, column: u32) -> bool {
        self.best >> column & 1 == 1
    }
}

/// Stones of the positions.
const STONES: (u32, u32) = (14, 20);
/// A position is hard if this many of the trials with this many playouts fail.
const TRIALS: (u64, usize) = (4, 3);
const PLAYOUTS: u64 = 100;
/// Candidates at a time.
const BATCH: usize = 256;

/// Returns the first `number` hard positions of a fixed sequence of random ones.
pub(super) fn hard(number: usize) -> Vec<Hard> {
    first(number, is_hard)
}

/// Returns the first `number` positions of that sequence in which few moves are best, hard or not. No search has chosen
/// them, so they favor no search.
pub(super) fn unselected(number: usize) -> Vec<Hard> {
    first(number, |_| true)
}

/// Returns the first `number` positions that are wanted.
fn first(number: usize, is_wanted: impl Fn(&Hard) -> bool + Sync) -> Vec<Hard> {
    let mut solvers: Vec<Solver> =
        (0..processors::available()).map(|_| Solver::default()).collect();
    let bar = progress::bar("positions", number as u64);
    let mut found = Vec::new();
    let mut next = 0;
    while found.len() < number {
        let batch = parallel::each(&mut solvers, BATCH, None, |solver, piece| {
            let position = candidate(next + piece as u64)?;
            solve(solver, position).filter(|solved| is_wanted(solved))
        });
        next += BATCH as u64;
        found.extend(batch.into_iter().flatten().flatten());
        bar.set_position(found.len().min(number) as u64);
    }
    bar.finish_and_clear();
    found.truncate(number);
    found
}

/// Returns a random position without an immediate win for either side.
fn candidate(number: u64) -> Option<Position> {
    let mut random = Random::of(4, number);
    let stones = STONES.0 + random.below(STONES.1 - STONES.0 + 1);
    let position = Position::random(stones, &mut random)?;
    (position.wins(position.own) & position.playable() == 0).then_some(position)
}

/// Returns the position with its solution, if few moves are best.
fn solve(solver: &mut Solver, position: Position) -> Option<Hard> {
    let best = solver.best_columns(position);
    let moves = position.playable().count_ones();
    if best.count_ones() > 3 || best.count_ones() == moves {
        return None;
    }
    Some(Hard { game: ConnectFour::of(position)?, best })
}

/// Returns true if few playouts do not find the best moves.
fn is_hard(position: &Hard) -> bool {
    let fails = (0..TRIALS.0).filter(|&seed| {
        let settings = Settings {
            seed: u64::MAX - seed,
            memory: 1 << 15,
            params: Params::default(),
            ..Settings::default()
        };
        let mut search = Search::new(&position.game, &settings, |_| LightPlayouts);
        search.run_sequentially(PLAYOUTS);
        search.best().is_none_or(|best| !position.is_solved_by(best.mv.0))
    });
    fails.count() >= TRIALS.1
}
