//! `cargo xtask pgo`: the fastest program for this machine, laid out by what a bench executes.
//!
//! The compiler guesses which way branches go, which calls are worth inlining and what is hardly ever
//! executed. A first build counts instead (`-Cprofile-generate`) while it searches the positions of
//! the bench; a second build is told the counts (`-Cprofile-use`). No release build can do that by
//! itself, so `cargo build --release` stays the usual one. The plain release and the new program then
//! run in turn: the new one is kept only if it searches the same tree.

mod compiler;
mod contest;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::bench::measure;
use compiler::{Compiler, Flags};
use contest::Contest;

/// How long to compare the programs.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Benches of each of the two programs, in turn, with either driver.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pairs: u16,
}

/// What the counting program executes. Both drivers: a driver that was not counted would be laid out
/// as if it were never executed. Two workers, because one alone never joins or aborts another; threads,
/// because a forked process ends without writing down its counts. Depth 13 teaches nothing more than
/// depth 11 (instructions of both drivers within 0.2 and 0.7 %).
const LESSONS: [&[&str]; 2] =
    [&["--depth", "11"], &["--depth", "11", "--workers", "2", "--backend", "thread"]];

/// Options of the bench for the drivers that are compared; both search the same tree.
const DRIVERS: [(&str, &[&str]); 2] = [("P_seq", &[]), ("one worker", &["--workers", "1"])];

/// Builds, learns, builds again, compares, and puts the program at target/pgo/cleave.
///
/// # Errors
/// There is no llvm-profdata, something does not build or run, or the program searches another tree.
/// What is at target/pgo/cleave stays then.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let compiler = Compiler::find()?;
    let workshop = Workshop::open(compiler)?;
    println!("building the plain release, to compare with");
    let plain = release(&workshop.root).run()?.path().to_owned();
    println!("building a program that counts what it executes");
    let counting = workshop.build(&["-Cprofile-generate"])?;
    let profile = workshop.learn(&counting)?;
    println!("building by what was counted");
    let fast = workshop.build(&[&format!("-Cprofile-use={}", profile.display())])?;
    compare(&plain, &fast, arguments.pairs)?;
    println!("{}", workshop.keep(&fast)?.display());
    Ok(())
}

/// Where all this takes place: `target/pgo`, so that the usual builds stay.
struct Workshop {
    compiler: Compiler,
    root: PathBuf,
    directory: PathBuf,
}

impl Workshop {
    fn open(compiler: Compiler) -> Result<Workshop, Box<dyn Error>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
        let directory = root.join("target/pgo");
        fs::create_dir_all(&directory)?;
        Ok(Workshop { compiler, root, directory })
    }

    /// Builds the engine with further flags of the compiler. Only a build with a target named leaves
    /// them away from build scripts and macros, which would be counted too.
    fn build(&self, flags: &[&str]) -> Result<PathBuf, Box<dyn Error>> {
        let build = release(&self.root).target(self.compiler.host()).target_dir(&self.directory);
        let build = match Flags::with(flags, |name| std::env::var(name).ok()) {
            Flags::Variable(value) => build.env(Flags::VARIABLE, value),
            Flags::Setting(setting) => build.args(["--config", &setting]),
        };
        Ok(build.run()?.path().to_owned())
    }

    /// Runs all lessons, and merges the counts.
    fn learn(&self, counting: &Path) -> Result<PathBuf, Box<dyn Error>> {
        let counts = self.directory.join("counts");
        // Counts of another source would be taken for those of this one.
        if counts.exists() {
            fs::remove_dir_all(&counts)?;
        }
        fs::create_dir(&counts)?;
        let mut files = Vec::new();
        for (number, options) in (1..).zip(LESSONS) {
            println!("lesson {number}: bench {}", options.join(" "));
            let file = counts.join(format!("{number}.profraw"));
            measure(bench(counting, options).env("LLVM_PROFILE_FILE", &file))?;
            if !file.exists() {
                return Err("the program has counted nothing: do flags in another Cargo configuration hide those of .cargo/config.toml?".into());
            }
            files.push(file);
        }
        let profile = self.directory.join("cleave.profdata");
        self.compiler.merge(&files, &profile)?;
        Ok(profile)
    }

    /// Puts the program where it is documented to be, even while an older one is running there.
    fn keep(&self, program: &Path) -> Result<PathBuf, Box<dyn Error>> {
        let place = self.directory.join("cleave");
        let new = self.directory.join("cleave.new");
        fs::copy(program, &new)?;
        fs::rename(&new, &place)?;
        Ok(place)
    }
}

/// A release build of the engine.
fn release(root: &Path) -> escargot::CargoBuild {
    escargot::CargoBuild::new()
        .manifest_path(root.join("Cargo.toml"))
        .release()
        .package("cleave")
        .bin("cleave")
}

fn bench(program: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.arg("bench").args(options);
    command
}

/// Runs both programs in turn with every driver, and says what is gained.
fn compare(plain: &Path, fast: &Path, pairs: u16) -> Result<(), Box<dyn Error>> {
    let mut contests = DRIVERS.map(|_| Contest::default());
    for pair in 1..=pairs {
        for ((driver, options), contest) in DRIVERS.iter().zip(&mut contests) {
            let before = measure(&mut bench(plain, options))?;
            let after = measure(&mut bench(fast, options))?;
            contest.add(before, after)?;
            println!("pair {pair}, {driver}: {:.0} nps, {:.0} nps", before.speed, after.speed);
        }
    }
    for ((driver, _), contest) in DRIVERS.iter().zip(&contests) {
        println!("{driver}: {contest}");
    }
    Ok(())
}
