//! Who is at the other end: a GUI or a person, where their lines come from, and how they are spoken to.
//!
//! What the program says by itself is a [`Notice`]; the protocol in force puts it into words. A line that
//! is not executed is answered with a [`Refusal`].

pub mod notice;
pub mod option_state;
pub mod palette;

use std::fmt::Display;

use cleave_io::{Input, Line, Output, Transcript};

use crate::refusal::{BadLine, Refusal, Reply};
use notice::{Notice, Wording};
use palette::Palette;

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
            has_arbiter: false,
        }
    }

    /// Nobody: says nothing, and hears nothing.
    #[cfg(test)]
    pub(crate) fn nobody() -> Client {
        let (reader, _) = std::io::pipe().expect("a pipe");
        let (input, output) = (Input::from_fd(reader.into()), Output::new(std::io::sink()));
        Client::new(input, output, |_| None, false)
    }

    /// Copies what both sides say from now on to these transcripts.
    pub fn set_transcripts(&mut self, (input, output): (Transcript, Transcript)) {
        (self.input.transcript, self.output.transcript) = (input, output);
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl Display) {
        self.output.line(line);
    }

    /// Says something, in the words of the protocol.
    pub fn say(&mut self, notice: &Notice<'_>) {
        if let Some(text) = (self.wording)(notice) {
            self.output.line(self.palette.paint(notice, text));
        }
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
