//! The other end of the conversation, a GUI or a person: its input, and the output to it.
//!
//! The program's own messages are [`Notice`]s. The current protocol words them. A line that is not executed is answered
//! with a [`Refusal`].

pub mod notice;
pub mod palette;

use std::fmt::Display;
use std::io;
use std::path::Path;

use cleave_board::{FenRepair, Position};
use cleave_io::{Input, Line, Output, Transcript, programs};

use crate::refusal::{BadLine, Refusal, Reply};
use notice::{Notice, Wording};
use palette::Palette;

/// Begins a line for the line editor. The position follows, so that the editor can complete its moves.
pub(crate) const POSITION_MARK: char = '\x1e';

/// The width of a line if no terminal reports one.
const COLUMNS: usize = 80;

/// A message that is written later.
enum Held {
    Comment(String),
    Warning(String),
}

/// The other end of the conversation.
pub struct Client {
    /// The source of lines.
    pub input: Input,
    /// The destination of lines.
    pub output: Output,
    /// The function that words notices.
    pub wording: Wording,
    /// True if a prompt and boards are shown, for a person at the keyboard.
    pub interactive: bool,
    /// True if this program shows the prompt. Otherwise a line editor shows its own.
    pub prompts: bool,
    /// The colours of notices.
    pub palette: Palette,
    /// True if a terminal shows the output.
    pub has_terminal: bool,
    /// Messages from before the client has chosen its protocol. `None` if messages are written at once.
    held: Option<Vec<Held>>,
    /// True if a GUI ends the game when both sides have agreed to a draw. Otherwise the engine does.
    pub has_arbiter: bool,
}

impl Client {
    /// Creates a client that has sent nothing yet. `interactive` means that a person types.
    pub fn new(input: Input, output: Output, wording: Wording, interactive: bool) -> Client {
        Client {
            input,
            output,
            wording,
            interactive,
            prompts: interactive,
            palette: Palette::Plain,
            has_terminal: false,
            held: None,
            has_arbiter: false,
        }
    }

    /// Creates a client without input, whose output is dropped.
    #[cfg(test)]
    pub(crate) fn nobody() -> Client {
        let (reader, _) = std::io::pipe().expect("a pipe");
        let (input, output) = (Input::from_pipe(reader), Output::new(std::io::sink()));
        Client::new(input, output, |_| None, false)
    }

    /// Returns the width of a line for a person, in characters.
    pub fn columns(&self) -> usize {
        let columns = self.has_terminal.then(programs::terminal_columns).flatten();
        columns.unwrap_or(COLUMNS)
    }

    /// Sends the position on the board to the line editor, if there is one.
    pub fn tell_editor(&mut self, position: &Position) {
        if self.interactive && !self.prompts {
            self.output.prompt(&format!("{POSITION_MARK}{}\n", position.to_fen()));
        }
    }

    /// Copies the input and output from now on to these transcripts.
    pub fn set_transcripts(&mut self, (input, output): (Transcript, Transcript)) {
        (self.input.transcript, self.output.transcript) = (input, output);
    }

    /// Adds the input and output from now on to this file, across games; without a file, stops.
    ///
    /// # Errors
    /// The file cannot be opened, or another program has locked it. Nothing has changed.
    pub fn set_debug_log(&mut self, file: Option<&Path>) -> io::Result<()> {
        let pair = file.map_or_else(|| Ok(Default::default()), Transcript::pair)?;
        (self.input.debug_log, self.output.debug_log) = pair;
        Ok(())
    }

    /// Ends the transcripts that could not be written, for both sides, and reports the reason once for each file.
    pub fn report_transcripts(&mut self) {
        let Client { input, output, .. } = &mut *self;
        let pairs = [
            (&mut input.transcript, &mut output.transcript),
            (&mut input.debug_log, &mut output.debug_log),
        ];
        let ended = pairs.map(|(input, output)| {
            let why = input.take_error().or_else(|| output.take_error())?;
            (*input, *output) = Default::default();
            Some(why)
        });
        for why in ended.into_iter().flatten() {
            self.say(&Notice::Warning(&format!("the conversation is no longer logged: {why}")));
        }
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl Display) {
        self.output.line(line);
    }

