//! EPD: a position with operations, on one line.
//!
//! The position is the first four fields of a FEN. The counters of a FEN may follow, or come as
//! operations `hmvc` and `fmvn`. An operation is a name and operands, and ends with `;`, as in
//! `bm Nf3 e4; id "test 1";`. In a quoted text `\"` is a quotation mark and `\\` a backslash, as in
//! tags.

mod error;
mod meaning;
mod positions;
mod read;

use std::fmt;

use cleave_board::{FenRepair, Position};

pub use error::{EpdError, EpdMoveError, EpdProblem};
pub use positions::Positions;

/// A position with operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, including its counters.
    pub position: Position,
    /// The operations in order, without the operations for the counters.
    pub operations: Vec<Operation>,
    /// What was mended to read the position.
    pub repairs: Vec<FenRepair>,
}

/// An operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The name: a letter, and up to 14 letters, digits or `_`.
    name: String,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// An operand: a move, a number or a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand(String);

impl Epd {
    /// Creates an EPD without operations.
    pub fn new(position: Position) -> Epd {
        Epd { position, operations: Vec::new(), repairs: Vec::new() }
    }

    /// Returns the operands of the operation of this name, if there is one.
    pub fn operands(&self, name: &str) -> Option<&[Operand]> {
        let operation = self.operations.iter().find(|operation| operation.name == name)?;
        Some(&operation.operands)
    }
}

impl Operation {
    /// Creates an operation. Returns `None` if `name` cannot be its name.
    pub fn new(name: &str, operands: Vec<Operand>) -> Option<Operation> {
        let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
        (starts_well && name.len() <= 15 && name.bytes().all(is_inner))
            .then(|| Operation { name: name.into(), operands })
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Operand {
    /// Creates an operand with this text. Control characters become blanks, because the format
    /// cannot write them.
    pub fn new(text: &str) -> Operand {
        Operand(text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns true if the operand needs quotation marks because it is no single word.
    fn needs_quotes(&self) -> bool {
        self.0.is_empty() || self.0.contains(|c: char| c.is_whitespace() || c == ';' || c == '"')
    }
}

impl fmt::Display for Epd {
    /// Writes the line without a line end. Reading it gives an equal position.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let fen = self.position.to_fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        let (clock, number) = (self.position.halfmove_clock(), self.position.fullmove());
        if (clock, number) != (0, 1) {
            write!(f, " hmvc {clock}; fmvn {number};")?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)?;
        // Text is quoted, moves and numbers are not.
        let is_text = self.name == "id" || is_comment(&self.name);
        for operand in &self.operands {
            if is_text || operand.needs_quotes() {
                write!(f, " \"{}\"", operand.0.replace('\\', "\\\\").replace('"', "\\\""))?;
            } else {
                write!(f, " {}", operand.0)?;
            }
        }
        f.write_str(";")
    }
}

/// Returns true for the names `c0` to `c9`.
fn is_comment(name: &str) -> bool {
    matches!(name.as_bytes(), [b'c', b'0'..=b'9'])
}
