//! A tree as an archive and as a Debian package, the source, and the checksums of all.
//!
//! The same files give the same archive: no times, no owners, one order.

use std::error::Error;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use super::platform::{Archive, Platform};
use super::{release_name, tree};
use crate::tool;

/// Compresses from standard input, without name and time.
const GZIP: &str = "gzip -n9";

/// The file of checksums.
const SUMS: &str = "SHA256SUMS";

/// The time of files in zip files, which know none before 1980: 1 January 1980, 12:00 UTC.
const ZIP_TIME: Duration = Duration::from_secs(315_576_000);

/// Packs the tree of a platform into an archive beside it.
pub(super) fn archive(tree: &Path, platform: Platform) -> Result<PathBuf, Box<dyn Error>> {
    match platform.archive() {
        Archive::TarGz => tar(tree),
        Archive::Zip => zip(tree),
    }
}

/// Splits the path of a tree into its directory and its name.
fn parts(tree: &Path) -> (&Path, &str) {
    let name = tree.file_name().and_then(OsStr::to_str).expect("the tree has a name");
    (tree.parent().expect("the tree lies in a directory"), name)
}

fn tar(tree: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let (directory, name) = parts(tree);
    let file = directory.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"])
        .args(["--mode=u+rwX,go=rX", "--use-compress-program", GZIP, "-cf"])
        .arg(&file)
        .arg("-C")
        .arg(directory)
        .arg(name);
    tool::output(&mut tar)?;
    Ok(file)
}

fn zip(tree: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let (directory, name) = parts(tree);
    let file = directory.join(format!("{name}.zip"));
    // It would be added to.
    let _ = fs::remove_file(&file);
    let mut names = Vec::new();
    for path in tree::files(tree)? {
        File::options()
            .append(true)
            .open(&path)?
            .set_modified(SystemTime::UNIX_EPOCH + ZIP_TIME)?;
        names.push(path.strip_prefix(directory)?.to_str().ok_or("a name is not text")?.to_owned());
    }
    // Without what only Unix knows of a file, and with the names that come in.
    let mut zip = Command::new("zip");
    zip.args(["-q", "-X", "-9", "-@"]).arg(&file).current_dir(directory).env("TZ", "UTC");
    let mut running = zip.stdin(Stdio::piped()).spawn().map_err(|error| format!("zip: {error}"))?;
    running.stdin.take().expect("it is piped").write_all(names.join("\n").as_bytes())?;
    let status = running.wait()?;
    if status.success() { Ok(file) } else { Err(format!("zip: {status}").into()) }
}

/// Whether there is a program that packs for a platform.
///
/// # Errors
/// There is none.
pub(super) fn find_archiver(platform: Platform) -> Result<(), String> {
    let (program, package) = match platform.archive() {
        Archive::TarGz => ("tar", "tar"),
        Archive::Zip => ("zip", "zip"),
    };
    let how = |error| format!("{error}; it is in Debian's package {package}");
    tool::output(Command::new(program).arg("--version")).map(drop).map_err(how)
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
        fs::remove_dir_all(&staged)?;
    }
    tool::output(Command::new("cp").arg("-a").arg(tree).arg(&staged))?;
    tree::adapt_to_debian(&staged)?;
    let out = root.join("target/dist");
    let mut deb = tool::cargo();
    deb.args(["deb", "--no-build", "--no-strip", "--package", "cleave", "--output"])
        .arg(&out)
        .current_dir(root);
    Ok(tool::printed(&mut deb)?.trim().into())
}

/// Whether this is a checkout of git, which the source is packed from.
///
/// # Errors
/// It is none, or there is no git.
pub(super) fn find_commit(root: &Path) -> Result<(), String> {
    let mut git = Command::new("git");
    git.args(["rev-parse", "--verify", "HEAD"]).current_dir(root);
    let how = |error| format!("{error}(the source is packed from a checkout of git)");
    tool::output(&mut git).map(drop).map_err(how)
}

