//! Tests that the program shares its build with the tests. The tests build the program with their
//! profile. Its dependencies must have the same features as for the tests. Otherwise Cargo would
//! compile the search and all crates above it twice.

use std::collections::BTreeSet;
use std::process::Command;

/// Returns the crates in a build of this selection, each with its version and features.
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
    assert!(differing.is_empty(), "set the features of the tests in Cargo.toml: {differing:#?}");
}
