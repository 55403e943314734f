//! An engine as a process that speaks UCI. Nothing waits for it without a limit.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use cleave_board::Value;
use cleave_kit::{Error, Result};
use serde::{Deserialize, Serialize};

/// Why an engine lost a game without being beaten.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fault {
    /// It did not answer.
    Hang,
    /// It ended, or closed its output.
    Crash,
    /// It played an illegal move.
    IllegalMove,
    /// It overstepped its time.
    Late,
}

/// A running engine. It is killed when this is dropped.
pub(super) struct Engine {
    child: Child,
    input: ChildStdin,
    /// Its lines, with the moment at which each came.
    lines: Receiver<(Instant, String)>,
    /// How long it may take for an answer that needs no thought.
    patience: Duration,
}

/// The answer to `go`.
#[derive(Debug)]
pub(super) struct Answer {
    /// The move, as the engine wrote it.
    pub(super) mv: String,
    /// The last exact value from the engine, for the side to move; 0 if there was none.
    pub(super) value: Value,
    /// From the question to the answer.
    pub(super) took: Duration,
}

impl Engine {
    /// Starts a program, and sets its options.
    ///
    /// # Errors
    /// It cannot be started, does not answer as an engine, or has no such option.
    pub(super) fn start(
        program: &Path,
        options: &[(String, String)],
        patience: Duration,
    ) -> Result<Engine> {
        let blame = |reason: &dyn std::fmt::Display| Error::of_file(program, reason);
        // A bare name is a file of this folder, not a program on the system's path.
        let mut child = Command::new(Path::new(".").join(program))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| blame(&error))?;
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let (sender, lines) = mpsc::channel();
        // The thread ends with the engine's output.
        thread::spawn(move || {
            // Not all that engines say of themselves is UTF-8.
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
                if sender.send((Instant::now(), line)).is_err() {
                    break;
                }
            }
        });
        let mut engine = Engine { child, input, lines, patience };
        let names = engine.greet().map_err(|fault| blame(&format!("no UCI engine ({fault})")))?;
        for (name, _) in options {
            if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                return Err(blame(&format!("it has no option '{name}'")));
            }
        }
        // An engine that has ended is noticed at the next question.
        let _ = engine.set(options);
        Ok(engine)
    }

    /// Says hello, and returns the names of the options.
    fn greet(&mut self) -> Result<Vec<String>, Fault> {
        self.tell("uci")?;
        let mut names = Vec::new();
        self.wait_for(self.patience, |line| {
            if let Some((name, _)) =
                line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type "))
            {
                names.push(name.trim().to_string());
            }
            (line.trim() == "uciok").then_some(())
        })?;
        Ok(names)
    }

    /// Sets options that it has.
    pub(super) fn set(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        options.iter().try_for_each(|(name, value)| {
            self.tell(&format!("setoption name {name} value {value}"))
        })
    }

    /// Prepares a new game.
    pub(super) fn new_game(&mut self) -> Result<(), Fault> {
        self.tell("ucinewgame")?;
        self.tell("isready")?;
        self.wait_for(self.patience, |line| (line.trim() == "readyok").then_some(()))?;
        Ok(())
    }

    /// Searches, and waits for the move so long in addition to the patience.
    pub(super) fn go(
        &mut self,
        position: &str,
        go: &str,
        budget: Duration,
    ) -> Result<Answer, Fault> {
        self.tell(position)?;
        let start = Instant::now();
        self.tell(go)?;
        let mut value = Value::ZERO;
        let (end, mv) = self.wait_for(budget + self.patience, |line| {
            if let Some(told) = exact_value(line) {
                value = told;
            }
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_string())
        })?;
        Ok(Answer { mv, value, took: end.saturating_duration_since(start) })
    }

    fn tell(&mut self, line: &str) -> Result<(), Fault> {
        self.input.write_all(format!("{line}\n").as_bytes()).map_err(|_| Fault::Crash)
    }

    /// Reads until `find` accepts a line, and returns its result with the moment when the line came.
    fn wait_for<T>(
        &mut self,
        limit: Duration,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<(Instant, T), Fault> {
        let deadline = Instant::now() + limit;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let (moment, line) = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault::Hang,
                RecvTimeoutError::Disconnected => Fault::Crash,
            })?;
            if let Some(found) = find(&line) {
                return Ok((moment, found));
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the value in a line of the first of the best lines, unless it is a bound.
fn exact_value(line: &str) -> Option<Value> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |name| words.iter().position(|&word| word == name).map(|place| &words[place + 1..]);
    if words.first() != Some(&"info")
        || words.iter().any(|word| ["lowerbound", "upperbound", "string"].contains(word))
        || after("multipv").is_some_and(|rest| rest.first() != Some(&"1"))
    {
        return None;
    }
    let &[kind, number, ..] = after("score")? else { return None };
    let number: i32 = number.parse().ok()?;
    match kind {
        "cp" => Some(Value::new(number.clamp(-Value::EVAL_MAX.get(), Value::EVAL_MAX.get()))),
        "mate" if number > 0 => Some(Value::MATE_FOUND),
        "mate" => Some(-Value::MATE_FOUND),
        _ => None,
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Fault::Hang => "hang",
            Fault::Crash => "crash",
            Fault::IllegalMove => "illegal move",
            Fault::Late => "time forfeit",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_values_of_the_best_line_are_read() {
        for (line, value) in [
            ("info depth 3 score cp -25 nodes 9 pv e2e4", Some(Value::new(-25))),
            ("info depth 3 multipv 1 score cp 31 wdl 1 2 3", Some(Value::new(31))),
            ("info depth 3 score cp 99999", Some(Value::EVAL_MAX)),
            ("info depth 3 score mate 2 pv a1a8", Some(Value::MATE_FOUND)),
            ("info depth 3 score mate -1", Some(-Value::MATE_FOUND)),
            ("info depth 3 score mate 0", Some(-Value::MATE_FOUND)),
            ("info depth 3 score cp 31 lowerbound", None),
            ("info depth 3 score cp 31 upperbound nodes 5", None),
            ("info depth 3 multipv 2 score cp 31", None),
            ("info string score cp 31", None),
            ("info depth 3 score cp", None),
            ("info depth 3 score cp x y", None),
            ("score cp 31", None),
            ("", None),
        ] {
            assert_eq!(exact_value(line).map(Value::get), value.map(Value::get), "{line}");
        }
    }
}
