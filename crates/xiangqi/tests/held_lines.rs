//! Lines that come in while a search runs: those that must wait hide no line that ends the search.

use std::time::{Duration, Instant};

use crate::program::{Program, says};

/// Lines that must wait for the end of a search, and the moves that they lead to.
const HELD: [(&str, usize); 8] = [
    ("setoption name MultiPV value 2", 0),
    ("setoption name Hash value 32", 0),
    ("position startpos moves h2e2", 0),
    ("ucinewgame", 0),
    ("uci", 0),
    ("banmoves h2e2", 0),
    ("bench 1", 0),
    ("go depth 2", 1),
];

/// Searches that last. The first two end when they are told to.
const SEARCHES: [&str; 4] =
    ["go infinite", "go ponder wtime 2000 btime 2000", "go movetime 600000", "go depth 60"];

/// Says a line during a search.
fn say_during(program: &mut Program, search: &str, line: &str) -> Vec<String> {
    program.ask(search, "info depth 3");
    program.ask_all(&format!("{line}\nisready"), "readyok")
}

fn moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn a_held_line_neither_ends_a_search_nor_hides_a_line_that_does() {
    let mut program = Program::start();
    program.tell("uci");
    for search in SEARCHES {
        let ends = if search.contains("ponder") { &["stop", "ponderhit"][..] } else { &["stop"] };
        for (held, starts) in HELD {
            for end in ends {
                let case = format!("{search}; {held}; {end}");
                let early = moves(&say_during(&mut program, search, held));
                let gives_way = SEARCHES[..2].contains(&search)
                    && (held.starts_with("go") || held.starts_with("bench"));
                assert!(early == 0 || gives_way, "{case}");
                program.tell(end);
                for _ in early..=starts {
                    program.wait_for("bestmove ");
                }
                program.ask("isready", "readyok");
            }
        }
    }
}

#[test]
fn quit_gets_through_all_held_lines() {
    for search in SEARCHES {
        let mut program = Program::start();
        program.tell("uci");
        let held: Vec<&str> = HELD[..6].iter().map(|(held, _)| *held).collect();
        say_during(&mut program, search, &held.join("\n"));
        let begin = Instant::now();
        program.ask("quit", "bestmove ");
        program.wait_for_end();
        assert!(begin.elapsed() < Duration::from_secs(19), "{search}");
    }
}

/// In a game that the engine keeps, pondering gives way to a line and begins anew.
#[test]
fn a_ponder_hit_behind_a_setting_leads_to_a_move() {
    let mut program = Program::start();
    program.ask("xboard\nprotover 2\nnew\nhard\npost\nst 0.1\nusermove h2e2", "move ");
    for setting in ["sd 9", "option Hash=32", "ping 1", "easy\nhard", "?"] {
        let hint = program.ask("hint", "Hint: ");
        let reply = &hint["Hint: ".len()..];
        program.ask(&format!("{setting}\nusermove {reply}"), "move ");
    }
}

#[test]
fn a_measurement_listens_and_is_stopped() {
    for long in ["perft 9", "go perft 9", "bench 40"] {
        let mut program = Program::start();
        program.ask(&format!("uci\n{long}\nisready"), "readyok");
        program.ask("stop", "info string");
        program.ask("go depth 1", "bestmove ");
    }
}

#[test]
fn the_other_protocols_have_the_commands_that_look() {
    for first in ["uci", "ucci", "xboard\nforce", ""] {
        let text = says(format!("{first}\nd\neval\nperft 2\n"));
        assert!(text.contains("for Red") && text.contains("Nodes searched: 1920"), "{text}");
    }
    let text = says("uci\ngo perft 2\nbench 1\n");
    assert!(text.contains("h2e2: 45\n"), "{text}");
    assert!(text.contains("Nodes searched: 1920") && text.contains(" nps"), "{text}");
}

/// `uci` may be left out, as in the program for chess. Otherwise `go perft 2` would be a `go`.
#[test]
fn the_first_line_may_be_one_of_uci() {
    for (lines, answer) in [
        ("go perft 2", "Nodes searched: 1920"),
        ("go depth 1", "bestmove "),
        ("isready", "readyok"),
        ("position startpos moves h2e2\ngo depth 1", "bestmove "),
    ] {
        Program::start().ask(lines, answer);
    }
    let text = says("go on\nxboard\nforce\nnew game\n");
    assert!(
        text.contains("go takes no arguments") && text.contains("Error (new takes no"),
        "{text}"
    );
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    let mut program = Program::start();
    program.tell("uci\nponder now go infinite");
    program.ask("joho isready now", "readyok");
    program.ask("joho stop now", "bestmove ");
}
