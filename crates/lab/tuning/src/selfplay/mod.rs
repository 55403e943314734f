//! `selfplay`: games of the engine against itself, and their quiet positions in shards.
//!
//! Each game is determined by the seed, its shard and its number in it: a command that is broken off
//! goes on where it was, and makes the files that it would have made. Threads play different shards.

mod game;
mod setting;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use cleave_kit::games::player::{Player, SMALL_HASH, Thinking};
use cleave_kit::progress;
use cleave_kit::{Error, Result};
use cleave_search::Evaluation;
use indicatif::ProgressBar;

use crate::network;
use crate::positions::{FULL, Shard, path_of};
use setting::Setting;

/// Plays games of the engine against itself and keeps their quiet positions.
#[derive(clap::Args)]
pub struct Arguments {
    /// Number of shards, files of a million positions each, that the folder shall have.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..10_000))]
    shards: u32,
    /// Nodes to search for each move on average; each game has its own number, from half to one and a
    /// half times as many.
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with; by default the built-in ones.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Network to play with instead of the evaluation written by hand.
    #[arg(long, value_name = "FILE", conflicts_with = "weights")]
    network: Option<PathBuf>,
    /// Number of threads; by default one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The folder of the shards. What is there already is continued.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Plays until the folder has all shards.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    fs::create_dir_all(&arguments.out).map_err(|error| Error::of_file(&arguments.out, error))?;
    Setting::new(arguments)?.agree_with(&arguments.out)?;
    let available = || thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or_else(available, usize::from);
    let bar = progress::bar("positions", u64::from(arguments.shards) * FULL as u64);
    let next = AtomicU32::new(0);
    let results: Vec<Result<()>> = thread::scope(|scope| {
        let play = || {
            let played = arguments.play_shards(&next, &bar);
            if played.is_err() {
                // The others finish their shards; none is begun.
                next.store(arguments.shards, Ordering::Relaxed);
            }
            played
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    bar.finish_and_clear();
    results.into_iter().collect()
}

impl Arguments {
    /// Plays shards that no other thread plays until there is none left.
    fn play_shards(&self, next: &AtomicU32, bar: &ProgressBar) -> Result<()> {
        let mut player = self.player()?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.shards {
                return Ok(());
            }
            if path_of(&self.out, number).exists() {
                bar.inc(FULL as u64);
                continue;
            }
            self.play_shard(number, &mut player, bar)?;
        }
    }

    fn player(&self) -> Result<Player> {
        let thinking = Thinking::Nodes(self.nodes);
        let Some(path) = &self.network else {
            return Player::new(self.weights.as_deref(), thinking, SMALL_HASH);
        };
        let evaluation = Evaluation::by_network(network::read(path)?);
        Player::evaluating(evaluation, thinking, SMALL_HASH)
    }

    fn play_shard(&self, number: u32, player: &mut Player, bar: &ProgressBar) -> Result<()> {
        const ANNOUNCED: usize = 100_000;
        let mut shard = Shard::open(&self.out, number, self.seed)?;
        bar.inc(shard.records() as u64);
        while shard.records() < FULL {
            let seed = [self.seed, number.into(), shard.games().into()];
            let records = game::play(seed, self.nodes, player);
            let before = shard.records();
            shard.add(&records)?;
            bar.inc(records.len() as u64);
            if shard.records() / ANNOUNCED != before / ANNOUNCED {
                let (games, records) = (shard.games(), shard.records());
                progress::announce(
                    bar,
                    format!("shard {number}: {games} games, {records} positions"),
                );
            }
        }
        shard.complete()
    }
}

#[cfg(test)]
mod tests {
    use cleave_kit::options::words::parse;

    use super::*;

    #[test]
    fn an_error_names_the_folder() {
        let line = ["selfplay", "--out", "/dev/null", "--nodes", "50"];
        let error = run(&parse(line).unwrap()).unwrap_err().to_string();
        assert!(error.starts_with("/dev/null: "), "{error}");
    }
}
