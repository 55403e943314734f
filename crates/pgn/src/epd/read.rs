//! Reads a line of EPD.

use cleave_board::{FenRepair, Position};

use super::{Epd, EpdError, EpdProblem, Operand, Operation};

impl Epd {
    /// Reads a line.
    ///
    /// # Errors
    /// The line is no EPD. The error has the column.
    pub fn parse(line: &str) -> Result<Epd, EpdError> {
        let mut cursor = Cursor { line, at: 0 };
        let fields: Vec<&str> = (0..4).map(|_| cursor.word()).collect();
        let mut counters = Counters { halfmove: cursor.number(), fullmove: None };
        if counters.halfmove.is_some() {
            counters.fullmove = cursor.number();
        }
        let mut operations = Vec::new();
        while let Some(operation) = cursor.operation()? {
            if !counters.take(&operation).map_err(|problem| cursor.error(problem))? {
                operations.push(operation);
            }
        }
        let (position, repairs) = counters.position(&fields)?;
        Ok(Epd { position, operations, repairs })
    }
}

/// The counters of the position.
struct Counters {
    halfmove: Option<String>,
    fullmove: Option<String>,
}

impl Counters {
    /// Stores the operand if the operation is a counter.
    fn take(&mut self, operation: &Operation) -> Result<bool, EpdProblem> {
        let (name, counter) = match operation.name() {
            "hmvc" => ("hmvc", &mut self.halfmove),
            "fmvn" => ("fmvn", &mut self.fullmove),
            _ => return Ok(false),
        };
        let [operand] = &operation.operands[..] else {
            return Err(EpdProblem::BadCounter(name));
        };
        *counter = Some(operand.text().into());
        Ok(true)
    }

    fn position(&self, fields: &[&str]) -> Result<(Position, Vec<FenRepair>), EpdError> {
        let halfmove = self.halfmove.as_deref().unwrap_or("0");
        let fullmove = self.fullmove.as_deref().unwrap_or("1");
        // The counters must not take the place of a missing field.
        let is_complete = fields.iter().all(|field| !field.is_empty());
        let counters = if is_complete { format!(" {halfmove} {fullmove}") } else { String::new() };
        Position::from_fen_mended(&format!("{}{counters}", fields.join(" ")))
            .map_err(|error| EpdError { column: 1, problem: error.into() })
    }
}

/// A line while it is read.
struct Cursor<'a> {
    line: &'a str,
    /// The number of bytes read.
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    fn error(&self, problem: EpdProblem) -> EpdError {
        EpdError { column: self.line[..self.at].chars().count() + 1, problem }
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_skipped).len();
    }

    /// Reads up to white space or a character for which `is_end` is true.
    fn take_until(&mut self, is_end: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || is_end(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Returns the next word, which is empty at the end of the line.
    fn word(&mut self) -> &'a str {
        self.skip(char::is_whitespace);
        self.take_until(|_| false)
    }

    /// Returns the next word, if it is a number: a counter of a FEN.
    fn number(&mut self) -> Option<String> {
        let start = self.at;
        let word = self.word();
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            self.at = start;
        }
        is_number.then(|| word.into())
    }

    /// Returns the next operation. The semicolon after the last one may be missing.
    fn operation(&mut self) -> Result<Option<Operation>, EpdError> {
        self.skip(|c| c.is_whitespace() || c == ';');
        if self.rest().is_empty() {
            return Ok(None);
        }
        let start = Cursor { ..*self };
        let name = self.take_until(|c| c == ';' || c == '"');
        let mut operation = Operation::new(name, Vec::new()).ok_or_else(|| {
            start.error(EpdProblem::BadName(start.rest().chars().take(20).collect()))
        })?;
        loop {
            self.skip(char::is_whitespace);
            match self.rest().chars().next() {
                None => break,
                Some(';') => {
                    self.at += 1;
                    break;
                }
                Some('"') => operation.operands.push(self.quoted()?),
                Some(_) => {
                    let word = self.take_until(|c| c == ';' || c == '"');
                    operation.operands.push(Operand::new(word));
                }
            }
        }
        Ok(Some(operation))
    }

    fn quoted(&mut self) -> Result<Operand, EpdError> {
        let rest = &self.rest()[1..];
        let raw = || rest.split_once('"').map(|(text, _)| (text.to_owned(), text.len() + 1));
        let Some((text, length)) = escaped(rest).or_else(raw) else {
            return Err(self.error(EpdProblem::UnclosedText));
        };
        self.at += 1 + length;
        Ok(Operand::new(&text))
    }
}

/// Returns the text up to its quotation mark, without escapes, and its length with the mark.
/// Returns `None` if the operand does not end there: then a backslash before a quotation mark did
/// not escape it.
fn escaped(rest: &str) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut characters = rest.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                let is_end = |&(_, next): &(usize, char)| next.is_whitespace() || next == ';';
                return characters.peek().is_none_or(is_end).then_some((text, at + 1));
            }
            '\\' => {
                let escaped = characters.next_if(|&(_, next)| matches!(next, '"' | '\\'));
                text.push(escaped.map_or(character, |(_, next)| next));
            }
            _ => text.push(character),
        }
    }
    None
}
