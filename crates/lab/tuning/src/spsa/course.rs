//! The course of a tuning: one iteration after the other, each written to a file, from which the tuning resumes.

use std::path::Path;

use cleave_kit::experiment::{Entries, Entry};
use cleave_kit::{Error, Result};
use serde::{Deserialize, Serialize};

use super::descent::{Descent, Schedule, Trial, Tuned};
use crate::matches::pair::Engine;

/// The settings of the course: the first line of its file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Setting {
    pub(super) engine: Engine,
    /// As in the command: `nodes 5000`.
    pub(super) limit: String,
    pub(super) margin_ms: u64,
    /// CRC-32 of the file of openings.
    pub(super) openings: u32,
    pub(super) adjudication: bool,
    pub(super) iterations: u32,
    /// Pairs of games of an iteration.
    pub(super) pairs: u32,
    pub(super) rate: f64,
    pub(super) seed: u64,
    pub(super) parameters: Vec<Tuned>,
}

/// An iteration, as the file keeps it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Iteration {
    /// From 1 on.
    pub(super) number: u32,
    pub(super) score: Score,
    /// The values after it, in thousandths, for readers: the scores alone determine the course.
    pub(super) values: Vec<f64>,
}

impl Entry for Iteration {
    type Key = u32;
    type Team = ();

    fn key(&self) -> u32 {
        self.number
    }

    fn team(&self) {}
}

/// The games of the first side against the second.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Score {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
    /// Games that ended because an engine failed; they count as lost by it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) faults: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Score {
    pub(super) fn balance(self) -> i32 {
        self.wins as i32 - self.losses as i32
    }

    pub(super) fn add(&mut self, other: Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.faults += other.faults;
    }
}

/// Compares the two sides of a trial.
pub(super) trait Judge {
    /// # Errors
    /// A program cannot be started.
    fn judge(&mut self, trial: &Trial) -> Result<Score>;
}

/// A tuning under way.
pub(super) struct Course {
    pub(super) descent: Descent,
    pub(super) iterations: Entries<Iteration>,
    /// All games.
    pub(super) score: Score,
}

impl Course {
    /// Goes on after these iterations of the file.
    ///
    /// # Errors
    /// One is missing, or its values do not follow from the scores.
    pub(super) fn resume(
        setting: &Setting,
        path: &Path,
        known: Entries<Iteration>,
    ) -> Result<Course> {
        let Setting { iterations, rate, seed, ref parameters, .. } = *setting;
        let descent = Descent::new(parameters.clone(), Schedule { iterations, rate }, seed);
        let mut course =
            Course { descent, iterations: Entries::<Iteration>::new(), score: Score::default() };
        for iteration in known.into_values() {
            let number = course.descent.done() + 1;
            let trial = course.descent.trial();
            let again = course.learn(&trial, iteration.score);
            if !again.is_like(&iteration) {
                let reason =
                    format!("iteration {number} does not follow from the scores before it");
                return Err(Error::of_file(path, reason));
            }
        }
        Ok(course)
    }

    /// Does the next iteration.
    ///
    /// # Errors
    /// The judge's errors.
    pub(super) fn step(&mut self, judge: &mut impl Judge) -> Result<Iteration> {
        let trial = self.descent.trial();
        let score = judge.judge(&trial)?;
        Ok(self.learn(&trial, score))
    }

    fn learn(&mut self, trial: &Trial, score: Score) -> Iteration {
        self.descent.learn(trial, score.balance());
        self.score.add(score);
        let values =
            self.descent.values().iter().map(|value| (1e3 * value).round() / 1e3).collect();
        let iteration = Iteration { number: trial.iteration, score, values };
        self.iterations.insert(iteration.number, iteration.clone());
        iteration
    }
}

impl Iteration {
    /// Returns true if the values are equal except for the rounding of numbers in a text.
    fn is_like(&self, other: &Iteration) -> bool {
        let mut pairs = self.values.iter().zip(&other.values);
        self.number == other.number
            && self.values.len() == other.values.len()
            && pairs.all(|(one, other)| (one - other).abs() < 2e-3)
    }
}
