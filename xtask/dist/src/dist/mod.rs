//! `cargo xtask dist`: the files of a release, in target/dist.
//!
//! | part | file | what it is |
//! |---|---|---|
//! | `x86-64` | `cleave-VERSION-x86_64-linux.tar.gz` | three builds and a launcher, with the GNU C library |
//! | `static` | `cleave-VERSION-x86_64-linux-static.tar.gz` | the same without any library, and a container file |
//! | `aarch64` | `cleave-VERSION-aarch64-linux.tar.gz` | one build for 64-bit Arm |
//! | `windows` | `cleave-VERSION-x86_64-windows.zip` | three builds and a launcher |
//! | `debian` | `cleave_VERSION-1_ARCH.deb` | the tree of this machine's platform, by cargo-deb |
//! | `source` | `cleave-VERSION-source.tar.gz` | the last commit |
//! | | `SHA256SUMS` | a checksum of each |
//!
//! An archive is a tree to unpack anywhere: `bin/cleave`, `bin/cleave-xiangqi`, a page of first steps, licences, and on Linux
//! the manual page, shell completions, and the files by which xboard finds its engines. The launcher
//! ([`cleave-launcher`](../../cleave_launcher/index.html)) chooses a build. Programs for this
//! machine's platform are built with a profile, as by `pgo`; the others are built without.

mod builds;
pub(crate) mod notices;
mod package;
mod platform;
mod tree;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use crate::pgo::{Compiler, TRAINING};
use crate::tool;
use builds::Program;
use cleave_kit::progress::{self, announce};
use platform::Platform;

/// What to make.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Make these parts only, and a file of their checksums. Another platform than that of this machine needs its Rust
    /// target; 'windows' needs Debian's gcc-mingw-w64-x86-64, 'debian' needs 'cargo install --locked cargo-deb'.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PART", default_values_t = Part::ALL)]
    only: Vec<Part>,
}

/// A part of a release.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// The archive of a platform.
    Archive(Platform),
    /// The Debian package of this machine's platform.
    Debian,
    /// The archive of the source.
    Source,
}

impl Part {
    const ALL: [Part; 6] = [
        Part::Archive(Platform::X86_64),
        Part::Archive(Platform::Static),
        Part::Archive(Platform::Aarch64),
        Part::Archive(Platform::Windows),
        Part::Debian,
        Part::Source,
    ];
}

impl ValueEnum for Part {
    fn value_variants<'a>() -> &'a [Part] {
        &Part::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(match self {
            Part::Archive(platform) => platform.name().into(),
            Part::Debian => "debian".into(),
            Part::Source => "source".into(),
        })
    }
}

/// Builds the programs of each platform, and packs them.
///
/// # Errors
/// Something does not build or run, or a tool is missing.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let release = Release::new(tool::repository()?, &arguments.only)?;
    // Tools that are missing are reported before minutes of building.
    release.find_tools()?;
    let bar = progress::ticking_bar("", release.steps() as u64);
    let mut made = Vec::new();
    for platform in release.platforms() {
        let tree = release.build(platform, &bar)?;
        if release.has(Part::Archive(platform)) {
            announce(&bar, format!("pack for {}", platform.short_name()));
            made.push(package::archive(&tree, platform)?);
        }
        bar.inc(1);
        if release.has(Part::Debian) && platform.is_that_of_this_machine() {
            announce(&bar, "make the Debian package");
            made.push(package::debian(&release.root, &tree)?);
            bar.inc(1);
        }
    }
    if release.has(Part::Source) {
        announce(&bar, "pack the source");
        made.push(package::source(&release.root, &release.directory)?);
        bar.inc(1);
    }
    made.push(package::sums(&release.directory, &made)?);
    bar.finish_and_clear();
    made.iter().for_each(|file| println!("{}", file.display()));
    Ok(())
}

/// The parts to make, and where.
struct Release {
    root: PathBuf,
    /// Where the parts are put.
    directory: PathBuf,
    parts: Vec<Part>,
}

