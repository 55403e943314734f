//! `cargo xtask gpu`: what the graphics processor of this machine does with chess, and the tables of crates/gpu/README.md.
//!
//! The program `cleave-gpu` measures and draws. This command builds it, keeps what it says, and writes the page.

mod figures;
mod tables;

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use cleave_io::files::replace;
use cleave_kit::parts;

use crate::tool;
use figures::Figures;

/// What to measure, and where to put it.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The file for the measurements, a line of JSON each.
    #[arg(long, value_name = "FILE", default_value = "target/gpu.jsonl")]
    out: PathBuf,
    /// How much is measured: the 'shortest', to see that all work; what a device of 'software' has time for; or more,
    /// for a 'card'.
    #[arg(long, default_value = "software", conflicts_with = "report",
          value_parser = ["shortest", "software", "card"])]
    size: String,
    /// Measure nothing: write the tables of crates/gpu/README.md from the measurements in data/gpu, and its picture. The tables
    /// of NAME.jsonl are those between <!-- gpu-NAME: ... --> and <!-- end -->.
    #[arg(long)]
    report: bool,
}

const AFTER_HELP: &str = "\
Needs a Vulkan driver; Debian's mesa-vulkan-drivers has one that runs on the CPU. Takes about ten minutes there.

Examples:
  cargo xtask gpu
  cargo xtask gpu --out data/gpu/llvmpipe.jsonl && cargo xtask gpu --report     # measures again, and writes the page";

/// What was measured on each device, the page about it, and the pictures in it.
const DATA: &str = "data/gpu";
const PAGE: &str = "crates/gpu/README.md";
const PICTURES: [(&str, &[&str]); 2] = [
    ("crates/gpu/pictures/lanes-light.svg", &["picture"]),
    ("crates/gpu/pictures/lanes-dark.svg", &["picture", "--dark"]),
];

/// Measures, or writes the page.
///
/// # Errors
/// `cleave-gpu` does not build or run, there is no device, or a file cannot be read or written.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let root = tool::repository()?;
    let program = tool::build(&root, "cleave-gpu").release().features("device").run()?;
    if !arguments.report {
        return measure(program.command(), arguments);
    }
    let page = root.join(PAGE);
    let mut text = fs::read_to_string(&page)?;
    for file in fs::read_dir(root.join(DATA))? {
        let path = file?.path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        let of_file = |error: String| format!("{}: {error}", path.display());
        let figures = Figures::read(&fs::read_to_string(&path)?).map_err(of_file)?;
        let device = path.file_stem().unwrap_or_default().to_string_lossy();
        text = parts::renewed(&text, &format!("gpu-{device}"), |name| figures.table(name))?;
    }
    write(&page, &text)?;
    for (file, arguments) in PICTURES {
        write(&root.join(file), &tool::printed(program.command().args(arguments))?)?;
    }
    Ok(())
}

/// Passes on what the program measures, line by line, and keeps it.
fn measure(mut program: Command, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    program.args(["measure", "--size", &arguments.size]).stdout(Stdio::piped());
    let mut running = program.spawn()?;
    let mut text = String::new();
    for line in BufReader::new(running.stdout.take().ok_or("no output")?).lines() {
        let line = line?;
        // A closed pipe does not end the measurement.
        let _ = writeln!(std::io::stdout(), "{line}");
        text += &(line + "\n");
    }
    if !running.wait()?.success() {
        return Err("cleave-gpu has failed; nothing is kept".into());
    }
    write(&arguments.out, &text)
}

fn write(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    replace(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{}", path.display());
    Ok(())
}
