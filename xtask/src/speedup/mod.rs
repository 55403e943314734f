//! `cargo xtask speedup`: time to depth of a team against the sequential program.
//!
//! Speed-up is time to the same depth, never nodes per second. Every position is searched from an
//! empty memory by P_seq, the recursive driver, and by teams of each size, in turn, so that a
//! machine that is busy with other things for a while is so for all of them.

mod measure;
mod report;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use cleave_board::Position;
use cleave_search::virtual_time::{CostModel, Machine};
use cleave_search::{Backend, Program};
use indicatif::{ProgressBar, ProgressStyle};

use measure::{Contestant, Run};
use report::{Report, Row};

/// Positions taken if no file is named: those of the DTS article, and varied ones beside them.
const POSITIONS: [&str; 2] = ["data/dts24.epd", "data/bench.epd"];

/// What to measure.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Sizes of the teams to measure; a team of one is always among them.
    #[arg(long, value_delimiter = ',', default_value = "1,2", value_name = "N,N,...")]
    workers: Vec<u16>,
    /// What the workers are made of.
    #[arg(long, value_enum, default_value_t = Make::Fork)]
    backend: Make,
    /// A file of positions, FEN or EPD; by default those of the DTS article and of the bench.
    #[arg(long, value_name = "FILE")]
    positions: Vec<PathBuf>,
    /// Search every position to this depth.
    #[arg(long, value_name = "D", conflicts_with = "seconds")]
    depth: Option<u32>,
    /// Search each position to the depth that the sequential program reaches in this time.
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    /// Searches of each position by each program; the median counts.
    #[arg(long, value_name = "R", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MB", default_value_t = 64)]
    hash: usize,
    /// In virtual time: the file of what things cost.
    #[arg(long, value_name = "FILE", default_value = "data/costs.json")]
    costs: PathBuf,
    /// In virtual time: seed of the jitter.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// In virtual time: by how many percent costs vary at random; 0 if not given for seed 0, else 5.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(..=100))]
    jitter: Option<u32>,
    /// Write everything to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// What workers are made of.
#[derive(ValueEnum, Clone, Copy)]
enum Make {
    /// Forked processes.
    Fork,
    /// Threads.
    Thread,
    /// Steps of one thread in virtual time, exactly repeatable.
    Virtual,
}

impl Make {
    fn name(self) -> &'static str {
        match self {
            Make::Fork => "fork",
            Make::Thread => "thread",
            Make::Virtual => "virtual",
        }
    }
}

impl Arguments {
    fn cost_model(&self) -> Result<CostModel, Box<dyn Error>> {
        let file = self.costs.display();
        let text = fs::read_to_string(&self.costs).map_err(|e| format!("{file}: {e}"))?;
        Ok(serde_json::from_str(&text).map_err(|e| format!("{file}: {e}"))?)
    }

    fn program(&self, workers: usize, costs: Option<CostModel>) -> Program {
        let backend = match self.backend {
            Make::Thread => Backend::Thread,
            Make::Fork | Make::Virtual => Backend::Fork,
        };
        let Some(costs) = costs else { return Program::Parallel { workers, backend } };
        let jitter = self.jitter.unwrap_or(if self.seed == 0 { 0 } else { 5 });
        Program::Virtual(Machine { costs, seed: self.seed, jitter, ..Machine::new(workers) })
    }
}

/// Measures, and prints a table.
///
/// # Errors
/// A file cannot be read or written, or there cannot be such a team.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let positions = positions(&arguments.positions)?;
    let mut sizes: Vec<usize> = arguments.workers.iter().copied().map(usize::from).collect();
    sizes.push(1);
    sizes.sort_unstable();
    sizes.dedup();

    let costs = match arguments.backend {
        Make::Virtual => Some(arguments.cost_model()?),
        Make::Fork | Make::Thread => None,
    };
    let mut sequential = Contestant::new(Program::Sequential, arguments.hash, costs)?;
    let mut teams = Vec::new();
    for &workers in &sizes {
        teams.push(Contestant::new(arguments.program(workers, costs), arguments.hash, costs)?);
    }
    let bar = ProgressBar::new(positions.len() as u64)
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {eta} left")?);
    let mut rows = Vec::new();
    for (fen, position) in positions {
        let depth = match arguments.depth {
            Some(depth) => depth,
            None => sequential.depth_within(&position, Duration::from_secs_f64(arguments.seconds)),
        };
        let mut row = Row::new(fen, depth, sizes.len());
        for _ in 0..arguments.runs {
            row.sequential.push(sequential.run(&position, depth));
            for (team, runs) in teams.iter_mut().zip(&mut row.teams) {
                runs.push(team.run(&position, depth));
            }
        }
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let report = Report::new(&sizes, arguments.backend.name(), rows);
    print!("{report}");
    if let Some(path) = &arguments.json {
        fs::write(path, serde_json::to_string_pretty(&report)?)?;
    }
    Ok(())
}

fn positions(files: &[PathBuf]) -> Result<Vec<(String, Position)>, Box<dyn Error>> {
    let files: Vec<&Path> = match files {
        [] => POSITIONS.iter().map(Path::new).collect(),
        files => files.iter().map(PathBuf::as_path).collect(),
    };
    let mut positions = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let fen = line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
            let position =
                Position::from_fen(&fen).map_err(|e| format!("{}: {e}: {line}", file.display()))?;
            positions.push((fen, position));
        }
    }
    Ok(positions)
}

/// The median of some figures; 0 of none.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    match figures.len() {
        0 => 0.0,
        n if n % 2 == 1 => figures[n / 2],
        n => f64::midpoint(figures[n / 2 - 1], figures[n / 2]),
    }
}

/// The geometric mean of some positive figures; 1 of none.
fn geometric_mean(figures: &[f64]) -> f64 {
    (figures.iter().map(|figure| figure.ln()).sum::<f64>() / figures.len().max(1) as f64).exp()
}

/// The median of a figure over the runs.
fn typical(runs: &[Run], figure: impl Fn(&Run) -> f64) -> f64 {
    median(runs.iter().map(figure).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!((geometric_mean(&[1.0, 4.0]) - 2.0).abs() < 1e-12);
    }
}
