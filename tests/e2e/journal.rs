//! Tests game logs and resuming a game after a crash.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cleave_tests::{Engine, Game, program};
use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::LONG;

/// A folder for logs, removed at the end of the test.
struct Logs(TempDir);

impl Logs {
    fn new() -> Logs {
        Logs(tempfile::tempdir().unwrap())
    }

    /// Returns the arguments that make the program log in this folder.
    fn arguments(&self) -> [String; 8] {
        let folder = format!("LogFolder={}", self.0.path().display());
        ["--config", "/dev/null", "--hash", "1", "-o", "GameLog=1", "-o", &folder]
            .map(str::to_owned)
    }

    /// Returns the program with these additional arguments. It logs in this folder.
    fn program(&self, arguments: &[&str]) -> Engine {
        let usual = self.arguments();
        Engine::start(&[&usual.each_ref().map(String::as_str), arguments].concat())
    }

    /// Returns a program on the console after 1. e4, which is in its log.
    fn begun_game(&self) -> Engine {
        let mut engine = self.program(&["--console"]);
        engine.send("force\ne4");
        self.wait_for("game.001", "1. e4");
        engine
    }

    /// Checks that the program refuses to resume a game, for this reason. Another program may be
    /// running.
    fn refuses(&self, resume: &str, reason: &str) {
        let mut command = Command::new(program());
        command.args(self.arguments()).arg(resume).stdin(Stdio::null());
        let answer = command.output().unwrap();
        let errors = String::from_utf8_lossy(&answer.stderr);
        assert!(!answer.status.success(), "{reason}: {answer:?}");
        assert!(errors.contains(reason), "{reason}: {errors}");
    }

    /// The argument that resumes this log.
    fn resume(&self, name: &str) -> String {
        format!("--resume={}", self.0.path().join(name).display())
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap_or_default()
    }

