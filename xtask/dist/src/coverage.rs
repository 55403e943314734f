//! `cargo xtask coverage`: counts the lines and branches that the tests run.
//!
//! cargo-llvm-cov builds the programs and the tests with counters and runs the tests. This command counts what lies before
//! the `#[cfg(test)]` of each file, so that tests do not count as tested code. A worker that is forked leaves no counts, because
//! it ends without the runtime that writes them; threads run the same code.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::tool;

/// Which crates to count, and by which tests.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A crate; may be given several times.
    #[arg(long = "package", short, value_name = "CRATE", default_values = CRATES)]
    packages: Vec<String>,
    /// A crate whose tests run too; may be given several times. Their own code is not counted.
    #[arg(long = "tests-of", value_name = "CRATE", default_values = TESTS)]
    tests: Vec<String>,
    /// Name the files in which the tests run a smaller share of the lines, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 90)]
    below: u32,
}

/// The machine, the search, the program, and what reads files.
const CRATES: [&str; 7] = [
    "cleave-smp",
    "cleave-search",
    "cleave",
    "cleave-io",
    "cleave-tablebase",
    "cleave-book",
    "cleave-pgn",
];

/// Artificial trees search by smp, and whole games by the program.
const TESTS: [&str; 3] = ["cleave-algorithms", "cleave-virtual-time", "cleave-tests"];

/// Tests that add little, and take most of the time: they read pages, fail every nth call, measure time, or kill forked
/// workers, which leave no counts.
const WITHOUT: &str = "not (binary(docs) | binary(faults) | binary(power_loss) | binary(wall_clock) \
                       | binary(kills) | binary(processes) | test(literature))";

/// Runs the tests, and prints the share of lines and branches of each crate.
///
/// # Errors
/// cargo-llvm-cov or nextest is not installed, or something does not build.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let root = tool::repository()?;
    if tool::output(llvm_cov(&root).arg("--version")).is_err() {
        let how = "'cargo install --locked cargo-llvm-cov' installs it";
        return Err(format!("cargo-llvm-cov is not installed; {how}").into());
    }
    let report = root.join("target/coverage.info");
    let status = arguments.tests(&root).status()?;
    if !status.success() {
        return Err(format!("cargo llvm-cov failed: {status}").into());
    }
    tool::output(llvm_cov(&root).args(["report", "--lcov", "--output-path"]).arg(&report))?;
    let files = parse(&fs::read_to_string(&report)?);
    let mut low: Vec<(Share, PathBuf)> = Vec::new();
    println!("\n{:<18} {:>7} {:>7} {:>9} {:>7}", "crate", "lines", "run", "branches", "taken");
    for package in &arguments.packages {
        let folder = folder(&root, package)?;
        let mut sum = Counts::default();
        for (path, file) in &files {
            let Ok(path) = Path::new(path).strip_prefix(&folder) else { continue };
            if is_of_tests(path) {
                continue;
            }
            let path = folder.join(path);
            let counts = file.counts(tests_begin(&fs::read_to_string(&path)?));
            sum += counts;
            if counts.lines.percent() < f64::from(arguments.below) {
                low.push((counts.lines, path.strip_prefix(&root)?.to_owned()));
            }
        }
        let Counts { lines, branches } = sum;
        let (run, taken) = (lines.percent(), branches.percent());
        println!("{package:<18} {:>7} {run:>5.1} % {:>9} {taken:>5.1} %", lines.all, branches.all);
    }
    println!("\nFiles with less than {} % of their lines run:", arguments.below);
    for (lines, path) in low {
        println!("{:>5.1} % of {:>4}  {}", lines.percent(), lines.all, path.display());
    }
    Ok(())
}

fn llvm_cov(root: &Path) -> Command {
    let mut command = tool::cargo();
    // Branches are counted by a flag that stable compilers have, but do not offer.
    command.arg("llvm-cov").current_dir(root).env("RUSTC_BOOTSTRAP", "1");
    command
}

/// The folder with the code of a crate, as Cargo knows it.
fn folder(root: &Path, package: &str) -> Result<PathBuf, Box<dyn Error>> {
    let place = tool::printed(tool::cargo().args(["pkgid", "-p", package]).current_dir(root))?;
    let place = place.trim().trim_start_matches("path+file://");
    let path = place.split_once('#').map_or(place, |(path, _)| path);
    Ok(Path::new(path).join("src"))
}

