//! book/src/crafty-commands.md is up to date and true: each of its example lines is fed to the program.

use std::io::PipeWriter;

use clap::Parser;
use cleave::arguments::Arguments;
use cleave::commands::crafty::{self, Crafty, quoted};
use cleave::conversation::event_loop::EventLoop;
use cleave_io::{Event, Line};

use crate::common::{Transcript, program};
use crate::folder::Folder;

/// The committed page.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/crafty-commands.md");

/// The commands of Crafty 25.2: those that it executes, those of its help text, and `back`.
const COMMANDS: &str = "! . ? @ accepted adaptive alarm analyze annotate annotateh annotatet autotune back batch \
    beep bench bk black bogus book bookpath bookw cache clock computer cores crafty.rc debug depth \
    display draw easy echo edit egtb egtbd egtpath end epdhelp evaluation evtest exit extension flag flip \
    flop force go hard hash hashp help hint history import info input kibitz learn level linelength list \
    lmp lmr load log logpath memory mode move mt name new noise nopost null operator otim output perf \
    perft perspath personality pgn phash ping playother ponder post protover quit random rating rcpath read reada rejected \
    remove reset resign result safety savegame savepos scale score screen sd search selective setboard \
    settc show skill smpaffinity smpgroup smpgsd smpgsl smpmin smpmt smpnice smpnodes smpnuma smproot sn \
    speech st store swindle tags tbpath test time timebook title trace undo usage variant whisper white wild \
    winboard xboard .craftyrc";

/// The moves on the board before the examples of each row. Many commands apply to this position.
const MOVES: [&str; 7] = ["force", "e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6"];

/// A row of the table.
struct Row {
    crafty: &'static str,
    kind: Crafty,
    examples: Vec<&'static str>,
    remark: &'static str,
}

fn rows() -> Vec<Row> {
    let rows = crafty::sections().into_iter().flat_map(|(_, rows)| rows);
    rows.map(|kind| {
        let (crafty, lines, remark) = kind.cells();
        Row { crafty, kind, examples: quoted(lines).collect(), remark }
    })
    .collect()
}

/// `UPDATE=1 cargo nextest run -p cleave the_page_is_up_to_date` writes it.
#[test]
fn the_page_is_up_to_date() {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(PAGE, crafty::page()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(PAGE).unwrap(), crafty::page());
}

/// Creates a folder with the files that the examples name.
fn folder_with_files() -> Folder {
    let folder = Folder::new();
    folder.write("games.pgn", &"[White \"Ada\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(3));
    folder.write("line.pgn", "4. d4 exd4 *\n");
    folder.write("suite.epd", "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; id \"first\";\n");
    folder.write("commands.txt", "# a comment\nd4\n");
    folder
}

/// Returns the example with its files in this folder.
fn placed(example: &str, folder: &Folder) -> String {
    let is_file =
        |word: &str| [".pgn", ".epd", ".bin", ".txt"].iter().any(|end| word.ends_with(end));
    let place = |word: &str| if is_file(word) { folder.file(word) } else { word.into() };
    example.split(' ').map(place).collect::<Vec<_>>().join(" ")
}

/// Creates a program after [`MOVES`], for people or for xboard. Its input lasts as long as the writer.
fn after_moves(greeting: Option<&str>) -> (EventLoop, Transcript, PipeWriter) {
    let (reader, writer) = std::io::pipe().unwrap();
    let (mut event_loop, transcript) = program(reader);
    for line in greeting.into_iter().chain(MOVES) {
        execute(&mut event_loop, line);
    }
    transcript.take();
    (event_loop, transcript, writer)
}

fn execute(event_loop: &mut EventLoop, line: &str) {
    event_loop.handle(Event::Line(Line::Text(line.into())));
}

/// Returns the line of the answer that refuses `line`.
fn refusal<'a>(answer: &'a str, line: &str) -> Option<&'a str> {
    let start: String = line.chars().take(60).collect();
    let is_refusal = |said: &&str| {
        let starts = ["Error (", "Illegal ", "tellusererror ", "Not now: "];
        let ends = ["is neither a command nor a move; 'help' lists the commands."];
        starts.iter().any(|start| said.starts_with(start))
            || ends.iter().any(|end| said.ends_with(end))
            || said.starts_with(&format!("{start}: "))
            || said.starts_with(&format!("{start}...: "))
            || said.contains("' is no command here: ")
            || said.contains("' takes no arguments: ")
    };
    answer.lines().find(is_refusal)
}

#[test]
fn every_command_of_crafty_has_a_row() {
    let names = rows().iter().map(|row| row.crafty).collect::<Vec<_>>().join(" ");
    let is_name = |c: char| !c.is_whitespace() && !"`,".contains(c);
    let names: Vec<String> = names
        .split(|c| !is_name(c))
        .map(|name| if name.starts_with('!') { "!".into() } else { name.to_owned() })
        .collect();
    for command in COMMANDS.split_whitespace() {
        assert!(names.iter().any(|name| name == command), "{command} has no row");
    }
}

#[test]
fn existing_commands_are_not_refused() {
    let folder = folder_with_files();
    for row in rows().iter().filter(|row| matches!(row.kind, Crafty::Has(..))) {
        assert!(!row.examples.is_empty(), "{}", row.crafty);
        let (mut event_loop, transcript, _input) = after_moves(None);
        for example in &row.examples {
            let line = placed(example, &folder);
            execute(&mut event_loop, &line);
            let said = transcript.take();
            assert_eq!(refusal(&said, &line), None, "{}: {line}: {said}", row.crafty);
        }
    }
}

#[test]
fn declined_commands_are_refused_with_the_reason_of_the_table() {
    for row in rows().iter().filter(|row| matches!(row.kind, Crafty::Lacks(..))) {
        assert!(!row.examples.is_empty() && !row.remark.is_empty(), "{}", row.crafty);
        for (greeting, example) in
            row.examples.iter().flat_map(|example| [(None, example), (Some("xboard"), example)])
        {
            let (mut event_loop, transcript, _input) = after_moves(greeting);
            let settings = event_loop.engine.session.settings.clone();
            execute(&mut event_loop, example);
            let said = transcript.take();
            let refusal = refusal(&said, example).unwrap_or_else(|| panic!("{example}: {said}"));
            assert!(refusal.contains(row.remark), "{example}: {refusal}");
            let session = &event_loop.engine.session;
            assert_eq!(session.settings, settings, "{example} changes nothing");
            assert_eq!(session.game.moves.len(), MOVES.len() - 1, "{example} changes nothing");
        }
    }
}

#[test]
fn command_lines_are_understood() {
    let rows = rows();
    let lines: Vec<&str> = rows
        .iter()
        .filter(|row| matches!(row.kind, Crafty::Program(..)))
        .flat_map(|row| row.examples.clone())
        .collect();
    assert!(lines.len() >= 3 && rows.len() > 100);
    for line in lines {
        let parsed = Arguments::try_parse_from(line.split(' '));
        assert!(parsed.is_ok(), "{line}: {parsed:?}");
    }
}
