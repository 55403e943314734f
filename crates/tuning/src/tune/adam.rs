//! Adam (Kingma and Ba, 2014): gradient descent with an adaptive step for each weight.

/// The share of the mean gradient and of the mean squared gradient that is kept from step to step.
const KEEP: f32 = 0.9;
const KEEP_SQUARES: f32 = 0.999;

pub(crate) struct Adam {
    mean: Vec<f32>,
    squares: Vec<f32>,
    length: f32,
    steps: i32,
}

impl Adam {
    /// An optimiser for this many weights, which moves each by about `length` in a step.
    pub(crate) fn new(weights: usize, length: f32) -> Adam {
        Adam { mean: vec![0.0; weights], squares: vec![0.0; weights], length, steps: 0 }
    }

    /// Moves the weights against the gradient; `pace` shortens the step towards the end.
    pub(crate) fn step(&mut self, weights: &mut [f32], gradient: &[f32], pace: f32) {
        self.steps += 1;
        // The means begin at 0; dividing by the weight of all steps so far corrects the first steps.
        let whole = 1.0 - KEEP.powi(self.steps);
        let whole_squares = 1.0 - KEEP_SQUARES.powi(self.steps);
        for (i, weight) in weights.iter_mut().enumerate() {
            let slope = gradient[i];
            self.mean[i] = KEEP * self.mean[i] + (1.0 - KEEP) * slope;
            self.squares[i] = KEEP_SQUARES * self.squares[i] + (1.0 - KEEP_SQUARES) * slope * slope;
            let (mean, square) = (self.mean[i] / whole, self.squares[i] / whole_squares);
            *weight -= self.length * pace * mean / (square.sqrt() + 1e-12);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Adam;

    /// Two weights with very different slopes both reach their minimum.
    #[test]
    fn reaches_the_minimum() {
        let mut weights = [40.0f32, -30.0];
        let mut adam = Adam::new(2, 1.0);
        for step in 0..400 {
            let gradient = [1000.0 * (weights[0] - 7.0), 0.001 * (weights[1] - 5.0)];
            adam.step(&mut weights, &gradient, 1.0 - step as f32 / 400.0);
        }
        assert!((weights[0] - 7.0).abs() < 0.5 && (weights[1] - 5.0).abs() < 0.5, "{weights:?}");
    }
}
