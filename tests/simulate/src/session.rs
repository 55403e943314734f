//! A session: the lives of a program in one folder.

#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use cleave_tests::{fault_shim, program, xiangqi_program};
use nix::sys::signal::Signal;

use crate::board::Variant;
use crate::counts::Counts;
use crate::folder::Folder;
use crate::plan::{End, Kind, Life, Protocol, Session};
use crate::problem::{Problem, Result};
use crate::running::{Running, errors_of};
use crate::stage::Stage;
use crate::{uci, virtual_search, xboard};

/// The size of the state of the library that makes calls fail.
const FAULT_STATE: usize = 4096;

/// The programs of the sessions. To build them takes minutes the first time.
pub(crate) struct Programs {
    chess: &'static Path,
    xiangqi: &'static Path,
}

impl Programs {
    /// Builds the programs, and the library that makes calls fail.
    pub(crate) fn build() -> Programs {
        fault_shim();
        Programs { chess: program(), xiangqi: xiangqi_program() }
    }
}

/// A problem, with the last dialogue.
pub(crate) struct Failure {
    pub(crate) problem: Problem,
    pub(crate) transcript: Vec<String>,
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure { problem, transcript: Vec::new() }
    }
}

/// Runs a session with these programs.
///
/// # Errors
/// A condition does not hold.
pub(crate) fn run(session: &Session, programs: &Programs) -> std::result::Result<Counts, Failure> {
    let mut counts = Counts { sessions: 1, ..Counts::default() };
    match &session.kind {
        Kind::Virtual(seed) => counts += virtual_search::run(*seed)?,
        Kind::Played(played) => {
            let mut folder = Folder::new()?;
            let program = match played.variant {
                Variant::Chess => programs.chess,
                Variant::Xiangqi => programs.xiangqi,
            };
            for life in &played.lives {
                counts += live(program, &mut folder, played.protocol, life)?;
            }
        }
    }
    Ok(counts)
}

fn live(
    program: &Path,
    folder: &mut Folder,
    protocol: Protocol,
    life: &Life,
) -> std::result::Result<Counts, Failure> {
    let mut stage = Stage::new(start(program, folder, life)?);
    let lived = play(&mut stage, folder, protocol, life);
    match lived {
        Ok(()) => Ok(stage.counts),
        // A program may refuse to start, if it says why.
        Err(_) if is_refused(&mut stage, folder, life) => Ok(stage.counts),
        Err(problem) => {
            let transcript = last_words(&mut stage, folder);
            Err(Failure { problem, transcript })
        }
    }
}

/// Returns the dialogue, with standard error and the end if there is one.
fn last_words(stage: &mut Stage, folder: &Folder) -> Vec<String> {
    let errors = fs::read_to_string(errors_of(&folder.path())).unwrap_or_default();
    errors.lines().for_each(|line| stage.running.note(&format!("stderr: {line}")));
    let has_ended = !stage.running.is_running();
    stage.running.clear_away();
    if has_ended && let Ok((status, _)) = stage.running.wait() {
        stage.running.note(&format!("({status})"));
    }
    std::mem::take(&mut stage.running.transcript)
}

/// Starts the program of a life.
fn start(program: &Path, folder: &Folder, life: &Life) -> Result<Running> {
    let state = folder.fault_state();
    if life.fault.is_some() {
        fs::write(&state, [0; FAULT_STATE])?;
    }
    let arrange = |command: &mut Command| {
        // With it, helpers can stand still.
        command.env("LD_PRELOAD", fault_shim());
        if let Some(fault) = &life.fault {
            command
                .env("FAULT", fault)
                .env("FAULT_FOLDER", folder.path())
                .env("FAULT_STATE", &state);
        }
    };
    Running::start(program, &folder.path(), life.streams, arrange)
}