    /// Waits until a file contains this text.
    fn wait_for(&self, name: &str, text: &str) {
        let patience = Instant::now() + LONG;
        while !self.read(name).contains(text) {
            assert!(Instant::now() < patience, "no '{text}' in {}", self.read(name));
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Returns the moves in a game log, which must be complete.
fn logged_moves(file: &Path) -> Vec<String> {
    let game =
        cleave_pgn::load(BufReader::new(File::open(file).unwrap()), 1).unwrap().expect("a game").0;
    let mut position = game.start;
    let mut moves = Vec::new();
    for mv in game.main.moves() {
        moves.push(cleave_movegen::to_coordinate(&position, mv));
        position = position.make(mv);
    }
    moves
}

#[test]
fn a_killed_game_is_resumed_at_its_last_move() {
    let logs = Logs::new();
    let mut engine = logs.program(&["-o", "Skill=90"]);
    engine.send("xboard\nnew\nlevel 40 5 2\noption Contempt=13\nsd 3");
    let mut game = Game::default();
    for mv in ["e2e4", "d2d4", "g1f3"] {
        if !game.try_play(mv) {
            break;
        }
        engine.send_moves(mv);
        let answer = engine.wait_for_move(LONG);
        game.play(&answer);
    }
    engine.sync();
    // The user plays the next move, and the engine thinks about its answer.
    engine.send("sd 100\nusermove h2h3");
    logs.wait_for("game.001", "h3");
    engine.signal(Signal::SIGKILL);
    engine.wait_for_end(LONG);
    drop(engine);

    let mut resumed = logs.program(&["--console", "--resume"]);
    resumed.send("?");
    resumed
        .wait_for("the engine's move", LONG, |line| line.contains("My move: 4... ").then_some(()));
    resumed.send("force\nhistory\noption");
    assert_eq!(resumed.wait_for_line("Skill = "), "90 (1 to 100)");
    assert_eq!(resumed.wait_for_line("Contempt = "), "13 (-200 to 200)");
    resumed.quit();
    let moves = logged_moves(&logs.0.path().join("game.001"));
    assert_eq!((moves.len(), moves[6].as_str()), (8, "h2h3"), "the same file: {moves:?}");
    let conversation = logs.read("log.001");
    assert!(conversation.contains(" < usermove h2h3") && conversation.contains(" > move "));
}

/// The program may be killed at any moment. The log it leaves is a complete game.
#[test]
fn a_kill_leaves_a_readable_file() {
    let logs = Logs::new();
    for round in 0..8 {
        let mut engine = logs.program(&[]);
        engine.send("xboard\nnew\nforce");
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
        // The test kills the engine during these moves.
        for mv in moves.iter().cycle().take(400) {
            engine.send(mv);
        }
        let name = format!("game.{:03}", round + 1);
        logs.wait_for(&name, "Ng8");
        std::thread::sleep(Duration::from_millis(round));
        engine.signal(Signal::SIGKILL);
        engine.wait_for_end(LONG);
        let logged = logged_moves(&logs.0.path().join(name));
        assert!(logged.len() >= 4, "{logged:?}");
        let expected: Vec<&str> = moves.iter().copied().cycle().take(logged.len()).collect();
        assert_eq!(logged, expected);
    }
}

#[test]
fn games_that_cannot_be_resumed_are_named() {
    let logs = Logs::new();
    logs.refuses("--resume", "has no game log");
    logs.refuses("--resume=/nowhere", "cannot read /nowhere");
    let mut engine = logs.program(&["--console"]);
    engine.send("force\nf3\ne5\ng4\nQh4\nquit");
    engine.wait_for_end(LONG);
    drop(engine);
    logs.refuses("--resume", "is over: 0-1");
    let other = logs.0.path().join("other.pgn");
    std::fs::write(&other, "1. e4 *\n").unwrap();
    let resume = format!("--resume={}", other.display());
    logs.refuses(&resume, "other.pgn is not a game log of this program");
}

#[test]
fn a_log_that_a_program_is_writing_is_left_alone() {
    let logs = Logs::new();
    let mut engine = logs.begun_game();
    logs.refuses("--resume", "log.001: another program is writing it");
    engine.send("e5");
    logs.wait_for("game.001", "e5");
    engine.quit();
    let mut resumed = logs.program(&["--console", "--resume"]);
    resumed.wait_for_line("# resumed ");
    resumed.quit();
}

/// The program replaces a log as a whole, so it would lose a user's additions.
#[test]
fn a_log_with_another_game_in_it_is_left_alone() {
    let logs = Logs::new();
    let engine = logs.begun_game();
    engine.quit();
    let two = logs.read("game.001") + "\n[Event \"another\"]\n\n1. d4 *\n";
    std::fs::write(logs.0.path().join("game.001"), &two).unwrap();
    logs.refuses("--resume", "game.001 has more than one game");
    assert_eq!(logs.read("game.001"), two);
}

/// Waits for this text, perhaps after a prompt, and returns the rest of the line.
fn wait_behind_prompt(engine: &mut Engine, start: &str) -> String {
    engine.wait_for(start, LONG, |line| Some(line.split_once(start)?.1.to_owned()))
}

/// Returns the times on the clocks of White and Black.
fn clocks(engine: &mut Engine) -> [String; 2] {
    engine.send("clock");
    ["White: ", "Black: "].map(|side| {
        let clock = |line: &str| Some(line.split_once(side)?.1.to_owned());
        engine.wait_for(side, LONG, |line| clock(line).filter(|clock| clock.contains(" to go")))
    })
}

/// Kills two games, each with its own clocks.
#[test]
fn the_newest_log_is_resumed_with_its_clocks() {
    let logs = Logs::new();
    for (moves, clocks) in [(["d4", "d5"], "clock 11 12"), (["e4", "c5"], "clock 0:41 0:42")] {
        let mut engine = logs.program(&["--console"]);
        engine.send("level 40 90 0\nforce");
        engine.send(clocks);
        engine.send(&moves.join("\n"));
        let newest = if moves[0] == "d4" { "game.001" } else { "game.002" };
        logs.wait_for(newest, &format!("1. {}", moves.join(" ")));
        engine.signal(Signal::SIGKILL);
        engine.wait_for_end(LONG);
    }
    let mut resumed = logs.program(&["--console", "--resume"]);
    let said = wait_behind_prompt(&mut resumed, "# resumed ");
    assert!(said.contains("game.002, after 1... c5, on "), "{said}");
    // 'clock' has set the clock of the side to move, White, first.
    assert_eq!(clocks(&mut resumed), ["41:00.0, 39 moves to go", "42:00.0, 39 moves to go"]);
    resumed.quit();
    let mut first = logs.program(&["--console", &logs.resume("game.001")]);
    assert_eq!(clocks(&mut first), ["11:00.0, 39 moves to go", "12:00.0, 39 moves to go"]);
    first.quit();
}

/// A folder in the place of the draft of the log simulates a full disk.
#[test]
fn a_log_that_cannot_be_written_is_reported_as_older_than_its_game() {
    let logs = Logs::new();
    let mut engine = logs.begun_game();
    engine.send("ping 1");
    wait_behind_prompt(&mut engine, "pong 1"); // The program has stopped writing.
    let draft = logs.0.path().join("game.001.new");
    std::fs::create_dir(&draft).unwrap();
    engine.send("e5\nNf3");
    let said = wait_behind_prompt(&mut engine, "Warning: the game is not logged: cannot write ");
    assert!(said.contains("game.001: Is a directory"), "{said}");
    logs.wait_for("log.001", " Nf3\n");
    engine.signal(Signal::SIGKILL);
    engine.wait_for_end(LONG);
    drop(engine);

    let mut resumed = logs.program(&["--console", "--resume"]);
    let said = wait_behind_prompt(&mut resumed, "# resumed ");
    assert!(said.contains("game.001, after 1. e4, on "), "{said}");
    let said = wait_behind_prompt(&mut resumed, "Warning: ");
    assert!(said.ends_with("game.001: the moves after this one could not be written."), "{said}");
    resumed.send("e5");
    wait_behind_prompt(&mut resumed, "Warning: the game is not logged: ");
    std::fs::remove_dir(&draft).unwrap();
    resumed.send("Nc3");
    wait_behind_prompt(&mut resumed, "# the game is logged again");
    resumed.quit();
    assert_eq!(logged_moves(&logs.0.path().join("game.001")), ["e2e4", "e7e5", "b1c3"]);
    let mut names: Vec<_> =
        logs.0.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["game.001", "log.001"], "no draft or mark is left");
}

/// If the last game is damaged or was never written, the program does not silently resume an
/// earlier one.
#[test]
fn a_missing_last_game_is_reported() {
    let logs = Logs::new();
    logs.begun_game().quit();
    std::fs::write(logs.0.path().join("game.002"), "").unwrap();
    let said = |logs: &Logs| {
        let mut resumed = logs.program(&["--console", "--resume"]);
        resumed.send("quit");
        resumed.wait_for_end(LONG).1.join("\n")
    };
    let usual = said(&logs);
    assert!(usual.contains("game.001, after 1. e4") && !usual.contains("Warning"), "{usual}");
    std::fs::write(logs.0.path().join("game.002.behind"), "").unwrap();
    let warned = said(&logs);
    assert!(warned.contains("game.002: a later game could not be written"), "{warned}");
    std::fs::write(logs.0.path().join("game.003"), "1. e5 *").unwrap();
    logs.refuses("--resume", "game.003, line 1, column 4: illegal move");
}
