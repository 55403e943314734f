//! `cargo xtask memory`: what workers share, and what it costs.
//!
//! | part | question |
//! |---|---|
//! | `answers` | How many nodes does the table end, and how many cutoffs does the first move make? |
//! | `locks` | What would a mutex around the table cost, in virtual time and with threads? |
//! | `torn` | How many entries would be accepted with the halves of two, without the XOR of key and data? |
//! | `copies` | What does a split copy, with bitboards and with a mailbox? |
//!
//! `answers` and the virtual half of `locks` are the same on every machine. The rest is real time.

mod answers;
mod copies;
mod locks;
mod memories;
mod torn;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cleave_io::files::create_folder;
use cleave_kit::files::{Destination, read_json};
use cleave_kit::options::bounds::within;
use cleave_kit::{Error, Result, processors};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::options::{Costs, Positions, SECONDS};

/// A part of the measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// What the table answers.
    Answers,
    /// What locks would cost.
    Locks,
    /// What would be torn.
    Torn,
    /// What a split copies.
    Copies,
}

impl Part {
    const ALL: [Part; 4] = [Part::Answers, Part::Locks, Part::Torn, Part::Copies];

    fn name(self) -> &'static str {
        match self {
            Part::Answers => "answers",
            Part::Locks => "locks",
            Part::Torn => "torn",
            Part::Copies => "copies",
        }
    }

    fn file(self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.json", self.name()))
    }
}

/// The arguments of `memory`.
#[derive(Args)]
pub struct Arguments {
    /// The parts to measure; by default all.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PART,PART,...")]
    only: Vec<Part>,
    #[command(flatten)]
    positions: Positions,
    /// Search each position to the depth at which P_seq's tree has about this many nodes.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: u64,
    /// Size of the table of these searches, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    hash: usize,
    /// Seconds of each real measurement.
    #[arg(long, value_name = "S", default_value = "2", value_parser = within(SECONDS))]
    seconds: f64,
    #[command(flatten)]
    costs: Costs,
    /// The folder to write to, a file for each part.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Measures, prints the tables, and writes the files.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let is_wanted = |part| arguments.only.is_empty() || arguments.only.contains(&part);
    if let Some(folder) = &arguments.out {
        create_folder(folder).map_err(|error| Error::of_file(folder, error))?;
    }
    for part in Part::ALL.into_iter().filter(|&part| is_wanted(part)) {
        let text = match part {
            Part::Answers => {
                processors::yield_to_others();
                let answers = answers::measure(arguments)?;
                arguments.keep(part, &answers)?;
                answers.table()
            }
            Part::Locks => {
                let locks = locks::measure(arguments)?;
                arguments.keep(part, &locks)?;
                locks.table()
            }
            Part::Torn => {
                let torn = torn::measure(arguments)?;
                arguments.keep(part, &torn)?;
                torn.table()
            }
            Part::Copies => {
                let copies = copies::measure(copies::ROUNDS);
                arguments.keep(part, &copies)?;
                copies.table()
            }
        };
        println!("{}\n\n{text}", part.name());
    }
    Ok(())
}

impl Arguments {
    fn keep(&self, part: Part, figures: &impl Serialize) -> Result<()> {
        let Some(folder) = &self.out else { return Ok(()) };
        Destination::create(&part.file(folder))?.write_json(figures)
    }
}

/// Returns the table of a part from the files in a folder, in Markdown.
///
/// # Errors
/// There is no such part, or its file cannot be read.
pub(crate) fn table(folder: &Path, name: &str) -> Result<String, String> {
    let part = Part::ALL.into_iter().find(|part| part.name() == name);
    let part = part.ok_or_else(|| format!("unknown part '{name}'"))?;
    let file = part.file(folder);
    Ok(match part {
        Part::Answers => read::<answers::Answers>(&file)?.table(),
        Part::Locks => read::<locks::Locks>(&file)?.table(),
        Part::Torn => read::<torn::Torn>(&file)?.table(),
        Part::Copies => read::<copies::Copies>(&file)?.table(),
    })
}

fn read<T: DeserializeOwned>(file: &Path) -> Result<T, String> {
    read_json(file).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::scratch::Scratch;
    use cleave_kit::options::words::parse;

    use super::*;

    const POSITION: &str = "8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - - id \"a\";\n";

    #[test]
    fn what_is_written_is_read_again() {
        let scratch = Scratch::new("memory");
        scratch.write("one.epd", POSITION);
        let costs = concat!("--costs=", env!("CARGO_MANIFEST_DIR"), "/../../../data/costs.json");
        let (epd, out) = (scratch.option("--positions", "one.epd"), scratch.option("--out", ""));
        let only = "--only=answers,locks,torn";
        let words =
            ["memory", only, "--nodes=2000", "--hash=1", "--seconds=0.01", costs, &epd, &out];
        run(&parse(words).unwrap()).unwrap();
        let copies = scratch.destination("copies.json");
        copies.write_json(&copies::measure(1)).unwrap();
        for part in Part::ALL {
            let table = table(&scratch.path(""), part.name()).unwrap();
            assert!(table.lines().count() > 3, "{}: {table}", part.name());
        }
        assert!(table(&scratch.path(""), "other").is_err());
    }
}