/// Plays a life to its end, and checks what remains.
fn play(stage: &mut Stage, folder: &mut Folder, protocol: Protocol, life: &Life) -> Result<()> {
    stage.counts.faults += u64::from(life.fault.is_some());
    let game = match protocol {
        Protocol::Xboard => {
            let mut dialogue = xboard::Dialogue::begin(stage, &life.settings)?;
            life.turns.iter().try_for_each(|turn| dialogue.turn(turn))?;
            if searches_at_the_end(life.end) {
                dialogue.search_endlessly();
            }
            Some(dialogue.game)
        }
        protocol => {
            let mut dialogue = uci::Dialogue::begin(stage, protocol, &life.settings)?;
            life.turns.iter().try_for_each(|turn| dialogue.turn(turn))?;
            if let Some(last) = life.turns.last().filter(|_| searches_at_the_end(life.end)) {
                dialogue.search_endlessly(last);
            }
            None
        }
    };
    end(stage, life.end)?;
    must_be_quiet(&errors_of(&folder.path()))?;
    // The draft of a file that no program writes again stays.
    folder.has_drafts |= matches!(life.end, End::Kill(_));
    stage.counts.files += folder.check()?;
    let is_logged = |line: &String| line == "option GameLog=1";
    match game.filter(|_| life.fault.is_none() && life.settings.iter().any(is_logged)) {
        Some(game) => must_be_logged(folder, &game, searches_at_the_end(life.end)),
        None => Ok(()),
    }
}

fn searches_at_the_end(end: End) -> bool {
    matches!(end, End::QuitSearch | End::Kill(_))
}

/// Ends the program, and checks how it goes.
fn end(stage: &mut Stage, end: End) -> Result<()> {
    let pid = stage.running.pid();
    match end {
        End::Quit => stage.running.send("quit"),
        End::QuitSearch => {
            std::thread::sleep(Duration::from_millis(20));
            stage.running.send("quit");
        }
        End::ClosedInput => stage.running.close_input(),
        End::Terminate => {
            stage.running.signal(pid, Signal::SIGTERM);
        }
        End::ClosedOutput => close_output(stage),
        End::Kill(after) => {
            std::thread::sleep(after);
            stage.running.signal(pid, Signal::SIGKILL);
            stage.counts.killed_programs += 1;
        }
    }
    let (status, _) = stage.running.wait()?;
    let is_right = status.success() || matches!(end, End::Kill(_));
    match is_right {
        true => Ok(()),
        false => Err(Problem::new(format!("the program ended with {status}"))),
    }
}

/// Closes the reader's end, and makes the program write to it.
fn close_output(stage: &mut Stage) {
    stage.running.close_output();
    let deadline = Instant::now() + Duration::from_secs(20);
    while stage.running.is_running() && Instant::now() < deadline {
        stage.running.send("isready\nping 0");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns true if the program has ended with a reason, as it may when a call fails.
fn is_refused(stage: &mut Stage, folder: &Folder, life: &Life) -> bool {
    let may_refuse = |fault: &String| fault.starts_with("fork") || fault.starts_with("open");
    if !life.fault.as_ref().is_some_and(may_refuse) || stage.running.is_running() {
        return false;
    }
    let errors = fs::read_to_string(errors_of(&folder.path())).unwrap_or_default();
    let status = stage.running.wait().map(|(status, _)| status.code());
    status.is_ok_and(|code| code == Some(1)) && errors.contains("error: ")
}

/// A panic of a helper is handled like a kill, but is a fault all the same.
fn must_be_quiet(errors: &Path) -> Result<()> {
    let text = fs::read_to_string(errors)?;
    match text.contains("panicked") {
        true => Err(Problem::new(format!("standard error: {text}"))),
        false => Ok(()),
    }
}

/// Checks that the game log has all moves; the last may be missing, or one more be there, if a search was cut short.
fn must_be_logged(folder: &Folder, game: &xboard::Game, was_cut: bool) -> Result<()> {
    let logged = folder.logged_moves()?.unwrap_or_default();
    let slack = usize::from(was_cut);
    let differs = logged.len().abs_diff(game.moves.len()) > slack;
    let mut boards = [game.start.clone(), game.start.clone()];
    let is_alike = logged.iter().zip(&game.moves).all(|(logged, played)| {
        let [log, own] = &mut boards;
        log.play(logged) && own.play(played) && log.fen() == own.fen()
    });
    match differs || !is_alike {
        true => Err(Problem::new(format!("the log has {logged:?}, the game was {:?}", game.moves))),
        false => Ok(()),
    }
}
