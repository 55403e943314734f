//! The meaning of operations: the solutions of test positions.

use cleave_board::Move;
use cleave_movegen::parse_move;

use super::{Epd, EpdMoveError, Operand};

impl Epd {
    /// Returns the name of the position (`id`).
    pub fn id(&self) -> Option<&str> {
        self.operands("id")?.first().map(Operand::text)
    }

    /// Returns the moves that solve the position (`bm`). There are none if the operation is missing
    /// or names a mate ([`Epd::mate`]).
    ///
    /// # Errors
    /// One of the texts is no legal move.
    pub fn best_moves(&self) -> Result<Vec<Move>, EpdMoveError> {
        self.moves("bm")
    }

    /// Returns the moves that fail (`am`). There are none if the operation is missing.
    ///
    /// # Errors
    /// One of the texts is no legal move.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, EpdMoveError> {
        self.moves("am")
    }

    /// Returns the number of moves in which the side to move mates: `dm 3`, or `bm #3` as in the
    /// files of matetrack. The number is negative if the side is mated.
    pub fn mate(&self) -> Option<i32> {
        let in_bm = || {
            let operands = self.operands("bm")?.iter();
            operands.map(trimmed).find_map(|text| text.strip_prefix('#')?.parse().ok())
        };
        self.number("dm").or_else(in_bm).filter(|&moves| moves != 0)
    }

    /// Returns the operand of an operation with a number, such as `acn`, `acs`, `acd` or `ce`.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.operands(name)?.first()?.text().parse().ok()
    }

    /// Returns the points for moves, as in the Strategic Test Suite: `c0 "f5=10, Be5+=2"`. There
    /// are none if `c0` is missing or has another form.
    ///
    /// # Errors
    /// One of the moves is no legal move.
    pub fn points(&self) -> Result<Vec<(Move, u32)>, EpdMoveError> {
        let Some([text]) = self.operands("c0") else { return Ok(Vec::new()) };
        let parts: Option<Vec<(&str, u32)>> = text.text().split(',').map(move_and_points).collect();
        let parts = parts.unwrap_or_default();
        parts.into_iter().map(|(text, points)| Ok((self.read_move("c0", text)?, points))).collect()
    }

    fn moves(&self, name: &str) -> Result<Vec<Move>, EpdMoveError> {
        let texts = self.operands(name).unwrap_or_default().iter().map(trimmed);
        // `#3` is a mate in 3.
        let is_move = |text: &&str| !text.is_empty() && !text.starts_with('#');
        texts.filter(is_move).map(|text| self.read_move(name, text)).collect()
    }

    fn read_move(&self, name: &str, text: &str) -> Result<Move, EpdMoveError> {
        parse_move(&self.position, text)
            .map_err(|error| EpdMoveError { operation: name.into(), error })
    }
}

/// Returns the text of an operand without a comma that separates it from the next.
fn trimmed(operand: &Operand) -> &str {
    operand.text().trim_end_matches(',')
}

/// Returns the parts of `e8=Q=10`.
fn move_and_points(text: &str) -> Option<(&str, u32)> {
    let (mv, points) = text.rsplit_once('=')?;
    let mv = mv.trim();
    let is_word = !mv.is_empty() && !mv.contains(char::is_whitespace);
    is_word.then_some((mv, points.trim().parse().ok()?))
}
