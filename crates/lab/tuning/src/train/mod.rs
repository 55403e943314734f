//! `train`: trains the network on positions with results.
//!
//! It begins with the values of the evaluation written by hand ([`study`]), and goes on with games. Each position of a
//! game has expected points: a mixture of the game's result and the search's value ([`target`]). The network's value,
//! mapped to 0 to 1 by a logistic curve, should predict them. Its parameters descend the gradient of the mean squared
//! error, batch by batch ([`trainer`]), in an order that is another in each epoch ([`shuffle`]). Games are held out to
//! check with ([`data`], [`errors`]).

mod data;
mod errors;
mod gradient;
mod net;
mod sample;
mod shuffle;
mod study;
mod target;
#[cfg(test)]
mod tests;
mod trainer;

use std::path::PathBuf;
use std::time::Instant;

use cleave_io::files;
use cleave_kit::options::bounds::within;
use cleave_kit::progress;
use cleave_kit::{Error, Result};

use crate::network;
use data::Data;
use errors::{Difference, Errors, by_hand, by_net, by_network};
use net::Net;
use study::Study;
use target::{SCALE, Target};
use trainer::{Lessons, Schedule, Trainer};

/// Trains the network on positions with results.
#[derive(clap::Args)]
pub struct Arguments {
    /// Games as `selfplay` writes them: a file, or a folder with all its folders; may be given several times.
    #[arg(long, value_name = "PATH", required = true)]
    data: Vec<PathBuf>,
    /// Share of the games to learn from, 0 to 1: what would less data have taught?
    #[arg(long, default_value_t = 1.0, value_parser = within(0.0_f64..=1.0))]
    data_share: f64,
    /// The network to begin with; by default one that is untrained.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Passes over positions near the positions of the games, by the values of the evaluation written by hand. They
    /// come before the games themselves.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    study_epochs: u32,
    /// Length of the first steps of these passes.
    #[arg(long, value_name = "RATE", default_value_t = 0.004, value_parser = within(1e-6_f32..=1.0))]
    study_rate: f32,
    /// Passes over the positions of the games.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions of a step.
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// Length of the first steps; it falls to 0 as a cosine does.
    #[arg(long, default_value_t = 0.001, value_parser = within(1e-6_f32..=1.0))]
    rate: f32,
    /// Share of the game's result in the expected points, 0 to 1; the rest is the search's value.
    #[arg(long, default_value_t = 0.3, value_parser = within(0.0_f32..=1.0))]
    result_share: f32,
    /// Centipawns at which a side expects 73 % of the points.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = SCALE, value_parser = within(10.0_f32..=1000.0))]
    scale: f32,
    /// Seed of the first weights and of the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; by default one for each processor. It does not change the result.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The file to write the network to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Trains the network, and writes it.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let threads = arguments.threads.map_or(0, usize::from); // 0 means all processors
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Refused(error.to_string()))?;
    pool.install(|| arguments.train())
}

impl Arguments {
    fn train(&self) -> Result<()> {
        let data = Data::read(&self.data, self.data_share)?;
        println!(
            "{} positions to learn from, {} held out to check",
            data.training.len(),
            data.held_out.len()
        );
        let net = match &self.from {
            Some(path) => Net::of(&network::read(path)?),
            None => Net::random(self.seed),
        };
        let net = self.study(&data, net);
        let net = self.learn(&data, net)?;
        let network = net.quantised().map_err(|error| Error::of_file(&self.out, error))?;
        let values = by_network(&network, &data.held_out)?;
        let difference = Difference::between(&values, &by_net(&net, &data.held_out));
        let errors = Errors::of(&values, &data.held_out, &self.target());
        println!("in integers: {errors}; apart by {difference}");
        files::replace(&self.out, network.to_bytes())
            .map_err(|error| Error::of_file(&self.out, error))
    }

    /// Returns the net when it has learnt from the evaluation written by hand.
    fn study(&self, data: &Data, net: Net) -> Net {
        if self.study_epochs == 0 {
            return net;
        }
        let lessons = Study::new(&data.training, self.seed);
        let held_out = Study::new(&data.held_out, self.seed).all(0);
        let by_hand: Vec<f32> = held_out.iter().map(|it| it.value().get() as f32).collect();
        let plan = self.plan(self.study_epochs, self.study_rate, Target::BY_HAND);
        descend(plan, net, &lessons, |net| {
            let values = by_net(net, &held_out);
            let errors = Errors::of(&values, &held_out, &plan.target);
            let difference = Difference::between(&values, &by_hand);
            format!("{:.6} to the evaluation by hand; apart by {difference}", errors.target)
        })
    }

    /// Returns the net when it has learnt from the games.
    fn learn(&self, data: &Data, net: Net) -> Result<Net> {
        let target = self.target();
        let errors = |values: &[f32]| Errors::of(values, &data.held_out, &target);
        println!("by hand: {}", errors(&by_hand(&data.held_out)?));
        println!("before the games: {}", errors(&by_net(&net, &data.held_out)));
        let plan = self.plan(self.epochs, self.rate, target);
        let report = |net: &Net| errors(&by_net(net, &data.held_out)).to_string();
        Ok(descend(plan, net, data.training.as_slice(), report))
    }

    fn target(&self) -> Target {
        Target { result_share: self.result_share, scale: self.scale }
    }

    fn plan(&self, epochs: u32, rate: f32, target: Target) -> Schedule {
        Schedule { epochs, batch: self.batch as usize, rate, seed: self.seed, target }
    }
}

/// Returns all epochs of a plan, with a line about the net after each.
fn descend<L: Lessons + ?Sized>(
    plan: Schedule,
    net: Net,
    lessons: &L,
    report: impl Fn(&Net) -> String,
) -> Net {
    let mut trainer = Trainer::new(plan, net);
    let bar = progress::bar("positions", u64::from(plan.epochs) * lessons.count() as u64);
    while trainer.epoch < plan.epochs {
        let began = Instant::now();
        trainer.epoch(lessons, |positions| bar.inc(positions as u64));
        let speed = lessons.count() as f64 / began.elapsed().as_secs_f64() / 1000.0;
        let report = report(&trainer.net);
        let line = format!("epoch {}: {report}; {speed:.0} thousand a second", trainer.epoch);
        bar.suspend(|| println!("{line}"));
    }
    bar.finish_and_clear();
    trainer.net
}
