//! Every command of the console has a helpful answer, whatever follows its name.

use cleave::conversation::protocol::{Audience, Command, Protocol};
use cleave::protocols::console::Console;

use crate::feeding::Program;

/// Text that no command accepts, and a file that cannot be written.
const GARBAGE: &str = "/nowhere/garbage";

/// Returns the commands for people, except those that search, leave, or intentionally print nothing.
fn commands() -> impl Iterator<Item = &'static Command> {
    let rows = Console.commands().iter().flat_map(|chapter| chapter.commands);
    let others = ["quit", "go", "bench", "#", "echo"];
    rows.filter(move |it| it.audience == Audience::Everyone && !others.contains(&it.names[0]))
}

#[test]
fn a_command_without_its_argument_shows_the_setting_or_its_usage() {
    for command in commands() {
        for name in command.names {
            let mut program = Program::after(&[]);
            program.session().client.interactive = true;
            let said = program.answer(&[name]);
            assert!(!said.trim().is_empty(), "{name} says nothing");
            assert!(!said.contains("''"), "{name}: {said}");
            if !command.arguments.is_empty() && !command.arguments.starts_with('[') {
                let usage = format!("Usage: {} {}", command.names[0], command.arguments);
                assert!(said.starts_with(&usage), "{name}: {said}");
            }
        }
    }
}

#[test]
fn a_command_with_garbage_explains_the_expected_argument() {
    for name in commands().flat_map(|command| command.names) {
        let mut program = Program::after(&["force", "e4"]);
        let before = program.session().settings.clone();
        let said = program.answer(&[&format!("{name} {GARBAGE}")]);
        let explains = |what: &&str| said.contains(*what);
        let explanations =
            ["garbage", "takes no arguments", "Illegal position: the FEN has 1 fields"];
        assert!(explanations.iter().any(explains), "{name}: {said}");
        assert!(!said.contains("''"), "{name}: {said}");
        assert_eq!(program.session().settings, before, "{name}");
    }
}

/// Lines that set an option, and the answers to a person.
const SETTERS: &[(&str, &str)] = &[
    ("st 5", "Time control: 5 s a move."),
    ("level 40 5 0", "Time control: 40 moves in 5 min, then 40 moves in 5 min."),
    ("time sd/5/2", "Time control: all moves in 5 min, 2 s more a move."),
    ("sd 7", "I think at most to depth 7."),
    ("sd 0", "I think as deep as time allows."),
    ("sn 300", "I search at most 300 nodes for a move."),
    ("nps 1000", "A second of time is 1000 nodes."),
    ("nps -1", "Time is real time."),
    ("hard", "I think on your time."),
    ("easy", "I do not think on your time."),
    ("ponder on", "I think on your time."),
    ("ponder Nf3", "I expect Nf3."),
    ("force", "I play neither side: 'go' lets me move."),
    ("cores 1", "Workers: at most 1."),
    ("memory 4000", "At most 4000 MiB are used"),
    ("skill 50", "Skill = 50 (1 to 100)"),
    ("swindle on", "Swindle = on"),
    ("option MoveOverhead=30", "Move Overhead = 30 (0 to 5000)"),
    ("smpmin 6", "Split Depth = 6"),
    ("safety 0.5", "I keep 0.5 s in reserve on the clock."),
    ("operator 2", "I keep 2 s in reserve for each move."),
    ("usage -20", "Early in the game I change the time of a move by -20 %."),
    ("timebook 100 5", "Out of the book I spend up to 100 % more time, for 5 moves."),
    ("rating 2000 1800", "A draw is worth -20 centipawns to me."),
    ("resign 5 3", "I resign when 5 pawns behind for 3 moves in a row."),
    ("draw decline", "I accept no draws, offer draws, and heed ratings."),
    ("mode tournament", "The mode is 'tournament'."),
    ("noise 2", "Thinking is shown after 2 s."),
    ("nopost", "My thinking is hidden."),
    ("alarm on", "The bell rings."),
    ("exclude a3", "Not searched: a3."),
    ("include all", "All moves are searched."),
    ("search e4", "I search e4 alone."),
    ("learn 1", "Book Learning = on"),
    ("batch on", "Lines are read when I have moved."),
    ("adaptive 2M 16M 64M", "The table gets 16 to 64 MiB"),
    ("variant normal", "The variant is 'normal'."),
    ("pgn White Anna", "White: Anna"),
];

#[test]
fn settings_are_confirmed_to_a_person_and_not_to_a_gui() {
    for (line, confirmation) in SETTERS {
        let said = Program::after(&[]).answer(&[line]);
        assert!(said.starts_with(confirmation), "{line}: {said}");
        let said = Program::after(&["xboard"]).answer(&[line]);
        assert_eq!(said, "", "{line}");
    }
}
