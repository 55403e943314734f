//! `tune`: fits the weights of the evaluation to games (Peter Österlund's Texel tuning, 2014).
//!
//! Each position has an expected result: the result of its game mixed with what a search thought.
//! The evaluation, squeezed into 0 to 1 by a logistic curve, should predict it; the weights go
//! downhill on the mean squared error. The evaluation is linear in nearly all weights, so the
//! features of each position are taken once and an epoch is a pass of additions.

mod adam;
mod data;
mod model;

use std::error::Error;
use std::path::PathBuf;

use cleave_eval::Weights;

use crate::bounds::within;
use crate::destination::Destination;
use crate::selfplay::read_weights;
use adam::Adam;
use data::Sample;
use model::Model;

/// Fits the weights of the evaluation to positions with results.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Positions as `selfplay` writes them; may be given several times.
    #[arg(long, required = true)]
    data: Vec<PathBuf>,
    /// Passes over the data.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    epochs: u32,
    /// Weight of the game's result, 0 to 1; the rest is the search's opinion.
    #[arg(long, default_value_t = 0.6, value_parser = within(0.0_f32..=1.0))]
    result_share: f32,
    /// How strongly a weight is held to where it began; few positions must not move it far.
    #[arg(long, default_value_t = 3e-8, value_parser = within(0.0_f32..=1.0))]
    hold: f32,
    /// Length of a step, in centipawns.
    #[arg(long, default_value_t = 1.0, value_parser = within(0.001_f32..=100.0))]
    step: f32,
    /// Weights to begin with, instead of the built-in ones.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Where to write the weights.
    #[arg(long, value_parser = Destination::parse)]
    out: Destination,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let start = match &arguments.from {
        Some(path) => read_weights(path)?,
        None => Weights::default(),
    };
    let samples = data::read(&arguments.data, arguments.result_share)?;
    let (training, held_out) = split(&samples);
    let mut model = Model::new(&start);
    model.fit_slope(&training);
    println!(
        "{} positions to learn from, {} to check; slope {:.3}",
        training.len(),
        held_out.len(),
        model.slope()
    );
    println!(
        "epoch 0: error {:.6}, held out {:.6}",
        model.error(&training),
        model.error(&held_out)
    );
    let mut adam = Adam::new(model.parameters().len(), arguments.step);
    for epoch in 1..=arguments.epochs {
        let gradient = model.gradient(&training, arguments.hold);
        adam.step(
            model.parameters_mut(),
            &gradient,
            1.0 - epoch as f32 / (arguments.epochs + 1) as f32,
        );
        if epoch % 25 == 0 || epoch == arguments.epochs {
            let (error, held) = (model.error(&training), model.error(&held_out));
            println!("epoch {epoch}: error {error:.6}, held out {held:.6}");
        }
    }
    Ok(arguments.out.write(&model.weights().to_text())?)
}

/// Nine in ten to learn from, one to check with; whole games stay together, or nearly.
fn split(samples: &[Sample]) -> (Vec<&Sample>, Vec<&Sample>) {
    const BLOCK: usize = 500;
    let (mut training, mut held_out) = (Vec::new(), Vec::new());
    for (number, block) in samples.chunks(BLOCK).enumerate() {
        if number % 10 == 9 { &mut held_out } else { &mut training }.extend(block);
    }
    (training, held_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        _arguments: Arguments,
    }

    #[test]
    fn a_fit_that_could_not_be_is_refused() {
        let out = std::env::temp_dir().join("cleave-tune-arguments");
        let start = ["tune", "--data", "games.txt", "--out", out.to_str().unwrap()];
        let error = |option: &str| {
            Line::try_parse_from(start.into_iter().chain([option])).err().map(|e| e.to_string())
        };
        for (option, bounds) in [
            ("--epochs=0", "0 is not in 1..=1000000"),
            ("--result-share=1.5", "a number from 0 to 1"),
            ("--result-share=-0.5", "a number from 0 to 1"),
            ("--step=0", "a number from 0.001 to 100"),
            ("--step=nan", "a number from 0.001 to 100"),
            ("--hold=inf", "a number from 0 to 1"),
        ] {
            let error = error(option).expect(option);
            assert!(error.contains(bounds), "{error}");
        }
        for option in ["--epochs=1", "--result-share=0", "--result-share=1", "--step=0.5"] {
            assert_eq!(error(option), None, "{option}");
        }
    }
}
