//! Tests the beginning and the end of a session.

use std::process::{Command, Output};
use std::time::Duration;

use cleave_tests::{Engine, Game, program};
use nix::sys::signal::Signal;
use nix::unistd::geteuid;

use crate::LONG;

/// Checks that the engine answers 1. e4 with a legal move. The engine has already got 1. e4.
fn assert_answers_e4(mut engine: Engine) {
    let mut game = Game::default();
    game.play("e2e4");
    game.play(&engine.wait_for_move(LONG));
    engine.quit();
}

#[test]
fn a_session_through_a_pipe_gets_features_and_a_move() {
    let mut engine = Engine::start(&[]);
    engine.send("xboard\nprotover 2\nnew\nst 1\nusermove e2e4");
    engine.wait_for_line("feature ");
    assert_answers_e4(engine);
}

#[test]
fn the_features_are_announced() {
    let (engine, features) = Engine::xboard();
    for (name, value) in [
        ("ping", "1"),
        ("setboard", "1"),
        ("usermove", "1"),
        ("playother", "1"),
        ("analyze", "1"),
        ("memory", "1"),
        ("smp", "1"),
        ("colors", "0"),
        ("reuse", "1"),
        ("done", "1"),
    ] {
        assert_eq!(features.get(name), Some(value), "{name}\n{}", engine.transcript());
    }
    let name = features.get("myname").unwrap_or_default();
    assert!(name.starts_with("Cleave"), "{name}");
    let variants: Vec<&str> = features.get("variants").unwrap_or_default().split(',').collect();
    assert!(variants.contains(&"normal") && variants.contains(&"fischerandom"), "{variants:?}");
    engine.quit();
}

#[test]
fn the_first_protocol_version_plays_too() {
    let mut engine = Engine::start(&[]);
    engine.send("xboard\nnew\nsd 3\ne2e4");
    assert_answers_e4(engine);
}

/// The states in which the program may have to quit. Each has the commands that lead there, and
/// their duration.
const STATES: [(&str, &str, Duration); 4] = [
    ("idle", "new", Duration::from_millis(100)),
    ("thinking", "new\nst 1000\ngo", Duration::from_millis(300)),
    ("analysing", "new\nforce\nanalyze", Duration::from_millis(300)),
    ("pondering", "new\nhard\nst 1\ngo", Duration::from_millis(1500)),
];

/// Checks that the program quits within a second of this event, in each of the states.
fn assert_quits_on(what: &str, tell: impl Fn(&mut Engine)) {
    for (state, commands, time) in STATES {
        let mut engine = Engine::after(commands);
        engine.listen(time);
        tell(&mut engine);
        println!("{what} while {state}");
        engine.must_leave();
    }
}

#[test]
fn quit_ends_the_program_in_any_state() {
    assert_quits_on("quit", |engine| engine.send("quit"));
}

#[test]
fn the_end_of_input_ends_the_program_in_any_state() {
    assert_quits_on("end of input", Engine::close_input);
}

#[test]
fn a_termination_signal_ends_the_program_in_any_state() {
    assert_quits_on("SIGTERM", |engine| engine.signal(Signal::SIGTERM));
}

#[test]
fn an_interrupt_by_a_gui_is_ignored() {
    let (mut engine, features) = Engine::xboard();
    assert_eq!(features.get("sigint"), Some("0"));
    engine.signal(Signal::SIGINT);
    engine.sync();
    engine.quit();
}

#[test]
fn help_and_version_are_printed() {
    for (argument, expected) in [("--help", "Usage"), ("--version", "cleave")] {
        let mut engine = Engine::start(&[argument]);
        let (status, lines) = engine.wait_for_end(LONG);
        assert!(status.success());
        assert!(lines.iter().any(|line| line.contains(expected)), "{lines:?}");
    }
}

#[test]
fn a_wrong_argument_is_explained() {
    let mut engine = Engine::start(&["--nonsense"]);
    let (status, lines) = engine.wait_for_end(LONG);
    assert!(!status.success());
    assert!(lines.iter().any(|line| line.contains("--nonsense")), "{lines:?}");
}

/// Runs a shell script in which `$0` is the program.
fn run(script: &str) -> Output {
    Command::new("sh").args(["-c", script]).arg(program()).output().expect("a shell")
}

