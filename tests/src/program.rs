//! Building the program under test.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The path of the program `cleave`, built on the first call.
///
/// The profile is that of the tests themselves, so nothing is compiled twice. The environment
/// variable `CLEAVE` names another program to test instead.
///
/// # Panics
/// If it does not build.
pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| std::env::var_os("CLEAVE").map_or_else(build, PathBuf::from))
}

fn build() -> PathBuf {
    let build = escargot::CargoBuild::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .package("cleave")
        .bin("cleave")
        .args(["--profile", "test"]);
    match build.run() {
        Ok(run) => run.path().to_owned(),
        Err(error) => panic!("the program does not build: {error}"),
    }
}
