//! A running program, with the dialogue.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use crate::{Stopwatch, program, soak};

/// The time limit for an answer without thinking, on a machine that may be busy.
const SOON: Duration = Duration::from_secs(5);

/// Locked while an engine runs.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A line from the engine, with its time.
#[derive(Clone, Debug)]
pub struct Said {
    /// The line, without its end.
    pub line: String,
    /// The time of reading.
    pub at: Instant,
}

/// The features announced by the engine.
#[derive(Clone, Debug, Default)]
pub struct Features(Vec<(String, String)>);

impl Features {
    /// Returns the value of a feature without quotes, or the last value of several.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).last()
    }

    /// Returns all values of a feature such as `option`, in order.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Reads `feature ping=1 myname="Cleave 1"`.
    fn add(&mut self, line: &str) {
        let mut rest = line.trim();
        while let Some((name, value)) = rest.split_once('=') {
            let (value, after) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').expect("a closing quote"),
                None => value.split_once(' ').unwrap_or((value, "")),
            };
            self.0.push((name.trim().to_owned(), value.to_owned()));
            rest = after.trim();
        }
    }
}

/// A running program.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Said>,
    /// The dialogue so far, for failure messages.
    transcript: String,
    pings: u32,
    _alone: MutexGuard<'static, ()>,
}

