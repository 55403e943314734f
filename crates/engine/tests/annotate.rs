//! `cleave annotate`: the files that it reads and writes.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::folder::Folder;

const GAME: &str = "[White \"Ada\"]\n\n1. e4 e5 2. Nf3 *\n";

/// Runs `cleave annotate` in the folder, with these words and this standard input.
fn annotate(folder: &Folder, words: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cleave"))
        .args(["annotate", "--depth", "1"])
        .args(words.split(' '))
        .current_dir(folder.path())
        .env("XDG_CONFIG_HOME", "/nowhere")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_file_named_twice_is_refused_and_nothing_is_written() {
    let folder = Folder::new();
    folder.write("g.pgn", GAME);
    let has = |file| folder.path().join(file).exists();
    std::os::unix::fs::symlink("g.pgn", folder.path().join("link")).unwrap();
    for (words, wanted) in [
        ("g.pgn --output g.pgn --force", "GAMES.pgn and --output are the same file, g.pgn"),
        ("g.pgn --output ./link --force", "GAMES.pgn and --output are the same file, ./link"),
        ("link --html g.pgn --force", "GAMES.pgn and --html are the same file, g.pgn"),
        ("g.pgn --output x --html ./x", "--output and --html are the same file, ./x"),
        ("g.pgn --output x --html x --force", "--output and --html are the same file, x"),
    ] {
        let answer = annotate(&folder, words, "");
        let said = text(&answer.stderr);
        assert!(!answer.status.success() && said.contains(wanted), "{words}: {said}");
        assert_eq!(folder.read("g.pgn"), GAME, "{words}");
        assert!(!has("x"), "{words}");
    }
    assert!(annotate(&folder, "g.pgn --output x --html y", "").status.success());
    assert!(has("x") && has("y"));
}

#[test]
fn games_are_read_from_a_pipe() {
    assert!(Path::new("/dev/stdin").exists());
    let answer = annotate(&Folder::new(), "/dev/stdin", GAME);
    let annotated = text(&answer.stdout);
    assert!(annotated.contains("1. e4 {[%eval "), "{annotated}, {}", text(&answer.stderr));
}
