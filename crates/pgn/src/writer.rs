//! Writes a game in the export format of the standard.

use std::fmt;

use cleave_board::Position;
use cleave_movegen::to_san;

use crate::game::after;
use crate::{Comment, Game, Nag, Ply, Remark, Variation};

/// The width that lines stay below, unless a comment is longer.
const WIDTH: usize = 80;

impl fmt::Display for Game {
    /// Writes the tags, an empty line, and the movetext, which ends with the result and a line end.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text = Text::default();
        text.variation(&self.start, &self.main);
        text.word(&self.result.to_string());
        let separator = if self.tags.is_empty() { "" } else { "\n" };
        writeln!(f, "{}{separator}{}", self.tags, text.finish())
    }
}

/// The part of the movetext that has been written.
#[derive(Default)]
struct Text {
    lines: String,
    /// Characters on the last line.
    column: usize,
    /// The last word. It is not yet on a line, because a closing parenthesis may follow.
    word: String,
    /// The parentheses that open before the next word.
    opening: String,
}

impl Text {
    fn variation(&mut self, start: &Position, variation: &Variation) {
        self.nags(&variation.nags);
        for comment in &variation.comments {
            self.comment(comment);
        }
        let mut position = *start;
        let mut needs_number = true;
        for ply in &variation.plies {
            self.ply(&position, ply, needs_number);
            needs_number = !ply.remarks.is_empty();
            position = after(&position, ply.mv);
        }
    }

    fn ply(&mut self, position: &Position, ply: &Ply, needs_number: bool) {
        let number = position.fullmove();
        if position.side().is_white() {
            self.word(&format!("{number}."));
        } else if needs_number {
            self.word(&format!("{number}..."));
        }
        self.word(&if ply.mv.is_none() { "--".into() } else { to_san(position, ply.mv) });
        self.nags(&ply.nags);
        for remark in &ply.remarks {
            match remark {
                Remark::Comment(comment) => self.comment(comment),
                Remark::Variation(variation) => {
                    self.opening.push('(');
                    self.variation(position, variation);
                    self.close();
                }
            }
        }
    }

    fn nags(&mut self, nags: &[Nag]) {
        for nag in nags {
            self.word(&nag.to_string());
        }
    }

    fn comment(&mut self, comment: &Comment) {
        self.word(&comment.to_string());
        if comment.ends_line() {
            self.flush();
            self.new_line();
        }
    }

    /// Closes a variation after its last word.
    fn close(&mut self) {
        self.word.push(')');
    }

    fn word(&mut self, word: &str) {
        self.flush();
        self.word = std::mem::take(&mut self.opening) + word;
    }

    /// Puts the last word on a line.
    fn flush(&mut self) {
        let word = std::mem::take(&mut self.word);
        if word.is_empty() {
            return;
        }
        let first_line = word.lines().next().unwrap_or_default();
        if self.column > 0 {
            if self.column + 1 + first_line.chars().count() < WIDTH {
                self.lines.push(' ');
                self.column += 1;
            } else {
                self.new_line();
            }
        }
        let before_last = word.rfind('\n');
        self.column = match before_last {
            Some(end) => word[end + 1..].chars().count(),
            None => self.column + word.chars().count(),
        };
        self.lines.push_str(&word);
    }

    fn new_line(&mut self) {
        self.lines.push('\n');
        self.column = 0;
    }

    fn finish(mut self) -> String {
        self.flush();
        self.lines
    }
}
