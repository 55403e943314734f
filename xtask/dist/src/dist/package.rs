//! A tree as an archive, and as a Debian package.

use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tool;

/// Packs a tree into `TREE.tar.gz` beside it. The same files give the same archive: no times, no
/// owners, one order.
pub(super) fn archive(tree: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let name = tree.file_name().and_then(OsStr::to_str).expect("the tree has a name");
    let directory = tree.parent().expect("the tree lies in a directory");
    let file = directory.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"])
        .args(["--use-compress-program", "gzip -n9", "-cf"])
        .arg(&file)
        .arg("-C")
        .arg(directory)
        .arg(name);
    tool::output(&mut tar)?;
    Ok(file)
}

/// Whether there is a cargo-deb to make the Debian package.
///
/// # Errors
/// There is none.
pub(super) fn find_cargo_deb() -> Result<(), String> {
    let install = |error| format!("{error}('cargo install --locked cargo-deb' installs cargo deb)");
    tool::output(tool::cargo().args(["deb", "--version"])).map(drop).map_err(install)
}

/// Makes the Debian package of a tree, by cargo-deb and what `crates/engine/Cargo.toml` tells it.
pub(super) fn debian(root: &Path, tree: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let staged = root.join("target/dist/debian");
    if staged.exists() {
        std::fs::remove_dir_all(&staged)?;
    }
    tool::output(Command::new("cp").arg("-a").arg(tree).arg(&staged))?;
    let out = root.join("target/dist");
    let mut deb = tool::cargo();
    deb.args(["deb", "--no-build", "--no-strip", "--package", "cleave", "--output"])
        .arg(&out)
        .current_dir(root);
    Ok(tool::printed(&mut deb)?.trim().into())
}
