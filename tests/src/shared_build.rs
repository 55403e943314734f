//! The tests start the program, which is built with their profile. What it depends on must have the features that it has
//! for the tests, or the search and all above would be compiled a second time.

use std::collections::BTreeSet;
use std::process::Command;

/// The crates that this would build, each with its version and features.
fn crates(selection: &[&str]) -> BTreeSet<String> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--prefix", "none", "--format", "{p} {f}"])
        .args(selection)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let lines = String::from_utf8(tree.stdout).unwrap();
    lines.lines().map(|line| line.trim_end_matches(" (*)").trim_end().to_owned()).collect()
}

#[test]
fn the_program_is_built_with_the_features_of_the_tests() {
    let (tests, program) =
        (crates(&["--workspace"]), crates(&["--package", "cleave", "--edges", "no-dev"]));
    let differing: Vec<_> = program.difference(&tests).collect();
    assert!(
        differing.is_empty(),
        "ask for the features of the tests in Cargo.toml: {differing:#?}"
    );
}
