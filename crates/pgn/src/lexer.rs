//! Splits PGN into tokens.

use std::io::BufRead;

use crate::error::{Flaws, Place};
use crate::source::{Source, decode};
use crate::word::{Word, classify};
use crate::{Comment, GameResult, Nag, PgnError, Problem, TagName};

/// The maximum number of bytes in a word, which is the standard's limit for symbols.
const MAX_WORD: usize = 255;

/// The number of bytes in which to look for the end of a comment.
const LOOK_AHEAD: usize = 4096;

/// A token. Move numbers are no tokens, because they add nothing to the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    Tag(TagName, String),
    Move(String),
    NullMove,
    Nag(Nag),
    Comment(Comment),
    /// `(`
    Open,
    /// `)`
    Close,
    Result(GameResult),
}

/// Splits a stream into tokens, and passes over all other text.
pub(crate) struct Lexer<R> {
    source: Source<R>,
    flaws: Flaws,
    /// A token that has been put back.
    returned: Option<(Place, Token)>,
}

impl<R: BufRead> Lexer<R> {
    pub(crate) fn new(stream: R) -> Lexer<R> {
        Lexer { source: Source::new(stream), flaws: Flaws::default(), returned: None }
    }

    /// Returns the flaws that have been passed over since the last call.
    pub(crate) fn take_flaws(&mut self) -> Flaws {
        std::mem::take(&mut self.flaws)
    }

    /// Returns the next token and its place, or `None` at the end of the stream.
    ///
    /// # Errors
    /// The stream cannot be read, or the game is too long.
    pub(crate) fn next_token(&mut self) -> Result<Option<(Place, Token)>, PgnError> {
        if let Some(token) = self.returned.take() {
            return Ok(Some(token));
        }
        loop {
            let place = self.source.place();
            match self.source.peek() {
                None => {
                    if !self.source.next_line()? {
                        return Ok(None);
                    }
                    // This is an escape of the standard: the line is for other programs.
                    if self.source.peek() == Some(b'%') {
                        self.source.advance(usize::MAX);
                    }
                }
                Some(byte) if byte.is_ascii_whitespace() => self.source.advance(1),
                Some(byte) => {
                    if let Some(token) = self.read_token(byte)? {
                        return Ok(Some((place, token)));
                    }
                }
            }
        }
    }

    /// Puts back the token just read. [`Lexer::next_token`] returns it again.
    pub(crate) fn put_back(&mut self, place: Place, token: Token) {
        self.returned = Some((place, token));
    }

    /// Marks that a game begins here.
    pub(crate) fn begin_game(&mut self) {
        self.source.begin_game();
    }

    /// Skips the rest of an unreadable game, up to the first tag of the next game. `in_tags` is
    /// true if its movetext has not begun.
    pub(crate) fn skip_game(&mut self, mut in_tags: bool) -> Result<(), PgnError> {
        if self.returned.is_some() {
            // The token is the first tag of the next game.
            return Ok(());
        }
        while self.source.skip_line()? {
            let rest = self.source.rest();
            // `[%clk` may begin a line of a comment.
            let is_tag = rest.starts_with(b"[") && rest.get(1) != Some(&b'%');
            if is_tag && !in_tags {
                break;
            }
            in_tags &= is_tag || rest.trim_ascii().is_empty();
        }
        Ok(())
    }

    /// Reads the token that begins with this byte. Returns `None` if the text is no token.
    fn read_token(&mut self, byte: u8) -> Result<Option<Token>, PgnError> {
        let place = self.source.place();
        Ok(match byte {
            b'[' => self.read_bracket()?,
            b'{' => self.read_comment()?.map(Token::Comment),
            b';' => self.read_line_comment().map(Token::Comment),
            b'(' => Some(self.read_sign(Token::Open)),
            b')' => Some(self.read_sign(Token::Close)),
            b'*' => Some(self.read_sign(Token::Result(GameResult::Unknown))),
            b'$' => self.read_nag().map(Token::Nag),
            b'}' | b']' | b'<' | b'>' | b'"' | 0..b' ' => {
                self.flaws.add(place, Problem::UnexpectedCharacter(byte.into()));
                self.source.advance(1);
                None
            }
            _ => self.read_word(),
        })
    }

    fn read_sign(&mut self, token: Token) -> Token {
        self.source.advance(1);
        token
    }

    /// Skips white space, including line ends.
    fn skip_space(&mut self) -> Result<(), PgnError> {
        loop {
            match self.source.peek() {
                Some(byte) if byte.is_ascii_whitespace() => self.source.advance(1),
                Some(_) => return Ok(()),
                None if self.source.next_line()? => {}
                None => return Ok(()),
            }
        }
    }

