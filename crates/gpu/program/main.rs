//! The program `cleave-gpu`: chess on a graphics processor.
//!
//! Without a command it speaks UCI. crates/gpu/README.md explains the other commands.

mod measure;
mod picture;
mod player;
mod uci;

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use cleave_board::Position;
use cleave_gpu::Packed;
use cleave_gpu::device::{Gpu, Perft, PerftOptions};
use cleave_gpu::kernels::Generator;

/// Chess on a graphics processor. Without a command it speaks UCI.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count the lines of legal moves on the device.
    Perft {
        /// Length of the lines in plies.
        depth: u32,
        /// Position in FEN [default: the start position].
        fen: Option<String>,
        /// Read the rows of the table as data, instead of compiling them.
        #[arg(long)]
        table: bool,
        /// Number of positions of a level in memory at once, as a power of two.
        #[arg(long, default_value_t = 18, value_parser = clap::value_parser!(u32).range(8..=26))]
        capacity: u32,
    },
    /// Search a few positions with each search, and print nodes and nodes per second.
    Bench {
        /// Depth of the searches in plies.
        #[arg(long, default_value_t = 4)]
        depth: u32,
    },
    /// Measure all figures of crates/gpu/README.md, and print a line of JSON for each.
    Measure {
        /// Amount of work.
        #[arg(long, value_enum, default_value = "software")]
        size: measure::Size,
    },
    /// Draw the lanes of a warp over time, as SVG. Needs no device.
    Picture {
        /// For dark pages.
        #[arg(long)]
        dark: bool,
    },
}

fn main() -> ExitCode {
    cleave_io::block_standard_streams();
    cleave_io::logging::start_by_environment("cleave-gpu");
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cleave_io::complain_as("cleave-gpu", error);
            ExitCode::FAILURE
        }
    }
}

fn run(command: Option<Command>) -> Result<(), Box<dyn Error>> {
    match command {
        None => uci::speak(&Gpu::open()),
        Some(Command::Perft { depth, fen, table, capacity }) => {
            perft(depth, fen.as_deref(), table, 1 << capacity)
        }
        Some(Command::Bench { depth }) => measure::bench(&Gpu::open()?, depth),
        Some(Command::Measure { size }) => measure::all(&Gpu::open()?, size),
        Some(Command::Picture { dark }) => {
            print!("{}", picture::lanes(if dark { &picture::DARK } else { &picture::LIGHT }));
            Ok(())
        }
    }
}

fn perft(depth: u32, fen: Option<&str>, table: bool, capacity: u32) -> Result<(), Box<dyn Error>> {
    let position = Position::from_fen(fen.unwrap_or(Position::START_FEN))?;
    let gpu = Gpu::open()?;
    let generator = if table { Generator::Table } else { Generator::Compiled };
    let perft = Perft::new(&gpu, PerftOptions { generator, capacity, ..Default::default() })?;
    let start = Instant::now();
    let leaves = perft.count(&Packed::new(&position), depth)?;
    let speed = leaves as f64 / start.elapsed().as_secs_f64() / 1e6;
    println!("{leaves} leaves, {speed:.1} Mnps, {}", gpu.name());
    Ok(())
}
