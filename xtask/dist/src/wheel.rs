//! `cargo xtask wheel`: the Python package `cleave-chess` (crates/python), with the engine inside, in target/wheels.
//!
//! maturin compiles the bindings and packs them. This command compiles the engine and puts it where maturin finds it.
//! The name of a wheel says which versions of the C library it runs with, and maturin looks at the bindings alone to choose it.
//! So the engine in a wheel for Linux is static: it runs with all of them.

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::tool;

/// What to build.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Build for the processor of this machine. By default the package runs on any x86-64 since about 2009 (x86-64-v2).
    #[arg(long, conflicts_with = "target")]
    native: bool,
    /// Build for this target, as `rustc --print target-list` names it.
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Pack this engine instead of building one.
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
    /// Cargo's profile for the bindings.
    #[arg(long, value_name = "NAME", default_value = "wheel")]
    profile: String,
    /// The folder of the wheel.
    #[arg(long, value_name = "FOLDER", default_value = "target/wheels")]
    out: PathBuf,
    /// Further arguments of `maturin build`: `-- --zig`.
    #[arg(last = true, value_name = "ARGUMENTS")]
    maturin: Vec<String>,
}

/// Builds the engine and the wheel.
///
/// # Errors
/// Something does not build, or maturin is missing.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let root = tool::repository()?;
    // A tool that is missing is reported before minutes of building.
    let mut maturin = find_maturin()?;
    for target in arguments.targets() {
        tool::find_target(&target)?;
    }
    match &arguments.engine {
        Some(engine) => arguments.place(&root, engine)?,
        None => arguments.place(&root, &arguments.build_engine(&root)?)?,
    }
    arguments.set_up(&root, &mut maturin);
    print!("{}", tool::printed(&mut maturin)?);
    Ok(())
}

impl Arguments {
    /// Compiles the engine, and returns its path.
    fn build_engine(&self, root: &Path) -> Result<PathBuf, Box<dyn Error>> {
        let mut build = tool::build(root, "cleave").arg("--profile=dist").arg("--locked");
        let target = self.engine_target();
        if let Some(target) = &target {
            build = build.target(target);
        }
        if let Some((target_dir, flags)) = self.portable(root) {
            let mut flags: Vec<&str> = flags.split_whitespace().collect();
            if target.is_some_and(|target| target.ends_with("-linux-musl")) {
                // The target brings a static C library, and the compiler a linker for every processor.
                flags.push("-Clinker=rust-lld");
            }
            build = build.target_dir(target_dir).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
        }
        Ok(build.run()?.path().to_owned())
    }

    /// Returns the target of the engine, if it is not the compiler's own.
    fn engine_target(&self) -> Option<String> {
        match &self.target {
            Some(target) => Some(target.replace("-linux-gnu", "-linux-musl")),
            None if self.native || std::env::consts::OS != "linux" => None,
            None => Some(format!("{}-unknown-linux-musl", std::env::consts::ARCH)),
        }
    }

    /// Returns the targets that are compiled for, but for the compiler's own.
    fn targets(&self) -> impl Iterator<Item = String> {
        let engine = if self.engine.is_none() { self.engine_target() } else { None };
        engine.into_iter().chain(self.target.clone())
    }

    /// Puts the engine into the package.
    fn place(&self, root: &Path, engine: &Path) -> Result<(), Box<dyn Error>> {
        let folder = root.join("crates/python/cleave/bin");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let target = self.target.as_deref().unwrap_or(std::env::consts::OS);
        let name = if target.contains("windows") { "cleave.exe" } else { "cleave" };
        let copied = fs::copy(engine, folder.join(name));
        copied.map_err(|error| format!("{}: {error}", engine.display()))?;
        Ok(())
    }

