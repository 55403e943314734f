//! A tree as an archive, and as a Debian package.

use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

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
    succeed(&mut tar)?;
    Ok(file)
}

/// Makes the Debian package of a tree, by cargo-deb and what `crates/engine/Cargo.toml` tells it.
pub(super) fn debian(root: &Path, tree: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let staged = root.join("target/dist/debian");
    if staged.exists() {
        std::fs::remove_dir_all(&staged)?;
    }
    succeed(Command::new("cp").arg("-a").arg(tree).arg(&staged))?;
    let out = root.join("target/dist");
    let mut deb = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    deb.args(["deb", "--no-build", "--no-strip", "--package", "cleave", "--output"])
        .arg(&out)
        .current_dir(root);
    let answer = deb.output()?;
    if !answer.status.success() {
        let errors = String::from_utf8_lossy(&answer.stderr);
        return Err(format!("cargo deb ('cargo install --locked cargo-deb'): {errors}").into());
    }
    let path = String::from_utf8(answer.stdout)?;
    Ok(path.trim().into())
}

fn succeed(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name}: {status}").into()) }
}
