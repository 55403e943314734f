//! A game while it is read.

use cleave_board::{Move, Position};
use cleave_movegen::parse_move;

use crate::error::Place;
use crate::game::after;
use crate::lexer::Token;
use crate::{
    Comment, Game, GameResult, MAX_DEPTH, Nag, PgnError, Ply, Problem, Remark, TagName, Tags,
    Variant, Variation,
};

/// Whether more tokens belong to the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// More may come.
    Open,
    /// The result has been read.
    Complete,
}

/// A game while it is read.
pub(super) struct Draft {
    tags: Tags,
    /// What the first tag Variant says.
    variant: Option<Variant>,
    start: Position,
    result: Option<GameResult>,
    /// The main line, and the variations that are open.
    open: Vec<OpenVariation>,
    /// Something besides tags has been read.
    has_movetext: bool,
    keeps_remarks: bool,
    /// How many variations are open that are left out.
    skipped: usize,
}

/// A variation that is not complete.
struct OpenVariation {
    /// Where its parenthesis is.
    place: Place,
    /// Before its last move.
    before: Position,
    /// After its last move.
    position: Position,
    variation: Variation,
}

impl OpenVariation {
    fn new(place: Place, position: Position) -> OpenVariation {
        OpenVariation { place, before: position, position, variation: Variation::default() }
    }

    fn play(&mut self, mv: Move) {
        self.variation.plies.push(Ply::new(mv));
        self.before = self.position;
        self.position = after(&self.position, mv);
    }

    fn add_nag(&mut self, nag: Nag) {
        match self.variation.plies.last_mut() {
            Some(ply) => ply.nags.push(nag),
            None => self.variation.nags.push(nag),
        }
    }

    fn add_comment(&mut self, comment: Comment) {
        match self.variation.plies.last_mut() {
            Some(ply) => ply.remarks.push(Remark::Comment(comment)),
            None => self.variation.comments.push(comment),
        }
    }

    /// Adds a variation on the last move. One without moves leaves only its comments.
    fn add_variation(&mut self, variation: Variation) {
        if variation.plies.is_empty() {
            variation.comments.into_iter().for_each(|comment| self.add_comment(comment));
        } else if let Some(ply) = self.variation.plies.last_mut() {
            ply.remarks.push(Remark::Variation(variation));
        }
    }
}

impl Draft {
    pub(super) fn new(keeps_remarks: bool, start: Position) -> Draft {
        Draft {
            tags: Tags::default(),
            variant: None,
            start,
            result: None,
            open: vec![OpenVariation::new(Place { line: 0, column: 0 }, start)],
            has_movetext: false,
            keeps_remarks,
            skipped: 0,
        }
    }

    /// True if the movetext is still to come.
    pub(super) fn is_in_tags(&self) -> bool {
        !self.has_movetext
    }

    /// True if this token belongs to the next game, although this one has no result.
    pub(super) fn ends_before(&self, token: &Token) -> bool {
        let Token::Tag(name, _) = token else { return false };
        let has_moves = !self.open[0].variation.plies.is_empty();
        let has_both = self.has_movetext && !self.tags.is_empty();
        let is_second = *name == TagName::EVENT && self.tags.get(name).is_some();
        has_moves || has_both || is_second
    }

    /// Adds a token.
    pub(super) fn add(&mut self, place: Place, token: Token) -> Result<Progress, PgnError> {
        // A comment before the tags may be about the file, or the end of the game before.
        let is_before_tags = matches!(token, Token::Comment(_)) && self.tags.is_empty();
        self.has_movetext |= !matches!(token, Token::Tag(..)) && !is_before_tags;
        match token {
            Token::Tag(name, value) => {
                self.add_tag(name, &value).map_err(|problem| PgnError::at(place, problem))?;
            }
            Token::Result(result) if self.is_in_main_line() => {
                self.result = Some(result);
                return Ok(Progress::Complete);
            }
            Token::Result(_) => {}
            token => {
                let added = if self.keeps_remarks {
                    self.add_to_movetext(place, token)
                } else {
                    self.add_to_main_line(place, token)
                };
                added.map_err(|problem| PgnError::at(place, problem))?;
            }
        }
        Ok(Progress::Open)
    }

    fn add_tag(&mut self, name: TagName, value: &str) -> Result<(), Problem> {
        if name == TagName::FEN {
            self.set_start(Position::from_fen(value)?);
        } else if name == TagName::VARIANT {
            let unsupported = || Problem::UnsupportedVariant(value.chars().take(40).collect());
            self.variant.get_or_insert(Variant::parse(value).ok_or_else(unsupported)?);
            self.set_start(self.start);
        }
        self.tags.push(name, value);
        Ok(())
    }

    fn set_start(&mut self, mut start: Position) {
        start.set_chess960(start.is_chess960() || self.variant == Some(Variant::Chess960));
        self.start = start;
        (self.open[0].before, self.open[0].position) = (start, start);
    }

    fn add_to_movetext(&mut self, place: Place, token: Token) -> Result<(), Problem> {
        let depth = self.open.len();
        let top = self.top();
        match token {
            Token::Move(text) => top.play(parse_move(&top.position, &text)?),
            Token::NullMove if depth > 1 && !top.position.in_check() => top.play(Move::NONE),
            Token::NullMove => return Err(Problem::NullMove),
            Token::Nag(nag) => top.add_nag(nag),
            Token::Comment(comment) => top.add_comment(comment),
            Token::Open if top.variation.plies.is_empty() => {
                return Err(Problem::VariationWithoutMove);
            }
            Token::Open if depth > MAX_DEPTH => return Err(Problem::TooDeep),
            Token::Open => {
                let start = top.before;
                self.open.push(OpenVariation::new(place, start));
            }
            Token::Close if depth == 1 => return Err(Problem::UnopenedVariation),
            Token::Close => {
                let closed = self.open.pop().map(|open| open.variation);
                self.top().add_variation(closed.unwrap_or_default());
            }
            Token::Tag(..) | Token::Result(_) => {}
        }
        Ok(())
    }

    /// Leaves out all but the moves of the main line.
    fn add_to_main_line(&mut self, place: Place, token: Token) -> Result<(), Problem> {
        match token {
            Token::Open => self.skipped += 1,
            Token::Close if self.skipped > 0 => self.skipped -= 1,
            Token::Nag(_) | Token::Comment(_) => {}
            _ if self.skipped > 0 => {}
            token => self.add_to_movetext(place, token)?,
        }
        Ok(())
    }

    fn top(&mut self) -> &mut OpenVariation {
        self.open.last_mut().expect("the main line is never closed")
    }

    fn is_in_main_line(&self) -> bool {
        self.open.len() == 1 && self.skipped == 0
    }

    /// Checks that all variations are closed.
    pub(super) fn check_closed(&self) -> Result<(), PgnError> {
        match self.open.get(1) {
            Some(open) => Err(PgnError::at(open.place, Problem::UnclosedVariation)),
            None => Ok(()),
        }
    }

    /// The game; `None` if there was nothing but comments.
    pub(super) fn finish(mut self) -> Option<Game> {
        let main = self.open.swap_remove(0).variation;
        if self.tags.is_empty() && main.plies.is_empty() && self.result.is_none() {
            return None;
        }
        let from_tag = || GameResult::parse(self.tags.get(&TagName::RESULT)?);
        let result = self.result.or_else(from_tag).unwrap_or_default();
        Some(Game { tags: self.tags, start: self.start, main, result })
    }
}
