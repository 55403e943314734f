//! The tokens of PGN.

use std::io::BufRead;

use crate::error::Place;
use crate::source::{Source, decode};
use crate::word::{Word, classify};
use crate::{Comment, GameResult, Nag, PgnError, Problem, TagName};

/// The most bytes of a word, as the standard has it for symbols.
const MAX_WORD: usize = 255;

/// A token. Move numbers are none: they say nothing that the moves do not.
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

/// Splits a stream into tokens.
pub(crate) struct Lexer<R> {
    source: Source<R>,
    /// A token that has been put back.
    returned: Option<(Place, Token)>,
}

impl<R: BufRead> Lexer<R> {
    pub(crate) fn new(stream: R) -> Lexer<R> {
        Lexer { source: Source::new(stream), returned: None }
    }

    /// The next token, and where it begins; `None` at the end of the stream.
    ///
    /// # Errors
    /// What comes next is no token, or cannot be read.
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
                    // An escape of the standard: the line is for other programs.
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

    /// Puts back the token just read: it comes again.
    pub(crate) fn put_back(&mut self, place: Place, token: Token) {
        self.returned = Some((place, token));
    }

    /// What comes next begins a game.
    pub(crate) fn begin_game(&mut self) {
        self.source.begin_game();
    }

    /// Leaves out what is left of a game that cannot be read, up to the first tag of the next.
    /// `in_tags` says that its movetext is still to come.
    pub(crate) fn skip_game(&mut self, mut in_tags: bool) -> Result<(), PgnError> {
        if self.returned.is_some() {
            // It is the first tag of the next game.
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

    /// Reads the token that begins with this byte; `None` for what says nothing.
    fn read_token(&mut self, byte: u8) -> Result<Option<Token>, PgnError> {
        let place = self.source.place();
        Ok(match byte {
            b'[' => Some(self.read_tag()?),
            b'{' => self.read_comment()?.map(Token::Comment),
            b';' => self.read_line_comment().map(Token::Comment),
            b'(' => Some(self.read_sign(Token::Open)),
            b')' => Some(self.read_sign(Token::Close)),
            b'*' => Some(self.read_sign(Token::Result(GameResult::Unknown))),
            b'$' => Some(self.read_nag()?),
            b'}' | b']' | b'<' | b'>' | b'"' | 0..b' ' => {
                return Err(PgnError::at(place, Problem::UnexpectedCharacter(byte.into())));
            }
            _ => self.read_word()?,
        })
    }

    fn read_sign(&mut self, token: Token) -> Token {
        self.source.advance(1);
        token
    }

    /// Leaves out white space, lines included.
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

    fn read_tag(&mut self) -> Result<Token, PgnError> {
        self.source.advance(1);
        self.skip_space()?;
        let place = self.source.place();
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"\"[]".contains(byte);
        let name = self.take_until(is_end);
        let name = TagName::parse(&name).ok_or_else(|| {
            let excerpt = name.chars().filter(|c| !c.is_control()).take(20).collect();
            PgnError::at(place, Problem::BadTagName(excerpt))
        })?;
        self.skip_space()?;
        let place = self.source.place();
        if self.source.peek() != Some(b'"') {
            return Err(PgnError::at(place, Problem::NoTagValue(name.to_string())));
        }
        self.source.advance(1);
        let Some((value, length)) = tag_value(self.source.rest()) else {
            return Err(PgnError::at(place, Problem::UnclosedTag(name.to_string())));
        };
        self.source.advance(length);
        Ok(Token::Tag(name, value))
    }

    fn read_comment(&mut self) -> Result<Option<Comment>, PgnError> {
        let start = self.source.place();
        self.source.advance(1);
        let mut text: Vec<u8> = Vec::new();
        loop {
            let rest = self.source.rest();
            if let Some(length) = rest.iter().position(|&byte| byte == b'}') {
                text.extend(&rest[..length]);
                self.source.advance(length + 1);
                return Ok(Comment::new(&decode(&text)));
            }
            text.extend(rest);
            if !self.source.next_line()? {
                return Err(PgnError::at(start, Problem::UnclosedComment));
            }
        }
    }

    fn read_line_comment(&mut self) -> Option<Comment> {
        let comment = Comment::new(&decode(&self.source.rest()[1..]));
        self.source.advance(usize::MAX);
        comment
    }

    fn read_nag(&mut self) -> Result<Token, PgnError> {
        let place = self.source.place();
        self.source.advance(1);
        let digits = self.take_until(|byte| !byte.is_ascii_digit());
        match digits.parse() {
            Ok(number) => Ok(Token::Nag(Nag(number))),
            Err(_) => {
                let excerpt = digits.chars().take(20).collect();
                Err(PgnError::at(place, Problem::BadNag(excerpt)))
            }
        }
    }

    fn read_word(&mut self) -> Result<Option<Token>, PgnError> {
        let place = self.source.place();
        let begins_suffix = |byte: &u8| b"!?".contains(byte);
        let is_suffix = self.source.peek().is_some_and(|byte| begins_suffix(&byte));
        let word = if is_suffix {
            self.take_until(|byte| !begins_suffix(byte))
        } else {
            self.take_until(|byte| byte.is_ascii_whitespace() || b"{}()[];$<>*\"!?".contains(byte))
        };
        if word.len() > MAX_WORD {
            return Err(PgnError::at(place, Problem::LongWord));
        }
        if is_suffix && Nag::from_symbol(&word).is_none() {
            // '!!!' and the like: the first two count.
            return Ok(Nag::from_symbol(&word[..2]).map(Token::Nag));
        }
        Ok(match classify(&word) {
            Word::Move(text) => Some(Token::Move(text.into())),
            Word::Null => Some(Token::NullMove),
            Word::Nag(nag) => Some(Token::Nag(nag)),
            Word::Result(result) => Some(Token::Result(result)),
            Word::Nothing => None,
        })
    }

    /// Reads bytes of this line until one at which this is true.
    fn take_until(&mut self, is_end: impl Fn(&u8) -> bool) -> String {
        let rest = self.source.rest();
        let length = rest.iter().position(is_end).unwrap_or(rest.len());
        // A word that is too long is refused; what it says no longer matters.
        let text = decode(&rest[..length.min(4 * MAX_WORD)]);
        self.source.advance(length);
        text
    }
}

/// The value of a tag, and the number of bytes to its `]`, that included.
///
/// The value ends at a quotation mark before the `]`; others are taken as they are, since many
/// programs do not write `\"` for them.
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
