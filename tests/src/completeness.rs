//! Tests that every test file runs. Most crates build the files of their folder `tests` as one
//! program, `all.rs`, because each program takes time to optimise and link. A file outside every
//! program would never run.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the Rust files directly in `tests` that are neither a program of `Cargo.toml` nor a
/// module of `all.rs`.
fn left_out(krate: &Path) -> Vec<PathBuf> {
    // Without `all.rs` Cargo makes a program of each file.
    let Ok(all) = fs::read_to_string(krate.join("tests/all.rs")) else { return Vec::new() };
    let manifest = fs::read_to_string(krate.join("Cargo.toml")).unwrap();
    let files = fs::read_dir(krate.join("tests")).unwrap().map(|entry| entry.unwrap().path());
    files
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"))
        .filter(|file| {
            let name = file.file_stem().unwrap().to_str().unwrap();
            !all.contains(&format!("\nmod {name};"))
                && !manifest.contains(&format!("[[test]]\nname = \"{name}\""))
        })
        .collect()
}

#[test]
fn every_file_of_tests_is_part_of_a_program() {
    let crates = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates"));
    let rooms = [crates.to_path_buf(), crates.join("lab")];
    let rooms = rooms.iter().flat_map(|room| fs::read_dir(room).unwrap());
    let left_out: Vec<_> = rooms.flat_map(|krate| left_out(&krate.unwrap().path())).collect();
    assert!(left_out.is_empty(), "add them to all.rs: {left_out:?}");
}
