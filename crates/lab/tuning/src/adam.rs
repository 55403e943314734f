//! Adam (Kingma and Ba, 2014): gradient descent with an adaptive step for each weight.

/// The share of the mean gradient and of the mean squared gradient that is kept from step to step.
const KEEP: f32 = 0.9;
const KEEP_SQUARES: f32 = 0.999;

/// A step, the same for all weights.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The divisors of the means over the steps so far: the means begin at 0, and are too small at first.
    whole: f32,
    whole_squares: f32,
    length: f32,
}

impl Step {
    /// Returns the step of this number, from 1 on, which moves each weight by about `length`.
    pub(crate) fn new(number: u32, length: f32) -> Step {
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        Step {
            whole: 1.0 - KEEP.powi(number),
            whole_squares: 1.0 - KEEP_SQUARES.powi(number),
            length,
        }
    }

    /// Moves weights against their gradient. `mean` and `squares` are kept from step to step, and are 0
    /// before the first.
    pub(crate) fn apply(
        self,
        weights: &mut [f32],
        mean: &mut [f32],
        squares: &mut [f32],
        gradient: &[f32],
    ) {
        let means = mean.iter_mut().zip(squares);
        for ((weight, (mean, square)), &slope) in weights.iter_mut().zip(means).zip(gradient) {
            *mean = KEEP * *mean + (1.0 - KEEP) * slope;
            *square = KEEP_SQUARES * *square + (1.0 - KEEP_SQUARES) * slope * slope;
            let (mean, square) = (*mean / self.whole, *square / self.whole_squares);
            *weight -= self.length * mean / (square.sqrt() + 1e-12);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Step;

    /// Two weights with very different slopes both reach their minimum.
    #[test]
    fn reaches_the_minimum() {
        let mut weights = [40.0f32, -30.0];
        let (mut mean, mut squares) = ([0.0; 2], [0.0; 2]);
        for step in 0..400 {
            let gradient = [1000.0 * (weights[0] - 7.0), 0.001 * (weights[1] - 5.0)];
            let step = Step::new(step + 1, 1.0 - step as f32 / 400.0);
            step.apply(&mut weights, &mut mean, &mut squares, &gradient);
        }
        assert!((weights[0] - 7.0).abs() < 0.5 && (weights[1] - 5.0).abs() < 0.5, "{weights:?}");
    }
}
