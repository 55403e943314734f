//! Tests endgame tables that change or disappear.

use std::fs;
use std::path::Path;

use cleave_tests::Engine;

use crate::LONG;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/syzygy");

/// Returns a copy of the tables that a test may damage.
fn copied_tables() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(TABLES).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    folder
}

/// Makes all tables shorter.
fn truncate(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        fs::File::options().write(true).truncate(true).open(entry.unwrap().path()).unwrap();
    }
}

/// Searches, and returns all lines up to the move.
fn go(engine: &mut Engine, fen: &str) -> Vec<String> {
    let mut said = Vec::new();
    engine.send(&format!("ucinewgame\nposition fen {fen}\ngo depth 8"));
    engine.wait_for("bestmove", LONG, |line| {
        said.push(line.to_owned());
        line.starts_with("bestmove ").then_some(())
    });
    said
}

#[test]
fn files_that_become_shorter_in_use_are_left_out_and_the_game_goes_on() {
    for workers in ["Threads value 1", "Threads value 2"] {
        let folder = copied_tables();
        let mut engine = Engine::start(&[]);
        let path = folder.path().display();
        engine.send(&format!(
            "uci\nsetoption name Oversubscribe value true\nsetoption name {workers}\n\
             setoption name SyzygyPath value {path}\nisready"
        ));
        engine.wait_for_line("readyok");
        truncate(folder.path());
        let left_out = |said: &[String], file: &str| {
            let reason = "is left out: its length has changed while it was in use";
            let warning = format!("info string {path}/{file} {reason}");
            said.iter().filter(|line| **line == warning).count()
        };
        let queen = "8/8/8/8/8/2k5/8/K2Q4 w - - 0 1";
        assert_eq!(left_out(&go(&mut engine, queen), "KQvK.rtbz"), 1, "{workers}");
        assert_eq!(
            left_out(&go(&mut engine, queen), "KQvK.rtbz"),
            0,
            "{workers}: the program reports it once"
        );
        // Captures occur only below the root, where the helpers search.
        let pawns = go(&mut engine, "8/8/4k3/8/1p6/P7/P7/4K3 w - - 0 1");
        assert_eq!(left_out(&pawns, "KPPvK.rtbw"), 1, "{workers}");
        engine.quit();
    }
}
