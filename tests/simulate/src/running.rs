//! A running program: its streams, its helpers, and its end.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use cleave_tests::soak;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Pid, pipe2};

use crate::plan::Streams;
use crate::problem::{Problem, Result};

/// The smallest pipe, in bytes.
const PAGE: i32 = 4096;

/// How long processes may take to end, on a busy machine.
const FAREWELL: Duration = Duration::from_secs(30);

/// A program with the dialogue so far.
pub(crate) struct Running {
    child: Child,
    input: Option<File>,
    output: Receiver<String>,
    pace: Arc<Pace>,
    pub(crate) transcript: Vec<String>,
    started: Instant,
}

/// How fast the reader reads.
#[derive(Default)]
struct Pace {
    state: Mutex<PaceState>,
}

#[derive(Default)]
struct PaceState {
    pause: Duration,
    next_pause: Duration,
    /// The sum of all pauses.
    paused: Duration,
    is_closed: bool,
}

impl Running {
    /// Starts a program in a folder. `arrange` adds arguments and variables.
    pub(crate) fn start(
        program: &Path,
        folder: &Path,
        streams: Streams,
        arrange: impl FnOnce(&mut Command),
    ) -> Result<Running> {
        let (input, own_input) = pipe2(OFlag::O_CLOEXEC)?;
        let (own_output, output) = pipe2(OFlag::O_CLOEXEC)?;
        if streams.are_small {
            fcntl(&output, FcntlArg::F_SETPIPE_SZ(PAGE))?;
        }
        if streams.are_nonblocking {
            for stream in [&input, &output] {
                fcntl(stream, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
            }
        }
        let errors = File::create(errors_of(folder))?;
        let mut command = Command::new(program);
        command
            .current_dir(folder)
            .env("XDG_CONFIG_HOME", folder.join("config"))
            .env("XDG_STATE_HOME", folder.join("state"))
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::from(input))
            .stdout(Stdio::from(output))
            .stderr(errors)
            .process_group(0);
        arrange(&mut command);
        let child = command.spawn()?;
        let pace = Arc::new(Pace::default());
        pace.state.lock().expect("no panic").pause = streams.pause;
        let output = read(File::from(own_output), Arc::clone(&pace));
        let started = Instant::now();
        let input = Some(File::from(own_input));
        Ok(Running { child, input, output, pace, transcript: Vec::new(), started })
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id() as i32)
    }

    /// Sends lines. If the program has ended, nothing happens.
    pub(crate) fn send(&mut self, lines: &str) {
        for line in lines.lines() {
            self.note(&format!("> {line}"));
        }
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{lines}\n").as_bytes());
        }
    }

    pub(crate) fn close_input(&mut self) {
        self.note("> (end of input)");
        self.input = None;
    }

    /// Closes the reader's end of the output, with its next line.
    pub(crate) fn close_output(&mut self) {
        self.note("> (end of output)");
        self.pace.state.lock().expect("no panic").is_closed = true;
    }

    /// Adds a line to the transcript.
    pub(crate) fn note(&mut self, what: &str) {
        let time = self.started.elapsed().as_secs_f32();
        self.transcript.push(format!("{time:8.3} {what}"));
    }

    /// Returns the next line if one comes until then.
    pub(crate) fn next_line(&mut self, until: Instant) -> Option<String> {
        let left = until.saturating_duration_since(Instant::now());
        let line = self.output.recv_timeout(left).ok()?;
        self.note(&line);
        Some(line)
    }

    /// Lets the reader sleep.
    pub(crate) fn pause_reader(&mut self, time: Duration) {
        self.note(&format!("> (the reader sleeps for {time:?})"));
        self.pace.state.lock().expect("no panic").next_pause += time;
    }

    /// Returns the time in which the reader has slept, or will soon.
    pub(crate) fn paused(&self) -> Duration {
        let state = self.pace.state.lock().expect("no panic");
        state.paused + state.next_pause
    }

    pub(crate) fn signal(&mut self, to: Pid, signal: Signal) -> bool {
        self.note(&format!("> ({signal} for {to})"));
        kill(to, signal).is_ok()
    }

    /// Returns the forked processes of the program.
    pub(crate) fn helpers(&self) -> Vec<Pid> {
        if self.is_running() { soak::children(self.pid()) } else { Vec::new() }
    }

    pub(crate) fn is_running(&self) -> bool {
        soak::is_running(self.pid())
    }

    /// Returns the memory of the program and its helpers in MiB. Shared pages count once.
    pub(crate) fn memory(&self) -> u64 {
        let of = |pid: Pid| {
            let pages = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
            let pages = pages.lines().find_map(|line| line.strip_prefix("Pss:"))?.trim();
            pages.trim_end_matches(" kB").parse::<u64>().ok()
        };
        let all = [self.pid()].into_iter().chain(self.helpers());
        all.filter_map(of).sum::<u64>() / 1024
    }

    /// Returns the number of open files of the program.
    pub(crate) fn open_files(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.pid())).map_or(0, Iterator::count)
    }

    /// Returns the time for which the program, and then each helper, has waited for a processor since its start.
    pub(crate) fn waits(&self) -> Vec<(Pid, Duration)> {
        let of = |pid: Pid| {
            let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
            let waited = text.split_whitespace().nth(1).and_then(|wait| wait.parse().ok());
            (pid, waited.map_or(Duration::ZERO, Duration::from_nanos))
        };
        [self.pid()].into_iter().chain(self.helpers()).map(of).collect()
    }

    /// Waits for the end of the program and of its helpers, and returns its status and last lines.
    ///
    /// # Errors
    /// A process is left.
    pub(crate) fn wait(&mut self) -> Result<(ExitStatus, Vec<String>)> {
        self.input = None;
        let deadline = Instant::now() + FAREWELL + self.paused();
        let mut status = None;
        let mut lines = Vec::new();
        loop {
            status = status.or(self.child.try_wait()?);
            while let Some(line) = self.next_line(Instant::now()) {
                lines.push(line);
            }
            let group = Pid::from_raw(-self.pid().as_raw());
            let is_gone = |status: &ExitStatus| {
                (waitpid(group, Some(WaitPidFlag::WNOHANG)) == Err(Errno::ECHILD))
                    .then_some(*status)
            };
            if let Some(status) = status.as_ref().and_then(is_gone) {
                return Ok((status, lines));
            }
            if Instant::now() > deadline {
                let what = if status.is_none() { "the program" } else { "a helper" };
                return Err(Problem::new(format!("{what} has not ended within {FAREWELL:?}")));
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Running {
    /// Kills what is left after a failure.
    pub(crate) fn clear_away(&mut self) {
        if killpg(self.pid(), Signal::SIGKILL).is_ok() {
            let _ = self.wait();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.clear_away();
    }
}

/// Returns the file with what the program writes to standard error.
pub(crate) fn errors_of(folder: &Path) -> std::path::PathBuf {
    folder.with_extension("errors")
}

/// Forwards the lines of a stream at this pace, until the stream ends.
fn read(stream: File, pace: Arc<Pace>) -> Receiver<String> {
    let (to, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(std::io::Result::ok) {
            let pause = {
                let mut state = pace.state.lock().expect("no panic");
                if state.is_closed {
                    return;
                }
                let pause = state.pause + std::mem::take(&mut state.next_pause);
                state.paused += pause;
                pause
            };
            if to.send(line).is_err() {
                return;
            }
            thread::sleep(pause);
        }
    });
    lines
}
