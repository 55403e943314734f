//! Tests that what a user or a peer can name is opened and read by `cleave_io::files`, which looks at the type and the
//! length of a file before it keeps a byte; and that files are written there, where a power failure leaves the old
//! contents or the new ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What opens a file or reads all of it, where it is no part of a longer name.
const READS: [&str; 8] = [
    "fs::read",
    "read_to_string",
    "read_to_end",
    "File::open",
    "File::options",
    "OpenOptions",
    "Mmap",
    "io::copy",
];

/// What writes a file, or changes a name. `File::options` is in both lists.
const WRITES: [&str; 11] = [
    "fs::write",
    "File::create",
    "File::create_new",
    "File::options",
    "OpenOptions",
    "fs::create_dir",
    "create_dir_all",
    "DirBuilder",
    "fs::rename",
    "fs::copy",
    "fs::hard_link",
];

/// Files with the number of their calls, and the reason.
type Allowed = &'static [(&'static str, usize, &'static str)];

/// The files that may read. A new call belongs to `cleave_io::files`.
const MAY_READ: Allowed = &[
    ("crates/cluster/program/launcher.rs", 1, "/proc"),
    ("crates/io/src/files/folders.rs", 1, "a folder, to sync it"),
    ("crates/io/src/files/mod.rs", 2, "what it writes: a draft, and the last two bytes of a file"),
    ("crates/io/src/files/opening.rs", 1, "the function that has the limit"),
    ("crates/io/src/system/linux/waiting.rs", 1, "the standard streams, opened once more"),
    ("crates/io/src/system/unix/files.rs", 5, "how that function opens"),
    ("crates/io/src/system/unix/programs.rs", 1, "the terminal, which is asked for its width"),
    ("crates/io/src/system/wasi/files.rs", 5, "how that function opens"),
    ("crates/io/src/system/windows/files.rs", 4, "how that function opens"),
    ("crates/io/src/system/windows/programs.rs", 1, "the terminal, which is asked for its width"),
    ("crates/lab/kit/src/files/scratch.rs", 1, "what a test has written"),
    ("crates/lab/tuning/src/selfplay/gate.rs", 1, "a file that is only locked"),
    ("crates/shared-memory/src/system/linux/available.rs", 2, "/proc and /sys"),
    ("crates/shared-memory/src/system/linux/mod.rs", 1, "/dev/zero, which is mapped"),
    (
        "crates/tablebase/src/syzygy/file.rs",
        1,
        "a regular file, read page by page; the crate stands alone",
    ),
    ("crates/topology/src/reading.rs", 1, "/sys"),
    ("xtask/src/perft/suite.rs", 1, "a developer's command, which depends on few crates"),
];

/// The files that may write. A new call belongs to `cleave_io::files`.
const MAY_WRITE: Allowed = &[
    ("crates/board/build/main.rs", 1, "a part of the build"),
    ("crates/eval/build.rs", 1, "a part of the build"),
    ("crates/io/src/files/folders.rs", 2, "the functions that sync the new name"),
    ("crates/io/src/files/mod.rs", 2, "a draft, and its rename"),
    ("crates/io/src/system/linux/waiting.rs", 1, "the standard streams, opened once more"),
    ("crates/io/src/system/unix/files.rs", 5, "how these functions open"),
    ("crates/io/src/system/wasi/files.rs", 5, "how these functions open"),
    ("crates/io/src/system/windows/files.rs", 4, "how these functions open"),
    ("crates/lab/kit/src/files/scratch.rs", 2, "what a test writes"),
    ("crates/lab/tuning/src/selfplay/background.rs", 1, "/proc"),
    ("crates/lab/tuning/src/selfplay/gate.rs", 1, "a file that is only locked"),
    ("crates/shared-memory/src/system/linux/mod.rs", 1, "/dev/zero, which is mapped"),
];

/// Returns the Rust files of the programs below this folder: no tests, and nothing that only tests use.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut of_tests = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() && !["tests", "examples", "benches", "target"].contains(&name) {
                folders.push(path);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                of_tests.extend(modules_of_tests(&path));
                found.push(path);
            }
        }
    }
    found.retain(|path| !of_tests.contains(path));
    found.sort();
    found
}

/// Returns the files of the modules that this file has for tests only.
fn modules_of_tests(file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap();
    let folder = match file.file_stem().unwrap().to_str().unwrap() {
        "mod" | "lib" | "main" => file.parent().unwrap().to_owned(),
        _ => file.with_extension(""),
    };
    let after = text.split("#[cfg(test)]\nmod ").skip(1);
    let names = after.filter_map(|rest| rest.split_once(';')).map(|(name, _)| name);
    names.map(|name| folder.join(format!("{name}.rs"))).collect()
}

/// Returns the number of these calls in the lines of a text that are neither comments nor tests.
fn count(calls: &[&str], text: &str) -> usize {
    let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = program.lines().filter(|line| !line.trim_start().starts_with("//"));
    let of_name = |c: char| c.is_alphanumeric() || c == '_';
    let count = |line: &str, call: &str| {
        let parts: Vec<&str> = line.split(call).collect();
        parts
            .windows(2)
            .filter(|pair| !pair[0].ends_with(of_name) && !pair[1].starts_with(of_name))
            .count()
    };
    lines.flat_map(|line| calls.iter().map(move |call| count(line, call))).sum()
}

/// Returns the programs' files that have such calls, and how many.
fn places(calls: &[&str]) -> BTreeMap<String, usize> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut found = BTreeMap::new();
    for folder in ["crates", "xtask/src"] {
        for path in sources(&root.join(folder)) {
            let count = count(calls, &fs::read_to_string(&path).unwrap());
            let path = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            found.extend((count > 0).then_some((path, count)));
        }
    }
    found
}

fn all(allowed: Allowed) -> BTreeMap<String, usize> {
    allowed.iter().map(|&(path, count, _)| (path.to_owned(), count)).collect()
}

#[test]
fn files_are_opened_and_read_in_one_place() {
    let why = "read by cleave_io::files, or say in MAY_READ why that is not needed";
    assert_eq!(places(&READS), all(MAY_READ), "{why}");
}

#[test]
fn files_are_written_in_one_place() {
    let why = "write by cleave_io::files, or say in MAY_WRITE why that is not needed";
    assert_eq!(places(&WRITES), all(MAY_WRITE), "{why}");
}

#[test]
fn calls_are_found_and_words_that_begin_alike_are_not() {
    let reads = |text| count(&READS, text);
    let writes = |text| count(&WRITES, text);
    assert_eq!(reads("let text = fs::read(path)?; // and\nmap(fs::read)\n"), 2);
    assert_eq!(
        reads("fs::read_dir(path)\n  // fs::read(path)\n#[cfg(test)]\nmod tests {\nfs::read(path)"),
        0
    );
    assert_eq!(reads("let file = GameFile::open(path)"), 0);
    assert_eq!(writes("GameFile::create(folder); std::fs::write(path); File::create_new(path)"), 2);
    assert_eq!(reads("File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))"), 2);
}
