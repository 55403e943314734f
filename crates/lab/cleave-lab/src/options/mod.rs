//! Options that several commands share.

pub(crate) mod costs;
pub(crate) mod split;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use cleave_kit::Result;
use cleave_kit::files::Destination;
use serde::Serialize;

use crate::searches::{TestPosition, positions};
use cleave_window::TimeToDepth;
pub(crate) use costs::Costs;

/// Default size of the table, in MiB.
pub(crate) const DEFAULT_HASH: usize = TimeToDepth::HASH;

/// By how many percent prices vary at random, up or down, by default.
pub(crate) const DEFAULT_JITTER: u32 = TimeToDepth::JITTER;

/// A length of time on the command line, in seconds.
pub(crate) const SECONDS: RangeInclusive<f64> = 0.001..=100_000.0;

/// The positions to search.
#[derive(Args)]
pub(crate) struct Positions {
    /// A file of positions, FEN or EPD; may be given several times. By default, in chess, the positions of
    /// the DTS article and more varied ones.
    #[arg(long, value_name = "FILE")]
    positions: Vec<PathBuf>,
}

impl Positions {
    /// Reads them.
    ///
    /// # Errors
    /// A file cannot be read, or holds something else.
    pub(crate) fn read(&self) -> Result<Vec<TestPosition>> {
        positions::read(&self.positions)
    }

    /// Reads positions of another game by its parser, or its default files.
    ///
    /// # Errors
    /// A file cannot be read, or holds something else.
    pub(crate) fn read_by<P>(
        &self,
        default: &[&str],
        parse: impl Fn(&str, &str) -> std::result::Result<Vec<TestPosition<P>>, String>,
    ) -> Result<Vec<TestPosition<P>>> {
        positions::read_by(&self.positions, default, parse)
    }
}

/// The file of the figures.
#[derive(Args)]
pub(crate) struct Json {
    /// The file to write; by default none.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    pub(crate) json: Option<Destination>,
}

impl Json {
    /// Writes the file, if the option was given. The file is written before anything is printed, because printing fails
    /// if the reader of a pipe is gone.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write(&self, figures: &impl Serialize) -> Result<()> {
        self.json.as_ref().map_or(Ok(()), |json| json.write_json(figures))
    }
}

/// The option to check whether the figures in a file still hold for this program.
#[derive(Args, Clone, Copy)]
pub(crate) struct Check {
    /// Do only K of each team's searches or openings in the file again, chosen at random. It is an error if
    /// one comes out differently; nothing is written.
    #[arg(long = "check", value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) of_each: Option<u64>,
}
