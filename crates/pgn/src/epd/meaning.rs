//! What operations say about the position: solutions of tests.

use cleave_board::Move;
use cleave_movegen::parse_move;

use super::{Epd, EpdMoveError, Operand};

impl Epd {
    /// The name of the position (`id`).
    pub fn id(&self) -> Option<&str> {
        self.operands("id")?.first().map(Operand::text)
    }

    /// The moves that solve it (`bm`); none if it does not say, or names a mate ([`Epd::mate`]).
    ///
    /// # Errors
    /// One of them is no legal move.
    pub fn best_moves(&self) -> Result<Vec<Move>, EpdMoveError> {
        self.moves("bm")
    }

    /// The moves that fail (`am`); none if it does not say.
    ///
    /// # Errors
    /// One of them is no legal move.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, EpdMoveError> {
        self.moves("am")
    }

    /// In how many moves the side to move mates (`dm 3`, or `bm #3` as in the files of matetrack), or is
    /// mated (a negative number).
    pub fn mate(&self) -> Option<i32> {
        let in_bm = || {
            let operands = self.operands("bm")?.iter();
            operands.map(trimmed).find_map(|text| text.strip_prefix('#')?.parse().ok())
        };
        self.number("dm").or_else(in_bm).filter(|&moves| moves != 0)
    }

    /// The operand of an operation that is a number: `acn`, `acs`, `acd`, `ce` and so on.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.operands(name)?.first()?.text().parse().ok()
    }

    /// The points that moves are worth, as in the Strategic Test Suite: `c0 "f5=10, Be5+=2"`. None if
    /// there is no `c0`, or if it is another comment.
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

/// The text of one of several operands, which may be separated by commas.
fn trimmed(operand: &Operand) -> &str {
    operand.text().trim_end_matches(',')
}

/// The parts of `e8=Q=10`.
fn move_and_points(text: &str) -> Option<(&str, u32)> {
    let (mv, points) = text.rsplit_once('=')?;
    let mv = mv.trim();
    let is_word = !mv.is_empty() && !mv.contains(char::is_whitespace);
    is_word.then_some((mv, points.trim().parse().ok()?))
}
