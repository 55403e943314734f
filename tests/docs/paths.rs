//! Files and folders that a page names.

use std::fs;
use std::path::PathBuf;

use crate::{pages, prose, root};

/// The folders of the repository with which paths begin. Other paths belong to the reader.
const FOLDERS: [&str; 6] = ["book/", "crates/", "data/", "docs/", "tests/", "xtask/"];

/// Returns the target of a quoted word if the word is a path. It starts at the root, or at
/// `crates`, as `smp/src/node.rs` does.
fn path(word: &str) -> Option<PathBuf> {
    let is_plain = !word.contains([' ', '*', '<', '=']);
    if is_plain && FOLDERS.iter().any(|folder| word.starts_with(folder)) {
        Some(root().join(word))
    } else {
        let is_of_crate = is_plain && word.contains("/src/");
        is_of_crate.then(|| root().join("crates").join(word))
    }
}

#[test]
fn paths_in_the_pages_exist() {
    let mut missing = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for word in prose(&text).flat_map(|line| line.split('`').skip(1).step_by(2)) {
            let Some(path) = path(word) else { continue };
            count += 1;
            if !path.exists() {
                missing.push(format!("{}: {word}", page.display()));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
    assert!(count > 30, "{count}");
}
