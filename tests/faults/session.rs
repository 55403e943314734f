//! The session during which a call fails. The program makes a book, learns, plays, annotates and
//! resumes.

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

/// The time limit of a step, far longer than a step takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// The name of the folder in which programs run. It is in the folder of a session.
pub(crate) const WORK: &str = "work";

const GAMES: &str = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 {mine} e5 2. Nf3 (2. f4 exf4) Nc6 *\n";

const CONFIGURATION: &str = "\
    Hash = 1\nThreads = 2\nOversubscribe = true\nGameLog = true\nLogFolder = \"logs\"\n";

/// A run of the program, with its arguments and its input.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    arguments: &'static str,
    input: &'static str,
    /// Whether the game is logged.
    pub(crate) logs: bool,
}

/// Makes the files for the other steps.
const MAKE: Step = Step {
    name: "make a book",
    arguments: "book make games.pgn --output book.bin --min-games 1 --force",
    input: "",
    logs: false,
};

/// A game that leaves the book at once.
const PLAY: Step = Step {
    name: "play",
    arguments: "--config cleave.toml --log debug.log",
    input: "xboard\nnew\nsd 2\nusermove h4\nusermove a3\nsavegame saved.pgn\npersonality save mine\n",
    logs: true,
};

/// The steps in which a call fails. Each begins with the files of the earlier steps.
pub(crate) const STEPS: [Step; 7] = [
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
        name: "play by Monte-Carlo",
        arguments: "--config cleave.toml -o Search=monte-carlo -o GameLog=0",
        input: "uci\nposition startpos moves h2h4\ngo nodes 300\n",
        logs: false,
    },
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

/// Continues the last game, and ends.
const RESUME: Step = Step {
    name: "look at the last game",
    arguments: "--config cleave.toml --resume",
    input: "",
    logs: true,
};

/// A folder in which programs run, with their input and output.
pub(crate) struct Scenario(TempDir);

/// The end of a run.
pub(crate) struct Ending {
    /// `None` after [`PATIENCE`].
    pub(crate) status: Option<ExitStatus>,
    /// The output of the program on both streams.
    pub(crate) said: String,
    /// The number of calls of the selected kind.
    pub(crate) calls: u64,
    /// The file of the failed call, or another failed object. `None` if no call has failed.
    pub(crate) failed: Option<String>,
}

impl Scenario {
    /// Returns a session after a game.
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

    /// Returns another session with the same files.
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

    /// Returns the files in the folder and its subfolders, by their paths.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let paths = paths(&self.folder()).into_iter();
        paths.map(|path| (path.clone(), fs::read(self.folder().join(path)).unwrap())).collect()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder().join(name), text).unwrap();
    }

    /// Runs a step without a fault.
    pub(crate) fn complete(&self, step: &Step) -> Ending {
        let ending =
            self.run(step, Fault { kind: fault::SYNC, number: Fault::NEVER, lasts: false });
        assert!(ending.is_success(), "{}: {ending}", step.name);
        ending
    }

    /// Returns the last game, as the program offers to resume it.
    pub(crate) fn last_game(&self) -> String {
        let said = self.complete(&RESUME).said;
        let offer = said.split_once("resumed ").and_then(|(_, offer)| offer.split_once(", on "));
        offer.unwrap_or_else(|| panic!("the program resumes no game: {said}")).0.to_owned()
    }

    /// Runs a step with this fault.
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
    /// Returns whether the program reports success.
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

/// Waits for the end of the program and of its forked processes. They become children of this
/// process when the program dies.
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

/// Returns the paths of the files in a folder and its subfolders.
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
