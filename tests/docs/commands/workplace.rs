//! A folder in which the commands of the pages run, with the files that they name.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use cleave_tests::programs;
use tempfile::TempDir;

use crate::root;

const GAME: &str = "[Result \"1/2-1/2\"]\n\n1. e4 c5 2. Nf3 1/2-1/2\n\n";
const SUITE: &str = "6qk/7p/6PK/8/R5p1/1B6/1P6/8 w - - bm Ra8; id \"mate in two\";\n";

/// What the pages leave to the reader, and what the tests take for it.
const PLACEHOLDERS: [(&str, &str); 7] = [
    ("\"FEN\"", "\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\""),
    ("'FEN'", "'4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'"),
    ("--algorithm NAME", "--algorithm lazy"),
    ("--algorithms NAME", "--algorithms lazy"),
    ("cargo xtask NAME", "cargo xtask speedup"),
    ("abdada-simplified,...", "abdada-simplified"),
    ("all-nodes", "dpvs"),
];

/// The folder. It goes away with the value.
pub(super) struct Workplace {
    folder: TempDir,
}

impl Workplace {
    pub(super) fn new() -> Workplace {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("target/release")).unwrap();
        symlink(root().join("data"), at("data")).unwrap();
        for cleave in ["target/release/cleave", "cleave"] {
            symlink(programs().join("cleave"), at(cleave)).unwrap();
        }
        fs::write(at("cargo"), include_str!("cargo.sh")).unwrap();
        fs::set_permissions(at("cargo"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(at("games.pgn"), GAME.repeat(3)).unwrap();
        fs::write(at("newer.pgn"), GAME).unwrap();
        fs::write(at("suite.epd"), SUITE).unwrap();
        Workplace { folder }
    }

    /// Returns the command by which the shell runs a line of a page in this folder.
    pub(super) fn shell(&self, line: &str) -> Command {
        let line =
            PLACEHOLDERS.iter().fold(line.to_owned(), |line, (from, to)| line.replace(from, to));
        let folder = self.folder.path();
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("sh");
        command.args(["-c", &line]).current_dir(folder);
        command.env("PATH", format!("{}:{path}", folder.display()));
        command.env("PROGRAMS", programs()).env("XDG_CONFIG_HOME", "/nowhere");
        command
    }
}
