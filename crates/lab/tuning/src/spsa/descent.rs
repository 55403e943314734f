//! Simultaneous perturbation stochastic approximation (Spall 1992), with the gains that Spall (1998) advises.
//!
//! A step perturbs all parameters at once, each up or down at random, and compares both sides. One noisy comparison
//! gives for all parameters at once the direction in which they should go. It says little, but the same number of games
//! would say no more of a single one.

use cleave_kit::games::random::Random;
use cleave_smp::random::mix;
use serde::{Deserialize, Serialize};

/// A parameter to tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Tuned {
    pub(super) name: String,
    pub(super) start: i32,
    pub(super) least: i32,
    pub(super) most: i32,
    /// By how much the last iteration perturbs it.
    pub(super) step: i32,
}

/// How perturbations and steps shrink.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// The number of iterations.
    pub(super) iterations: u32,
    /// How far a won game moves a parameter at the end, in its steps.
    pub(super) rate: f64,
}

/// Exponents of the gains (Spall 1998), and the share of the iterations that holds the first steps back.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
const STABILITY: f64 = 0.1;

impl Schedule {
    /// c_k = c / k^0.101: the perturbation of this iteration, from 1 on, in steps of each parameter. The last
    /// is 1.
    fn perturbation(self, iteration: u32) -> f64 {
        (f64::from(self.iterations) / f64::from(iteration)).powf(GAMMA)
    }

    /// a_k / c_k with a_k = a / (A + k)^0.602: how far a won game of this iteration moves each
    /// parameter, in its steps.
    fn gain(self, iteration: u32) -> f64 {
        let all = f64::from(self.iterations);
        let held_back = STABILITY * all;
        let shrunk = ((held_back + all) / (held_back + f64::from(iteration))).powf(ALPHA);
        self.rate * shrunk / self.perturbation(iteration)
    }
}

/// Parameters on their way.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    parameters: Vec<Tuned>,
    schedule: Schedule,
    seed: u64,
    /// A real number for each parameter.
    values: Vec<f64>,
    /// The number of iterations so far.
    done: u32,
}

/// The two sides of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Trial {
    /// The number of the iteration, from 1 on.
    pub(super) iteration: u32,
    /// The values of the two sides.
    pub(super) sides: [Vec<i32>; 2],
    /// For each parameter: 1 if the first side has more of it, or -1.
    signs: Vec<f64>,
}

impl Descent {
    pub(super) fn new(parameters: Vec<Tuned>, schedule: Schedule, seed: u64) -> Descent {
        let values = parameters.iter().map(|parameter| parameter.start.into()).collect();
        Descent { parameters, schedule, seed, values, done: 0 }
    }

    pub(super) fn parameters(&self) -> &[Tuned] {
        &self.parameters
    }

    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    pub(super) fn done(&self) -> u32 {
        self.done
    }

    /// Returns the comparison of the next iteration. The seed and the number of the iteration determine its random
    /// choices. A resumed descent therefore goes on as if it had not been broken off.
    pub(super) fn trial(&self) -> Trial {
        let iteration = self.done + 1;
        let mut random = Random::seeded(mix(self.seed ^ mix(iteration.into())));
        let perturbation = self.schedule.perturbation(iteration);
        let mut trial = Trial { iteration, sides: [Vec::new(), Vec::new()], signs: Vec::new() };
        for (parameter, &value) in self.parameters.iter().zip(&self.values) {
            let sign = if random.below(2) == 0 { -1.0 } else { 1.0 };
            let change = sign * perturbation * f64::from(parameter.step);
            let threshold = random.below(RESOLUTION) as f64 / RESOLUTION as f64;
            for (side, change) in trial.sides.iter_mut().zip([change, -change]) {
                side.push(parameter.rounded(value + change, threshold));
            }
            trial.signs.push(sign);
        }
        trial
    }

    /// Moves all parameters towards the first side of the trial, by the number of games that it won beyond its losses.
    pub(super) fn learn(&mut self, trial: &Trial, balance: i32) {
        let steps = f64::from(balance) * self.schedule.gain(trial.iteration);
        let values = self.values.iter_mut().zip(&self.parameters).zip(&trial.signs);
        for ((value, parameter), sign) in values {
            let (least, most) = (f64::from(parameter.least), f64::from(parameter.most));
            *value = (*value + sign * steps * f64::from(parameter.step)).clamp(least, most);
        }
        self.done = trial.iteration;
    }
}

/// Random shares are multiples of the inverse.
const RESOLUTION: usize = 1 << 24;

impl Tuned {
    /// Returns a value as the engine takes it: up if its fraction is at least 1 less the threshold. With random
    /// thresholds the mean of many iterations is the real number, so that a tenth of a unit counts as such. With
    /// rounding to the nearest, small steps would have no effect until they add up to a half. Both sides have the same
    /// threshold, so that chance does not blur their difference.
    fn rounded(&self, value: f64, threshold: f64) -> i32 {
        let within = value.clamp(self.least.into(), self.most.into());
        (within + threshold).floor() as i32
    }

    /// Returns the change from the start, in steps.
    pub(super) fn steps(&self, value: f64) -> f64 {
        (value - f64::from(self.start)) / f64::from(self.step)
    }
}
