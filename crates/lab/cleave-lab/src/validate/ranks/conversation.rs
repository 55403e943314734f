//! Real ranks, started by `mpirun` and spoken to in UCI.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use cleave_kit::{Error, Result};

use super::pairs::Taken;

/// Some ranks of one worker each, waiting for commands.
pub(super) struct Conversation {
    // Dropped before the job, which ends with its input.
    input: ChildStdin,
    _job: Job,
    output: Lines<BufReader<ChildStdout>>,
}

/// `mpirun`, ended at the latest when this is dropped.
struct Job {
    child: Child,
    /// How long it may take to end by itself.
    patience: Duration,
}

/// Time that the ranks may take to end.
const PATIENCE: Duration = Duration::from_secs(10);

impl Conversation {
    /// Starts this many ranks on this machine.
    ///
    /// # Errors
    /// There is no `mpirun` or no such program, or it does not speak UCI.
    pub(super) fn start(program: &Path, ranks: u16, hash: u16) -> Result<Conversation> {
        if !program.is_file() {
            let how = "cargo build --release -p cleave-cluster --features mpi";
            return Err(Error::of_file(program, format!("not found; build it by {how}")));
        }
        let mut command = Command::new("mpirun");
        command.args(["--oversubscribe", "--bind-to", "none"]);
        if nix::unistd::geteuid().is_root() {
            command.arg("--allow-run-as-root");
        }
        command.args(["-n", &ranks.to_string()]).arg(program);
        command.args(["--cores", "1", "--hash", &hash.to_string()]);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child =
            piped.spawn().map_err(|error| Error::of_file(Path::new("mpirun"), error))?;
        let input = child.stdin.take().expect("the input is a pipe");
        let output = child.stdout.take().expect("the output is a pipe");
        let job = Job { child, patience: PATIENCE };
        let mut conversation =
            Conversation { input, _job: job, output: BufReader::new(output).lines() };
        conversation.say("uci")?;
        conversation.hear("uciok", |_| {})?;
        Ok(conversation)
    }

    /// Searches a position to this depth, as the first of a game.
    ///
    /// # Errors
    /// The program has ended, or does not print its nodes.
    pub(super) fn search(&mut self, fen: &str, depth: u32) -> Result<Taken> {
        self.say("ucinewgame\nisready")?;
        self.hear("readyok", |_| {})?;
        self.say(&format!("position fen {fen} 0 1"))?;
        let begin = Instant::now();
        self.say(&format!("go depth {depth}"))?;
        let mut nodes = None;
        self.hear("bestmove", |line| nodes = nodes_in(line).or(nodes))?;
        let seconds = begin.elapsed().as_secs_f64();
        let nodes = nodes.ok_or_else(|| Error::refused("the ranks do not tell their nodes"))?;
        Ok(Taken { seconds, nodes })
    }

    fn say(&mut self, text: &str) -> Result<()> {
        writeln!(self.input, "{text}")
            .map_err(|error| Error::refused(format!("the ranks have ended: {error}")))
    }

    /// Reads up to the line that begins with this word.
    fn hear(&mut self, word: &str, mut each: impl FnMut(&str)) -> Result<()> {
        for line in &mut self.output {
            let line =
                line.map_err(|error| Error::refused(format!("the ranks cannot be read: {error}")))?;
            if line.split_whitespace().next() == Some(word) {
                return Ok(());
            }
            each(&line);
        }
        Err(Error::refused(format!("the ranks have ended before they said '{word}'")))
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // If it has ended already there is nothing to say.
        let _ = self.say("quit");
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        let begin = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if begin.elapsed() >= self.patience {
                // Nothing more can be done if that fails, too.
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Returns the nodes in a line such as `info depth 9 score cp 3 nodes 1234 nps 5`.
fn nodes_in(line: &str) -> Option<u64> {
    let mut words = line.split_whitespace().skip_while(|word| *word != "nodes");
    words.nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_read_from_lines_that_have_them() {
        assert_eq!(nodes_in("info depth 9 score cp 3 nodes 1234 nps 5 pv e2e4"), Some(1234));
        assert_eq!(nodes_in("info string nodes"), None);
        assert_eq!(nodes_in("info currmove e2e4"), None);
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Conversation::start(Path::new("/no/such/program"), 2, 1).err().unwrap();
        let error = error.to_string();
        assert!(error.starts_with("/no/such/program: not found; build it"), "{error}");
        assert!(error.contains("--features mpi"), "{error}");
    }

    #[test]
    fn a_job_that_does_not_end_is_killed() {
        let child = Command::new("sleep").arg("600").spawn().unwrap();
        let id = child.id();
        drop(Job { child, patience: Duration::from_millis(30) });
        let process = format!("/proc/{id}");
        assert!(!Path::new(&process).exists(), "it is gone, and waited for");
    }
}
