//! The contest: which searches are made in the time given, and when a value is set.
//!
//! Each value of an option challenges the value in force. The contest ends in time on any machine. A search that is not
//! done when the time is up does not count. No search begins once the rest of the time is shorter than the slowest
//! preparation of a search so far. The contest names the values for which it had no time.

use std::time::Duration;

use cleave_board::Position;
use cleave_search::{Limits, bench};

use super::duel::{Duel, FEWEST};
use super::plan::Trial;
use crate::refusal::{Refusal, Reply};

/// The shortest search that is timed. The noise of shorter ones is larger than any gain.
const SHORTEST: Duration = Duration::from_millis(30);

/// The share of the time for finding out how deep to search.
const FOR_DEPTH: u32 = 10;

/// The positions with which the depth is found. They are also the first of each duel.
const SAMPLE: usize = FEWEST;

/// The least time of the searches that come before a timed search with another value. They start the workers, and the
/// workers touch their memory.
const WARM_UP: Duration = Duration::from_millis(20);

/// Such searches are this many plies shallower than timed ones.
const SHALLOWER: u32 = 2;

/// The place of the contest: the engine.
pub trait Ring {
    /// Returns the value of an option.
    fn value(&self, option: &str) -> String;

    /// Sets an option.
    ///
    /// # Errors
    /// The option cannot have this value.
    fn set(&mut self, option: &str, value: &str) -> Reply;

    /// Returns the time since the contest began.
    fn elapsed(&self) -> Duration;

    /// Searches a position to this depth with cleared tables. Returns the time of the search without the clearing, or
    /// `None` if it was not done when `elapsed` reached `until`.
    ///
    /// # Errors
    /// The user has stopped it.
    fn search(
        &mut self,
        position: &Position,
        depth: u32,
        until: Duration,
    ) -> Result<Option<Duration>, Refusal>;

    /// Shows a line to the user.
    fn say(&mut self, line: &str);
}

/// The reason why searching ends early.
enum End {
    TimeIsUp,
    Refused(Refusal),
}

impl From<Refusal> for End {
    fn from(refusal: Refusal) -> End {
        End::Refused(refusal)
    }
}

/// Lets all values compete in this time. Keeps those that are faster. Returns the options that have changed.
///
/// # Errors
/// The user has stopped it, or an option cannot have a value. All options have their old values.
pub fn hold(
    ring: &mut dyn Ring,
    trials: &[Trial],
    time: Duration,
) -> Result<Vec<&'static str>, Refusal> {
    let before: Vec<String> = trials.iter().map(|trial| ring.value(trial.option)).collect();
    let positions = bench::positions().collect();
    let mut contest =
        Contest { ring, positions, time, preparation: Duration::ZERO, is_warm: false };
    let held = contest.try_all(trials);
    let ring = contest.ring;
    if let Err(refusal) = held {
        for (trial, value) in trials.iter().zip(&before) {
            // The option had this value. If the system refuses it now, the others shall be set all the same.
            if let Err(error) = ring.set(trial.option, value) {
                log::warn!("{} cannot be {value} again: {error:?}", trial.option);
            }
        }
        return Err(refusal);
    }
    let is_new = |(trial, before): &(&Trial, &String)| ring.value(trial.option) != **before;
    Ok(trials.iter().zip(&before).filter(is_new).map(|(trial, _)| trial.option).collect())
}

struct Contest<'r> {
    ring: &'r mut dyn Ring,
    positions: Vec<Position>,
    time: Duration,
    /// The longest time so far in which a search was prepared: tables cleared, workers started.
    preparation: Duration,
    /// The workers have searched with the values that are set.
    is_warm: bool,
}

