//! The evaluator combines the terms.

use cleave_board::{Color, Position, Value};

use crate::attack_info::AttackInfo;
use crate::material::{FULL_PHASE, MaterialFacts};
use crate::material_table::MaterialTable;
use crate::pawn_table::PawnTable;
use crate::pawns::PawnFacts;
use crate::scale::Scale;
use crate::tally::{Tally, Term};
use crate::value_table::ValueTable;
use crate::{
    Black, DEFAULT_WEIGHTS, Score, Side, Weights, White, endgames, files, king_safety, mobility,
    outposts, passed, scale, space, threats,
};

/// An evaluator, with weights and tables. Each worker has its own.
#[derive(Clone)]
pub struct Evaluator {
    weights: Box<Weights>,
    pawns: PawnTable,
    material: MaterialTable,
    values: ValueTable,
}

impl Evaluator {
    /// Creates an evaluator with the default weights.
    pub fn new() -> Evaluator {
        Evaluator::with_weights(DEFAULT_WEIGHTS.clone())
    }

    /// Creates an evaluator with these weights.
    pub fn with_weights(weights: Weights) -> Evaluator {
        Evaluator {
            weights: Box::new(weights),
            pawns: PawnTable::new(),
            material: MaterialTable::new(),
            values: ValueTable::new(),
        }
    }

    /// Returns the value of a position for the side to move, within [`Value::EVAL_MAX`].
    ///
    /// The value depends on the position and the weights alone. Positions in check have a value as well, but it means
    /// little, and the search does not ask for it.
    pub fn evaluate(&mut self, position: &Position) -> Value {
        let key = position.key();
        let value = self.values.get(key).unwrap_or_else(|| {
            let value = self.compute(position);
            self.values.put(key, value);
            value
        });
        finish(position, value)
    }

    /// Returns the value from White's point of view.
    #[inline(never)]
    fn compute(&mut self, position: &Position) -> i32 {
        if let Some(value) = endgames::probe(position) {
            return value;
        }
        let pawns = self.pawns.probe(position, &self.weights);
        let material = self.material.probe(position, &self.weights);
        let facts = Facts { pawns: &pawns.facts, material: &material.facts };
        let mut sum = pawns.sum();
        sum.total += material.score;
        tempo(position, &self.weights, &mut sum);
        pieces(position, facts, &self.weights, &mut sum);
        Taper::new(position, sum.total, facts).value()
    }

    /// Prefetches the entry of the pawn table that the evaluation of this position needs. The table competes with all
    /// other data for the second-level cache.
    #[inline(always)]
    pub fn prefetch(&self, position: &Position) {
        self.pawns.prefetch(position);
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

/// Facts about pawns and the counts of pieces.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) pawns: &'a PawnFacts,
    pub(crate) material: &'a MaterialFacts,
}

/// Counts the right to move.
#[inline(always)]
pub(crate) fn tempo<T: Tally>(position: &Position, weights: &Weights<T::Weight>, tally: &mut T) {
    match position.side() {
        Color::White => tally.add::<White>(Term::Tempo, weights.tempo[0], 1),
        Color::Black => tally.add::<Black>(Term::Tempo, weights.tempo[0], 1),
    }
}

/// Evaluates the terms that depend on the squares and attacks of pieces.
#[inline(always)]
pub(crate) fn pieces<T: Tally>(
    position: &Position,
    facts: Facts,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let mut info = AttackInfo::new(position);
    // The terms below need all attacks.
    mobility::evaluate::<White, T>(position, weights, &mut info, tally);
    mobility::evaluate::<Black, T>(position, weights, &mut info, tally);
    side::<White, T>(position, facts, &info, weights, tally);
    side::<Black, T>(position, facts, &info, weights, tally);
}

#[inline(always)]
fn side<S: Side, T: Tally>(
    position: &Position,
    facts: Facts,
    info: &AttackInfo,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let pieces = i32::from(facts.material.pieces[S::COLOR.index()]);
    king_safety::evaluate::<S, T>(position, info, weights, tally);
    threats::evaluate::<S, T>(position, info, weights, tally);
    passed::evaluate::<S, T>(position, facts.pawns, info, weights, tally);
    outposts::evaluate::<S, T>(position, facts.pawns, info, weights, tally);
    files::evaluate::<S, T>(position, facts.pawns, info, weights, tally);
    space::evaluate::<S, T>(facts.pawns, info, pieces, weights, tally);
}

/// A score, with the phase and scale that turn it into one value (tapered evaluation).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taper {
    pub(crate) total: Score,
    /// 24 at the start of a game, 0 without pieces.
    pub(crate) phase: i32,
    pub(crate) scale: Scale,
}

impl Taper {
    #[inline(always)]
    pub(crate) fn new(position: &Position, total: Score, facts: Facts) -> Taper {
        // Scale the advantage of the side that is ahead in the endgame. If neither is, take the middlegame.
        let ahead = if total.eg() != 0 { total.eg() } else { total.mg() };
        let known = facts.material.scale[usize::from(ahead < 0)];
        let scale = known.unwrap_or_else(|| {
            if ahead >= 0 {
                scale::factor::<White>(position, facts.pawns)
            } else {
                scale::factor::<Black>(position, facts.pawns)
            }
        });
        Taper { total, phase: facts.material.phase, scale }
    }

    /// Returns the value from White's point of view. Division rounds towards zero, so it treats both sides alike.
    #[inline(always)]
    pub(crate) fn value(&self) -> i32 {
        let middlegame = self.total.mg() * self.phase * self.scale.mg;
        let endgame = self.total.eg() * (FULL_PHASE - self.phase) * self.scale.eg;
        (middlegame + endgame) / (FULL_PHASE * Scale::FULL)
    }
}

/// Returns the value for the side to move if the ending needs no evaluation: a dead draw, or a win against a bare king.
#[inline(always)]
pub fn known_ending(position: &Position) -> Option<Value> {
    endgames::probe(position).map(|value| finish(position, value))
}

/// Converts a value from White's point of view to the side to move, within [`Value::EVAL_MAX`].
///
/// The value ignores the fifty-move rule, which the search handles. A version that reduced values by 1/220 for each ply
/// without progress was level: games from 294 endings ended 138 to 138, with 312 draws. But in a won ending it costs 14
/// centipawns a ply, more than a step of the king towards mate gains. At 5,000 nodes a move, four of eight won rook
/// endings against a bare king became draws.
#[inline(always)]
pub(crate) fn finish(position: &Position, value: i32) -> Value {
    let most = Value::EVAL_MAX.get();
    let value = Value::new(value.clamp(-most, most));
    if position.side() == Color::White { value } else { -value }
}
