//! The log of the program: `RUST_LOG` and `--log`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::folder::Folder;

/// Arguments for a team of two workers on any machine.
const TEAM: [&str; 6] = ["-o", "Threads=2", "-o", "Oversubscribe=1", "-o", "Backend=thread"];

/// Runs the program with these levels until it has answered `go depth N`. Returns its standard error.
fn log_of(arguments: &[&str], levels: Option<&str>, depth: u32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cleave"));
    command.args(arguments).env("XDG_CONFIG_HOME", "/nowhere").env_remove("RUST_LOG");
    if let Some(levels) = levels {
        command.env("RUST_LOG", levels);
    }
    let [input, output, errors] = [(); 3].map(|()| Stdio::piped());
    let mut child = command.stdin(input).stdout(output).stderr(errors).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "uci\nposition startpos\ngo depth {depth}").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let errors = std::thread::spawn(move || {
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let lines: Vec<String> = lines.map(Result::unwrap).collect();
        assert!(child.wait().unwrap().success());
        lines.join("\n")
    });
    assert!(lines.any(|line| line.unwrap().starts_with("bestmove ")));
    drop(input);
    errors.join().unwrap()
}

#[test]
fn the_program_logs_nothing_by_default() {
    for levels in [None, Some(""), Some("error"), Some("off")] {
        assert_eq!(log_of(&[], levels, 3), "", "{levels:?}");
    }
}

/// At `debug` a search logs its iterations, its memory and its counts, and the program logs each line of the protocol.
#[test]
fn levels_are_set_by_module() {
    let log = log_of(&[], Some("debug"), 5);
    for part in [
        "table of 64 MiB",
        "begins",
        "depth 5 is done: ",
        "ends at depth 5",
        "on the first move",
        "< go depth 5",
        "> bestmove",
    ] {
        assert!(log.contains(part), "{part}: {log}");
    }
    let log = log_of(&[], Some("cleave_search=debug"), 5);
    assert!(log.contains("depth 5 is done: ") && !log.contains("< go depth 5"), "{log}");
    let log = log_of(&[], Some("info"), 5);
    assert!(log.contains("process ") && !log.contains("is done"), "{log}");
    assert!(!log_of(&TEAM, Some("debug"), 10).contains("worker 1 joins"));
}

/// At `trace` the machine logs joins, splits and cutoffs of each worker.
#[test]
fn a_team_is_traced() {
    for backend in [&[][..], &["-o", "Backend=fork"]] {
        let arguments = [&TEAM[..], backend].concat();
        let log = log_of(&arguments, Some("cleave_smp=trace"), 12);
        for part in [
            "worker 1 joins block 0.",
            "a split",
            ": a cutoff",
            "worker 1 takes part",
            "worker 1 becomes idle",
        ] {
            assert!(
                log.contains(part),
                "{part} by {arguments:?}: {}",
                &log[..log.len().min(2_000)]
            );
        }
        assert!(!log.contains("is done"), "that is of another module");
    }
}

/// The file of `--log` has the lines of the protocol, and `RUST_LOG` adds to them.
#[test]
fn a_named_file_has_the_protocol_too() {
    let folder = Folder::new();
    let file = folder.file("cleave.log");
    let arguments = [&TEAM[..], &["--log", &file]].concat();
    assert_eq!(log_of(&arguments, Some("cleave_smp=trace"), 12), "");
    let log = fs::read_to_string(&file).unwrap();
    assert!(log.contains("< go depth 12") && log.contains("worker 1 joins block"), "{log}");
    let quiet = folder.file("quiet.log");
    assert_eq!(log_of(&["--log", &quiet], Some("warn"), 3), "");
    assert_eq!(fs::read_to_string(&quiet).unwrap(), "");
}
