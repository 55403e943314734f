//! `cleave annotate`: the files that it reads and writes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GAME: &str = "[White \"Ada\"]\n\n1. e4 e5 2. Nf3 *\n";

/// A folder with games, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("cleave-annotate-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("g.pgn"), GAME).unwrap();
        Folder(path)
    }

    /// Runs `cleave annotate` in the folder, with these words and this standard input.
    fn annotate(&self, words: &str, input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cleave"))
            .args(["annotate", "--depth", "1"])
            .args(words.split(' '))
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    fn has(&self, file: &str) -> bool {
        self.0.join(file).exists()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_file_named_twice_is_refused_and_nothing_is_written() {
    let folder = Folder::new("twice");
    std::os::unix::fs::symlink("g.pgn", folder.0.join("link")).unwrap();
    for (words, wanted) in [
        ("g.pgn --output g.pgn --force", "GAMES.pgn and --output are the same file, g.pgn"),
        ("g.pgn --output ./link --force", "GAMES.pgn and --output are the same file, ./link"),
        ("link --html g.pgn --force", "GAMES.pgn and --html are the same file, g.pgn"),
        ("g.pgn --output x --html ./x", "--output and --html are the same file, ./x"),
        ("g.pgn --output x --html x --force", "--output and --html are the same file, x"),
    ] {
        let answer = folder.annotate(words, "");
        let said = text(&answer.stderr);
        assert!(!answer.status.success() && said.contains(wanted), "{words}: {said}");
        assert_eq!(fs::read_to_string(folder.0.join("g.pgn")).unwrap(), GAME, "{words}");
        assert!(!folder.has("x"), "{words}");
    }
    assert!(folder.annotate("g.pgn --output x --html y", "").status.success());
    assert!(folder.has("x") && folder.has("y"));
}

#[test]
fn games_are_read_from_a_pipe() {
    assert!(Path::new("/dev/stdin").exists());
    let answer = Folder::new("pipe").annotate("/dev/stdin", GAME);
    let annotated = text(&answer.stdout);
    assert!(annotated.contains("1. e4 {[%eval "), "{annotated}, {}", text(&answer.stderr));
}
