//! What operations say about the position: solutions of tests.

use cleave_board::Move;
use cleave_movegen::parse_move;

use super::{Epd, EpdMoveError, Operand};

impl Epd {
    /// The name of the position (`id`).
    pub fn id(&self) -> Option<&str> {
        self.operands("id")?.first().map(Operand::text)
    }

    /// The moves that solve it (`bm`); none if it does not say.
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

    /// In how many moves the side to move mates (`dm`).
    pub fn mate_in(&self) -> Option<u32> {
        self.number("dm")
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
        let texts = self.operands(name).unwrap_or_default().iter();
        let texts = texts.map(|operand| operand.text().trim_end_matches(','));
        texts.filter(|text| !text.is_empty()).map(|text| self.read_move(name, text)).collect()
    }

    fn read_move(&self, name: &str, text: &str) -> Result<Move, EpdMoveError> {
        parse_move(&self.position, text)
            .map_err(|error| EpdMoveError { operation: name.into(), error })
    }
}

/// The parts of `e8=Q=10`.
fn move_and_points(text: &str) -> Option<(&str, u32)> {
    let (mv, points) = text.rsplit_once('=')?;
    let mv = mv.trim();
    let is_word = !mv.is_empty() && !mv.contains(char::is_whitespace);
    is_word.then_some((mv, points.trim().parse().ok()?))
}
