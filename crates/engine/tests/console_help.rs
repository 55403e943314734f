//! A person finds a command by `help`, by the beginning of its name, or by Crafty's words.

use cleave::conversation::protocol::{Chapter, Protocol};
use cleave::protocols::console::Console;

use crate::common::answer;

#[test]
fn help_all_lists_every_command() {
    let text = answer(b"help all\n");
    let listed: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .map(|line| line.split("  ").next().unwrap())
        .collect();
    let chapters: &[&Chapter] = Console.commands();
    for name in chapters.iter().flat_map(|chapter| chapter.commands).flat_map(|it| it.names) {
        let is_listed = |line: &&str| line.split([' ', ',']).any(|word| word == *name);
        assert!(listed.iter().any(is_listed), "{name}: {text}");
    }
    for name in
        "white black edit kibitz whisper name computer result otim egtpath ping smp".split(' ')
    {
        assert!(text.contains(&format!("\n  {name}")), "{name}");
    }
}

#[test]
fn words_of_craftys_help_are_explained() {
    for (line, expected) in [
        ("help smp", "smpmin"),
        ("help tournament", "mode [normal | tournament]"),
        ("help disp", "display, d"),
        ("smp", "Split Next From"),
    ] {
        let text = answer(format!("{line}\n").as_bytes());
        assert!(text.contains(expected) && !text.contains("no such command"), "{line}: {text}");
    }
}

#[test]
fn the_beginning_of_a_name_is_enough() {
    let same = |short: &str, long: &str| {
        let answers =
            [short, long].map(|line| answer(format!("force\ne4\ne5\nNf3\n{line}\n").as_bytes()));
        assert_eq!(answers[0], answers[1], "{short}");
    };
    same("disp", "display");
    same("hist", "history");
    same("r 2", "reset 2");
    same("alar", "alarm");
    same("setb=x", "setboard x");
    let text = answer(b"re\n");
    let several = "'re' begins several commands: ";
    assert!(text.starts_with(several), "{text}");
    for name in ["remove", "reset", "resign", "rejected"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert!(answer(b"xyzzy\n").contains("is neither a command nor a move"));
    assert!(answer(b"b4\n").starts_with("My move") || !answer(b"force\nb4\n").contains("several"));
    // A program may not abbreviate.
    assert!(answer(b"xboard\ndisp\n").contains("Error (unknown command): disp"));
    assert!(answer(b"isready\n").contains("readyok"), "UCI comes before abbreviations");
}
