//! Fits the weights of the evaluation to games (Peter Österlund's Texel tuning, 2014).
//!
//! `fit EPOCHS RESULT_SHARE FILE... > weights.txt` reads what `selfplay` wrote. The expected result of a
//! position is a mixture of the game's result and the search's value; the value of a position, mapped to 0
//! to 1 by a logistic curve, should predict it. The weights follow the gradient of the squared error
//! (Adam: Kingma and Ba, 2014). One position in ten is held out to check.

use std::fs::read_to_string;

use cleave_xiangqi::Position;
use cleave_xiangqi_search::{Trace, WEIGHT_COUNT, trace, weights, weights_as_text};

/// Hundredths of a soldier that mean odds of 10 to 1.
const DECADE: f32 = 400.0;
/// The pull of each weight towards its first value keeps a few positions from moving a weight far.
const HOLD: f32 = 2e-8;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

struct Sample {
    trace: Trace,
    target: f32,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [epochs, share, files @ ..] = &arguments[..] else {
        return Err("usage: fit EPOCHS RESULT_SHARE FILE...".into());
    };
    let (epochs, share): (u32, f32) = (epochs.parse()?, share.parse()?);
    let mut samples = Vec::new();
    for file in files {
        for line in read_to_string(file)?.lines() {
            samples.push(sample(line, share).map_err(|error| format!("{file}: {line}: {error}"))?);
        }
    }
    // Blocks, so that the positions of a game stay together, or nearly.
    let (mut held_out, mut training) = (Vec::new(), Vec::new());
    for (number, block) in samples.chunks(1_000).enumerate() {
        if number % 10 == 9 { &mut held_out } else { &mut training }.extend(block);
    }
    let mut model = Model::new();
    for epoch in 1..=epochs {
        model.descend(&training, epoch, 1.0 - epoch as f32 / (epochs + 1) as f32);
        if epoch % 25 == 0 || epoch == 1 {
            let [fit, check] = [&training, &held_out].map(|samples| model.error(samples));
            eprintln!("epoch {epoch}: error {fit:.6}, held out {check:.6}");
        }
    }
    print!("{}", weights_as_text(&model.weights()));
    Ok(())
}

/// Reads `FEN;value;half points`.
fn sample(line: &str, share: f32) -> Result<Sample> {
    let mut fields = line.split(';');
    let mut next = || fields.next().ok_or("a field is missing");
    let position = Position::from_fen(next()?)?;
    let by_search = 1.0 / (1.0 + 10f32.powf(-next()?.parse::<f32>()? / DECADE));
    let result = next()?.parse::<f32>()? / 2.0;
    Ok(Sample { trace: trace(&position), target: share * result + (1.0 - share) * by_search })
}

struct Model {
    /// Both values of each weight.
    parameters: Vec<[f32; 2]>,
    first: Vec<[f32; 2]>,
    mean: Vec<[f32; 2]>,
    squares: Vec<[f32; 2]>,
}

impl Model {
    fn new() -> Model {
        let first: Vec<_> = weights().iter().map(|both| both.map(|value| value as f32)).collect();
        let zero = vec![[0.0; 2]; WEIGHT_COUNT];
        Model { parameters: first.clone(), first, mean: zero.clone(), squares: zero }
    }

    fn predict(&self, trace: &Trace) -> f32 {
        let shares = [trace.first, 1.0 - trace.first];
        let value: f32 = trace
            .counts
            .iter()
            .map(|&(at, count)| {
                let [first, last] = self.parameters[usize::from(at)];
                (first * shares[0] + last * shares[1]) * f32::from(count)
            })
            .sum();
        1.0 / (1.0 + 10f32.powf(-value / DECADE))
    }

    fn error(&self, samples: &[&Sample]) -> f64 {
        let errors = samples.iter().map(|sample| self.predict(&sample.trace) - sample.target);
        errors.map(|error| f64::from(error * error)).sum::<f64>() / samples.len() as f64
    }

    fn gradient(&self, samples: &[&Sample]) -> Vec<[f32; 2]> {
        let pull = |(now, first): (&[f32; 2], &[f32; 2])| {
            [0, 1].map(|half| 2.0 * HOLD * (now[half] - first[half]))
        };
        let mut gradient: Vec<_> = self.parameters.iter().zip(&self.first).map(pull).collect();
        for Sample { trace, target } in samples {
            let expected = self.predict(trace);
            let slope = expected * (1.0 - expected) * 10f32.ln() / DECADE;
            let step = 2.0 * (expected - target) * slope / samples.len() as f32;
            for &(at, count) in &trace.counts {
                let both = &mut gradient[usize::from(at)];
                both[0] += step * f32::from(count) * trace.first;
                both[1] += step * f32::from(count) * (1.0 - trace.first);
            }
        }
        gradient
    }

    fn descend(&mut self, samples: &[&Sample], epoch: u32, pace: f32) {
        const KEEP: [f32; 2] = [0.9, 0.999];
        let whole = KEEP.map(|keep| 1.0 - keep.powi(epoch as i32));
        let gradient = self.gradient(samples);
        let slopes = gradient.as_flattened();
        let means = self.mean.as_flattened_mut().iter_mut();
        let squares = self.squares.as_flattened_mut().iter_mut();
        let parameters = self.parameters.as_flattened_mut().iter_mut();
        for (((parameter, mean), square), slope) in parameters.zip(means).zip(squares).zip(slopes) {
            *mean = KEEP[0] * *mean + (1.0 - KEEP[0]) * slope;
            *square = KEEP[1] * *square + (1.0 - KEEP[1]) * slope * slope;
            let length = 2.0 * pace / ((*square / whole[1]).sqrt() + 1e-12);
            *parameter -= length * *mean / whole[0];
        }
    }

    fn weights(&self) -> [[i32; 2]; WEIGHT_COUNT] {
        std::array::from_fn(|at| self.parameters[at].map(|value| value.round() as i32))
    }
}