    /// Reads text that begins with a bracket: a tag, or text that is passed over.
    fn read_bracket(&mut self) -> Result<Option<Token>, PgnError> {
        let (place, is_first) = (self.source.place(), self.source.is_first_on_line());
        let inner = self.source.rest()[1..].trim_ascii_start();
        let is_command = inner.starts_with(b"%");
        let name_length = inner.iter().take_while(|&byte| !ends_name(byte)).count();
        let behind_name = inner[name_length..].trim_ascii_start();
        let is_tag = behind_name.starts_with(b"\"") || (behind_name.is_empty() && is_first);
        if is_tag && !is_command {
            return self.read_tag();
        }
        if is_first && !is_command && inner.trim_ascii_end().ends_with(b"]") {
            // The end of the line shows that it is a line of tags.
            let name = decode(&inner[..name_length]);
            self.source.advance(1);
            self.skip_space()?;
            let problem = match TagName::parse(&name) {
                Some(name) => {
                    self.source.advance(name_length);
                    self.skip_space()?;
                    Problem::NoTagValue(name.to_string())
                }
                None => Problem::BadTagName(excerpt(&name)),
            };
            self.flaws.add(self.source.place(), problem);
            self.source.advance(usize::MAX);
            return Ok(None);
        }
        // A command such as `[%clk 1:00]` outside of a comment is passed over as a whole.
        let mut rest = self.source.rest().iter();
        let end = if is_command { rest.position(|&byte| byte == b']') } else { None };
        self.source.advance(end.map_or(1, |end| end + 1));
        self.flaws.add(place, Problem::UnexpectedCharacter('['));
        Ok(None)
    }

    fn read_tag(&mut self) -> Result<Option<Token>, PgnError> {
        self.source.advance(1);
        self.skip_space()?;
        let place = self.source.place();
        let name = self.take_until(ends_name);
        let Some(name) = TagName::parse(&name) else {
            return Ok(self.pass_over_tag(place, Problem::BadTagName(excerpt(&name))));
        };
        self.skip_space()?;
        let place = self.source.place();
        if self.source.peek() != Some(b'"') {
            return Ok(self.pass_over_tag(place, Problem::NoTagValue(name.to_string())));
        }
        self.source.advance(1);
        let Some((value, length)) = tag_value(self.source.rest()) else {
            return Ok(self.pass_over_tag(place, Problem::UnclosedTag(name.to_string())));
        };
        self.source.advance(length);
        Ok(Some(Token::Tag(name, value)))
    }

    /// Passes over the rest of a line with a malformed tag.
    fn pass_over_tag(&mut self, place: Place, problem: Problem) -> Option<Token> {
        self.flaws.add(place, problem);
        self.source.advance(usize::MAX);
        None
    }

    fn read_comment(&mut self) -> Result<Option<Comment>, PgnError> {
        let start = self.source.place();
        self.source.advance(1);
        let mut text: Vec<u8> = Vec::new();
        // The number of open braces. The standard does not allow a comment within a comment.
        let mut depth = 1;
        loop {
            let rest = self.source.rest();
            let Some(length) = rest.iter().position(|byte| b"{}".contains(byte)) else {
                text.extend(rest);
                if self.is_before_game()? || !self.source.next_line()? {
                    self.flaws.add(start, Problem::UnclosedComment);
                    return Ok(Comment::new(&decode(&text)));
                }
                continue;
            };
            let is_closing = rest[length] == b'}';
            let is_end = is_closing && (depth == 1 || !self.closes(length + 1, depth - 1)?);
            text.extend(&self.source.rest()[..length + usize::from(!is_end)]);
            self.source.advance(length + 1);
            if is_end {
                return Ok(Comment::new(&decode(&text)));
            }
            depth = if is_closing { depth - 1 } else { depth + 1 };
        }
    }

    /// Returns true if `depth` open braces are closed soon after `start` in the rest of the line.
    fn closes(&mut self, start: usize, mut depth: usize) -> Result<bool, PgnError> {
        let mut looked_at = 0;
        for number in 0.. {
            let line = match number {
                0 => &self.source.rest()[start..],
                // A comment within a comment does not continue in the next game.
                _ => match self.source.line_ahead(number)? {
                    Some(line) if !line.trim_ascii().is_empty() => line,
                    _ => return Ok(false),
                },
            };
            for &byte in line.iter().take(LOOK_AHEAD - looked_at) {
                match byte {
                    b'{' => depth += 1,
                    b'}' if depth == 1 => return Ok(true),
                    b'}' => depth -= 1,
                    _ => {}
                }
            }
            looked_at += line.len();
            if looked_at >= LOOK_AHEAD {
                break;
            }
        }
        Ok(false)
    }

