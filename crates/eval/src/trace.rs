//! Explains an evaluation term by term.

use std::fmt;

use cleave_board::{Color, Position, Value};

use crate::evaluator::{self, Facts, Taper};
use crate::scale::Scale;
use crate::tally::{Tally, Term, danger_cost};
use crate::{Black, Score, Side, Weights, White, endgames, material, pawns, shelter};

/// An evaluation in parts. `Display` writes a table, in pawns.
#[derive(Clone, Debug)]
pub struct Trace {
    parts: Parts,
    basis: Basis,
    value: Value,
    side: Color,
}

/// The basis of the value.
#[derive(Clone, Copy, Debug)]
enum Basis {
    /// A known ending, for which the terms do not count. The value is from White's point of view.
    Known(i32),
    Tapered(Taper),
}

/// Explains the evaluation of a position with these weights.
pub fn trace(position: &Position, weights: &Weights) -> Trace {
    let mut parts = Parts::default();
    let pawns = pawns::evaluate(position, weights, &mut parts);
    shelter::evaluate::<White, Parts>(position, &pawns, weights, &mut parts);
    shelter::evaluate::<Black, Parts>(position, &pawns, weights, &mut parts);
    let material = material::evaluate(position, weights, &mut parts);
    let facts = Facts { pawns: &pawns, material: &material };
    evaluator::tempo(position, weights, &mut parts);
    evaluator::pieces(position, facts, weights, &mut parts);
    let (basis, white) = match endgames::probe(position) {
        Some(value) => (Basis::Known(value), value),
        None => {
            let taper = Taper::new(position, parts.total(), facts);
            (Basis::Tapered(taper), taper.value())
        }
    };
    Trace { parts, basis, value: evaluator::finish(position, white), side: position.side() }
}

impl Trace {
    /// Returns the value for the side to move, like
    /// [`Evaluator::evaluate`](crate::Evaluator::evaluate).
    pub fn value(&self) -> Value {
        self.value
    }

    /// Returns the score of a term for a side.
    pub fn term(&self, term: Term, side: Color) -> Score {
        self.parts.scores[term as usize][side.index()]
    }

    /// Returns White's terms minus Black's.
    pub fn total(&self) -> Score {
        self.parts.total()
    }

    /// Returns the value of a known ending from White's point of view. The terms do not count then.
    pub fn known_ending(&self) -> Option<i32> {
        match self.basis {
            Basis::Known(value) => Some(value),
            Basis::Tapered(_) => None,
        }
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let cell = |score: Score| {
            format!("{:6.2} {:6.2}", f64::from(score.mg()) / 100.0, f64::from(score.eg()) / 100.0)
        };
        writeln!(f, "{:16} | {:^13} | {:^13} | {:^13}", "Term", "White", "Black", "Total")?;
        writeln!(f, "{:16} | {:^13} | {:^13} | {:^13}", "", "MG     EG", "MG     EG", "MG     EG")?;
        let rule = format!("{:-<17}+{:-<15}+{:-<15}+{:-<14}", "", "", "", "");
        writeln!(f, "{rule}")?;
        for term in Term::ALL {
            let [white, black] = Color::ALL.map(|side| self.term(term, side));
            let (w, b, total) = (cell(white), cell(black), cell(white - black));
            writeln!(f, "{:16} | {w} | {b} | {total}", term.name())?;
        }
        writeln!(f, "{rule}")?;
        writeln!(f, "{:16} | {:13} | {:13} | {}", "Total", "", "", cell(self.total()))?;
        match self.basis {
            Basis::Known(_) => writeln!(f, "A known ending: the terms above do not count.")?,
            Basis::Tapered(taper) => {
                let (phase, full) = (taper.phase, crate::material::FULL_PHASE);
                let (mg, eg, whole) = (taper.scale.mg, taper.scale.eg, Scale::FULL);
                writeln!(
                    f,
                    "Phase {phase}/{full}; halves scaled by {mg}/{whole} and {eg}/{whole}."
                )?;
            }
        }
        let side = if self.side == Color::White { "White" } else { "Black" };
        write!(f, "Value for {side}, to move: {}", self.value)
    }
}

/// The tally for a trace.
#[derive(Clone, Default, Debug)]
struct Parts {
    scores: [[Score; 2]; Term::ALL.len()],
    danger: [Score; 2],
}

impl Parts {
    fn total(&self) -> Score {
        let mut total = Score::ZERO;
        for [white, black] in self.scores {
            total += white - black;
        }
        total
    }
}

impl Tally for Parts {
    type Weight = Score;

    fn add<S: Side>(&mut self, term: Term, weight: Score, count: i32) {
        self.scores[term as usize][S::COLOR.index()] += weight * count;
    }

    fn endanger<S: Side>(&mut self, weight: Score, count: i32) {
        self.danger[S::COLOR.index()] += weight * count;
    }

    fn settle_danger<S: Side>(&mut self) {
        let side = S::COLOR.index();
        self.scores[Term::KingDanger as usize][side] -= danger_cost(self.danger[side]);
    }
}
