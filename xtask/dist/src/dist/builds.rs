//! The programs of a platform: how each is compiled, with a profile where this machine can run it, and
//! where it lies in the tree.

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cleave_kit::progress::announce;
use indicatif::ProgressBar;

use super::platform::{CrossLinker, Linker, Platform};
use crate::pgo::Compiler;
use crate::tool;

/// A program to compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Program {
    /// The package that has it.
    package: &'static str,
    /// Its name in the package.
    name: &'static str,
    /// Flags of the compiler that choose the processor.
    flags: &'static str,
    /// Its place in the tree.
    place: &'static str,
}

/// The engine for each kind of processor that the launcher distinguishes, under the launcher's names.
const X86_64: &[Program] = &[
    Program { package: ENGINE, name: "cleave-launcher", flags: "", place: "bin/cleave" },
    engine("-Ctarget-cpu=x86-64-v3", "lib/cleave/cleave-pext"),
    engine("-Ctarget-cpu=x86-64-v3 -Ctarget-feature=-bmi2", "lib/cleave/cleave-avx2"),
    engine("", "lib/cleave/cleave-x86-64"),
    CHINESE_CHESS,
];

const AARCH64: &[Program] = &[engine("", "bin/cleave"), CHINESE_CHESS];

/// The engine and its package.
const ENGINE: &str = "cleave";

/// The program for Chinese chess, in one build for all processors.
const CHINESE_CHESS: Program =
    Program { package: XIANGQI, name: XIANGQI, flags: "", place: "bin/cleave-xiangqi" };

/// The program for Chinese chess and its package.
const XIANGQI: &str = "cleave-xiangqi";

/// The packages of all programs.
pub(super) const PACKAGES: [&str; 2] = [ENGINE, XIANGQI];

const fn engine(flags: &'static str, place: &'static str) -> Program {
    Program { package: ENGINE, name: ENGINE, flags, place }
}

impl Program {
    /// The programs of a platform.
    pub(super) fn all(platform: Platform) -> &'static [Program] {
        match platform {
            Platform::X86_64 | Platform::Static | Platform::Windows => X86_64,
            Platform::Aarch64 => AARCH64,
        }
    }

    /// Its path in the tree of a platform.
    pub(super) fn path(self, platform: Platform) -> String {
        format!("{}{}", self.place, platform.suffix())
    }

    /// Whether a profile of the engine's searches is of use for it.
    pub(super) fn is_engine(self) -> bool {
        self.name == ENGINE
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
        let place = tree.join(self.path(platform));
        fs::create_dir_all(place.parent().expect("a program lies in a directory"))?;
        fs::copy(program, place)?;
        Ok(())
    }
}

/// The profile of the engines of this machine's platform. One build counts for all: it uses no more
/// than every processor of the platform has, and what the others do differently is short.
pub(super) fn profile(
    compiler: &Compiler,
    root: &Path,
    platform: Platform,
    bar: &ProgressBar,
) -> Result<PathBuf, Box<dyn Error>> {
    announce(bar, format!("build the counting program for {}", platform.short_name()));
    let counting = compile(engine("", ""), root, platform, Some("-Cprofile-generate"))?;
    bar.inc(1);
    compiler.train(&counting, &root.join("target/dist"), bar)
}

/// A program, compiled with its flags and a further one.
fn compile(
    program: Program,
    root: &Path,
    platform: Platform,
    further: Option<&str>,
) -> Result<PathBuf, Box<dyn Error>> {
    let linker = platform.linker();
    let own = matches!(linker, Linker::Rust).then_some("-Clinker=rust-lld");
    let flags: Vec<&str> = program.flags.split_whitespace().chain(further).chain(own).collect();
    let mut build = tool::program(root, program.package, program.name)
        .args(["--profile=dist", "--locked"])
        .target(platform.target())
        .target_dir(root.join("target/dist/build"))
        // In place of those for this machine, in .cargo/config.toml.
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    if let Linker::Cross(linker) = linker {
        build = build.env(linker.variable, linker.program());
    }
    Ok(build.run()?.path().to_owned())
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.place)
    }
}

/// Whether this machine can compile for a platform: it has the Rust target, and a linker if the platform
/// is another than its own.
///
/// # Errors
/// Something is missing; the error says how to install it.
pub(super) fn find_tools(platform: Platform) -> Result<(), Box<dyn Error>> {
    tool::find_target(platform.target())?;
    if let Linker::Cross(linker) = platform.linker() {
        let how = |error| format!("{error}; it is in Debian's package {}", linker.package);
        tool::output(Command::new(linker.program()).arg("--version")).map_err(how)?;
    }
    Ok(())
}

impl CrossLinker {
    fn program(&self) -> OsString {
        std::env::var_os(self.variable).unwrap_or_else(|| self.debian.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_launcher_finds_the_same_builds_on_every_platform_of_x86_64() {
        let places = |platform: Platform| {
            let all = Program::all(platform).iter();
            all.map(|program| program.path(platform)).collect::<Vec<_>>()
        };
        let linux = places(Platform::X86_64);
        assert_eq!(linux[0], "bin/cleave");
        assert_eq!(linux[1..4].len(), 3);
        assert!(linux[1..4].iter().all(|place| place.starts_with("lib/cleave/cleave-")));
        assert_eq!(linux[4..], ["bin/cleave-xiangqi"]);
        assert_eq!(places(Platform::Static), linux);
        let windows: Vec<_> = linux.iter().map(|place| format!("{place}.exe")).collect();
        assert_eq!(places(Platform::Windows), windows);
        assert_eq!(places(Platform::Aarch64), ["bin/cleave", "bin/cleave-xiangqi"]);
    }
}
