//! Comments.

use std::fmt;

const BRACES: [char; 2] = ['{', '}'];

/// The text of a comment, without white space at its ends; never empty.
///
/// PGN has two forms, `{...}`, in which other braces mean different things to different programs, and
/// `;...`, which ends with the line. A text that fits neither form, since it has both a brace and a line
/// end, gets parentheses for braces.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Comment(String);

impl Comment {
    /// The comment with this text; `None` if that is blank.
    pub fn new(text: &str) -> Option<Comment> {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        let fits = !(text.contains(BRACES) && text.contains('\n'));
        Some(Comment(if fits { text.into() } else { text.replace('{', "(").replace('}', ")") }))
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The comment without commands of this name (`[%name ...]`, which GUIs read); `None` if nothing
    /// is left.
    pub fn without_command(&self, name: &str) -> Option<Comment> {
        Comment::new(&self.without(|command| command.split_whitespace().next() == Some(name)))
    }

    /// What the comment says to people: the text without commands.
    pub fn prose(&self) -> String {
        self.without(|_| true).trim().into()
    }

    /// The text without the commands for which this is true.
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

    /// True if the only form that can hold the text is the one that ends with the line.
    pub(crate) fn ends_line(&self) -> bool {
        self.0.contains(BRACES)
    }
}

/// The text before the first command, the command without its brackets, and the text behind it.
fn split_at_command(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("[%")?;
    let (command, after) = rest.split_once(']')?;
    Some((before, command, after))
}

impl fmt::Display for Comment {
    /// The comment with its delimiters, but without a line end.
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
    fn commands_are_taken_out() {
        let without = |text| Comment::new(text).unwrap().without_command("eval");
        assert_eq!(without("[%eval 0.3,12]"), None);
        assert_eq!(without("a [%eval 0.3] b [%eval #1] c"), Comment::new("a b c"));
        assert_eq!(without("[%clk 0:01] [%eval 0"), Comment::new("[%clk 0:01] [%eval 0"));
        assert_eq!(without("[%evaluation 0:01]"), Comment::new("[%evaluation 0:01]"));
        assert_eq!(Comment::new("[%clk 1] so [%eval 0] it is").unwrap().prose(), "so it is");
    }
}
