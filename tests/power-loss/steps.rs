//! The steps that write files, and the start of the program after a power failure.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cleave_tests::{fault_shim, program};
use tempfile::TempDir;

use crate::Files;
use crate::disk::{Disk, Op};
use crate::records::operations;

const GAMES: &str = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 {mine} e5 2. Nf3 (2. f4 exf4) Nc6 *\n";

const CONFIGURATION: &str = "\
    Hash = 1\nGameLog = true\nLogFolder = \"logs\"\nHashFile = \"hash.bin\"\n\
    BookFile = \"book.bin\"\n";

/// A run of a program, with its arguments and its input.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    arguments: &'static str,
    input: &'static str,
}

const fn step(name: &'static str, arguments: &'static str, input: &'static str) -> Step {
    Step { name, arguments, input }
}

pub(crate) const BOOK: Step =
    step("book", "book make games.pgn --output book.bin --min-games 1 --force", "");

pub(crate) const LEARNING: Step = step("learning", "book learn book.bin games.pgn", "");

pub(crate) const TABLE: Step = step(
    "table",
    "--config cleave.toml -o GameLog=0",
    "uci\nposition startpos\ngo depth 4\nsetoption name Save Hash\nisready\n",
);

pub(crate) const ANNOTATIONS: Step = step(
    "annotations",
    "annotate games.pgn --depth 2 --config cleave.toml --force --output out.pgn --html out.html",
    "",
);

/// A folder with files.
pub(crate) struct Session(TempDir);

impl Session {
    /// Returns the files before a step.
    pub(crate) fn before(step: &Step) -> Session {
        let session = Session::with(&Files::new());
        for (name, text) in [("games.pgn", GAMES), ("cleave.toml", CONFIGURATION)] {
            fs::write(session.folder().join(name), text).unwrap();
        }
        session.complete(&BOOK);
        // So there is something to lose.
        session.complete(step);
        session
    }

    fn with(files: &Files) -> Session {
        let session = Session(tempfile::tempdir().unwrap());
        fs::create_dir(session.folder()).unwrap();
        for (name, contents) in files {
            let path = session.folder().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, contents).unwrap();
        }
        session
    }

    pub(crate) fn folder(&self) -> PathBuf {
        // Programs may write the folder's name without links.
        self.0.path().canonicalize().unwrap().join("work")
    }

    /// Performs a step, and returns what it does to files.
    pub(crate) fn record(&self, step: &Step, disk: &mut Disk) -> Vec<Op> {
        let records = self.0.path().join("records");
        fs::write(&records, "").unwrap();
        let mut command = self.command(step);
        command.env("LD_PRELOAD", fault_shim()).env("RECORD", &records);
        let output = self.run(step, &mut command);
        assert!(output.status.success(), "{}: {output:?}", step.name);
        operations(&fs::read(records).unwrap(), &self.folder(), disk)
    }

    fn complete(&self, step: &Step) {
        let output = self.run(step, &mut self.command(step));
        assert!(output.status.success(), "{}: {output:?}", step.name);
    }

    fn command(&self, step: &Step) -> Command {
        let mut command = Command::new(program());
        command
            .args(step.arguments.split_whitespace())
            .current_dir(self.folder())
            .env("XDG_CONFIG_HOME", self.folder().join("config"))
            .env("XDG_STATE_HOME", self.folder().join("state"))
            .env("RUST_BACKTRACE", "0");
        command
    }

    fn run(&self, step: &Step, command: &mut Command) -> Output {
        let input = self.0.path().join("input");
        fs::write(&input, step.input).unwrap();
        command.stdin(Stdio::from(fs::File::open(input).unwrap())).output().unwrap()
    }

    /// Starts the program on the files after a power failure, and does the step again. Returns what is wrong.
    pub(crate) fn start_on(&self, step: &Step, files: &Files) -> Option<String> {
        let after = Session::with(files);
        let started = after.run(&START, &mut after.command(&START));
        let heard = said(&started);
        if !started.status.success() && !names_a_file(&heard, files) {
            return Some(format!("the program does not start: {heard}"));
        }
        if ["damaged", "panicked"].iter().any(|word| heard.contains(word)) {
            return Some(heard);
        }
        let again = after.run(step, &mut after.command(step));
        let said = said(&again);
        match again.status.success() || names_a_file(&said, files) {
            true => None,
            false => Some(format!("the step cannot be done again: {said}")),
        }
    }
}

/// Loads the saved table.
const START: Step = step("start", "--config cleave.toml", "xboard\noption LoadHash\n");

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|said| String::from_utf8_lossy(said)).concat()
}

fn names_a_file(said: &str, files: &Files) -> bool {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    files.keys().any(|path| said.contains(&name(path)))
}
