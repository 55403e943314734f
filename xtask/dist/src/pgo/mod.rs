//! `cargo xtask pgo`: builds the fastest program for this machine, guided by a profile of the bench.
//!
//! Without a profile the compiler guesses which way branches go, which calls are worth inlining and
//! which code is cold. Here a first build counts (`-Cprofile-generate`) while it searches the positions
//! of the bench, and a second build uses the counts (`-Cprofile-use`). A single `cargo build` cannot do
//! both, so the release without a profile stays the default. The two programs then run in turn, and
//! the new one is kept only if it searches the same tree.

mod comparison;
mod compiler;
mod training;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use indicatif::ProgressBar;

use crate::bench::measure;
use crate::tool;
use cleave_kit::progress::{self, announce};
use comparison::Comparison;
pub(crate) use compiler::Compiler;
use compiler::Flags;
pub(crate) use training::TRAINING;

/// How long to compare the programs.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of benches of each program with each driver, in turn.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pairs: u16,
}

/// Options of the bench for the drivers that are compared; both search the same tree.
const DRIVERS: [(&str, &[&str]); 2] =
    [("P_seq", &["--network"]), ("one worker", &["--network", "--workers", "1"])];

/// Builds, counts, builds again, compares, and puts the program at target/pgo/cleave.
///
/// # Errors
/// llvm-profdata is missing, something does not build or run, or the program searches another tree. An
/// older target/pgo/cleave then stays.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let compiler = Compiler::find()?;
    let directory = BuildDirectory::create(compiler)?;
    let benches = TRAINING.len() + 2 * DRIVERS.len() * usize::from(arguments.pairs);
    let bar = progress::ticking_bar("", 3 + benches as u64);
    announce(&bar, "build the release");
    let plain = release(&directory.root).run()?.path().to_owned();
    bar.inc(1);
    announce(&bar, "build the counting program");
    let counting = directory.build(&["-Cprofile-generate"])?;
    bar.inc(1);
    let profile = directory.compiler.train(&counting, &directory.path, &bar)?;
    announce(&bar, "build with the profile");
    let fast = directory.build(&[&format!("-Cprofile-use={}", profile.display())])?;
    bar.inc(1);
    announce(&bar, "compare");
    let comparisons = compare(&plain, &fast, arguments.pairs, &bar)?;
    bar.finish_and_clear();
    for ((driver, _), comparison) in DRIVERS.iter().zip(&comparisons) {
        println!("{driver}: {comparison}");
    }
    println!("{}", directory.keep(&fast)?.display());
    Ok(())
}

/// `target/pgo`: builds with a profile do not replace the default ones.
struct BuildDirectory {
    compiler: Compiler,
    root: PathBuf,
    path: PathBuf,
}

impl BuildDirectory {
    fn create(compiler: Compiler) -> Result<BuildDirectory, Box<dyn Error>> {
        let root = tool::repository()?;
        let path = root.join("target/pgo");
        fs::create_dir_all(&path)?;
        Ok(BuildDirectory { compiler, root, path })
    }

    /// Builds the engine with further compiler flags. Naming the target keeps them from build scripts
    /// and macros, which would be counted too.
    fn build(&self, flags: &[&str]) -> Result<PathBuf, Box<dyn Error>> {
        let build = release(&self.root).target(self.compiler.host()).target_dir(&self.path);
        let build = match Flags::with(flags, |name| std::env::var(name).ok()) {
            Flags::Variable(value) => build.env(Flags::VARIABLE, value),
            Flags::Setting(setting) => build.args(["--config", &setting]),
        };
        Ok(build.run()?.path().to_owned())
    }

    /// Puts the program at its documented place, even while an older one runs there.
    fn keep(&self, program: &Path) -> Result<PathBuf, Box<dyn Error>> {
        let place = self.path.join("cleave");
        let new = self.path.join("cleave.new");
        fs::copy(program, &new)?;
        fs::rename(&new, &place)?;
        Ok(place)
    }
}

/// A release build of the engine.
fn release(root: &Path) -> escargot::CargoBuild {
    tool::build(root, "cleave").release()
}

fn bench(program: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.arg("bench").args(options);
    command
}

/// Runs both programs in turn with every driver.
fn compare(
    plain: &Path,
    fast: &Path,
    pairs: u16,
    bar: &ProgressBar,
) -> Result<[Comparison; DRIVERS.len()], Box<dyn Error>> {
    let mut comparisons = DRIVERS.map(|_| Comparison::default());
    for pair in 1..=pairs {
        for ((driver, options), comparison) in DRIVERS.iter().zip(&mut comparisons) {
            let before = measure(&mut bench(plain, options))?;
            bar.inc(1);
            let after = measure(&mut bench(fast, options))?;
            bar.inc(1);
            comparison.add(before, after)?;
            let (before, after) = (before.speed, after.speed);
            bar.suspend(|| println!("pair {pair}, {driver}: {before:.0} nps, {after:.0} nps"));
        }
    }
    Ok(comparisons)
}