impl Engine {
    /// Starts the program with these arguments. Waits until no other program runs.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start(arguments: &[&str]) -> Engine {
        Engine::of(Command::new(program()).args(arguments))
    }

    /// Starts the program with a limit of 0 on files (`ulimit -f`), including memory files.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_without_files(arguments: &[&str]) -> Engine {
        let limit = "ulimit -f 0 && exec \"$0\" \"$@\"";
        Engine::of(Command::new("sh").args(["-c", limit]).arg(program()).args(arguments))
    }

    /// Limits the program to this much additional memory, in KiB.
    ///
    /// # Panics
    /// If /proc does not show its memory, or the system does not set the limit.
    pub fn limit_memory(&self, kib: u64) {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid())).expect("/proc");
        let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).expect("a size");
        let size: u64 = size.trim().trim_end_matches(" kB").parse().expect("a number");
        let limit = format!("--as={}", 1024 * (size + kib));
        let pid = format!("--pid={}", self.pid());
        let set = Command::new("prlimit").args([pid, limit]).status().expect("util-linux");
        assert!(set.success());
    }

    /// Starts another program, or this one by another command. Waits until no other program runs.
    ///
    /// # Panics
    /// If it does not start.
    pub fn of(command: &mut Command) -> Engine {
        let alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let mut child = command
            // The user's own configuration is not to be tested.
            .env("XDG_CONFIG_HOME", "/nowhere")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        let (sender, output) = channel();
        read_lines(child.stdout.take().expect("piped"), sender.clone(), "");
        read_lines(child.stderr.take().expect("piped"), sender, "stderr: ");
        let input = child.stdin.take();
        Engine { child, input, output, transcript: String::new(), pings: 0, _alone: alone }
    }

    /// Starts the program, greets it as xboard does, and also returns its features.
    pub fn xboard() -> (Engine, Features) {
        let mut engine = Engine::start(&[]);
        engine.send("xboard\nprotover 2");
        let mut features = Features::default();
        while features.get("done") != Some("1") {
            let said = engine.wait_for("features", SOON, |line| {
                line.strip_prefix("feature ").map(str::to_owned)
            });
            features.add(&said);
        }
        (engine, features)
    }

    /// Starts the program as [`Engine::xboard`] does, and sends these lines.
    pub fn after(lines: &str) -> Engine {
        let (mut engine, _) = Engine::xboard();
        engine.send(lines);
        engine
    }

    /// Starts the program as [`Engine::xboard`] does, and a game with a fixed search depth.
    pub fn playing(depth: u32) -> Engine {
        Engine::after(&format!("new\neasy\npost\nsd {depth}"))
    }

    /// Sends a line, or several. If the program has ended, nothing happens.
    pub fn send(&mut self, lines: &str) {
        for line in lines.lines() {
            let _ = writeln!(self.transcript, "> {line}");
        }
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends some moves.
    pub fn send_moves(&mut self, moves: &str) {
        moves.split(' ').for_each(|mv| self.send(&format!("usermove {mv}")));
    }

    /// Sends these bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Closes the program's standard input.
    pub fn close_input(&mut self) {
        self.transcript.push_str("> (end of input)\n");
        self.input = None;
    }

    /// Sends a signal to the process.
    ///
    /// # Panics
    /// If the process has ended.
    pub fn signal(&mut self, signal: Signal) {
        let _ = writeln!(self.transcript, "> ({signal})");
        kill(self.pid(), signal).expect("the engine runs");
    }

    /// Waits for a line for which `accept` returns a result, and returns the result.
    ///
    /// # Panics
    /// If none comes `within` this time.
    pub fn wait_for<T>(
        &mut self,
        what: &str,
        within: Duration,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> T {
        let deadline = Instant::now() + within;
        loop {
            let said = self.next_said(deadline);
            match said {
                Ok(said) => {
                    if let Some(found) = accept(&said.line) {
                        return found;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    panic!("no {what} within {within:?}\n{}", self.transcript)
                }
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("no {what}, the engine has ended\n{}", self.transcript)
                }
            }
        }
    }

    /// Waits for a line that begins with `start`, and returns the rest of it.
    ///
    /// # Panics
    /// If none comes soon.
    pub fn wait_for_line(&mut self, start: &str) -> String {
        self.wait_for(start, SOON, |line| line.strip_prefix(start).map(str::to_owned))
    }

    /// Waits for `move ...` and returns the move.
    ///
    /// # Panics
    /// If none comes `within` this time.
    pub fn wait_for_move(&mut self, within: Duration) -> String {
        self.wait_for("move", within, |line| line.strip_prefix("move ").map(str::to_owned))
    }

    /// Sends `ping`, and returns all lines before the answer. A test can also check that a line is
    /// *missing*.
    ///
    /// # Panics
    /// If the answer does not come soon.
    pub fn sync(&mut self) -> Vec<String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.send(&format!("ping {}", self.pings));
        let mut before = Vec::new();
        self.wait_for(&pong, SOON, |line| {
            before.push(line.to_owned());
            (line == pong).then_some(())
        });
        before.pop();
        before
    }

    /// Sends a line, or several, and returns the answer as [`Engine::sync`] does.
    ///
    /// # Panics
    /// If the answer does not come soon.
    pub fn answer(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.sync()
    }

    /// Returns all lines that come within this time.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        std::iter::from_fn(|| self.next_said(deadline).ok()).map(|said| said.line).collect()
    }

    /// Waits for the end of the process, and returns its status and its last lines.
    ///
    /// # Panics
    /// If it does not end `within` this time.
    pub fn wait_for_end(&mut self, within: Duration) -> (ExitStatus, Vec<String>) {
        let deadline = Instant::now() + within;
        let lines = self.listen(within);
        loop {
            if let Some(status) = self.child.try_wait().expect("a child of this process") {
                return (status, lines);
            }
            assert!(
                Instant::now() < deadline,
                "still running after {within:?}\n{}",
                self.transcript
            );
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends a test: the program must quit within a second, successfully.
    ///
    /// # Panics
    /// If it does not.
    pub fn quit(mut self) {
        self.send("quit");
        self.must_leave();
    }

    /// Checks that the program quits successfully after a command to quit. It must take at most a
    /// second of its own time (see [`Stopwatch`]) and leave no process.
    ///
    /// # Panics
    /// If it does not.
    pub fn must_leave(&mut self) {
        let watch = self.stopwatch();
        let deadline = Instant::now() + SOON;
        while self.is_running() {
            assert!(Instant::now() < deadline, "still running after {SOON:?}\n{}", self.transcript);
            self.listen(Duration::from_millis(1));
            thread::sleep(Duration::from_millis(1));
        }
        // The system forgets the process's wait for a processor once its status is read.
        let taken = watch.own_time();
        let status = self.child.wait().expect("a child of this process");
        assert!(taken < Duration::from_secs(1), "it took {taken:?} to leave\n{}", self.transcript);
        assert!(status.success(), "{status}\n{}", self.transcript);
        let deadline = Instant::now() + SOON;
        while killpg(self.pid(), None) != Err(Errno::ESRCH) {
            assert!(Instant::now() < deadline, "it left a process behind\n{}", self.transcript);
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns false once the process has ended. Does not read its status.
    fn is_running(&self) -> bool {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        let status = waitid(Id::Pid(self.pid()), flags).expect("a child of this process");
        status == WaitStatus::StillAlive
    }

    /// Returns the processor time used by the process.
    ///
    /// # Panics
    /// If `/proc` cannot be read.
    pub fn processor_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).expect("/proc");
        let (_, fields) = stat.rsplit_once(')').expect("the name of the program in brackets");
        let ticks = fields.split_whitespace().skip(11).take(2);
        // A tick is a hundredth of a second on every Linux.
        ticks.map(|ticks| Duration::from_millis(10) * ticks.parse().expect("a number")).sum()
    }

    /// Starts to measure the program's time.
    pub fn stopwatch(&self) -> Stopwatch {
        Stopwatch::start(self.pid())
    }

    /// Returns the forked processes of the program.
    pub fn helpers(&self) -> Vec<Pid> {
        soak::children(self.pid())
    }

    /// Returns the dialogue so far, for messages.
    pub fn transcript(&self) -> &str {
        &self.transcript
    }

    fn next_said(&mut self, deadline: Instant) -> Result<Said, RecvTimeoutError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let said = self.output.recv_timeout(left)?;
        let _ = writeln!(self.transcript, "{}", said.line);
        Ok(said)
    }

    /// Returns the process.
    ///
    /// # Panics
    /// Never: every process number is one.
    pub fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().try_into().expect("a process number"))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = killpg(self.pid(), Signal::SIGKILL);
        let _ = self.child.wait();
    }
}

/// Forwards the lines of a stream, each with its time, until the stream ends.
fn read_lines(stream: impl Read + Send + 'static, to: Sender<Said>, mark: &'static str) {
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if to.send(Said { line: format!("{mark}{line}"), at: Instant::now() }).is_err() {
                break;
            }
        }
    });
}
