//! Several workers.

use std::fs::read_to_string;
use std::process::Command;

use crate::program::Program;

/// The processes that a process has forked.
fn children(id: u32) -> Vec<String> {
    let list = read_to_string(format!("/proc/{id}/task/{id}/children")).expect("Linux tells");
    list.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn every_algorithm_and_backend_answers() {
    let mut program = Program::start();
    program.tell("uci");
    program.tell("setoption name Threads value 2");
    for backend in ["fork", "thread"] {
        program.tell(&format!("setoption name Backend value {backend}"));
        for algorithm in ["dts", "ybwc", "lazy", "abdada", "aphid"] {
            program.tell(&format!("setoption name Algorithm value {algorithm}"));
            program.tell("go depth 5");
            program.wait_for("bestmove ");
        }
    }
}

#[test]
fn a_killed_worker_is_replaced_and_the_move_comes() {
    let mut program = Program::start();
    for line in [
        "uci",
        "setoption name Threads value 2",
        "setoption name Backend value fork",
        "go infinite",
    ] {
        program.tell(line);
    }
    program.wait_for("info depth 6");
    let before = children(program.id());
    if before.is_empty() {
        // A machine with one processor has no helpers.
        return program.tell("stop");
    }
    let status = Command::new("kill").args(["-9", &before[0]]).status().expect("there is a kill");
    assert!(status.success());
    program.wait_for("info depth 8");
    assert_ne!(children(program.id()), before, "another has come");
    program.tell("stop");
    program.wait_for("bestmove ");
}