impl Contest<'_> {
    /// Lets all values compete, each for the same share of the time that is left.
    fn try_all(&mut self, trials: &[Trial]) -> Reply {
        let mut challengers: Vec<(&Trial, &String)> = Vec::new();
        for trial in trials {
            let in_force = self.ring.value(trial.option);
            let values = trial.values.iter().filter(|value| **value != in_force);
            challengers.extend(values.map(|value| (trial, value)));
        }
        let count = challengers.len().max(1) as u32;
        let share = self.time * (FOR_DEPTH - 1) / FOR_DEPTH / count;
        let depth = match self.depth_for((share / (5 * FEWEST as u32)).max(SHORTEST)) {
            Ok(depth) => Some(depth),
            Err(End::TimeIsUp) => None,
            Err(End::Refused(refusal)) => return Err(refusal),
        };
        let mut untried = Vec::new();
        for (index, &(Trial { option, .. }, value)) in challengers.iter().enumerate() {
            let left = self.time.saturating_sub(self.ring.elapsed());
            let share = left / (challengers.len() - index) as u32;
            let in_force = self.ring.value(option);
            let duel = match depth {
                Some(depth) => self.duel(option, [value, &in_force], depth, share)?,
                None => Duel::default(),
            };
            let is_won = duel.is_won();
            self.put(option, if is_won { value } else { &in_force })?;
            if duel.pairs() < FEWEST {
                untried.push(format!("{option} {value}"));
                continue;
            }
            let verdict = if is_won { "is faster" } else { "stays out" };
            self.ring.say(&format!(
                "{option} {value} takes {duel} of the time of {in_force}, and {verdict}"
            ));
        }
        if !untried.is_empty() {
            self.ring.say(&format!("There was no time for {}.", untried.join(", ")));
        }
        Ok(())
    }

    /// Returns the depth at which a search takes about this long, or as long as there is time to find out.
    fn depth_for(&mut self, wanted: Duration) -> Result<u32, End> {
        for depth in 4..Limits::DEEPEST {
            let mut all = Duration::ZERO;
            for index in 0..SAMPLE {
                all += self.time_of(index, depth)?;
            }
            let is_late = self.ring.elapsed() >= self.time / FOR_DEPTH;
            let enough = if is_late { SHORTEST } else { wanted };
            if all >= enough * SAMPLE as u32 {
                return Ok(depth);
            }
        }
        Ok(Limits::DEEPEST)
    }

    /// Searches positions with two values of an option by turns, until the time is up.
    fn duel(
        &mut self,
        option: &str,
        values: [&String; 2],
        depth: u32,
        time: Duration,
    ) -> Result<Duel, Refusal> {
        let until = self.ring.elapsed() + time;
        let mut duel = Duel::default();
        for round in 0.. {
            if round >= FEWEST && self.ring.elapsed() >= until {
                break;
            }
            match self.pair(option, values, depth, round) {
                Ok([challenger, in_force]) => duel.add(challenger, in_force),
                Err(End::TimeIsUp) => break,
                Err(End::Refused(refusal)) => return Err(refusal),
            }
        }
        Ok(duel)
    }

    /// Returns the times of a search with each of two values.
    fn pair(
        &mut self,
        option: &str,
        values: [&String; 2],
        depth: u32,
        round: usize,
    ) -> Result<[Duration; 2], End> {
        let mut times = [Duration::ZERO; 2];
        // The first of two searches may be at a disadvantage. The second is also the first of the next round, with the
        // same workers.
        for turn in 0..2 {
            let at = (round + turn) % 2;
            self.put(option, values[at])?;
            self.warm_up(round, depth)?;
            times[at] = self.time_of(round, depth)?;
        }
        Ok(times)
    }

    /// Sets an option unless it has the value. To set it may dismiss the workers.
    fn put(&mut self, option: &str, value: &str) -> Reply {
        if self.ring.value(option) != value {
            self.is_warm = false;
            self.ring.set(option, value)?;
        }
        Ok(())
    }

    /// Searches until the workers are there and have touched their memory.
    fn warm_up(&mut self, position: usize, depth: u32) -> Result<(), End> {
        let mut searched = Duration::ZERO;
        while !self.is_warm {
            let depth = depth.saturating_sub(SHALLOWER).max(1);
            // A search may be too short for the clock.
            searched += self.time_of(position, depth)?.max(Duration::from_micros(100));
            self.is_warm = searched >= WARM_UP;
        }
        Ok(())
    }

    /// Returns the time of a search of one of the positions to this depth.
    fn time_of(&mut self, position: usize, depth: u32) -> Result<Duration, End> {
        let begun = self.ring.elapsed();
        if begun + self.preparation >= self.time {
            return Err(End::TimeIsUp);
        }
        let position = &self.positions[position % self.positions.len()];
        let searched = self.ring.search(position, depth, self.time)?.ok_or(End::TimeIsUp)?;
        let preparation = (self.ring.elapsed() - begun).saturating_sub(searched);
        self.preparation = self.preparation.max(preparation);
        Ok(searched)
    }
}

#[cfg(test)]
mod tests;
