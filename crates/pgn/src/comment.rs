//! Comments.

use std::fmt;

/// The text of a comment, without white space at its ends; never empty.
///
/// PGN has two forms, `{...}`, which cannot hold a closing brace, and `;...`, which ends with the line.
/// A text that fits neither form, since it has both a brace and a line end, gets `)` for `}`.
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
        let fits = !(text.contains('}') && text.contains('\n'));
        Some(Comment(if fits { text.into() } else { text.replace('}', ")") }))
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The comment without commands of this name (`[%name ...]`, which GUIs read); `None` if nothing
    /// is left.
    pub fn without_command(&self, name: &str) -> Option<Comment> {
        let opening = format!("[%{name} ");
        let mut kept = String::new();
        let mut rest = self.0.as_str();
        while let Some((before, command)) = rest.split_once(&opening) {
            let Some((_, after)) = command.split_once(']') else { break };
            kept.push_str(before);
            rest = after.strip_prefix(' ').unwrap_or(after);
        }
        Comment::new(&(kept + rest))
    }

    /// True if the only form that can hold the text is the one that ends with the line.
    pub(crate) fn ends_line(&self) -> bool {
        self.0.contains('}')
    }
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
        assert_eq!(written("a } b\nc"), "{a ) b\nc}");
        assert_eq!(Comment::new(" \n"), None);
    }

    #[test]
    fn commands_are_taken_out() {
        let without = |text| Comment::new(text).unwrap().without_command("eval");
        assert_eq!(without("[%eval 0.3,12]"), None);
        assert_eq!(without("a [%eval 0.3] b [%eval #1] c"), Comment::new("a b c"));
        assert_eq!(without("[%clk 0:01] [%eval 0"), Comment::new("[%clk 0:01] [%eval 0"));
    }
}
