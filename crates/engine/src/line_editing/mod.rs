//! Line editing for a person at a terminal: history, completion, and an input line that output does not disturb.
//!
//! The engine has a single thread, and reads lines from a stream. So the editor is another process in front of it. It
//! starts the same program once more at the end of a pipe, as a GUI would, passes edited lines to it, and prints its
//! output above the input line.
//!
//! ```text
//!   terminal  <->  editor (this process)  <->  cleave --edited (reads and writes pipes)
//! ```
//!
//! The crate `rustyline` does the editing itself. If either process ends, so does the other: the engine sees the end of
//! its input, or the editor sees the end of the engine's output.

mod completion;
mod relay;

use std::error::Error;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use cleave_io::complain;
use cleave_io::files;
use cleave_io::programs::{Behind, Terminal};
use rustyline::error::ReadlineError;
use rustyline::{CompletionType, Config, Editor};

use crate::client::palette::is_terminal_dumb;
use crate::folders;
use completion::{Completion, LineEditor};
use relay::Relay;

/// The number of lines in the history.
const HISTORY: usize = 1000;

/// The most bytes of its file.
const MOST_OF_HISTORY: u64 = 1 << 20;

/// The time to wait for the answer to a line before the next line may be edited. Most commands are answered at once,
/// and then the answer needs no redrawing of the input line.
const ANSWERED_AT_ONCE: Duration = Duration::from_millis(50);

/// Returns true if there is a terminal that can place its cursor.
pub fn is_possible() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_terminal_dumb()
}

/// Runs the program with these arguments behind an editor, until it ends.
///
/// # Errors
/// The program cannot be started, or the terminal cannot be used.
pub fn run(
    arguments: impl Iterator<Item = std::ffi::OsString>,
) -> Result<ExitCode, Box<dyn Error>> {
    let terminal = Terminal::take()?;
    let mut editor = line_editor()?;
    let mut engine = Command::new(std::env::current_exe()?)
        .arg("--edited")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let behind = Behind::forward_signals(&engine);
    let mut to_engine = engine.stdin.take();
    let relay = Relay::start(&mut editor, engine, terminal)?;
    let history = history_file();
    if let Some(file) = &history {
        // The first time there is no history.
        let _ = editor.load_history(file);
    }
    loop {
        if let Some(code) = relay.code_within(ANSWERED_AT_ONCE) {
            return Ok(code.into());
        }
        match editor.readline("> ") {
            Ok(line) => {
                remember(&mut editor, &line, history.as_ref());
                // An engine that has ended also ends the relay.
                let _ = to_engine.as_mut().map(|pipe| writeln!(pipe, "{line}"));
            }
            Err(ReadlineError::Interrupted) => {
                if let Some(pipe) = &mut to_engine {
                    behind.interrupt(pipe);
                }
            }
            Err(ReadlineError::Eof) => break,
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                complain("the keyboard sent a byte that is not UTF-8; the line is lost");
            }
            Err(error) => return Err(error.into()),
        }
    }
    drop(to_engine);
    Ok(relay.wait().into())
}

fn line_editor() -> rustyline::Result<LineEditor> {
    let config = Config::builder()
        .max_history_size(HISTORY)?
        .history_ignore_space(true)
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Completion::default()));
    Ok(editor)
}

/// Returns the file of the history; `None` if there is no place for it, or something else is there.
fn history_file() -> Option<PathBuf> {
    let folder = folders::state()?;
    files::create_folder(&folder).ok()?;
    let file = folder.join("history");
    match files::read(&file, MOST_OF_HISTORY) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            log::warn!("cannot read {}: {error}; lines are not remembered", file.display());
            None
        }
        _ => Some(file),
    }
}

/// Adds a line to the history, and at once to its file, because the program may be killed.
fn remember(editor: &mut LineEditor, line: &str, file: Option<&PathBuf>) {
    let is_new = editor.add_history_entry(line).unwrap_or(false);
    if let Some(file) = file.filter(|_| is_new)
        && let Err(error) = editor.append_history(file)
    {
        log::warn!("cannot write {}: {error}", file.display());
    }
}
