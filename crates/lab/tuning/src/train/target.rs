//! The prediction that a network learns.

use crate::positions::Record;

/// Centipawns at which a side expects 73 % of the points: the unit of the logistic curve. With it the
/// values of the search predict the results of self-play best (two million positions, in steps of 20).
pub(super) const SCALE: f32 = 160.0;

/// The expected points of a position: a mixture of the result of its game and the value of its search.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) result_share: f32,
    pub(super) scale: f32,
}

impl Target {
    /// The value of a record alone, on a scale on which large values still differ. A copy of the evaluation written by
    /// hand must include its value of an extra queen.
    pub(super) const BY_HAND: Target = Target { result_share: 0.0, scale: 2.0 * SCALE };

    /// Returns the points to predict, for the side to move.
    #[inline]
    pub(super) fn of(&self, record: &Record) -> f32 {
        let by_search = self.points(record.value().get() as f32);
        self.result_share * record.outcome().points() + (1.0 - self.result_share) * by_search
    }

    /// Returns the points that a value in centipawns corresponds to.
    #[inline]
    pub(super) fn points(&self, value: f32) -> f32 {
        1.0 / (1.0 + (-value / self.scale).exp())
    }

    /// Returns the derivative of [`Target::points`] by the value where it predicts these points.
    #[inline]
    pub(super) fn slope(&self, points: f32) -> f32 {
        points * (1.0 - points) / self.scale
    }
}
