//! Tests that the pages are true. Every name and path in them is in the source, and every link is
//! valid.

mod commands;
mod links;
mod names;
mod paths;
mod reading;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
fn root() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).canonicalize().unwrap()
}

/// Returns every page for readers, except the log, which has names from the past.
fn pages() -> Vec<PathBuf> {
    let root = root();
    let of_root = ["README.md", "CONTRIBUTING.md"].map(|name| root.join(name));
    let of_crates = files(&root.join("crates"), "md");
    let of_docs = ["docs", "book/src"].map(|folder| files(&root.join(folder), "md")).concat();
    let is_current = |path: &PathBuf| !path.starts_with(root.join("docs/log"));
    of_root.into_iter().chain(of_docs.into_iter().filter(is_current)).chain(of_crates).collect()
}

/// Returns the lines of a page that are text, not code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        !is_code
    })
}

/// Returns all files below `folder` whose names end with `extension`, in order.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|of_path| of_path == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}
