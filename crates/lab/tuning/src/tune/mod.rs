//! `tune`: fits the weights of the evaluation to games (Peter Österlund's Texel tuning, 2014).
//!
//! Each position has an expected result: a mixture of the game's result and the search's value. The
//! evaluation, mapped to 0 to 1 by a logistic curve, should predict it, so the weights descend the
//! gradient of the mean squared error. The evaluation is linear in nearly all weights: the features
//! of each position are extracted once, and an epoch is a pass of additions.

mod data;
mod model;
mod xiangqi;

use std::path::PathBuf;

use cleave_eval::{Score, WEIGHT_COUNT, Weights};
use cleave_kit::files::Destination;
use cleave_kit::games::player::read_weights;
use cleave_kit::options::Game;
use cleave_kit::options::bounds::within;
use cleave_kit::progress;
use cleave_kit::{Error, Result};

use crate::adam::Step;
use data::Sample;
use model::Model;

/// Fits the weights of the evaluation to positions with results.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game: chess, or Chinese chess, whose positions `selfplay-xiangqi` writes.
    #[arg(long, value_enum, default_value_t = Game::Chess)]
    game: Game,
    /// Games as `selfplay` writes them: a file, or a folder with all its folders; may be given several times.
    #[arg(long, value_name = "PATH", required = true)]
    data: Vec<PathBuf>,
    /// Passes over the data.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    epochs: u32,
    /// Share of the game's result in the expected result, 0 to 1; the rest is the search's value.
    #[arg(long, default_value_t = 0.6, value_parser = within(0.0_f32..=1.0))]
    result_share: f32,
    /// Strength of the pull of each weight towards its first value. It keeps a few positions from
    /// moving a weight far.
    #[arg(long, default_value_t = 3e-8, value_parser = within(0.0_f32..=1.0))]
    hold: f32,
    /// Length of a step, in centipawns.
    #[arg(long, default_value_t = 1.0, value_parser = within(0.001_f32..=100.0))]
    step: f32,
    /// Weights to begin with; by default the built-in ones.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The file to write the weights to.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    out: Destination,
}

/// Fits the weights, and writes them.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { data, result_share, .. } = arguments;
    let text = match (arguments.game, &arguments.from) {
        (Game::Xiangqi, Some(_)) => {
            return Err(Error::Refused("--from takes weights of chess".into()));
        }
        (Game::Xiangqi, None) => {
            let samples = xiangqi::read(data, *result_share)?;
            let model = arguments.fit(xiangqi::built_in(), &samples)?;
            xiangqi::to_text(&model)
        }
        (Game::Chess, from) => {
            let start = from.as_ref().map(|path| read_weights(path)).transpose()?;
            let samples = data::read(data, *result_share)?;
            let model = arguments.fit(Model::new(halves(&start.unwrap_or_default())), &samples)?;
            let fitted = model.weights::<WEIGHT_COUNT>().map(|[mg, eg]| Score::new(mg, eg));
            Weights::from_flat(&fitted).to_text()
        }
    };
    arguments.out.write(&text)
}

/// Returns the middlegame and the endgame half of each weight.
fn halves(weights: &Weights) -> impl Iterator<Item = [i32; 2]> {
    weights.to_flat().into_iter().map(|score| [score.mg(), score.eg()])
}

impl Arguments {
    /// Fits a model to samples, and shows how well it does.
    fn fit(&self, mut model: Model, samples: &[Sample]) -> Result<Model> {
        let (training, held_out) = split(samples)?;
        model.fit_slope(&training);
        println!(
            "{} positions to learn from, {} held out to check; slope {:.3}",
            training.len(),
            held_out.len(),
            model.slope()
        );
        let errors = |model: &Model| {
            format!("error {:.6}, held out {:.6}", model.error(&training), model.error(&held_out))
        };
        println!("epoch 0: {}", errors(&model));
        let bar = progress::bar("epochs", self.epochs.into());
        let mut mean = vec![0.0; model.parameters().len()];
        let mut squares = mean.clone();
        for epoch in 1..=self.epochs {
            let gradient = model.gradient(&training, self.hold);
            let pace = 1.0 - epoch as f32 / (self.epochs + 1) as f32;
            let step = Step::new(epoch, self.step * pace);
            step.apply(model.parameters_mut(), &mut mean, &mut squares, &gradient);
            if epoch % 25 == 0 || epoch == self.epochs {
                let errors = errors(&model);
                bar.suspend(|| println!("epoch {epoch}: {errors}"));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(model)
    }
}

/// One sample in this many is held out.
const HELD_OUT: usize = 10;

/// Divides the samples into those to learn from and those to check with. They are divided by blocks, so
/// that the positions of a game stay together, or nearly.
fn split<T>(samples: &[T]) -> Result<(Vec<&T>, Vec<&T>)> {
    const LONGEST_BLOCK: usize = 500;
    if samples.len() < HELD_OUT {
        let count = samples.len();
        let reason = format!("{count} positions are too few, expected {HELD_OUT} at least");
        return Err(Error::Refused(reason));
    }
    let (mut training, mut held_out) = (Vec::new(), Vec::new());
    let block = (samples.len() / HELD_OUT).min(LONGEST_BLOCK);
    for (number, block) in samples.chunks(block).enumerate() {
        if number % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut training }.extend(block);
    }
    Ok((training, held_out))
}

#[cfg(test)]
mod tests {
    use cleave_kit::options::words::parse;

    use super::*;

    #[test]
    fn there_are_samples_to_learn_from_and_to_check_with() {
        for count in [10, 11, 19, 99, 4500, 5001, 20_000] {
            let samples: Vec<usize> = (0..count).collect();
            let (training, held_out) = split(&samples).unwrap();
            assert_eq!(training.len() + held_out.len(), count);
            let share = held_out.len() as f64 / count as f64;
            assert!((0.05..=0.1).contains(&share), "{} of {count}", held_out.len());
        }
        assert_eq!(
            split(&[0; 9]).unwrap_err().to_string(),
            "9 positions are too few, expected 10 at least"
        );
    }

    #[test]
    fn options_have_bounds() {
        let out = std::env::temp_dir().join("cleave-tune-arguments");
        let start = ["tune", "--data", "games.txt", "--out", out.to_str().unwrap()];
        let error = |option: &str| parse::<Arguments>(start.into_iter().chain([option])).err();
        for (option, bounds) in [
            ("--epochs=0", "0 is not in 1..=1000000"),
            ("--result-share=1.5", "expected a number from 0 to 1"),
            ("--result-share=-0.5", "expected a number from 0 to 1"),
            ("--step=0", "expected a number from 0.001 to 100"),
            ("--step=nan", "expected a number from 0.001 to 100"),
            ("--hold=inf", "expected a number from 0 to 1"),
        ] {
            let error = error(option).expect(option);
            assert!(error.contains(bounds), "{error}");
        }
        for option in ["--epochs=1", "--result-share=0", "--result-share=1", "--step=0.5"] {
            assert_eq!(error(option), None, "{option}");
        }
    }
}