    /// Completes the command line of maturin.
    fn set_up(&self, root: &Path, maturin: &mut Command) {
        maturin.args(["build", "--locked", "--profile", &self.profile, "--out"]).arg(&self.out);
        maturin.arg("--manifest-path").arg(root.join("crates/python/Cargo.toml"));
        if let Some(target) = &self.target {
            maturin.args(["--target", target]);
        }
        if self.native {
            // Other names promise that it runs on other machines.
            maturin.args(["--compatibility", "linux"]);
        }
        if let Some((target_dir, flags)) = self.portable(root) {
            maturin.arg("--target-dir").arg(target_dir).env("CARGO_ENCODED_RUSTFLAGS", flags);
        }
        maturin.args(&self.maturin);
    }

    /// Returns the folder of a build for other machines, and the flags of the compiler in place of those in
    /// .cargo/config.toml.
    fn portable(&self, root: &Path) -> Option<(PathBuf, &'static str)> {
        let target = self.target.as_deref().unwrap_or(std::env::consts::ARCH);
        let flags = if target.starts_with("x86_64") { "-Ctarget-cpu=x86-64-v2" } else { "" };
        (!self.native).then(|| (root.join("target/portable"), flags))
    }
}

/// Returns the command that starts maturin: the program, or the module of Python.
///
/// # Errors
/// There is neither.
fn find_maturin() -> Result<Command, Box<dyn Error>> {
    let ways: [&[&str]; 2] = [&["maturin"], &["python3", "-m", "maturin"]];
    let command = |way: &[&str]| {
        let mut command = Command::new(OsStr::new(way[0]));
        command.args(&way[1..]);
        command
    };
    let found = ways.into_iter().find(|way| tool::output(command(way).arg("--version")).is_ok());
    let way = found.ok_or("maturin is missing; 'pip install maturin' installs it")?;
    Ok(command(way))
}

#[cfg(test)]
mod tests {
    use cleave_kit::options::words::parse;

    use super::*;

    /// Returns the arguments of maturin, and the compiler's flags if they are not those of this machine.
    fn set_up(line: &str) -> (Vec<String>, Option<String>) {
        let arguments: Arguments = parse(line.split(' ')).unwrap();
        let mut maturin = Command::new("maturin");
        arguments.set_up(Path::new("/root"), &mut maturin);
        let words = maturin.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        let flags = maturin.get_envs().find(|(name, _)| *name == "CARGO_ENCODED_RUSTFLAGS");
        (words, flags.map(|(_, flags)| flags.unwrap().to_string_lossy().into_owned()))
    }

    #[test]
    fn a_wheel_is_for_any_machine_unless_it_is_for_this_one() {
        let (words, flags) = set_up("wheel --native --out here");
        assert_eq!(flags, None);
        let words = words.join(" ");
        assert!(words.contains("--profile wheel --out here --manifest-path /root/"), "{words}");
        assert!(words.ends_with("--compatibility linux"), "{words}");
        let (words, flags) = set_up("wheel --target x86_64-pc-windows-gnu");
        assert_eq!(flags.as_deref(), Some("-Ctarget-cpu=x86-64-v2"));
        assert!(
            words
                .join(" ")
                .contains("--target x86_64-pc-windows-gnu --target-dir /root/target/portable")
        );
        let (words, flags) = set_up("wheel --target aarch64-unknown-linux-gnu -- --zig");
        assert_eq!(flags.as_deref(), Some(""), "no flags in place of those for this machine");
        assert_eq!(words.last().unwrap(), "--zig");
    }

    #[test]
    fn the_engine_of_a_wheel_for_linux_needs_no_library() {
        let target = |line: &str| parse::<Arguments>(line.split(' ')).unwrap().engine_target();
        assert_eq!(target("wheel --native"), None);
        let windows = "x86_64-pc-windows-gnu";
        assert_eq!(target(&format!("wheel --target {windows}")).as_deref(), Some(windows));
        let arm = target("wheel --target aarch64-unknown-linux-gnu");
        assert_eq!(arm.as_deref(), Some("aarch64-unknown-linux-musl"));
        if std::env::consts::OS == "linux" {
            assert!(target("wheel").unwrap().ends_with("-unknown-linux-musl"));
        }
    }
}
