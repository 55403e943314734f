//! The steps that write files, and the start of the program after a power failure.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cleave_tests::{fault_shim, program, programs};
use tempfile::TempDir;

use crate::Files;
use crate::disk::{Disk, Op};
use crate::records::operations;

const GAMES: &str = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 {mine} e5 2. Nf3 (2. f4 exf4) Nc6 *\n";

const CONFIGURATION: &str = "\
    Hash = 1\nGameLog = true\nLogFolder = \"logs\"\nHashFile = \"hash.bin\"\n\
    BookFile = \"book.bin\"\n";

const POSITIONS: &str =
    "4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n4k3/8/8/8/8/8/3R4/4K3 w - - id \"rook\";\n";

/// What the laboratory reads. The costs do not matter, as long as they stay the same.
const COSTS: &str = include_str!("../../data/costs.json");

/// A run of a program, with its arguments and its input.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    program: &'static str,
    arguments: &'static str,
    input: &'static str,
    /// The step before, so that there is something to lose.
    earlier: Option<&'static Step>,
    /// Whether the step can always be done again, and leaves the same files.
    is_repeatable: bool,
}

/// Returns a step that creates its files.
const fn first(name: &'static str, arguments: &'static str, input: &'static str) -> Step {
    Step { name, program: "cleave", arguments, input, earlier: None, is_repeatable: false }
}

/// Returns a step of the laboratory or the workshop.
const fn of(program: &'static str, name: &'static str, arguments: &'static str) -> Step {
    Step { program, is_repeatable: true, ..first(name, arguments, "") }
}

/// Returns a step after an earlier one.
const fn after(earlier: &'static Step, step: Step) -> Step {
    Step { earlier: Some(earlier), ..step }
}

const FIRST_BOOK: Step =
    first("book", "book make games.pgn --output book.bin --min-games 1 --force", "");
pub(crate) const BOOK: Step = after(&FIRST_BOOK, FIRST_BOOK);

const FIRST_LEARNING: Step = first("learning", "book learn book.bin games.pgn", "");
pub(crate) const LEARNING: Step = after(&FIRST_LEARNING, FIRST_LEARNING);

const FIRST_TABLE: Step = first(
    "table",
    "--config cleave.toml -o GameLog=0",
    "uci\nposition startpos\ngo depth 4\nsetoption name Save Hash\nisready\n",
);
pub(crate) const TABLE: Step = after(&FIRST_TABLE, FIRST_TABLE);

const FIRST_ANNOTATIONS: Step = first(
    "annotations",
    "annotate games.pgn --depth 2 --config cleave.toml --force --output out.pgn --html out.html",
    "",
);
pub(crate) const ANNOTATIONS: Step = after(&FIRST_ANNOTATIONS, FIRST_ANNOTATIONS);

pub(crate) const FIRST_GAME: Step = first(
    "game log",
    "--config cleave.toml -o LogFolder=deep/logs",
    "xboard\nforce\nusermove e2e4\nusermove e7e5\n",
);
pub(crate) const GAME: Step = after(&FIRST_GAME, FIRST_GAME);

/// Without `--config`, its folder is that of the user's configuration.
pub(crate) const FIRST_PERSONALITY: Step = first("personality", "", "personality save mine\n");
pub(crate) const PERSONALITY: Step =
    after(&FIRST_PERSONALITY, first("personality", "-o Contempt=20", FIRST_PERSONALITY.input));

pub(crate) const FIRST_SAVED_GAME: Step = first(
    "saved game",
    "",
    "force\ne4\ne5\nsavegame saved.pgn\nsavepos saved.epd\nNf3\nsavepos saved.epd\n",
);
pub(crate) const SAVED_GAME: Step = after(&FIRST_SAVED_GAME, FIRST_SAVED_GAME);

pub(crate) const RECORDING: Step = of(
    "cleave-lab",
    "recording",
    "record --costs costs.json --positions two.epd --id pawn --depth 3 --workers 2 --hash 1 \
     --out deep/recordings/search --html deep/recordings/page",
);

pub(crate) const FIRST_MEASUREMENTS: Step = of(
    "cleave-lab",
    "measurements",
    "speedup --costs costs.json --positions two.epd --backend virtual --depth 3 --hash 1 \
     --out searches.jsonl",
);
/// Searches with another seed are added to the file, and all are put in order at the end.
pub(crate) const MEASUREMENTS: Step = after(
    &FIRST_MEASUREMENTS,
    of(
        "cleave-lab",
        "measurements",
        "speedup --costs costs.json --positions two.epd --backend virtual --depth 3 --hash 1 \
         --out searches.jsonl --seeds 2",
    ),
);

pub(crate) const SELF_PLAY: Step = of(
    "cleave-tuning",
    "self-play",
    "selfplay --by-hand --nodes 5 --threads 1 --games 3 --out deep/games",
);

/// A folder with files.
pub(crate) struct Session(TempDir);

impl Session {
    /// Returns the files before a step.
    pub(crate) fn before(step: &Step) -> Session {
        let session = Session::with(&Files::new());
        let files = [
            ("games.pgn", GAMES),
            ("cleave.toml", CONFIGURATION),
            ("two.epd", POSITIONS),
            ("costs.json", COSTS),
        ];
        for (name, text) in files {
            fs::write(session.folder().join(name), text).unwrap();
        }
        session.complete(&FIRST_BOOK);
        step.earlier.into_iter().for_each(|earlier| session.complete(earlier));
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
        let mut command = match step.program {
            "cleave" => Command::new(program()),
            other => Command::new(programs().join(other)),
        };
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

    /// Starts the program on the files after a power failure, and does the step again. `last` are the files after the
    /// step without a failure. Returns what is wrong.
    pub(crate) fn start_on(&self, step: &Step, files: &Files, last: &Files) -> Option<String> {
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
        if !again.status.success() {
            let wrong = || format!("the step cannot be done again: {said}");
            return (step.is_repeatable || !names_a_file(&said, files)).then(wrong);
        }
        let found = Disk::read(&after.folder()).files();
        let differs = |name: &&PathBuf| found.get(*name) != last.get(*name);
        let differing: Vec<_> = last.keys().filter(differs).collect();
        let is_wrong = step.is_repeatable && !differing.is_empty();
        is_wrong.then(|| format!("done again, the step leaves other contents in {differing:?}"))
    }
}

/// Loads the saved table.
const START: Step = first("start", "--config cleave.toml", "xboard\noption LoadHash\n");

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|said| String::from_utf8_lossy(said)).concat()
}

fn names_a_file(said: &str, files: &Files) -> bool {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    files.keys().any(|path| said.contains(&name(path)))
}
