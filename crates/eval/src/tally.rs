//! Tallies sum the terms: for play, for a trace, or for the tuner.

use cleave_board::Color;

use crate::{Score, Side};

/// A term of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum Term {
    Material,
    Imbalance,
    PieceSquare,
    Mobility,
    Pawns,
    Passed,
    Shelter,
    KingDanger,
    Threats,
    Outposts,
    Files,
    Space,
    Tempo,
}

impl Term {
    /// All terms, in the order of the trace.
    pub const ALL: [Term; 13] = [
        Term::Material,
        Term::Imbalance,
        Term::PieceSquare,
        Term::Mobility,
        Term::Pawns,
        Term::Passed,
        Term::Shelter,
        Term::KingDanger,
        Term::Threats,
        Term::Outposts,
        Term::Files,
        Term::Space,
        Term::Tempo,
    ];

    /// Returns the name in the trace.
    pub const fn name(self) -> &'static str {
        match self {
            Term::Material => "Material",
            Term::Imbalance => "Imbalance",
            Term::PieceSquare => "Piece-square",
            Term::Mobility => "Mobility",
            Term::Pawns => "Pawns",
            Term::Passed => "Passed pawns",
            Term::Shelter => "King shelter",
            Term::KingDanger => "King danger",
            Term::Threats => "Threats",
            Term::Outposts => "Outposts",
            Term::Files => "Files, diagonals",
            Term::Space => "Space",
            Term::Tempo => "Tempo",
        }
    }
}

/// A receiver of the terms' counts.
///
/// The terms are generic over the tally. In play it is [`Sum`]; after inlining only additions
/// remain. A trace keeps the terms apart. The tuner's tally takes indices of weights as weights,
/// and so counts the uses of each weight in a position.
pub trait Tally {
    /// The entries of the table of weights.
    type Weight: Copy;

    /// Counts `weight` `count` times for side `S`.
    fn add<S: Side>(&mut self, term: Term, weight: Self::Weight, count: i32);

    /// Counts `weight` `count` times as danger to the king of side `S`.
    fn endanger<S: Side>(&mut self, weight: Self::Weight, count: i32);

    /// Adds the cost of all dangers to the king of side `S`. They must all have been counted.
    fn settle_danger<S: Side>(&mut self);
}

/// Returns the cost of danger to the endangered side.
///
/// Danger grows with the square of its causes, because a single attacker is harmless. It costs
/// `units² / 2048` centipawns in each half, and zero for negative units.
#[inline(always)]
pub fn danger_cost(units: Score) -> Score {
    #[inline(always)]
    fn cost(units: i32) -> i32 {
        let units = units.clamp(0, DANGER_LIMIT);
        units * units / DANGER_DIVISOR
    }
    Score::new(cost(units.mg()), cost(units.eg()))
}

/// The maximum number of danger units that count.
pub const DANGER_LIMIT: i32 = 2500;
/// The divisor of the square of the danger units.
pub const DANGER_DIVISOR: i32 = 2048;

/// The tally for play: one score from White's point of view.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sum {
    /// White's score minus Black's.
    pub total: Score,
    /// Danger units to the king of each side.
    pub danger: [Score; 2],
}

impl Sum {
    /// Adds the sums of another tally.
    #[inline(always)]
    pub fn merge(&mut self, total: Score, danger: [Score; 2]) {
        self.total += total;
        self.danger[0] += danger[0];
        self.danger[1] += danger[1];
    }
}

impl Tally for Sum {
    type Weight = Score;

    #[inline(always)]
    fn add<S: Side>(&mut self, _: Term, weight: Score, count: i32) {
        match S::COLOR {
            Color::White => self.total += weight * count,
            Color::Black => self.total -= weight * count,
        }
    }

    #[inline(always)]
    fn endanger<S: Side>(&mut self, weight: Score, count: i32) {
        self.danger[S::COLOR.index()] += weight * count;
    }

    #[inline(always)]
    fn settle_danger<S: Side>(&mut self) {
        let cost = danger_cost(self.danger[S::COLOR.index()]);
        match S::COLOR {
            Color::White => self.total -= cost,
            Color::Black => self.total += cost,
        }
    }
}
