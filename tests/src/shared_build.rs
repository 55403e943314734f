//! Tests that the program and the bindings for Python share their build with the tests, which build them with their profile.
//! Their dependencies must have the same features as for the tests. Otherwise Cargo would
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

/// Returns the crates that a program or library would build anew after the tests.
fn built_again(package: &str) -> Vec<String> {
    let tests = crates(&["--workspace"]);
    let alone = crates(&["--package", package, "--edges", "no-dev"]);
    alone.difference(&tests).cloned().collect()
}

#[test]
fn the_program_is_built_with_the_features_of_the_tests() {
    let differing = built_again("cleave");
    assert!(differing.is_empty(), "set the features of the tests in Cargo.toml: {differing:#?}");
}

/// `.ci/run` packs the bindings with the profile of the tests.
#[test]
fn the_bindings_for_python_share_the_search_of_the_tests() {
    let mut differing = built_again("cleave-python");
    // Only serde_json uses it there: the crates above serde_json alone are built again.
    differing.retain(|name| !name.starts_with("memchr "));
    assert!(differing.is_empty(), "set the features of the tests in Cargo.toml: {differing:#?}");
}
