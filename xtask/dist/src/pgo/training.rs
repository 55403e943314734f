//! Training: a program that counts searches the positions of the bench, and its counts become a profile.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::{Compiler, bench};
use crate::bench::measure;
use cleave_kit::progress::announce;

/// Options of the benches that the counting program runs. A driver that did not run would be laid out
/// as cold code, so both do. Two workers, because one alone never joins or aborts another; threads,
/// because a forked process ends without writing its counts. Depth 13 gives nothing beyond depth 11:
/// the instructions of the two drivers differ by 0.2 and 0.7 %. Games are played by the network; a short run
/// without it keeps the evaluation by hand from being laid out as cold.
pub(crate) const TRAINING: [&[&str]; 3] = [
    &["--depth", "11", "--network"],
    &["--depth", "11", "--network", "--workers", "2", "--backend", "thread"],
    &["--depth", "9"],
];

impl Compiler {
    /// Runs the training benches of a program built with `-Cprofile-generate`, and merges its counts to
    /// a profile in this folder.
    ///
    /// # Errors
    /// The program does not run, or has counted nothing.
    pub(crate) fn train(
        &self,
        counting: &Path,
        folder: &Path,
        bar: &ProgressBar,
    ) -> Result<PathBuf, Box<dyn Error>> {
        let counts = folder.join("counts");
        // Counts of an older source must not be merged.
        if counts.exists() {
            fs::remove_dir_all(&counts)?;
        }
        fs::create_dir_all(&counts)?;
        let mut files = Vec::new();
        for (number, options) in (1..).zip(TRAINING) {
            announce(bar, format!("training run {number}"));
            let file = counts.join(format!("{number}.profraw"));
            measure(bench(counting, options).env("LLVM_PROFILE_FILE", &file))?;
            if !file.exists() {
                return Err("the program has counted nothing: do flags in another Cargo configuration hide those of .cargo/config.toml?".into());
            }
            files.push(file);
            bar.inc(1);
        }
        let profile = folder.join("cleave.profdata");
        self.merge(&files, &profile)?;
        Ok(profile)
    }
}