impl Release {
    fn new(root: PathBuf, parts: &[Part]) -> Result<Release, Box<dyn Error>> {
        let directory = root.join("target/dist");
        fs::create_dir_all(&directory)?;
        Ok(Release { root, directory, parts: parts.to_vec() })
    }

    fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// The platforms whose programs are built: those of archives, and this machine's for the Debian package.
    fn platforms(&self) -> impl Iterator<Item = Platform> {
        Platform::ALL.into_iter().filter(|&platform| {
            let is_packed = self.has(Part::Debian) && platform.is_that_of_this_machine();
            is_packed || self.has(Part::Archive(platform))
        })
    }

    /// The steps of the progress bar.
    fn steps(&self) -> usize {
        let archives: usize = self.platforms().map(|it| 1 + Program::all(it).len()).sum();
        let has_profile = self.platforms().any(Platform::is_that_of_this_machine);
        let training = if has_profile { 1 + TRAINING.len() } else { 0 };
        let others = [Part::Debian, Part::Source].into_iter().filter(|&part| self.has(part));
        archives + training + others.count()
    }

    /// Checks that all tools are there.
    fn find_tools(&self) -> Result<(), Box<dyn Error>> {
        for platform in self.platforms() {
            builds::find_tools(platform)?;
            package::find_archiver(platform)?;
            if platform.is_that_of_this_machine() {
                Compiler::find()?;
            }
        }
        if self.has(Part::Debian) {
            package::find_cargo_deb()?;
        }
        if self.has(Part::Source) {
            package::find_commit(&self.root)?;
        }
        Ok(())
    }

    /// Builds the programs of a platform. Returns the tree with them and all that goes with them.
    fn build(&self, platform: Platform, bar: &ProgressBar) -> Result<PathBuf, Box<dyn Error>> {
        let Release { root, directory, .. } = self;
        let tree = fresh_directory(directory, platform)?;
        let profile = match platform.is_that_of_this_machine() {
            true => Some(builds::profile(&Compiler::find()?, root, platform, bar)?),
            false => None,
        };
        for program in Program::all(platform) {
            announce(bar, format!("build {program} for {}", platform.short_name()));
            program.build(root, platform, &tree, profile.as_deref())?;
            bar.inc(1);
        }
        tree::add_documents(root, platform, &tree)?;
        tree::add_notices(root, platform, &tree)?;
        Ok(tree)
    }
}

/// An empty directory for the tree of a platform.
fn fresh_directory(directory: &Path, platform: Platform) -> Result<PathBuf, Box<dyn Error>> {
    let tree = directory.join(release_name(platform.short_name()));
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    fs::create_dir_all(&tree)?;
    Ok(tree)
}

/// The name of an archive and of the tree in it: `cleave-0.1.0-x86_64-linux`.
fn release_name(what: &str) -> String {
    format!("cleave-{}-{what}", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn parts(words: &[&str]) -> Vec<Part> {
        let line = Line::try_parse_from(std::iter::once(&"dist").chain(words)).unwrap();
        line.arguments.only
    }

    #[test]
    fn everything_is_made_unless_parts_are_named() {
        assert_eq!(parts(&[]), Part::ALL);
        let some = [Part::Archive(Platform::Static), Part::Source];
        assert_eq!(parts(&["--only", "static,source"]), some);
    }

    #[test]
    fn the_debian_package_needs_the_programs_of_this_machine() {
        let release = |parts| Release { root: "r".into(), directory: "d".into(), parts };
        let here: Vec<_> = release(vec![Part::Debian]).platforms().collect();
        assert!(here.iter().all(|it| it.is_that_of_this_machine()));
        assert_eq!(release(Part::ALL.to_vec()).platforms().count(), 4);
        assert_eq!(release(vec![Part::Source]).platforms().count(), 0);
        assert_eq!(release(vec![Part::Source]).steps(), 1);
    }
}
