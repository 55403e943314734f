//! The judge of a tuning: games of the program with one set of values against the same with another.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use cleave_board::Position;
use cleave_kit::games::game::{Adjudication, GameResult};
use cleave_kit::games::random::Random;
use cleave_kit::{Error, Result};
use cleave_smp::random::mix;

use super::course::{Judge, Score};
use super::descent::Trial;
use crate::matches::contestant::{Contestant, Setup, Timing};
use crate::matches::game;

/// Plays both colours of each opening, several games at once.
pub(super) struct Games {
    /// The names of the options, in the order of the values.
    options: Vec<String>,
    openings: Vec<Position>,
    adjudication: Adjudication,
    /// Pairs of games of a trial.
    pairs: u32,
    /// Two engines for each game at once.
    players: Vec<[Contestant; 2]>,
}

impl Games {
    /// Games of the program in this setup, which has the options, from all openings in a random order.
    pub(super) fn new(
        (setup, timing): (&Setup, Timing),
        options: Vec<String>,
        openings: Vec<Position>,
        adjudication: Adjudication,
        pairs: u32,
        concurrency: usize,
    ) -> Games {
        let engine = || Contestant::new(setup.clone(), timing);
        let concurrency = concurrency.min(2 * pairs as usize);
        let players = (0..concurrency).map(|_| [engine(), engine()]).collect();
        Games { options, openings, adjudication, pairs, players }
    }
}

/// Returns the openings in an order that the seed determines.
pub(super) fn shuffled(mut openings: Vec<Position>, seed: u64) -> Vec<Position> {
    let mut random = Random::seeded(mix(seed));
    for place in (1..openings.len()).rev() {
        openings.swap(place, random.below(place + 1));
    }
    openings
}

impl Judge for Games {
    fn judge(&mut self, trial: &Trial) -> Result<Score> {
        let options = trial.sides.each_ref().map(|values| {
            let options = self.options.iter().cloned();
            options.zip(values.iter().map(i32::to_string)).collect::<Vec<_>>()
        });
        let round = Round {
            openings: &self.openings,
            adjudication: &self.adjudication,
            first: u64::from(trial.iteration - 1) * u64::from(self.pairs),
            games: 2 * self.pairs,
            next: AtomicU32::new(0),
            stop: AtomicBool::new(false),
            outcome: Mutex::new(Ok(Score::default())),
        };
        thread::scope(|scope| {
            for players in &mut self.players {
                let (round, options) = (&round, &options);
                scope.spawn(move || {
                    for (player, options) in players.iter_mut().zip(options) {
                        player.set(options);
                    }
                    round.work(players);
                });
            }
        });
        round.outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The games of a trial.
struct Round<'g> {
    openings: &'g [Position],
    adjudication: &'g Adjudication,
    /// The number of the first pair, of all since the beginning.
    first: u64,
    games: u32,
    next: AtomicU32,
    stop: AtomicBool,
    /// The score so far, or the first error.
    outcome: Mutex<Result<Score, Error>>,
}

impl Round<'_> {
    /// Plays games until none is left.
    fn work(&self, players: &mut [Contestant; 2]) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games || self.stop.load(Ordering::Relaxed) {
                return;
            }
            let played = self.game(number, players);
            let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
            match (played, outcome.as_mut()) {
                (Ok(score), Ok(sum)) => sum.add(score),
                (Err(error), Ok(_)) => {
                    self.stop.store(true, Ordering::Relaxed);
                    *outcome = Err(error);
                }
                (_, Err(_)) => {}
            }
        }
    }

    /// Plays the game of this number: even numbers with the first side as White, odd ones as Black.
    fn game(&self, number: u32, [first, second]: &mut [Contestant; 2]) -> Result<Score> {
        let pair = self.first + u64::from(number / 2);
        let opening = self.openings[(pair % self.openings.len() as u64) as usize];
        let is_white = number.is_multiple_of(2);
        let players = if is_white { [first, second] } else { [second, first] };
        // None is played if another game could not be.
        let Some(played) = game::play(opening, players, self.adjudication, &self.stop)? else {
            return Ok(Score::default());
        };
        let mut score = Score { faults: played.fault.is_some().into(), ..Score::default() };
        match played.result {
            GameResult::Draw => score.draws = 1,
            GameResult::WhiteWins if is_white => score.wins = 1,
            GameResult::BlackWins if !is_white => score.wins = 1,
            _ => score.losses = 1,
        }
        Ok(score)
    }
}
