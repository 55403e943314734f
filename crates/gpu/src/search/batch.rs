//! Searches the upper plies on the CPU and the rest on lanes, with thousands of questions at a time.

use std::collections::{HashSet, VecDeque};

use super::upper::{Question, Upper};
use super::{Found, Limits, Root, SearchMethod, wait};
use crate::twin::Known;
use crate::{DeviceError, Packed, Test, Tester};

/// A search of the upper plies of the tree on the CPU. Lanes answer the null-window questions at its frontier. A batch
/// has the questions that the tree needs for certain, then those that it needs if its most promising moves disappoint.
/// While lanes answer one batch, the next is prepared.
pub struct Batch {
    /// The plies of the upper tree.
    pub plies: u32,
    /// The maximum number of questions of a batch.
    pub size: usize,
}

/// The bounds of the root that are asked about at the same time, as distances from the guess. If the guess is right,
/// the value is between the first two. The others are further out.
const OFFSETS: [i32; 8] = [0, 1, -8, 9, -32, 33, -128, 129];

impl SearchMethod for Batch {
    fn run(
        &mut self,
        root: &Root,
        limits: &Limits,
        tester: &mut dyn Tester,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<Option<Found>, DeviceError> {
        let mut last: Option<Found> = None;
        let mut upper = Upper::new(root, 1);
        if upper.best().is_none() {
            return Ok(None);
        }
        let mut counts = (0, 0);
        for depth in 1..=limits.depth {
            // A lane has at least one ply, after the first depth.
            let plies = self.plies.min(depth - 1).max(1);
            if plies != upper.plies() {
                upper = Upper::new(root, plies);
            }
            upper.reset(root, depth);
            let guess = last.as_ref().map_or(0, |found| found.value);
            if !self.settle(&mut upper, guess, depth, tester, limits, &mut counts)? {
                return Ok(last);
            }
            let (nodes, tests) = counts;
            let found = Found { depth, value: upper.known().low, best: upper.best(), nodes, tests };
            tell(&found);
            last = Some(found);
        }
        Ok(last)
    }
}

impl Batch {
    /// Asks until the value of the root is known. Returns false if the search is stopped. Counts nodes and questions.
    fn settle(
        &self,
        upper: &mut Upper,
        mut guess: i32,
        depth: u32,
        tester: &mut dyn Tester,
        limits: &Limits,
        counts: &mut (u64, u64),
    ) -> Result<bool, DeviceError> {
        let mut asked = HashSet::new();
        let mut free = vec![1, 0];
        let mut flying: VecDeque<(usize, Vec<Question>)> = VecDeque::new();
        let mut reach = 1;
        while upper.known().low < upper.known().high {
            while let Some(slot) = free.pop() {
                let list = self.next_batch(upper, guess, reach, tester.capacity(), &mut asked);
                if list.is_empty() {
                    free.push(slot);
                    break;
                }
                let test = |&(leaf, bound): &Question| Test {
                    position: Packed::new(upper.position(leaf)),
                    bound,
                    depth: depth - upper.plies(),
                };
                tester.begin(slot, &list.iter().map(test).collect::<Vec<_>>())?;
                counts.1 += list.len() as u64;
                flying.push_back((slot, list));
            }
            let Some((slot, questions)) = flying.pop_front() else { break };
            let Some(answers) = wait(tester, slot, limits)? else { return Ok(false) };
            free.push(slot);
            counts.0 += answers.iter().map(|answer| u64::from(answer.nodes)).sum::<u64>();
            upper.learn(questions.into_iter().zip(answers.iter().map(|answer| answer.reaches)));
            let better = guess.clamp(upper.known().low, upper.known().high);
            reach = if better == guess { reach } else { (2 * reach).min(256) };
            guess = better;
        }
        Ok(true)
    }

    /// Returns the next questions: first about the bounds nearest to the guess, then about the middle of the possible
    /// range.
    fn next_batch(
        &self,
        upper: &Upper,
        guess: i32,
        reach: i32,
        capacity: usize,
        asked: &mut HashSet<Question>,
    ) -> Vec<Question> {
        let Known { low, high } = upper.known();
        let far = OFFSETS
            .iter()
            .map(|&offset| guess + if offset.abs() > 1 { offset * reach } else { offset });
        let bounds = far.chain([low + (high - low + 1) / 2]);
        let bounds: Vec<i32> = bounds.filter(|&bound| bound > low && bound <= high).collect();
        upper.questions(&bounds, guess, self.size.min(capacity), asked)
    }
}
