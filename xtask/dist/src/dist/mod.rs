//! `cargo xtask dist`: release archives and the Debian package, in target/dist.
//!
//! An archive is a tree to unpack anywhere: `bin/cleave`, the manual page, shell completions, and the
//! files by which xboard finds its engines. For x86-64 it contains three builds and a launcher that
//! chooses one ([`cleave-launcher`](../../cleave_launcher/index.html)); for aarch64 one build. Programs for this
//! machine's platform are built with a profile, as by `pgo`; those for another cannot be run here, and are
//! built without. The Debian package contains the tree of the machine it is built on.

mod builds;
pub(crate) mod notices;
mod package;
mod tree;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::pgo::{Compiler, TRAINING};
use crate::tool;
use builds::Program;
use cleave_kit::progress::{self, announce};

/// What to pack.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Pack for this platform only. Another one than that of this machine needs its Rust target and a
    /// C linker for it: 'rustup target add aarch64-unknown-linux-gnu' and the package
    /// gcc-aarch64-linux-gnu.
    #[arg(long, value_enum, default_values_t = [Platform::X86_64, Platform::Aarch64])]
    platform: Vec<Platform>,
    /// Also make the Debian package; needs 'cargo install --locked cargo-deb'.
    #[arg(long)]
    deb: bool,
}

/// What an archive runs on.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Platform {
    /// Linux on x86-64.
    #[value(name = "x86-64")]
    X86_64,
    /// Linux on 64-bit Arm.
    Aarch64,
}

impl Platform {
    /// As Rust names it.
    fn target(self) -> &'static str {
        match self {
            Platform::X86_64 => "x86_64-unknown-linux-gnu",
            Platform::Aarch64 => "aarch64-unknown-linux-gnu",
        }
    }

    /// As the name of the archive does.
    fn short_name(self) -> &'static str {
        match self {
            Platform::X86_64 => "x86_64-linux",
            Platform::Aarch64 => "aarch64-linux",
        }
    }

    fn is_that_of_this_machine(self) -> bool {
        self.target().starts_with(std::env::consts::ARCH)
    }
}

/// Builds the programs of each platform, and packs them.
///
/// # Errors
/// Something does not build or run, or a tool is missing.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let root = tool::repository()?;
    let here = arguments.platform.iter().find(|platform| platform.is_that_of_this_machine());
    if arguments.deb && here.is_none() {
        return Err("--deb packs the programs of this machine; name its --platform, too".into());
    }
    // Tools that are missing are reported before minutes of building.
    arguments.platform.iter().try_for_each(|&platform| builds::find_tools(platform))?;
    if arguments.deb {
        package::find_cargo_deb()?;
    }
    let compiler = here.map(|_| Compiler::find()).transpose()?;
    let platforms = &arguments.platform;
    let steps: usize = platforms.iter().map(|&platform| 1 + Program::all(platform).len()).sum();
    let training = if here.is_some() { 1 + TRAINING.len() } else { 0 };
    let bar = progress::ticking_bar("", (steps + training + usize::from(arguments.deb)) as u64);
    let mut made = Vec::new();
    for &platform in platforms {
        let tree = fresh_directory(&root, platform)?;
        let compiler = compiler.as_ref().filter(|_| platform.is_that_of_this_machine());
        let profile = compiler.map(|compiler| builds::profile(compiler, &root, platform, &bar));
        let profile = profile.transpose()?;
        for program in Program::all(platform) {
            announce(&bar, format!("build {program} for {}", platform.short_name()));
            program.build(&root, platform, &tree, profile.as_deref())?;
            bar.inc(1);
        }
        announce(&bar, format!("pack for {}", platform.short_name()));
        tree::add_documents(&root, &tree)?;
        tree::add_notices(&root, platform, &tree)?;
        made.push(package::archive(&tree)?);
        bar.inc(1);
        if arguments.deb && platform.is_that_of_this_machine() {
            announce(&bar, "make the Debian package");
            made.push(package::debian(&root, &tree)?);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    made.iter().for_each(|file| println!("{}", file.display()));
    Ok(())
}

/// An empty directory for the tree of a platform.
fn fresh_directory(root: &Path, platform: Platform) -> Result<PathBuf, Box<dyn Error>> {
    let name = format!("cleave-{}-{}", env!("CARGO_PKG_VERSION"), platform.short_name());
    let tree = root.join("target/dist").join(name);
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    fs::create_dir_all(&tree)?;
    Ok(tree)
}
