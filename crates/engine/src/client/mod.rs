//! Who is at the other end: a GUI or a person, where their lines come from, and how they are spoken to.
//!
//! What the program says by itself is a [`Notice`]; the protocol in force puts it into words. A line that
//! is not executed is answered with a [`Refusal`].

pub mod notice;
pub mod palette;

use std::fmt::Display;
use std::fs::File;
use std::io;
use std::path::Path;

use cleave_board::{FenRepair, Position};
use cleave_io::{Input, Line, Output, Transcript};

use crate::refusal::{BadLine, Refusal, Reply};
use notice::{Notice, Wording};
use palette::Palette;

/// What begins a line for the editor of lines: the position follows, whose moves it completes.
pub(crate) const POSITION_MARK: char = '\x1e';

/// The width of a line if no terminal tells.
const COLUMNS: usize = 80;

/// Something that is said later.
enum Held {
    Comment(String),
    Warning(String),
}

/// The other end of the conversation.
pub struct Client {
    /// Where lines come from.
    pub input: Input,
    /// Where lines go.
    pub output: Output,
    /// How notices are worded.
    pub wording: Wording,
    /// Whether to show a prompt and boards, for a person at the keyboard.
    pub interactive: bool,
    /// Whether that prompt is shown here; otherwise an editor of lines shows its own.
    pub prompts: bool,
    /// The colours of notices.
    pub palette: Palette,
    /// Whether a terminal shows what is said.
    pub has_terminal: bool,
    /// What was said before the client has chosen its protocol; `None` if it is said at once.
    held: Option<Vec<Held>>,
    /// Whether a GUI ends the game when both sides have agreed to a draw; otherwise the engine does.
    pub has_arbiter: bool,
}

impl Client {
    /// Somebody who has said nothing yet. `interactive` says that a person types.
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

    /// Nobody: says nothing, and hears nothing.
    #[cfg(test)]
    pub(crate) fn nobody() -> Client {
        let (reader, _) = std::io::pipe().expect("a pipe");
        let (input, output) = (Input::from_pipe(reader), Output::new(std::io::sink()));
        Client::new(input, output, |_| None, false)
    }

    /// The width of a line for a person, in characters.
    pub fn columns(&self) -> usize {
        // Standard output may be a pipe to the editor of lines.
        let terminal = ["/dev/tty", "CONOUT$"].iter().find_map(|name| File::open(name).ok());
        let size = terminal.filter(|_| self.has_terminal).and_then(terminal_size::terminal_size_of);
        size.map_or(COLUMNS, |(width, _)| width.0.into())
    }

    /// Tells the editor of lines, if there is one, which position is on the board.
    pub fn tell_editor(&mut self, position: &Position) {
        if self.interactive && !self.prompts {
            self.output.prompt(&format!("{POSITION_MARK}{}\n", position.to_fen()));
        }
    }

    /// Copies what both sides say from now on to these transcripts.
    pub fn set_transcripts(&mut self, (input, output): (Transcript, Transcript)) {
        (self.input.transcript, self.output.transcript) = (input, output);
    }

    /// From now on adds what both sides say to this file, across games; without a file, to none.
    ///
    /// # Errors
    /// The file cannot be opened, or another program has locked it; nothing has changed.
    pub fn set_debug_log(&mut self, file: Option<&Path>) -> io::Result<()> {
        let pair = file.map_or_else(|| Ok(Default::default()), Transcript::pair)?;
        (self.input.debug_log, self.output.debug_log) = pair;
        Ok(())
    }

    /// Says why a transcript has ended, if one has.
    pub fn report_transcripts(&mut self) {
        let Client { input, output, .. } = &mut *self;
        let transcripts = [
            &mut input.transcript,
            &mut output.transcript,
            &mut input.debug_log,
            &mut output.debug_log,
        ];
        let errors = transcripts.map(Transcript::take_error);
        if let Some(why) = errors.into_iter().flatten().next() {
            self.say(&Notice::Warning(&format!("the conversation is no longer logged: {why}")));
        }
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl Display) {
        self.output.line(line);
    }

    /// Says comments and warnings later: see [`Client::release`].
    pub fn hold(&mut self) {
        self.held.get_or_insert_default();
    }

    /// Says what has been held back, in the words of the protocol in force, and everything else at once.
    pub fn release(&mut self) {
        for held in self.held.take().into_iter().flatten() {
            match held {
                Held::Comment(text) => self.say(&Notice::Comment(&text)),
                Held::Warning(text) => self.say(&Notice::Warning(&text)),
            }
        }
    }

    /// The warnings that have been held back, which are not said.
    pub fn take_warnings(&mut self) -> Vec<String> {
        let held = self.held.take().into_iter().flatten();
        let warning = |held| if let Held::Warning(text) = held { Some(text) } else { None };
        held.filter_map(warning).collect()
    }

    /// Says something, in the words of the protocol.
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

    /// Tells a person what a command has set or found.
    pub fn confirm(&mut self, text: impl Display) {
        self.say(&Notice::Confirmation(&text.to_string()));
    }

    /// Warns of what was mended in a FEN.
    pub(crate) fn warn_of(&mut self, repairs: &[FenRepair]) {
        for repair in repairs {
            self.say(&Notice::Warning(&repair.to_string()));
        }
    }

    /// True if a command that sets something is to say what is set, since this, which follows its name, is
    /// empty. A GUI never asks: it has left something out.
    pub(crate) fn asks(&self, text: &str) -> bool {
        text.is_empty() && !self.has_arbiter
    }

    /// Says why a line was not executed, if it was not.
    pub fn answer(&mut self, reply: Reply, line: &str) {
        if let Err(refusal) = reply {
            self.say(&Notice::Refusal { refusal: &refusal, line });
        }
    }

    /// Refuses a line that cannot be read, and returns why.
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

/// How much of a line of moves fits into so many columns: up to a move, not to the number before one.
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