/// Runs a shell script in which `$0` is the program. Returns its exit status and its standard
/// error.
fn shell(script: &str) -> (Option<i32>, String) {
    let output = run(script);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_limit_on_files_does_not_limit_the_table() {
    let (status, errors) = shell("ulimit -f 0 && exec \"$0\" bench --depth 1 | cat");
    assert_eq!((status, errors.as_str()), (Some(0), ""));
}

/// The limit does not apply to the superuser. Another user might not reach the program's folder.
#[test]
fn one_worker_plays_if_no_process_can_be_started_and_says_why() {
    let user = if geteuid().is_root() { "setpriv --reuid=65534 --clear-groups" } else { "" };
    let why = "telluser only 1 of 4 workers search: the others could not be started: \
               Resource temporarily unavailable";
    for backend in ["fork", "thread"] {
        let output = run(&format!(
            "copy=$(mktemp) && cp \"$0\" \"$copy\" && chmod 755 \"$copy\" && \
             printf 'xboard\nnew\noption Backend={backend}\noption Oversubscribe=1\ncores 4\nsd 4\ngo\n' | \
             {user} prlimit --nproc=1 \"$copy\"; status=$?; rm \"$copy\"; exit $status"
        ));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{output:?}");
        assert!(said.contains("\nmove ") && said.matches(why).count() == 1, "{said}");
    }
}

#[test]
fn a_lack_of_processors_is_reported_once_however_workers_are_set() {
    let one_processor = "one=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//'); taskset -c $one";
    let notice = "only 1 worker searches: there is 1 processor";
    for (before, arguments, count) in [
        ("", "bench --depth 1 --workers 2", 1),
        ("", "bench --depth 1 --workers 2 --oversubscribe", 0),
        ("", "analyse --depth 1 --workers 2 startpos", 1),
        ("printf 'cores 2\nsd 1\ngo\n' |", "", 1),
        ("printf 'uci\nsetoption name Threads value 2\ngo depth 1\ngo depth 2\n' |", "", 1),
        ("printf 'xboard\nsd 1\ngo\n' |", "--cores 2", 1),
        ("printf 'xboard\nsd 1\ngo\n' |", "--cores 2 --option Oversubscribe=1", 0),
        ("", "--cores 2 config", 0),
    ] {
        let output = run(&format!("{before} {{ {one_processor} \"$0\" {arguments}; }} 2>&1"));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{arguments}: {said}");
        assert_eq!(said.matches(notice).count(), count, "{before} {arguments}: {said}");
    }
}

#[test]
fn failed_writes_are_errors() {
    for (script, what) in [
        ("\"$0\" bench --depth 1 >/dev/full", "standard output"),
        ("echo fen | \"$0\" >/dev/full", "standard output"),
        ("echo quit | \"$0\" --log /dev/full", "the log /dev/full"),
        ("\"$0\" bench --depth 1 --log /nowhere/log", "the log /nowhere/log"),
    ] {
        let (status, errors) = shell(script);
        let complaint = errors.contains(what) && errors.starts_with("cleave: cannot write");
        assert!(status == Some(1) && complaint, "{script}: {status:?} {errors}");
    }
}

#[test]
fn a_full_standard_error_ends_no_work() {
    for (arguments, status) in [
        // More workers than any processor has.
        ("analyse --depth 1 --workers 512 startpos", 0),
        ("bench --depth 1 --workers 512", 0),
        ("analyse nonsense startpos --depth 1", 1),
        ("--config /nowhere/cleave.toml", 1),
    ] {
        let script = format!("\"$0\" {arguments} 2>/dev/full >/dev/null </dev/null");
        assert_eq!(run(&script).status.code(), Some(status), "{arguments}");
    }
}

#[test]
fn input_that_cannot_be_read_is_an_error() {
    let (status, errors) = shell("\"$0\" --hash 1 < /");
    let expected = "cleave: cannot read standard input: Is a directory (os error 21)\n";
    assert_eq!((status, errors.as_str()), (Some(1), expected));
}

#[test]
fn a_closed_output_is_not_an_error() {
    // The shell prints the exit status of the program, not the status of `true`.
    let script = "{ \"$0\" bench --depth 1; echo $? >&2; } | true";
    assert_eq!(shell(script), (Some(0), "0\n".into()));
}

#[test]
fn an_empty_name_means_no_log() {
    assert_eq!(shell("echo quit | CLEAVE_LOG= \"$0\" --hash 1"), (Some(0), String::new()));
}
