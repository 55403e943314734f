//! The licences of the crates that the packages contain.
//!
//! Most licences demand that their text goes with the program. Which crates are in it, `cargo metadata`
//! knows; the texts lie in their sources.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::tool;

/// What the names of files with licences begin with.
const NAMES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

/// The part of what `cargo metadata` says that matters here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    authors: Vec<String>,
    repository: Option<String>,
    manifest_path: PathBuf,
    /// `None` for the crates of this repository.
    source: Option<String>,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `None` for an ordinary dependency; those of build scripts and tests are in no program.
    kind: Option<String>,
}

/// The crates of others in these packages of the repository, compiled for this target, with the texts of
/// their licences.
///
/// # Errors
/// Cargo fails, or a crate names no licence.
pub(crate) fn notices(
    root: &Path,
    packages: &[&str],
    target: &str,
) -> Result<String, Box<dyn Error>> {
    let metadata = metadata(root, target)?;
    let mut text = String::from(
        "Cleave contains these works of others, under their licences, and the standard library of Rust\n\
         (MIT OR Apache-2.0, https://github.com/rust-lang/rust).\n",
    );
    for package in metadata.reachable_from(packages) {
        write_notice(&mut text, package)?;
    }
    Ok(text)
}

fn metadata(root: &Path, target: &str) -> Result<Metadata, Box<dyn Error>> {
    let mut cargo = tool::cargo();
    cargo.args(["metadata", "--format-version=1", "--locked", "--filter-platform", target]);
    Ok(serde_json::from_str(&tool::printed(cargo.current_dir(root))?)?)
}

impl Metadata {
    /// The crates of others that are compiled into these packages, by name.
    fn reachable_from(&self, names: &[&str]) -> Vec<&Package> {
        let nodes: BTreeMap<&str, &Node> =
            self.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
        let macros: BTreeSet<&str> =
            self.packages.iter().filter(|it| it.is_macro()).map(|it| it.id.as_str()).collect();
        let is_root =
            |package: &&Package| package.source.is_none() && names.contains(&package.name.as_str());
        let mut waiting: Vec<&str> =
            self.packages.iter().filter(is_root).map(|package| package.id.as_str()).collect();
        let mut reached = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if !macros.contains(id) && reached.insert(id) {
                let dependencies = nodes.get(id).map_or(&[][..], |node| &node.deps);
                let ordinary = dependencies.iter().filter(|it| it.is_ordinary());
                waiting.extend(ordinary.map(|it| it.pkg.as_str()));
            }
        }
        let is_reached = |it: &&Package| it.source.is_some() && reached.contains(it.id.as_str());
        let mut found: Vec<&Package> = self.packages.iter().filter(is_reached).collect();
        found.sort_by_key(|package| (&package.name, &package.version));
        found
    }
}

impl Package {
    /// True if it runs in the compiler only.
    fn is_macro(&self) -> bool {
        self.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "proc-macro"))
    }
}

impl Dependency {
    fn is_ordinary(&self) -> bool {
        self.dep_kinds.iter().any(|it| it.kind.is_none())
    }
}

/// Adds what is to be said about a crate: its name, its licence, and the text of that.
fn write_notice(text: &mut String, package: &Package) -> Result<(), Box<dyn Error>> {
    let Package { name, version, .. } = package;
    let texts = licence_texts(&package.manifest_path)?;
    let licence = package.license.as_deref();
    if licence.is_none() && texts.is_empty() {
        return Err(format!("{name} {version} names no licence").into());
    }
    writeln!(text, "\n{}\n{name} {version}: {}", "=".repeat(78), licence.unwrap_or("see below"))?;
    if let Some(repository) = &package.repository {
        writeln!(text, "{repository}")?;
    }
    if texts.is_empty() {
        // The source has no file: whoever holds the rights is all there is to say.
        writeln!(text, "by {}", package.authors.join(", "))?;
    }
    for licence in texts {
        writeln!(text, "\n{}", licence.trim_end())?;
    }
    Ok(())
}

/// The texts of the files with licences beside the manifest of a crate.
fn licence_texts(manifest: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let folder = manifest.parent().ok_or("a manifest lies in a folder")?;
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            files.push(path);
        }
    }
    files.sort_unstable();
    let mut texts = Vec::new();
    for file in files {
        texts.push(String::from_utf8_lossy(&fs::read(file)?).into_owned());
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_in_the_program_is_named_with_its_licence_and_no_other() {
        let root = tool::repository().unwrap();
        let target = "x86_64-unknown-linux-gnu";
        let text = notices(&root, &["cleave"], target).unwrap();
        let names: Vec<&str> =
            text.lines().filter_map(|line| line.split_once(": ")).map(|it| it.0).collect();
        for name in ["clap ", "nix ", "memmap2 ", "rustyline ", "toml "] {
            assert!(names.iter().any(|it| it.starts_with(name)), "{name}: {names:?}");
        }
        // Of tests, of build scripts, of other platforms, and our own.
        for name in ["proptest ", "libtest-mimic ", "quote ", "windows-sys ", "cleave-board "] {
            assert!(!names.iter().any(|it| it.starts_with(name)), "{name}: {names:?}");
        }
        assert!(text.contains("Permission is hereby granted, free of charge"));
        assert!(!text.contains("GNU GENERAL PUBLIC LICENSE"));
    }
}
