//! What the program does while a call fails: it makes a book, learns, plays, annotates and resumes.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use cleave_tests::program;
use nix::errno::Errno;
use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;
use tempfile::TempDir;

use crate::fault::{self, Fault};

/// Far longer than a step takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// The name of the folder in which programs run, within that of a session.
pub(crate) const WORK: &str = "work";

const GAMES: &str = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 {mine} e5 2. Nf3 (2. f4 exf4) Nc6 *\n";

const CONFIGURATION: &str = "\
    Hash = 1\nThreads = 2\nOversubscribe = true\nGameLog = true\nLogFolder = \"logs\"\n";

/// A run of the program: what follows its name, and what it reads.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    arguments: &'static str,
    input: &'static str,
    /// Whether the game is logged.
    pub(crate) logs: bool,
}

/// Makes what the others need.
const MAKE: Step = Step {
    name: "make a book",
    arguments: "book make games.pgn --output book.bin --min-games 1 --force",
    input: "",
    logs: false,
};

/// A game that is out of the book at once.
const PLAY: Step = Step {
    name: "play",
    arguments: "--config cleave.toml --log debug.log",
    input: "xboard\nnew\nsd 2\nusermove h4\nusermove a3\nsavegame saved.pgn\npersonality save mine\n",
    logs: true,
};

/// The steps in whose midst a call fails. Each begins with what those before it have left.
pub(crate) const STEPS: [Step; 6] = [
    MAKE,
    Step {
        name: "learn from a game",
        arguments: "--config cleave.toml -o GameLog=0 --book book.bin -o BestBookMove=1 \
                    -o BookLearning=1",
        input: "xboard\nnew\nsd 2\nusermove f3\nusermove g4\nresult 0-1 {Black mates}\n",
        logs: false,
    },
    Step {
        name: "learn from a file",
        arguments: "book learn book.bin games.pgn",
        input: "",
        logs: false,
    },
    PLAY,
    Step {
        name: "annotate",
        arguments: "annotate games.pgn --depth 2 --workers 2 --config cleave.toml --force \
                    --output out.pgn --html out.html",
        input: "",
        logs: false,
    },
    Step {
        name: "resume",
        arguments: "--config cleave.toml --resume",
        input: "xboard\nsd 2\nusermove g3\n",
        logs: true,
    },
];

/// Goes on with the last game, and ends.
const RESUME: Step = Step {
    name: "look at the last game",
    arguments: "--config cleave.toml --resume",
    input: "",
    logs: true,
};

/// A folder in which programs run, and what they have read and said.
pub(crate) struct Scenario(TempDir);

/// How a run has ended.
pub(crate) struct Ending {
    /// `None` after [`PATIENCE`].
    pub(crate) status: Option<ExitStatus>,
    /// What it has said on both streams.
    pub(crate) said: String,
    /// The calls of the kind that was to fail.
    pub(crate) calls: u64,
    /// The file whose call has failed, or what else was refused; `None` if there were not so many calls.
    pub(crate) failed: Option<String>,
}

impl Scenario {
    /// A session in which a game was played.
    pub(crate) fn begun() -> Scenario {
        set_child_subreaper(true).unwrap();
        let session = Scenario::empty();
        session.write("games.pgn", GAMES);
        session.write("out.pgn", GAMES);
        session.write("cleave.toml", CONFIGURATION);
        for step in [MAKE, PLAY] {
            session.complete(&step);
        }
        session
    }

    fn empty() -> Scenario {
        let session = Scenario(tempfile::tempdir().unwrap());
        fs::create_dir(session.folder()).unwrap();
        session
    }

    /// Another one with the same files.
    pub(crate) fn copy(&self) -> Scenario {
        let copy = Scenario::empty();
        for (path, contents) in self.files() {
            let path = copy.folder().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, contents).unwrap();
        }
        copy
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.0.path().join(WORK)
    }

    /// The files in the folder and in those within, by their paths.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let paths = paths(&self.folder()).into_iter();
        paths.map(|path| (path.clone(), fs::read(self.folder().join(path)).unwrap())).collect()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder().join(name), text).unwrap();
    }

    /// Runs a step in which nothing fails.
    pub(crate) fn complete(&self, step: &Step) -> Ending {
        let ending =
            self.run(step, Fault { kind: fault::SYNC, number: Fault::NEVER, lasts: false });
        assert!(ending.is_success(), "{}: {ending}", step.name);
        ending
    }

    /// The last game, as the program offers to go on with it.
    pub(crate) fn last_game(&self) -> String {
        let said = self.complete(&RESUME).said;
        let offer = said.split_once("resumed ").and_then(|(_, offer)| offer.split_once(", on "));
        offer.unwrap_or_else(|| panic!("nothing is resumed: {said}")).0.to_owned()
    }

    /// Runs a step while this fails.
    pub(crate) fn run(&self, step: &Step, fault: Fault) -> Ending {
        let file = |name| self.0.path().join(name);
        let [input, output, errors, state] = ["input", "output", "errors", "state"].map(file);
        fs::write(&input, step.input).unwrap();
        let mut command = Command::new(program());
        command
            .args(step.arguments.split_whitespace())
            .current_dir(self.folder())
            .process_group(0)
            .env("XDG_CONFIG_HOME", "/nowhere")
            .env("RUST_BACKTRACE", "0")
            .stdin(File::open(input).unwrap())
            .stdout(File::create(&output).unwrap())
            .stderr(File::create(&errors).unwrap());
        fault.arrange(&mut command, self.0.path(), &self.folder(), &state);
        let status = wait(command.spawn().unwrap());
        let said = [output, errors].map(|file| fs::read_to_string(file).unwrap()).concat();
        let (calls, failed) = fault::read(&state);
        Ending { status, said, calls, failed }
    }
}

impl Ending {
    /// Whether everything was done, as far as the program says.
    pub(crate) fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.status {
            Some(status) => writeln!(f, "{status}")?,
            None => writeln!(f, "not gone within {PATIENCE:?}")?,
        }
        f.write_str(&self.said)
    }
}

/// Waits for the end of the program and of the processes that it has forked, which become children of this
/// one when it dies.
fn wait(mut child: Child) -> Option<ExitStatus> {
    let (start, group) = (Instant::now(), Pid::from_raw(-(child.id() as i32)));
    let mut status = None;
    while start.elapsed() < PATIENCE {
        status = status.or(child.try_wait().unwrap());
        if status.is_some() && waitpid(group, Some(WaitPidFlag::WNOHANG)) == Err(Errno::ECHILD) {
            return status;
        }
        thread::sleep(Duration::from_millis(1));
    }
    let _ = kill(group, Signal::SIGKILL);
    let _ = child.wait();
    None
}

/// The paths of the files in a folder and in those within.
fn paths(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            found.extend(paths(&entry.path()).iter().map(|path| format!("{name}/{path}")));
        } else {
            found.push(name);
        }
    }
    found
}