    /// Holds comments and warnings back: see [`Client::release`].
    pub fn hold(&mut self) {
        self.held.get_or_insert_default();
    }

    /// Writes the messages held back, worded by the current protocol. From now on messages are written at once.
    pub fn release(&mut self) {
        for held in self.held.take().into_iter().flatten() {
            match held {
                Held::Comment(text) => self.say(&Notice::Comment(&text)),
                Held::Warning(text) => self.say(&Notice::Warning(&text)),
            }
        }
    }

    /// Returns the warnings held back, and drops the other messages.
    pub fn take_warnings(&mut self) -> Vec<String> {
        let held = self.held.take().into_iter().flatten();
        let warning = |held| if let Held::Warning(text) = held { Some(text) } else { None };
        held.filter_map(warning).collect()
    }

    /// Writes a notice, worded by the protocol.
    pub fn say(&mut self, notice: &Notice<'_>) {
        match (&mut self.held, notice) {
            (Some(held), Notice::Comment(text)) => return held.push(Held::Comment((*text).into())),
            (Some(held), Notice::Warning(text)) => return held.push(Held::Warning((*text).into())),
            _ => {}
        }
        if let Some(mut text) = (self.wording)(notice) {
            if matches!(notice, Notice::Thinking { .. }) && self.interactive && self.has_terminal {
                text.truncate(fitting(&text, self.columns()));
            }
            self.output.line(self.palette.paint(notice, text));
        }
    }

    /// Informs a person of a setting or result of a command.
    pub fn confirm(&mut self, text: impl Display) {
        self.say(&Notice::Confirmation(&text.to_string()));
    }

    /// Warns of repairs of a FEN.
    pub(crate) fn warn_of(&mut self, repairs: &[FenRepair]) {
        for repair in repairs {
            self.say(&Notice::Warning(&repair.to_string()));
        }
    }

    /// Returns true if a setting command must show the current value, because the text after its name is empty. For a
    /// GUI returns false: it has forgotten the value.
    pub(crate) fn asks(&self, text: &str) -> bool {
        text.is_empty() && !self.has_arbiter
    }

    /// Writes the refusal of a line, if it was refused.
    pub fn answer(&mut self, reply: Reply, line: &str) {
        if let Err(refusal) = reply {
            self.say(&Notice::Refusal { refusal: &refusal, line });
        }
    }

    /// Refuses a line that cannot be read. Returns the refusal.
    pub fn refuse_line(&mut self, line: &Line) -> Option<Refusal> {
        let what = match line {
            Line::TooLong(_) => BadLine::TooLong,
            Line::NotText(_) => BadLine::NotText,
            Line::Key(_) => BadLine::Key,
            Line::Text(_) => return None,
        };
        log::debug!("< {} ({what:?})", line.text());
        let refusal = Refusal::BadLine(what);
        self.answer(Err(refusal.clone()), line.text());
        Some(refusal)
    }
}

/// Returns the length of the part of a line of moves that fits into this width. It ends after a move, not after a move
/// number.
fn fitting(line: &str, columns: usize) -> usize {
    if line.len() <= columns {
        return line.len();
    }
    let mut ends = line.char_indices().filter(|&(place, c)| c == ' ' && place <= columns);
    let after_move = |&(place, _): &(usize, char)| !line[..place].ends_with(['.', ' ']);
    ends.rfind(after_move).map_or(line.len(), |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_after_a_move() {
        let line = "9/17  +0.31  1. e4 Nc6 2. d4";
        assert_eq!(line[..fitting(line, 28)], *line);
        assert_eq!(&line[..fitting(line, 27)], "9/17  +0.31  1. e4 Nc6");
        assert_eq!(&line[..fitting(line, 22)], "9/17  +0.31  1. e4 Nc6");
        assert_eq!(&line[..fitting(line, 21)], "9/17  +0.31  1. e4");
        assert_eq!(line[..fitting(line, 3)], *line, "nothing fits");
    }
}
