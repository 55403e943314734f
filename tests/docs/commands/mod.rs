//! Tests that the commands of README and the book do what the pages show.
//!
//! The shell runs each line of a fenced block as the page has it, in a folder with the files that the page names. A
//! stand-in for `cargo` starts programs that are built already. A line that the page shows below the command must be a
//! line of the output, in the same order; the output may have other lines between. In a shown line `…` stands for text
//! that differs from run to run, or that the page leaves out. Everything else must be equal.
//!
//! Commands that are not run are in the table of `fate.rs`. Their arguments are checked, like those of the commands in
//! sentences.

mod fate;
mod page;
mod workplace;

use std::time::Duration;

use cleave_tests::Engine;

use fate::{Fate, fate, unused};
use page::{Line, Shown, mentioned, pages, shown, without_comment};
use workplace::Workplace;

/// The longest time until the next shown line, and until the end of a program. The longest command
/// takes 45 s on two idle processors.
const LIMIT: Duration = Duration::from_secs(240);

/// Returns whether a line of the output is the shown one, in which `…` stands for anything.
fn is_shown(shown: &str, line: &str) -> bool {
    let Some((start, rest)) = shown.split_once('…') else { return line.trim_end() == shown };
    let is_end = |at: usize| rest.is_empty() || is_shown(rest, &line[at..]);
    line.starts_with(start)
        && (start.len()..=line.len()).any(|at| line.is_char_boundary(at) && is_end(at))
}

/// Returns the command line with what makes the console of a pipe like that of a terminal.
fn as_on_a_terminal(shown: &Shown) -> String {
    let command = without_comment(&shown.command);
    match shown.session.first() {
        Some(Line::Typed(line)) if line == "uci" || line == "xboard" => command.into(),
        _ if shown.session.iter().any(|line| matches!(line, Line::Typed(_))) => {
            let separator = if command.starts_with("cargo") { " --" } else { "" };
            format!("{command}{separator} --console")
        }
        _ => command.into(),
    }
}

/// Runs a command, types what the page types, and waits for what the page shows.
fn run(shown: &Shown, workplace: &Workplace) {
    let mut program = Engine::of(&mut workplace.shell(&as_on_a_terminal(shown)));
    for line in &shown.session {
        match line {
            Line::Typed(line) => program.send(line),
            Line::Printed(line) => {
                let what = format!("{}: '{line}'", shown.place);
                program.wait_for(&what, LIMIT, |said| {
                    is_shown(line, said.trim_start_matches("> ")).then_some(())
                });
            }
        }
    }
    let (status, _) = program.wait_for_end(LIMIT);
    assert!(status.success(), "{}: {status}\n{}", shown.place, program.transcript());
}

/// Returns the part of a line that starts a program, without what the shell does with it.
fn plain(command: &str) -> &str {
    let command = without_comment(command);
    let command = &command[command.find("cargo xtask").unwrap_or(0)..];
    [" && ", " | ", " > ", " &"]
        .iter()
        .fold(command, |line, end| line.split(end).next().unwrap_or(line))
}

/// Checks that the program of a command accepts its arguments.
fn parse(place: &str, command: &str, workplace: &Workplace) {
    let command = plain(command);
    let help = match command {
        _ if command.contains(" help ") => "",
        _ if command.starts_with("cargo run") && !command.contains(" -- ") => " -- --help",
        _ => " --help",
    };
    let output = workplace.shell(&format!("{command}{help}")).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{place}: {command}: {message}");
}

fn all_shown() -> Vec<Shown> {
    pages().iter().flat_map(|page| shown(page)).collect()
}

/// Runs the commands that are to be run, in one folder.
fn run_all(shown: impl Iterator<Item = Shown>) {
    let workplace = Workplace::new();
    let mut count = 0;
    for shown in shown.filter(|shown| fate(&shown.command).1 == Fate::Run) {
        run(&shown, &workplace);
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn readme_shows_what_its_commands_print() {
    run_all(shown(&pages()[0]).into_iter());
}

#[test]
fn the_book_shows_what_its_commands_print() {
    let (readme, book) = (shown(&pages()[0]), pages().into_iter().skip(1));
    let is_new = |it: &Shown| !readme.iter().any(|other| other.is_same_as(it));
    run_all(book.flat_map(|page| shown(&page)).filter(is_new));
}

#[test]
fn programs_accept_the_arguments_of_commands_that_are_not_run() {
    let workplace = Workplace::new();
    for Shown { place, command, .. } in all_shown() {
        if let Fate::Parsed(_) = fate(&command).1 {
            parse(&place, &command, &workplace);
        }
    }
    for (place, command) in pages().iter().flat_map(|page| mentioned(page)) {
        parse(&place, &command, &workplace);
    }
}

#[test]
fn every_row_of_the_table_is_of_a_command() {
    let used: Vec<usize> = all_shown().iter().filter_map(|shown| fate(&shown.command).0).collect();
    assert_eq!(unused(&used), Vec::<&str>::new());
}

#[test]
fn an_ellipsis_stands_for_anything_and_nothing_else_does() {
    assert!(is_shown("nodes 5", "nodes 5") && is_shown("nodes 5", "nodes 5  "));
    assert!(!is_shown("nodes 5", "nodes 50") && !is_shown("odes 5", "nodes 5"));
    assert!(is_shown("time … nodes 5", "time 17 nodes 5"));
    assert!(!is_shown("time … nodes 5", "time 17 nodes 50"));
    assert!(is_shown("4  2.39…", "4  2.39  0.12") && !is_shown("4  2.39…", "4  2.40  0.12"));
}
