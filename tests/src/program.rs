//! Builds the programs for the tests.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use escargot::{CargoBuild, format};

/// Returns the path of the program `cleave`, built on the first call.
///
/// The profile is that of the tests, so Cargo compiles no crate twice. The environment variable
/// `CLEAVE` selects another program for the tests.
///
/// # Panics
/// If it does not build.
pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM
        .get_or_init(|| std::env::var_os("CLEAVE").map_or_else(|| build("cleave"), PathBuf::from))
}

/// Returns the path of the program `cleave-xiangqi`, built on the first call.
///
/// The environment variable `CLEAVE_XIANGQI` selects another program for the tests.
///
/// # Panics
/// If it does not build.
pub fn xiangqi_program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let build = || build("cleave-xiangqi");
    PROGRAM.get_or_init(|| std::env::var_os("CLEAVE_XIANGQI").map_or_else(build, PathBuf::from))
}

/// Builds the package with the program of the same name.
fn build(name: &str) -> PathBuf {
    // Together with the engine, every program has the features of the tests, so Cargo compiles no crate twice.
    match package("cleave").args(["--package", name]).bin(name).run() {
        Ok(run) => run.path().to_owned(),
        Err(error) => panic!("the program does not build: {error}"),
    }
}

/// Returns the folder of all programs that the pages name, built on the first call. The examples
/// are in its folder `examples`. The environment variable `CLEAVE_PROGRAMS` selects another folder.
///
/// # Panics
/// If they do not build.
pub fn programs() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| std::env::var_os("CLEAVE_PROGRAMS").map_or_else(build_all, PathBuf::from))
}

/// Builds the programs and returns their folder. Selects them from the whole workspace, as the
/// tests do, so that nothing is compiled twice.
fn build_all() -> PathBuf {
    const PROGRAMS: [&str; 7] = [
        "cleave",
        "cleave-xiangqi",
        "cleave-lab",
        "cleave-tuning",
        "cleave-simulate",
        "cleave-dist",
        "xtask",
    ];
    const EXAMPLES: [&str; 2] = ["tic_tac_toe", "connect_four"];
    let build = workspace().arg("--workspace");
    let build = PROGRAMS.iter().fold(build, |build, name| build.args(["--bin", name]));
    let build = EXAMPLES.iter().fold(build, |build, name| build.args(["--example", name]));
    let messages = build.exec().expect("the programs build");
    let messages: Vec<_> = messages.map(|message| message.expect("they still build")).collect();
    let program = |message: &escargot::Message| match message.decode() {
        Ok(format::Message::CompilerArtifact(built)) => built.executable.map(Cow::into_owned),
        _ => None,
    };
    let xtask = messages.iter().filter_map(program).find(|path| path.ends_with("xtask"));
    xtask.expect("the program xtask").with_file_name("")
}

/// Returns the path of the library that makes system calls fail, built on the first call.
///
/// # Panics
/// If it does not build.
pub fn fault_shim() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let messages = package("cleave-fault-shim").exec().expect("the library builds");
        let messages: Vec<_> = messages.map(|message| message.expect("it still builds")).collect();
        let library = |message: &escargot::Message| match message.decode() {
            Ok(format::Message::CompilerArtifact(built)) => {
                let mut files = built.filenames.iter();
                let is_library = |file: &&Cow<Path>| file.extension() == Some("so".as_ref());
                files.find(is_library).map(|file| file.to_path_buf())
            }
            _ => None,
        };
        messages.iter().find_map(library).expect("a library")
    })
}

fn package(name: &str) -> CargoBuild {
    workspace().package(name)
}

fn workspace() -> CargoBuild {
    CargoBuild::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .args(["--profile", "test"])
}
