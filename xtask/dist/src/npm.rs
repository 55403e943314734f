//! `cargo xtask npm`: the npm package `cleave-chess`, the engine as WebAssembly for browsers and Node.
//!
//! The engine is built for WASI, for which Rust has a standard library, in two flavours. One has threads, in memory that
//! workers share (`crates/npm/src/threads.js`); few pages may share memory. The other has one thread and runs anywhere:
//! Binaryen makes it suspendable in the call that waits for input (`crates/npm/src/one-thread.js`). The script of the worker
//! is made of the files in `crates/npm/src`, so that it is one file, which any page can load. It chooses the flavour.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use clap::Args;

use crate::dist::notices::notices;
use crate::tool;

/// Where to put it. Needs `rustup target add wasm32-wasip1 wasm32-wasip1-threads`, and wasm-opt (Debian: binaryen).
#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder of the package, whose content is replaced; by default target/npm/cleave-chess.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Build the engine by this profile of the workspace: 'cross' takes less time, and the engine is slower.
    #[arg(long, value_name = "PROFILE", default_value = "npm")]
    profile: String,
}

/// The parts of WebAssembly that the compiler uses, and that every browser has had since 2023.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// The call in which the module is suspended.
const WAIT: &str = "wasi_snapshot_preview1.poll_oneoff";

/// Functions that never wait for input, by parts of their names. Binaryen cannot know that of one that calls others by
/// pointer, and nearly all of them may panic. To be suspendable slows a function down; with this list the whole search loses
/// an eighth of its speed.
const NEVER_WAIT: [&str; 29] = [
    // Panics, allocation, text.
    "panic",
    "alloc_error",
    "core5slice5index",
    "expect_failed",
    "unwrap_failed",
    "raw_vec",
    "5alloc",
    "drop_in_place",
    "drop_slow",
    "core3fmt",
    "core..fmt",
    "sync4once",
    "event_log",
    // Libraries.
    "clap_builder",
    "jiff",
    "indicatif",
    "rustyline",
    "serde",
    "toml",
    // What knows no host.
    "cleave_board",
    "cleave_clock",
    "cleave_eval",
    "cleave_movegen",
    "cleave_nnue",
    "cleave_pgn",
    "cleave_sync",
    "cleave_tablebase",
    "cleave_tt",
    // What the search reports.
    "8thinking",
];

/// The engine as a module of one kind.
struct Flavour {
    /// The file's name without its ending. The script finds it by this name.
    name: &'static str,
    target: &'static str,
    /// What else wasm-opt is told.
    options: fn(&mut Command),
}

const FLAVOURS: [Flavour; 2] = [
    Flavour { name: "cleave", target: "wasm32-wasip1", options: make_suspendable },
    Flavour {
        name: "cleave-threads",
        target: "wasm32-wasip1-threads",
        options: |wasm_opt| {
            wasm_opt.arg("--enable-threads");
        },
    },
];

/// The parts of the script, in their order.
const SCRIPT: [&str; 5] = ["system.js", "one-thread.js", "pipe.js", "threads.js", "worker.js"];

/// Builds the package.
///
/// # Errors
/// The Rust target or wasm-opt is missing, the engine does not build, or a file cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let root = tool::repository()?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let out = arguments.out.clone().unwrap_or_else(|| target.join("npm/cleave-chess"));
    let from = root.join("crates/npm");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    for flavour in &FLAVOURS {
        let module = flavour.build(&root, &target, &arguments.profile)?;
        flavour.optimize(&module, &out)?;
    }
    fs::write(out.join("cleave.js"), script(&from.join("src"))?)?;
    for file in fs::read_dir(from.join("package"))? {
        let file = file?;
        fs::copy(file.path(), out.join(file.file_name()))?;
    }
    fs::copy(root.join("LICENSE"), out.join("LICENSE"))?;
    fs::write(out.join("THIRD-PARTY"), notices(&root, &["cleave"], FLAVOURS[0].target)?)?;
    println!("{}", out.display());
    Ok(())
}

impl Flavour {
    /// Builds the engine by this profile. Returns its module.
    fn build(&self, root: &Path, target: &Path, profile: &str) -> Result<PathBuf, Box<dyn Error>> {
        let mut cargo = tool::cargo();
        cargo.args(["build", "--locked", "--profile", profile, "--target", self.target]);
        // Other ways to share the work would make the download larger.
        cargo.args(["--package", "cleave", "--bin", "cleave", "--no-default-features"]);
        tool::output(cargo.current_dir(root))?;
        Ok(target.join(self.target).join(profile).join("cleave.wasm"))
    }

    /// Optimizes a module.
    fn optimize(&self, module: &Path, out: &Path) -> Result<(), tool::ToolError> {
        let mut wasm_opt = Command::new("wasm-opt");
        wasm_opt.args(FEATURES);
        (self.options)(&mut wasm_opt);
        wasm_opt.arg("-O1").arg(module).arg("-o");
        tool::output(wasm_opt.arg(out.join(self.name).with_extension("wasm")))?;
        Ok(())
    }
}

/// Lets the module be suspended where it waits.
fn make_suspendable(wasm_opt: &mut Command) {
    let never = NEVER_WAIT.map(|part| format!("*{part}*")).join(",");
    wasm_opt.arg("--asyncify");
    wasm_opt.arg(format!("--pass-arg=asyncify-imports@{WAIT}"));
    wasm_opt.arg(format!("--pass-arg=asyncify-removelist@{never}"));
}

/// Returns the script of the worker. Its parts share a scope, which the page does not see.
fn script(folder: &Path) -> io::Result<String> {
    let mut script = "(() => {\n'use strict';\n".to_owned();
    for part in SCRIPT {
        script += &fs::read_to_string(folder.join(part))?;
    }
    Ok(script + "})();\n")
}