/// Packs the files of the last commit into this directory.
pub(super) fn source(root: &Path, directory: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let name = release_name("source");
    let file = directory.join(format!("{name}.tar.gz"));
    let mut git = Command::new("git");
    git.args(["-c", &format!("tar.tar.gz.command={GZIP}"), "archive", "--format=tar.gz"])
        .arg(format!("--prefix={name}/"))
        .arg("--output")
        .arg(&file)
        .arg("HEAD")
        .current_dir(root);
    tool::output(&mut git)?;
    Ok(file)
}

/// Writes the checksums of these files, which lie in this directory: `sha256sum --check SHA256SUMS` compares them.
pub(super) fn sums(directory: &Path, files: &[PathBuf]) -> Result<PathBuf, Box<dyn Error>> {
    let mut names: Vec<_> = files.iter().filter_map(|file| file.file_name()).collect();
    names.sort_unstable();
    let mut sha256sum = Command::new("sha256sum");
    let text = tool::printed(sha256sum.arg("--").args(names).current_dir(directory))?;
    let file = directory.join(SUMS);
    fs::write(&file, text)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small tree, with a program in it, in a folder of its own.
    fn tree(folder: &Path) -> PathBuf {
        let tree = folder.join("cleave-9-test");
        fs::create_dir_all(tree.join("bin")).unwrap();
        fs::write(tree.join("bin/cleave"), "program").unwrap();
        fs::write(tree.join("FIRST-STEPS.txt"), "page").unwrap();
        tree
    }

    fn listed(command: &str, file: &Path) -> Vec<String> {
        let mut words = command.split(' ');
        let mut command = Command::new(words.next().unwrap());
        let text = tool::printed(command.args(words).arg(file)).unwrap();
        text.lines().filter(|line| !line.ends_with('/')).map(String::from).collect()
    }

    #[test]
    fn the_same_tree_gives_the_same_archive() {
        let folder = tempfile::tempdir().unwrap();
        let tree = tree(folder.path());
        for (platform, list) in [(Platform::X86_64, "tar -tf"), (Platform::Windows, "zipinfo -1")] {
            if find_archiver(platform).is_err() {
                continue;
            }
            let file = archive(&tree, platform).unwrap();
            let first = fs::read(&file).unwrap();
            if list.starts_with("tar") || tool::output(Command::new("zipinfo").arg("-h")).is_ok() {
                let names = ["cleave-9-test/FIRST-STEPS.txt", "cleave-9-test/bin/cleave"];
                assert_eq!(listed(list, &file), names);
            }
            // Zip files count two seconds as one time.
            let then = SystemTime::now() - Duration::from_secs(86_400);
            File::options()
                .append(true)
                .open(tree.join("bin/cleave"))
                .unwrap()
                .set_modified(then)
                .unwrap();
            assert_eq!(archive(&tree, platform).unwrap(), file);
            assert!(fs::read(&file).unwrap() == first, "{} has changed", file.display());
        }
    }

    #[test]
    fn the_checksums_are_those_of_the_files() {
        let folder = tempfile::tempdir().unwrap();
        let files = ["b.zip", "a.tar.gz"].map(|name| folder.path().join(name));
        files.iter().for_each(|file| fs::write(file, "abc").unwrap());
        let file = sums(folder.path(), &files).unwrap();
        // FIPS 180-2, appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(fs::read_to_string(&file).unwrap(), format!("{abc}  a.tar.gz\n{abc}  b.zip\n"));
        let mut check = Command::new("sha256sum");
        check.args(["--check", SUMS]).current_dir(folder.path());
        assert!(tool::output(&mut check).is_ok());
        fs::write(&files[0], "abd").unwrap();
        assert!(tool::output(&mut check).is_err());
    }

    #[test]
    fn the_source_has_what_a_build_needs() {
        let folder = tempfile::tempdir().unwrap();
        let root = tool::repository().unwrap();
        if find_commit(&root).is_err() {
            return;
        }
        let file = source(&root, folder.path()).unwrap();
        let names = listed("tar -tf", &file);
        for name in
            ["Cargo.toml", "Cargo.lock", "LICENSE", "crates/nnue/network.net", ".cargo/config.toml"]
        {
            let name = format!("{}/{name}", release_name("source"));
            assert!(names.contains(&name), "{name}");
        }
        assert!(!names.iter().any(|name| name.contains("/target/")));
    }
}
