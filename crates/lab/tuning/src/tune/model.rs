//! The evaluation as a function of its weights, with its gradient.

use cleave_eval::{Count, DANGER_DIVISOR, DANGER_LIMIT, Features};

use super::data::Sample;

/// Weights as real numbers: the middlegame half of weight `n` at `2 n`, the endgame half after it.
pub(crate) struct Model {
    parameters: Vec<f32>,
    start: Vec<f32>,
    /// Steepness of the logistic curve, per 400 centipawns.
    slope: f32,
}

/// A middlegame and an endgame half.
pub(crate) type Pair = [f32; 2];

impl Model {
    /// Returns the model with these weights.
    pub(crate) fn new(weights: impl IntoIterator<Item = [i32; 2]>) -> Model {
        let parameters: Vec<f32> =
            weights.into_iter().flatten().map(|weight| weight as f32).collect();
        Model { start: parameters.clone(), parameters, slope: 1.0 }
    }

    pub(crate) fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    pub(crate) fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    pub(crate) fn slope(&self) -> f32 {
        self.slope
    }

    /// Returns the weights, rounded.
    pub(crate) fn weights<const N: usize>(&self) -> [[i32; 2]; N] {
        let round = |at: usize| self.parameters[at].round() as i32;
        std::array::from_fn(|number| [round(2 * number), round(2 * number + 1)])
    }

    /// Finds the steepness that fits the first weights, so that a centipawn keeps its meaning.
    pub(crate) fn fit_slope(&mut self, samples: &[&Sample]) {
        let (mut low, mut high) = (0.2, 3.0);
        for _ in 0..20 {
            let third = (high - low) / 3.0;
            let errors = [low + third, high - third].map(|slope| {
                self.slope = slope;
                self.error(samples)
            });
            if errors[0] < errors[1] { high -= third } else { low += third }
        }
        self.slope = (low + high) / 2.0;
    }

    /// Mean squared error of the predictions.
    pub(crate) fn error(&self, samples: &[&Sample]) -> f64 {
        let sum: f64 = samples
            .iter()
            .map(|sample| f64::from(self.predict(&self.judge(&sample.features)) - sample.target))
            .map(|miss| miss * miss)
            .sum();
        sum / samples.len() as f64
    }

    /// Returns the gradient of the mean squared error and of the pull towards the first weights.
    pub(crate) fn gradient(&self, samples: &[&Sample], hold: f32) -> Vec<f32> {
        let mut gradient: Vec<f32> = self
            .parameters
            .iter()
            .zip(&self.start)
            .map(|(now, start)| 2.0 * hold * (now - start))
            .collect();
        for sample in samples {
            let features = &sample.features;
            let judgement = self.judge(features);
            let expected = self.predict(&judgement);
            // From the error to the value: 2 (p - t) p', p' = p (1 - p) slope ln 10 / 400.
            let steepness = expected * (1.0 - expected) * self.slope * 10f32.ln() / 400.0;
            let pull = 2.0 * (expected - sample.target) * steepness / samples.len() as f32;
            let halves = judgement.shares.map(|share| share * pull);
            add(&mut gradient, &features.linear, halves);
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                let slopes = judgement.danger[side].map(danger_slope);
                let halves = [0, 1].map(|half| sign * halves[half] * slopes[half]);
                add(&mut gradient, &features.danger[side], halves);
            }
        }
        gradient
    }

    /// Expected points for White.
    fn predict(&self, judgement: &Judgement) -> f32 {
        1.0 / (1.0 + 10f32.powf(-self.slope * judgement.value / 400.0))
    }

    /// Evaluates a position.
    fn judge(&self, features: &Features) -> Judgement {
        let danger = [0, 1].map(|side| self.dot(&features.danger[side]));
        let linear = self.dot(&features.linear);
        let total = [0, 1]
            .map(|half| linear[half] - danger_cost(danger[0][half]) + danger_cost(danger[1][half]));
        let ahead = if total[1] >= 0.0 { 0 } else { 1 };
        let (scale_mg, scale_eg) = features.scale[ahead];
        let shares = [features.middlegame * scale_mg, (1.0 - features.middlegame) * scale_eg];
        Judgement { danger, shares, value: shares[0] * total[0] + shares[1] * total[1] }
    }

    fn dot(&self, counts: &[Count]) -> Pair {
        let mut sum = [0.0; 2];
        for &(number, count) in counts {
            let at = 2 * usize::from(number);
            sum[0] += self.parameters[at] * f32::from(count);
            sum[1] += self.parameters[at + 1] * f32::from(count);
        }
        sum
    }
}

/// An evaluated position.
struct Judgement {
    /// Danger units of both kings.
    danger: [Pair; 2],
    /// The share of each half of the total in the value.
    shares: Pair,
    /// Centipawns for White.
    value: f32,
}

fn add(gradient: &mut [f32], counts: &[Count], halves: Pair) {
    for &(number, count) in counts {
        let at = 2 * usize::from(number);
        gradient[at] += halves[0] * f32::from(count);
        gradient[at + 1] += halves[1] * f32::from(count);
    }
}

/// See `cleave_eval::danger_cost`.
fn danger_cost(units: f32) -> f32 {
    let units = units.clamp(0.0, DANGER_LIMIT as f32);
    units * units / DANGER_DIVISOR as f32
}

/// Returns the derivative of [`danger_cost`].
fn danger_slope(units: f32) -> f32 {
    if units > 0.0 && units < DANGER_LIMIT as f32 {
        2.0 * units / DANGER_DIVISOR as f32
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;
    use cleave_eval::{Evaluator, Weights, features};

    use super::super::halves;
    use super::*;

    fn sample(fen: &str, target: f32) -> Sample {
        let position = Position::from_fen(fen).unwrap();
        Sample { features: features(&position).unwrap(), target }
    }

    const FENS: [&str; 3] = [
        "r1bq1rk1/pp3ppp/2n2n2/2bp4/8/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
        "2r3k1/5ppp/8/3R4/8/1q6/5QPP/6K1 b - - 0 30",
        "8/5k2/3p4/3P1p2/5P2/4K3/8/8 w - - 0 50",
    ];

    #[test]
    fn the_model_agrees_with_the_evaluator() {
        let model = Model::new(halves(&Weights::default()));
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let value = Evaluator::new().evaluate(&position).get() as f32;
            let value = if position.side().is_white() { value } else { -value };
            let judgement = model.judge(&features(&position).unwrap());
            assert!(
                (judgement.value - value).abs() <= 2.0,
                "{fen}: {} and {value}",
                judgement.value
            );
        }
    }

    /// Compares the gradient with finite differences.
    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let samples: Vec<Sample> = FENS.iter().map(|fen| sample(fen, 0.8)).collect();
        let samples: Vec<&Sample> = samples.iter().collect();
        let mut model = Model::new(halves(&Weights::default()));
        let gradient = model.gradient(&samples, 0.0);
        let mut moved = 0;
        for (at, &predicted) in gradient.iter().enumerate() {
            const STEP: f32 = 2.0;
            let weight = model.parameters[at];
            let [high, low] = [STEP, -STEP].map(|step| {
                model.parameters[at] = weight + step;
                model.error(&samples)
            });
            model.parameters[at] = weight;
            let slope = ((high - low) / f64::from(2.0 * STEP)) as f32;
            let close = (slope - predicted).abs() <= 2e-6 + 0.05 * slope.abs();
            assert!(close, "weight {at}: {slope} is not {predicted}");
            moved += usize::from(slope.abs() > 1e-5);
        }
        assert!(moved > 30, "only {moved} weights matter");
    }
}