    /// Returns true within a comment if a game begins after this empty line and no brace closes the
    /// comment.
    fn is_before_game(&mut self) -> Result<bool, PgnError> {
        if !self.source.line().trim_ascii().is_empty() {
            return Ok(false);
        }
        let is_tag = |line: &[u8]| {
            let inner = line.strip_prefix(b"[").unwrap_or_default();
            let name = inner.iter().take_while(|&byte| !ends_name(byte)).count();
            let value = inner[name..].trim_ascii().strip_prefix(b"\"").and_then(tag_value);
            TagName::parse(&decode(&inner[..name])).is_some() && value.is_some()
        };
        if !self.source.line_ahead(1)?.is_some_and(is_tag) {
            return Ok(false);
        }
        let mut looked_at = 0;
        for number in 1.. {
            let Some(line) = self.source.line_ahead(number)? else { break };
            match line.iter().find(|byte| b"{}".contains(byte)) {
                Some(b'}') => return Ok(false),
                Some(_) => break,
                None => looked_at += line.len(),
            }
            if looked_at >= LOOK_AHEAD {
                break;
            }
        }
        Ok(true)
    }

    fn read_line_comment(&mut self) -> Option<Comment> {
        let comment = Comment::new(&decode(&self.source.rest()[1..]));
        self.source.advance(usize::MAX);
        comment
    }

    fn read_nag(&mut self) -> Option<Nag> {
        let place = self.source.place();
        self.source.advance(1);
        let digits = self.take_until(|byte| !byte.is_ascii_digit());
        let number = digits.parse().ok();
        if number.is_none() {
            self.flaws.add(place, Problem::BadNag(excerpt(&digits)));
        }
        number.map(Nag)
    }

    fn read_word(&mut self) -> Option<Token> {
        let place = self.source.place();
        let begins_suffix = |byte: &u8| b"!?".contains(byte);
        let is_suffix = self.source.peek().is_some_and(|byte| begins_suffix(&byte));
        let word = if is_suffix {
            self.take_until(|byte| !begins_suffix(byte))
        } else {
            self.take_until(|byte| byte.is_ascii_whitespace() || b"{}()[];$<>*\"!?".contains(byte))
        };
        if word.len() > MAX_WORD {
            self.flaws.add(place, Problem::LongWord);
            return None;
        }
        if is_suffix && Nag::from_symbol(&word).is_none() {
            // In a text such as '!!!' the first two characters count.
            return Nag::from_symbol(&word[..2]).map(Token::Nag);
        }
        match classify(&word) {
            Word::Move(text) => Some(Token::Move(text.into())),
            Word::Null => Some(Token::NullMove),
            Word::Nag(nag) => Some(Token::Nag(nag)),
            Word::Result(result) => Some(Token::Result(result)),
            Word::Nothing => None,
        }
    }

    /// Reads bytes of this line until a byte for which `is_end` is true.
    fn take_until(&mut self, is_end: impl Fn(&u8) -> bool) -> String {
        let rest = self.source.rest();
        let length = rest.iter().position(is_end).unwrap_or(rest.len());
        // A word that is too long is refused, so its full text does not matter.
        let text = decode(&rest[..length.min(4 * MAX_WORD)]);
        self.source.advance(length);
        text
    }
}

/// Returns true for a byte that ends the name of a tag.
fn ends_name(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || b"\"[]".contains(byte)
}

/// Returns the beginning of a text, for a message.
fn excerpt(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(20).collect()
}

/// Returns the value of a tag, and the number of bytes up to and including its `]`.
///
/// The value ends at a quotation mark before the `]`. Other quotation marks belong to the value,
/// because many programs do not write them as `\"`.
fn tag_value(bytes: &[u8]) -> Option<(String, usize)> {
    let mut value = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, bytes.get(at + 1)) {
            (b'\n', _) => return None,
            (b'\\', Some(&escaped @ (b'"' | b'\\'))) => {
                value.push(escaped);
                at += 2;
                continue;
            }
            (b'"', _) => {
                let blanks = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_whitespace());
                let bracket = at + 1 + blanks.count();
                if bytes.get(bracket) == Some(&b']') {
                    return Some((decode(&value), bracket + 1));
                }
            }
            _ => {}
        }
        value.push(byte);
        at += 1;
    }
    None
}
