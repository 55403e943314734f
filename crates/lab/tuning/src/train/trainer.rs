//! The descent: epochs of steps, each by the mean gradient of a batch.

use std::ops::Range;

use cleave_smp::random::mix;
use rayon::prelude::*;

use super::gradient;
use super::net::{self, Net, Row};
use super::shuffle::Shuffle;
use super::target::Target;
use crate::adam::Step;
use crate::positions::Record;

/// The settings of a training, apart from the positions.
#[derive(Clone, Copy)]
pub(super) struct Schedule {
    pub(super) epochs: u32,
    /// Positions of a step.
    pub(super) batch: usize,
    /// About how far a step moves a weight, at most.
    pub(super) rate: f32,
    pub(super) seed: u64,
    pub(super) target: Target,
}

/// The source of the records to learn from.
pub(super) trait Lessons: Sync {
    /// Returns the number of records in an epoch.
    fn count(&self) -> usize;

    /// Returns the records with these numbers in an epoch.
    fn records(&self, epoch: u32, numbers: impl Iterator<Item = usize>) -> Vec<Record>;
}

/// Gives the same records in each epoch.
impl Lessons for [Record] {
    fn count(&self) -> usize {
        self.len()
    }

    // The records are scattered in memory; fetching them together overlaps the waits.
    fn records(&self, _: u32, numbers: impl Iterator<Item = usize>) -> Vec<Record> {
        numbers.map(|number| self[number]).collect()
    }
}

/// A batch is divided into this many parts, for any number of threads, and their gradients are added in order. Neither
/// the number of threads nor their speed therefore changes the result.
const PARTS: usize = 8;

/// The share of a weight that a step of length 1 takes away (Loshchilov and Hutter, 2019), so that weights that no
/// position needs fade.
const DECAY: f32 = 0.01;

/// The share of all steps during which the rate grows, so that Adam learns how steep each weight is.
const WARM_UP: f32 = 0.01;

/// A network in training: all that the next epoch depends on.
pub(super) struct Trainer {
    plan: Schedule,
    pub(super) net: Net,
    /// The means that Adam keeps.
    pub(super) mean: Net,
    pub(super) squares: Net,
    /// Epochs done.
    pub(super) epoch: u32,
    gradients: [Net; PARTS],
}

impl Trainer {
    /// Returns a trainer that begins with this net.
    pub(super) fn new(plan: Schedule, net: Net) -> Trainer {
        let zero = Net::zero();
        Trainer {
            plan,
            net,
            mean: zero.clone(),
            squares: zero.clone(),
            epoch: 0,
            gradients: std::array::from_fn(|_| zero.clone()),
        }
    }

    /// Learns from all lessons once, in an order of its own.
    pub(super) fn epoch<L: Lessons + ?Sized>(&mut self, lessons: &L, mut done: impl FnMut(usize)) {
        let order = Shuffle::new(mix(self.plan.seed) ^ u64::from(self.epoch), lessons.count());
        let steps = lessons.count().div_ceil(self.plan.batch);
        for step in 0..steps {
            let batch = part(0..lessons.count(), step, steps);
            done(batch.len());
            self.add_gradients(batch.clone(), &order, lessons);
            let number = self.epoch as usize * steps + step;
            self.step(batch.len(), number, self.plan.epochs as usize * steps);
        }
        self.epoch += 1;
    }

    /// Finds the gradient of each part of a batch.
    fn add_gradients<L: Lessons + ?Sized>(
        &mut self,
        batch: Range<usize>,
        order: &Shuffle,
        lessons: &L,
    ) {
        let (net, target, epoch) = (&self.net, &self.plan.target, self.epoch);
        self.gradients.par_iter_mut().enumerate().for_each(|(number, gradient)| {
            gradient.rows_mut().fill(Row::ZERO);
            let numbers = part(batch.clone(), number, PARTS).map(|number| order.at(number));
            for record in &lessons.records(epoch, numbers) {
                gradient::add(gradient, net, record, target);
            }
        });
    }

    /// Moves all parameters against the mean of the gradients.
    fn step(&mut self, batch: usize, number: usize, of: usize) {
        const ROWS_A_TASK: usize = 64;
        let rate = self.plan.rate * pace((number as f32 + 0.5) / of as f32);
        let step = Step::new(number as u32 + 1, rate);
        let gradients = &self.gradients;
        let means = self.mean.rows_mut().par_iter_mut().zip(self.squares.rows_mut());
        let rows = self.net.rows_mut().par_iter_mut().zip(means).enumerate();
        rows.with_min_len(ROWS_A_TASK).for_each(|(row, (weights, (mean, squares)))| {
            let mut slopes = Row::ZERO;
            for gradient in gradients {
                let parts = slopes.0.iter_mut().zip(&gradient.rows()[row].0);
                parts.for_each(|(slope, part)| *slope += part);
            }
            slopes.0.iter_mut().for_each(|slope| *slope /= batch as f32);
            weights.0.iter_mut().for_each(|weight| *weight *= 1.0 - rate * DECAY);
            step.apply(&mut weights.0, &mut mean.0, &mut squares.0, &slopes.0);
            let limit = net::limit(row);
            weights.0.iter_mut().for_each(|weight| *weight = weight.clamp(-limit, limit));
        });
    }
}

/// Returns the share of the rate after this share of the steps. It grows at first, and then falls to 0 as a cosine does
/// (Loshchilov and Hutter, 2017).
fn pace(done: f32) -> f32 {
    let falling = 0.5 + 0.5 * (done * std::f32::consts::PI).cos();
    falling * (done / WARM_UP).min(1.0)
}

/// One of several parts of a range, all of the same length or nearly.
fn part(range: Range<usize>, number: usize, of: usize) -> Range<usize> {
    let bound = |number: usize| range.start + range.len() * number / of;
    bound(number)..bound(number + 1)
}