impl Arguments {
    /// The command that runs the tests. A test that fails because counters take time does not end it.
    fn tests(&self, root: &Path) -> Command {
        let mut command = llvm_cov(root);
        command.args(["nextest", "--locked", "--no-report", "--branch", "--ignore-run-fail"]);
        for package in self.packages.iter().chain(&self.tests) {
            command.args(["--package", package]);
        }
        command.args(["--filterset", WITHOUT]);
        command
    }
}

/// What the tests ran of something, and all of it.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Share {
    run: u32,
    all: u32,
}

impl Share {
    fn count(&mut self, is_run: bool) {
        self.run += u32::from(is_run);
        self.all += 1;
    }

    /// 100 % of nothing.
    fn percent(self) -> f64 {
        if self.all == 0 { 100.0 } else { 100.0 * f64::from(self.run) / f64::from(self.all) }
    }
}

/// The lines and branches of a file or a crate.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Counts {
    lines: Share,
    branches: Share,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        for (sum, part) in [(&mut self.lines, other.lines), (&mut self.branches, other.branches)] {
            sum.run += part.run;
            sum.all += part.all;
        }
    }
}

/// The lines and branches of a file, each with its line number and whether a test ran it.
#[derive(Default)]
struct File {
    lines: Vec<(usize, bool)>,
    branches: Vec<(usize, bool)>,
}

impl File {
    /// Counts what lies before a line.
    fn counts(&self, end: usize) -> Counts {
        let mut counts = Counts::default();
        for (share, records) in
            [(&mut counts.lines, &self.lines), (&mut counts.branches, &self.branches)]
        {
            for &(_, is_run) in records.iter().filter(|&&(line, _)| line < end) {
                share.count(is_run);
            }
        }
        counts
    }
}

/// Reads a report in the format of LCOV, by file: `DA:line,count` and `BRDA:line,block,branch,count`, where a count may be `-`.
fn parse(report: &str) -> BTreeMap<String, File> {
    let mut files = BTreeMap::new();
    let mut file: &mut File = files.entry(String::new()).or_default();
    for record in report.lines() {
        let Some((kind, value)) = record.split_once(':') else { continue };
        let mut fields = value.split(',');
        let line = fields.next().and_then(|line| line.parse().ok()).unwrap_or(0);
        let is_run = fields.next_back().is_some_and(|count| !matches!(count, "0" | "-"));
        match kind {
            "SF" => file = files.entry(value.to_owned()).or_default(),
            "DA" => file.lines.push((line, is_run)),
            "BRDA" => file.branches.push((line, is_run)),
            _ => {}
        }
    }
    files
}

/// The line where the tests of a file begin, or one after its end.
fn tests_begin(source: &str) -> usize {
    let lines: Vec<_> = source.lines().collect();
    let tests = lines.windows(2).position(|pair| pair == ["#[cfg(test)]", "mod tests {"]);
    tests.map_or(usize::MAX, |line| line + 1)
}

/// Whether a file has nothing but tests.
fn is_of_tests(path: &Path) -> bool {
    path.with_extension("")
        .iter()
        .filter_map(|name| name.to_str())
        .any(|name| matches!(name, "tests" | "testing") || name.ends_with("_tests"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "SF:/a.rs\nFN:1,f\nDA:1,3\nDA:2,0\nBRDA:2,0,0,-\nBRDA:2,0,1,7\nDA:9,1\nLF:3\nend_of_record\n\
                          SF:/b.rs\nDA:4,0\nend_of_record\n";

    #[test]
    fn what_lies_in_tests_does_not_count() {
        let files = parse(REPORT);
        let all = files["/a.rs"].counts(usize::MAX);
        assert_eq!((all.lines, all.branches), (Share { run: 2, all: 3 }, Share { run: 1, all: 2 }));
        let code = files["/a.rs"]
            .counts(tests_begin("use a;\n#[cfg(test)]\nuse b;\n#[cfg(test)]\nmod tests {\n}\n"));
        assert_eq!(code.lines, Share { run: 1, all: 2 });
        assert_eq!(code.branches, all.branches);
        assert!(
            is_of_tests(Path::new("arena/tests.rs")) && is_of_tests(Path::new("testing/order.rs"))
        );
        assert!(!is_of_tests(Path::new("contest.rs")));
        assert_eq!(files["/b.rs"].counts(usize::MAX).lines.percent(), 0.0);
    }

    #[test]
    fn sums_keep_lines_and_branches_apart() {
        let mut sum = Counts::default();
        for file in parse(REPORT).values() {
            sum += file.counts(usize::MAX);
        }
        assert_eq!(sum.lines, Share { run: 2, all: 4 });
        assert_eq!(sum.branches.percent(), 50.0);
        assert_eq!(Share::default().percent(), 100.0);
    }
}
