//! Reads and writes moves as text: coordinates, WXF and Chinese.
//!
//! To read a move in WXF or Chinese, the module writes all legal moves and compares. So reading
//! always agrees with writing.

mod chinese;
mod coordinate;
mod files;
mod wxf;

use crate::{Move, Position};

pub use coordinate::parse_coordinates;

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `h2e2`: ranks from 0, as in UCCI.
    Coordinates,
    /// `h3e3`: ranks from 1, as in Fairy-Stockfish.
    CoordinatesFromOne,
    /// `C2=5`, the notation of the World Xiangqi Federation.
    Wxf,
    /// `炮二平五`, in simplified characters.
    Chinese,
}

impl Notation {
    /// Writes a legal move.
    pub fn write(self, position: &Position, mv: Move) -> String {
        match self {
            Notation::Coordinates => mv.to_string(),
            Notation::CoordinatesFromOne => coordinate::from_one(mv),
            Notation::Wxf => wxf::write(position, mv),
            Notation::Chinese => chinese::write(position, mv),
        }
    }
}

/// The reason why a text is no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say it
pub enum MoveTextError {
    #[error("'{0}' is not a move: expected coordinates such as h2e2, WXF such as C2=5, or Chinese")]
    Unreadable(String),
    #[error("'{0}' is not legal here")]
    Illegal(String),
}

/// Reads a legal move: coordinates with ranks from 0, WXF, or Chinese in simplified or traditional
/// characters.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    if let Ok(mv) = parse_coordinates(text, 0) {
        return match position.is_legal(mv) {
            true => Ok(mv),
            false => Err(MoveTextError::Illegal(text.into())),
        };
    }
    let moves = position.legal_moves();
    let find = |write: fn(&Position, Move) -> String, wanted: &str| {
        let mut found = moves.iter().copied().filter(|&mv| write(position, mv) == wanted);
        found.next().filter(|_| found.next().is_none())
    };
    let latin = wxf::normalised(text);
    find(wxf::write, &latin)
        .or_else(|| find(wxf::write_by_file, &latin))
        .or_else(|| find(chinese::write, &chinese::normalised(text)))
        .ok_or_else(|| match wxf::looks_like(text) || chinese::looks_like(text) {
            true => MoveTextError::Illegal(text.into()),
            false => MoveTextError::Unreadable(text.into()),
        })
}
