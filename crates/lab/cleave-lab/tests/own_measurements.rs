//! Measurements of one's own, by the commands that a user types: they leave the committed ones alone.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const COMMITTED: &str = "data/compare/games.jsonl";

/// Makes a folder like a fresh clone's, with a file of games that must stay unchanged.
fn clone() -> TempDir {
    let clone = tempfile::tempdir().unwrap();
    fs::create_dir_all(clone.path().join("data/compare")).unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../data");
    fs::copy(data.join("costs.json"), clone.path().join("data/costs.json")).unwrap();
    fs::write(clone.path().join(COMMITTED), "committed").unwrap();
    clone
}

fn virtual_games(clone: &TempDir, options: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_cleave-lab"))
        .args(["virtual-games", "--algorithms=dts", "--workers=2", "--hash=1"])
        .args(options)
        .current_dir(clone)
        .output();
    output.unwrap()
}

/// Returns the text about the file, and the table, of a command that succeeds.
fn played(clone: &TempDir, options: &[&str]) -> (String, String) {
    let output = virtual_games(clone, options);
    let [table, said] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{said}");
    let line = said.lines().find(|line| line.contains("pairs of games")).unwrap_or_default();
    (line.to_owned(), table)
}

#[test]
fn own_games_leave_the_committed_file_unchanged_and_name_the_games_read_again() {
    let clone = clone();
    let (first, table) = played(&clone, &["--games=2", "--time=30us"]);
    assert!(first.starts_with("measurements/games-"), "{first}");
    assert!(first.ends_with("0 pairs of games are read from this file, 1 are done now"), "{first}");
    let (again, same) = played(&clone, &["--games=2", "--time=30us"]);
    assert!(again.ends_with("1 pairs of games are read from this file, 0 are done now"), "{again}");
    assert_eq!(same, table);
    let (other_time, _) = played(&clone, &["--games=2", "--time=31us"]);
    assert!(other_time.contains(": 0 pairs of games are read"), "{other_time}");
    assert_eq!(fs::read_to_string(clone.path().join(COMMITTED)).unwrap(), "committed");
    assert_eq!(fs::read_dir(clone.path().join("measurements")).unwrap().count(), 2);
}

#[test]
fn a_check_reads_the_committed_games() {
    let clone = clone();
    let output = virtual_games(&clone, &["--games=2", "--check=1"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(COMMITTED), "{said}");
    assert!(!clone.path().join("measurements").exists());
}
