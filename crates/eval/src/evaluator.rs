//! Putting the terms together.

use cleave_board::{Color, Position, Value};

use crate::material::{self, Counts, FULL_PHASE};
use crate::pawn_table::PawnTable;
use crate::pawns::PawnFacts;
use crate::scale::Scale;
use crate::survey::Survey;
use crate::tally::{Tally, Term};
use crate::{
    Black, DEFAULT_WEIGHTS, Score, Side, Weights, White, endgames, files, king_safety, mobility,
    outposts, passed, scale, space, threats,
};

/// An evaluator: weights and a pawn table of its own. Each worker has one.
#[derive(Clone)]
pub struct Evaluator {
    weights: Box<Weights>,
    pawns: PawnTable,
}

impl Evaluator {
    /// An evaluator with the weights that the engine plays with.
    pub fn new() -> Evaluator {
        Evaluator::with_weights(DEFAULT_WEIGHTS.clone())
    }

    /// An evaluator with other weights.
    pub fn with_weights(weights: Weights) -> Evaluator {
        Evaluator { weights: Box::new(weights), pawns: PawnTable::new() }
    }

    /// The value of a position for the side to move, within [`Value::EVAL_MAX`].
    ///
    /// It depends on the position and the weights alone. Positions in check are not evaluated by
    /// the search (the value would mean little), but may be.
    pub fn evaluate(&mut self, position: &Position) -> Value {
        if let Some(value) = endgames::probe(position) {
            return finish(position, value);
        }
        let entry = self.pawns.probe(position, &self.weights);
        let mut sum = entry.sum();
        let counts = pieces(position, &entry.facts, &self.weights, &mut sum);
        finish(position, Mix::new(position, sum.total, &counts, &entry.facts).value())
    }
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Evaluator").finish_non_exhaustive()
    }
}

/// All terms that look at more than pawns and kings.
#[inline(always)]
pub(crate) fn pieces<T: Tally>(
    position: &Position,
    facts: &PawnFacts,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) -> [Counts; 2] {
    let counts = Color::ALL.map(|color| Counts::of(position, color));
    let mut survey = Survey::new(position);
    // All attacks must be known before the terms that build on them.
    mobility::evaluate::<White, T>(position, weights, &mut survey, tally);
    mobility::evaluate::<Black, T>(position, weights, &mut survey, tally);
    side::<White, T>(position, facts, &counts, &survey, weights, tally);
    side::<Black, T>(position, facts, &counts, &survey, weights, tally);
    match position.side() {
        Color::White => tally.add::<White>(Term::Tempo, weights.tempo[0], 1),
        Color::Black => tally.add::<Black>(Term::Tempo, weights.tempo[0], 1),
    }
    counts
}

#[inline(always)]
fn side<S: Side, T: Tally>(
    position: &Position,
    facts: &PawnFacts,
    counts: &[Counts; 2],
    survey: &Survey,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let own = &counts[S::COLOR.index()];
    material::evaluate::<S, T>(own, weights, tally);
    king_safety::evaluate::<S, T>(position, survey, weights, tally);
    threats::evaluate::<S, T>(position, survey, weights, tally);
    passed::evaluate::<S, T>(position, facts, survey, weights, tally);
    outposts::evaluate::<S, T>(position, facts, survey, weights, tally);
    files::evaluate::<S, T>(position, facts, survey, weights, tally);
    space::evaluate::<S, T>(position, survey, own.pieces(), weights, tally);
}

/// A score and how to make one value of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    pub(crate) total: Score,
    /// 24 at the start of a game, 0 without pieces.
    pub(crate) phase: i32,
    pub(crate) scale: Scale,
}

impl Mix {
    #[inline(always)]
    pub(crate) fn new(
        position: &Position,
        total: Score,
        counts: &[Counts; 2],
        facts: &PawnFacts,
    ) -> Mix {
        let phase = (counts[0].phase() + counts[1].phase()).min(FULL_PHASE);
        // The side ahead in the endgame, or else in the middlegame, is the one that wants to win.
        let ahead = if total.eg() != 0 { total.eg() } else { total.mg() };
        let scale = if ahead >= 0 {
            scale::factor::<White>(position, counts, facts)
        } else {
            scale::factor::<Black>(position, counts, facts)
        };
        Mix { total, phase, scale }
    }

    /// The value from White's point of view. Division towards zero keeps it symmetric.
    #[inline(always)]
    pub(crate) fn value(&self) -> i32 {
        let middlegame = self.total.mg() * self.phase * self.scale.mg;
        let endgame = self.total.eg() * (FULL_PHASE - self.phase) * self.scale.eg;
        (middlegame + endgame) / (FULL_PHASE * Scale::FULL)
    }
}

/// From White's point of view to the mover's, less as the fifty-move rule comes near.
#[inline(always)]
pub(crate) fn finish(position: &Position, value: i32) -> Value {
    let value = value * (220 - fading_plies(position)) / 220;
    let value = value.clamp(-Value::EVAL_MAX.get(), Value::EVAL_MAX.get());
    Value::new(if position.side() == Color::White { value } else { -value })
}

/// Plies without progress beyond the first ten, which mean nothing.
#[inline(always)]
fn fading_plies(position: &Position) -> i32 {
    (i32::from(position.halfmove_clock()) - 10).clamp(0, 90)
}
