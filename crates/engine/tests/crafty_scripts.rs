//! Lines that come from files and from pipes.

use std::fs::File;

use crate::common::{answer, answer_until};
use crate::folder::Folder;

#[test]
fn lines_of_a_file_wait_for_the_engine() {
    let folder = Folder::new();
    let commands =
        folder.write("input", "# two moves\nsd 1\na3\nh3\nexit\nset fire to the house\n");
    let script = format!("xboard\ninput {commands}\n");
    let said = answer_until(script.as_bytes(), "move ", 2);
    assert_eq!(said.matches("move ").count(), 2, "{said}");
    assert!(!said.contains("Error"), "'exit' leaves the rest out: {said}");
}

#[test]
fn a_file_of_commands_cannot_name_another() {
    let folder = Folder::new();
    let loops = format!("input {}\necho done\n", folder.file("loop"));
    let commands = folder.write("loop", &loops);
    let said = answer(format!("input {commands}\n").as_bytes());
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        ["Not now: a file of commands cannot name another.", "done"]
    );
    assert!(answer(b"input /nowhere\n").contains("cannot read /nowhere"));
    assert!(answer(b"input /dev/zero\n").contains("it is a device, not a regular file"));
    let large = folder.write("large", "");
    File::options().write(true).open(&large).unwrap().set_len(1 << 30).unwrap();
    assert!(answer(format!("input {large}\n").as_bytes()).contains("is larger than"));
}

/// Otherwise `quit` ends the search, and there is no move.
#[test]
fn in_a_batch_lines_wait_for_the_move() {
    for (batch, moves) in [("on", 1), ("off", 0)] {
        let script = format!("xboard\nbatch {batch}\nst 0.3\na3\nquit\n");
        assert_eq!(answer(script.as_bytes()).matches("move ").count(), moves, "{batch}");
    }
}

#[test]
fn a_comment_has_no_effect() {
    assert_eq!(answer(b"# quit\n#quit\nxboard\n# quit\n"), "\n");
}
