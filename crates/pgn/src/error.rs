//! What is wrong with a game, and where: why it cannot be read, or what was passed over.

use std::fmt;
use std::io;

use cleave_board::FenError;
use cleave_movegen::MoveTextError;

use crate::{MAX_DEPTH, MAX_GAME};

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters.
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a game cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// The stream cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The text is not a game.
    #[error("{place}: {problem}")]
    Malformed {
        /// Where.
        place: Place,
        /// What is wrong.
        problem: Problem,
    },
}

/// Something wrong in a game that was read all the same: it was passed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub problem: Problem,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: passed over: {}", self.place, self.problem)
    }
}

/// The flaws of a game, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flaws(Vec<Flaw>);

impl Flaws {
    /// The most that are kept: garbage has no end of them.
    const MOST: usize = 100;

    pub(crate) fn add(&mut self, place: Place, problem: impl Into<Problem>) {
        if self.0.len() < Flaws::MOST {
            self.0.push(Flaw { place, problem: problem.into() });
        }
    }

    /// The flaws of both, in the order of their places.
    pub(crate) fn merged(self, other: Flaws) -> Vec<Flaw> {
        let mut flaws = self.0;
        flaws.extend(other.0);
        flaws.sort_by_key(|flaw| flaw.place);
        flaws
    }
}

impl PgnError {
    pub(crate) fn at(place: Place, problem: impl Into<Problem>) -> PgnError {
        PgnError::Malformed { place, problem: problem.into() }
    }
}

/// What is wrong with the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A character that begins nothing.
    #[error("unexpected '{}'; expected a move, a comment, a variation or a result", .0.escape_default())]
    UnexpectedCharacter(char),
    /// A word longer than any move.
    #[error("a word of more than 255 characters")]
    LongWord,
    /// The name of a tag is missing or has wrong characters.
    #[error("'{0}' is not the name of a tag: expected letters, digits and '_'")]
    BadTagName(String),
    /// The value of a tag is not quoted.
    #[error("the tag {0} has no value: expected a text in quotation marks")]
    NoTagValue(String),
    /// The value of a tag does not end on its line.
    #[error("the value of the tag {0} does not end: expected a quotation mark and ']'")]
    UnclosedTag(String),
    /// A comment that does not end.
    #[error("the comment that begins here does not end: expected '}}'")]
    UnclosedComment,
    /// A NAG that is not a number up to 255.
    #[error("'${0}' is not a NAG: expected a number from 0 to 255")]
    BadNag(String),
    /// The FEN tag holds no position.
    #[error("the position of the tag FEN: {0}")]
    BadFen(#[from] FenError),
    /// The game is of another variant.
    #[error("the variant '{0}' is not supported: expected standard chess or chess960")]
    UnsupportedVariant(String),
    /// A text that is no legal move.
    #[error(transparent)]
    BadMove(#[from] MoveTextError),
    /// A null move in check.
    #[error("a null move is not possible in check")]
    NullMove,
    /// A null move in the main line, from which on the moves become a variation.
    #[error("a null move ends the main line; what follows is kept as a variation")]
    NullMoveInMainLine,
    /// A variation that has no move to replace.
    #[error("a variation stands before the first move")]
    VariationWithoutMove,
    /// More variations are closed than opened.
    #[error("no variation is open that this ')' could close")]
    UnopenedVariation,
    /// The game ends within a variation.
    #[error("a variation is still open where the game ends: expected ')'")]
    UnclosedVariation,
    /// Variations in variations, too many.
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// The game is too long to be one.
    #[error("the game has more than {MAX_GAME} bytes")]
    GameTooLong,
}
