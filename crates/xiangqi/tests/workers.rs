//! Tests the program with several workers.

use std::fs::read_to_string;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::program::Program;

/// Returns the processes that a process has forked.
fn children(id: u32) -> Vec<String> {
    let list = read_to_string(format!("/proc/{id}/task/{id}/children")).expect("Linux tells");
    list.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn every_algorithm_and_backend_answers() {
    let mut program = Program::start();
    program.tell("uci\nsetoption name Threads value 2");
    for backend in ["fork", "thread"] {
        program.tell(&format!("setoption name Backend value {backend}"));
        for algorithm in ["dts", "ybwc", "lazy", "abdada", "aphid"] {
            program.tell(&format!("setoption name Algorithm value {algorithm}"));
            program.ask("go depth 5", "bestmove ");
        }
    }
}

/// Kills the workers. Returns those that were alive; a machine with one processor has none.
fn kill_workers(program: &Program) -> Vec<String> {
    let workers = children(program.id());
    for worker in &workers {
        assert!(Command::new("kill").args(["-9", worker]).status().expect("a command").success());
    }
    workers
}

#[test]
fn a_killed_worker_is_replaced_and_costs_no_time() {
    let mut program = Program::start();
    let [threads, backend] = ["Threads value 2", "Backend value fork"];
    let lines = format!("uci\nsetoption name {threads}\nsetoption name {backend}\ngo infinite");
    program.ask(&lines, "info depth 6");
    let before = kill_workers(&program);
    program.wait_for("info depth 8");
    // It may be as deep before it notices the deaths.
    let begun = Instant::now();
    let are_replaced = || {
        let after = children(program.id());
        after.len() == before.len() && after.iter().all(|worker| !before.contains(worker))
    };
    while !are_replaced() {
        assert!(begun.elapsed() < Duration::from_secs(10), "no other workers replace them");
        thread::sleep(Duration::from_millis(5));
    }
    program.ask("stop", "bestmove ");
    let begun = Instant::now();
    program.ask("ucinewgame\ngo movetime 1500", "info depth 6");
    kill_workers(&program);
    program.wait_for("bestmove ");
    let taken = begun.elapsed();
    assert!((1_000..2_500).contains(&taken.as_millis()), "{taken:?}");
}
