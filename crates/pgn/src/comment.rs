//! The comments of a game.

use std::fmt;

const BRACES: [char; 2] = ['{', '}'];

/// The text of a comment, without white space at its ends; never empty.
///
/// PGN has two forms of comments. In `{...}`, programs disagree about the meaning of further
/// braces. `;...` ends with the line. A text with both a brace and a line end fits neither form;
/// its braces become parentheses.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Comment(String);

impl Comment {
    /// Returns the comment with this text, or `None` if the text is blank.
    pub fn new(text: &str) -> Option<Comment> {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        let fits = !(text.contains(BRACES) && text.contains('\n'));
        Some(Comment(if fits { text.into() } else { text.replace('{', "(").replace('}', ")") }))
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns the comment without commands of this name (`[%name ...]`, which GUIs read), or
    /// `None` if nothing is left.
    pub fn without_command(&self, name: &str) -> Option<Comment> {
        Comment::new(&self.without(|command| command.split_whitespace().next() == Some(name)))
    }

    /// Returns the text for people: without commands.
    pub fn prose(&self) -> String {
        self.without(|_| true).trim().into()
    }

    /// Returns the text without the commands for which `is_removed` is true.
    fn without(&self, is_removed: impl Fn(&str) -> bool) -> String {
        let mut kept = String::new();
        let mut rest = self.0.as_str();
        while let Some((before, command, after)) = split_at_command(rest) {
            kept.push_str(before);
            rest = if is_removed(command) {
                after.strip_prefix(' ').unwrap_or(after)
            } else {
                kept.push_str(&format!("[%{command}]"));
                after
            };
        }
        kept + rest
    }

    /// Returns true if the comment is written as `;...` because the text has braces.
    pub(crate) fn ends_line(&self) -> bool {
        self.0.contains(BRACES)
    }
}

/// Returns the text before the first command, the command without its brackets, and the text after
/// it.
fn split_at_command(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("[%")?;
    let (command, after) = rest.split_once(']')?;
    Some((before, command, after))
}

impl fmt::Display for Comment {
    /// Writes the comment with its delimiters, but without a line end.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.ends_line() { write!(f, ";{}", self.0) } else { write!(f, "{{{}}}", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_comment_can_be_written() {
        let written = |text| Comment::new(text).unwrap().to_string();
        assert_eq!(written(" a\r\nb "), "{a\nb}");
        assert_eq!(written("a } b"), ";a } b");
        assert_eq!(written("a { b"), ";a { b");
        assert_eq!(written("a } b\nc{"), "{a ) b\nc(}");
        assert_eq!(Comment::new(" \n"), None);
    }

    #[test]
    fn commands_are_removed() {
        let without = |text| Comment::new(text).unwrap().without_command("eval");
        assert_eq!(without("[%eval 0.3,12]"), None);
        assert_eq!(without("a [%eval 0.3] b [%eval #1] c"), Comment::new("a b c"));
        assert_eq!(without("[%clk 0:01] [%eval 0"), Comment::new("[%clk 0:01] [%eval 0"));
        assert_eq!(without("[%evaluation 0:01]"), Comment::new("[%evaluation 0:01]"));
        assert_eq!(Comment::new("[%clk 1] so [%eval 0] it is").unwrap().prose(), "so it is");
    }
}
