//! Features: the weights that a position uses, with their counts. They are the input of the tuner.
//!
//! The evaluation is linear in its weights except for king danger, which is squared. To find the
//! features, the same terms run on a table that holds the index of each weight in place of the
//! weight, with a tally that counts indices. So the features cannot disagree with the evaluation.

use cleave_board::{Color, Position};

use crate::evaluator::{self, Facts};
use crate::material::FULL_PHASE;
use crate::scale::{self, Scale};
use crate::tally::{Tally, Term};
use crate::{Black, Side, WEIGHT_COUNT, Weights, White, endgames, material, pawns, shelter};

/// The index of a weight in the flat list, and its count.
pub type Count = (u16, i16);

/// The weights that a position uses.
#[derive(Clone, PartialEq, Debug)]
pub struct Features {
    /// The count of each weight for White, minus the count for Black.
    pub linear: Vec<Count>,
    /// The danger to each side's king. Empty if the evaluation ignores it.
    pub danger: [Vec<Count>; 2],
    /// The share of the middlegame half, 0 to 1.
    pub middlegame: f32,
    /// The scale of both halves, 0 to 1: if White is ahead, and if Black is ahead.
    pub scale: [(f32, f32); 2],
}

/// Returns the features of a position, or `None` for a known ending, in which no weight counts.
pub fn features(position: &Position) -> Option<Features> {
    if endgames::probe(position).is_some() {
        return None;
    }
    let numbers = Weights::from_flat(&std::array::from_fn(|number| number as u16));
    let mut counts = Counts::new();
    let pawns = pawns::evaluate(position, &numbers, &mut counts);
    shelter::evaluate::<White, Counts>(position, &pawns, &numbers, &mut counts);
    shelter::evaluate::<Black, Counts>(position, &pawns, &numbers, &mut counts);
    let material = material::evaluate(position, &numbers, &mut counts);
    let facts = Facts { pawns: &pawns, material: &material };
    evaluator::tempo(position, &numbers, &mut counts);
    evaluator::pieces(position, facts, &numbers, &mut counts);
    let share = |factor: i32, whole: i32| factor as f32 / whole as f32;
    let scale =
        [scale::factor::<White>(position, &pawns), scale::factor::<Black>(position, &pawns)];
    Some(Features {
        linear: sparse(&counts.linear),
        danger: Color::ALL.map(|color| match counts.settled[color.index()] {
            true => sparse(&counts.danger[color.index()]),
            false => Vec::new(),
        }),
        middlegame: share(material.phase, FULL_PHASE),
        scale: scale.map(|scale| (share(scale.mg, Scale::FULL), share(scale.eg, Scale::FULL))),
    })
}

/// Returns the non-zero counts.
fn sparse(counts: &[i16]) -> Vec<Count> {
    counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count != 0)
        .map(|(number, &count)| (number as u16, count))
        .collect()
}

/// The tally for the tuner.
struct Counts {
    linear: Vec<i16>,
    danger: [Vec<i16>; 2],
    settled: [bool; 2],
}

impl Counts {
    fn new() -> Counts {
        let none = || vec![0; WEIGHT_COUNT];
        Counts { linear: none(), danger: [none(), none()], settled: [false; 2] }
    }
}

impl Tally for Counts {
    type Weight = u16;

    fn add<S: Side>(&mut self, _: Term, number: u16, count: i32) {
        let sign = if S::COLOR.is_white() { 1 } else { -1 };
        self.linear[usize::from(number)] += (sign * count) as i16;
    }

    fn endanger<S: Side>(&mut self, number: u16, count: i32) {
        self.danger[S::COLOR.index()][usize::from(number)] += count as i16;
    }

    fn settle_danger<S: Side>(&mut self) {
        self.settled[S::COLOR.index()] = true;
    }
}
