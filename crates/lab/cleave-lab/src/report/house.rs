//! The picture of the crates, from the manifests.

use std::path::Path;
use std::process::Command;

use cleave_kit::{Error, Result};
use serde::Deserialize;

use super::files::{Page, drawn};
use super::pictures::house::{Crate, House};

/// Crates that are not in the picture: a derive macro, and a library of a test.
const HIDDEN: [&str; 2] = ["cleave-shared-memory-derive", "cleave-fault-shim"];

/// The answer of `cargo metadata`, as far as the picture needs it.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_root: String,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev` or `build`; none for a normal one.
    kind: Option<String>,
}

/// Returns the picture.
///
/// # Errors
/// Cargo does not answer.
pub(super) fn pages(root: &Path) -> Result<Vec<Page>> {
    let blame = |error: String| Error::of_file(root, error);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--no-deps", "--offline", "--format-version=1"];
    let output = Command::new(cargo).args(arguments).current_dir(root).output();
    let output = output.map_err(|error| blame(format!("cargo metadata: {error}")))?;
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).map_err(|error| blame(error.to_string()))?;
    drawn(&[Box::new(House::new(metadata.crates()))])
}

impl Metadata {
    fn crates(&self) -> Vec<Crate> {
        let is_shown =
            |name: &str| !HIDDEN.contains(&name) && self.packages.iter().any(|it| it.name == name);
        let packages = self.packages.iter().filter(|package| is_shown(&package.name));
        packages
            .map(|package| {
                let normal = package
                    .dependencies
                    .iter()
                    .filter(|it| it.kind.is_none() && is_shown(&it.name));
                let folder = Path::new(&package.manifest_path).parent().unwrap_or(Path::new(""));
                let folder = folder.strip_prefix(&self.workspace_root).unwrap_or(folder);
                Crate {
                    name: short(&package.name),
                    folder: folder.to_string_lossy().replace('\\', "/"),
                    dependencies: normal.map(|it| short(&it.name)).collect(),
                }
            })
            .collect()
    }
}

/// Returns the name as the picture has it.
fn short(package: &str) -> String {
    match package {
        "cleave" => "engine".into(),
        package => package.strip_prefix("cleave-").unwrap_or(package).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_picture_has_the_crates_of_today() {
        let root =
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../..")).canonicalize().unwrap();
        for (path, svg) in pages(&root).unwrap() {
            let committed =
                std::fs::read_to_string(root.join("book/src").join(&path)).unwrap_or_default();
            assert!(committed == svg, "{}: run `cargo xtask report`", path.display());
        }
    }
}
