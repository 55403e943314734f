//! The programs of a platform: how each is compiled, with a profile where this machine can run it, and
//! where it lies in the tree.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use cleave_lab::progress::announce;
use indicatif::ProgressBar;

use super::Platform;
use crate::pgo::Compiler;
use crate::tool;

/// A program to compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Program {
    /// The package that it is the program of.
    package: &'static str,
    /// Flags of the compiler that choose the processor.
    flags: &'static str,
    /// Its place in the tree.
    place: &'static str,
}

/// For each processor that can be told apart; the launcher's names.
const X86_64: &[Program] = &[
    Program { package: "cleave-launcher", flags: "", place: "bin/cleave" },
    engine("-Ctarget-cpu=x86-64-v3", "lib/cleave/cleave-pext"),
    engine("-Ctarget-cpu=x86-64-v3 -Ctarget-feature=-bmi2", "lib/cleave/cleave-avx2"),
    engine("", "lib/cleave/cleave-x86-64"),
];

const AARCH64: &[Program] = &[engine("", "bin/cleave")];

const ENGINE: &str = "cleave";

const fn engine(flags: &'static str, place: &'static str) -> Program {
    Program { package: ENGINE, flags, place }
}

impl Program {
    /// The programs of a platform.
    pub(super) fn all(platform: Platform) -> &'static [Program] {
        match platform {
            Platform::X86_64 => X86_64,
            Platform::Aarch64 => AARCH64,
        }
    }

    /// The package that it is the program of.
    pub(super) fn package(self) -> &'static str {
        self.package
    }

    /// Whether a profile of the engine's searches is of use for it.
    pub(super) fn is_engine(self) -> bool {
        self.package == ENGINE
    }

    /// Compiles it, and puts it into the tree.
    pub(super) fn build(
        self,
        root: &Path,
        platform: Platform,
        tree: &Path,
        profile: Option<&Path>,
    ) -> Result<(), Box<dyn Error>> {
        let profile = profile.filter(|_| self.is_engine());
        let profile = profile.map(|file| format!("-Cprofile-use={}", file.display()));
        let program = compile(self, root, platform, profile.as_deref())?;
        let place = tree.join(self.place);
        fs::create_dir_all(place.parent().expect("a program lies in a directory"))?;
        fs::copy(program, place)?;
        Ok(())
    }
}

/// The profile of a platform's engines, if this machine can run them. One build counts for all: it uses
/// no more than every processor of the platform has, and what the others do differently is short.
pub(super) fn profile(
    root: &Path,
    platform: Platform,
    bar: &ProgressBar,
) -> Result<Option<PathBuf>, Box<dyn Error>> {
    if !platform.is_that_of_this_machine() {
        return Ok(None);
    }
    // A tool that is missing is reported before minutes of building.
    let compiler = Compiler::find()?;
    announce(bar, format!("build the counting program for {}", platform.short_name()));
    let counting = compile(engine("", ""), root, platform, Some("-Cprofile-generate"))?;
    bar.inc(1);
    Ok(Some(compiler.train(&counting, &root.join("target/dist"), bar)?))
}

/// A program, compiled with its flags and a further one.
fn compile(
    program: Program,
    root: &Path,
    platform: Platform,
    further: Option<&str>,
) -> Result<PathBuf, Box<dyn Error>> {
    let flags: Vec<&str> = program.flags.split_whitespace().chain(further).collect();
    let mut build = tool::build(root, program.package)
        .arg("--profile=dist")
        .target(platform.target())
        .target_dir(root.join("target/dist/build"))
        // In place of those for this machine, in .cargo/config.toml.
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    if !platform.is_that_of_this_machine() {
        let (variable, linker) = cross_linker(platform);
        if std::env::var_os(variable).is_none() {
            build = build.env(variable, linker);
        }
    }
    Ok(build.run()?.path().to_owned())
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.place)
    }
}

/// Debian's linker for a platform, and the variable by which Cargo is told of another.
fn cross_linker(platform: Platform) -> (&'static str, &'static str) {
    match platform {
        Platform::X86_64 => {
            ("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER", "x86_64-linux-gnu-gcc")
        }
        Platform::Aarch64 => {
            ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
        }
    }
}
