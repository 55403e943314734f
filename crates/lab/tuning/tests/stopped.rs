//! Self-play that a signal ends.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use cleave_tuning::positions::for_each_game;

/// Returns the number of whole games in a folder, which may not exist yet.
fn games(folder: &Path) -> usize {
    let mut games = 0;
    let _ = for_each_game(folder, |_| games += 1);
    games
}

#[test]
fn a_signal_ends_selfplay_with_whole_games_and_a_line_about_them() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut selfplay = Command::new(env!("CARGO_BIN_EXE_cleave-tuning"));
        selfplay.args(["selfplay", "--by-hand", "--nodes=30", "--threads=2", "--background"]);
        selfplay.arg("--out").arg(folder).stdout(Stdio::piped()).stderr(Stdio::null());
        let playing = selfplay.spawn().unwrap();
        while games(folder) < 3 {
            thread::sleep(Duration::from_millis(20));
        }
        let id = playing.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let output = playing.wait_with_output().unwrap();
        assert!(output.status.success(), "{signal}: {}", output.status);
        let text = String::from_utf8(output.stdout).unwrap();
        let begins = format!("{} games with ", games(folder));
        assert!(text.starts_with(&begins) && text.lines().count() == 1, "{text}");
    }
}
