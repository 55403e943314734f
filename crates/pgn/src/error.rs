//! Problems in the text of a game, with their places: errors that make it unreadable, and flaws
//! that are passed over.

use std::fmt;
use std::io;

use cleave_board::{FenError, FenRepair};
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

/// The reason why a game cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// The stream cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The text is not a game.
    #[error("{place}: {problem}")]
    Malformed {
        /// The place of the problem.
        place: Place,
        /// The problem.
        problem: Problem,
    },
}

/// A problem in a game that was passed over, so that the game was read all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The place of the problem.
    pub place: Place,
    /// The problem.
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
    /// The maximum number of flaws that are kept. Garbage has any number of them.
    const MOST: usize = 100;

    pub(crate) fn add(&mut self, place: Place, problem: impl Into<Problem>) {
        if self.0.len() < Flaws::MOST {
            self.0.push(Flaw { place, problem: problem.into() });
        }
    }

    /// Returns the flaws of both lists, in the order of their places.
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

/// A problem in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A character that begins no token.
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
    /// Something in the FEN tag was mended.
    #[error("the position of the tag FEN: {0}")]
    MendedFen(FenRepair),
    /// The game belongs to another variant.
    #[error("the variant '{0}' is not supported: expected standard chess or chess960")]
    UnsupportedVariant(String),
    /// A text is no legal move.
    #[error(transparent)]
    BadMove(#[from] MoveTextError),
    /// A null move occurs in check.
    #[error("a null move is not possible in check")]
    NullMove,
    /// A null move occurs in the main line. The moves from there on become a variation.
    #[error("a null move ends the main line; what follows is kept as a variation")]
    NullMoveInMainLine,
    /// A variation has no move to replace.
    #[error("a variation stands before the first move")]
    VariationWithoutMove,
    /// More variations are closed than opened.
    #[error("no variation is open that this ')' could close")]
    UnopenedVariation,
    /// The game ends within a variation.
    #[error("a variation is still open where the game ends: expected ')'")]
    UnclosedVariation,
    /// Variations are nested too deeply.
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// The text is too long for a game.
    #[error("the game has more than {MAX_GAME} bytes")]
    GameTooLong,
}
