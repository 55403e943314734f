//! Builds a game from its tokens.

use cleave_board::{Move, Position};
use cleave_movegen::{MoveTextError, parse_move};

use crate::error::{Flaws, Place};
use crate::game::after;
use crate::lexer::Token;
use crate::{
    Comment, Game, GameResult, MAX_DEPTH, Nag, PgnError, Ply, Problem, Remark, TagName, Tags,
    Variant, Variation,
};

/// Shows whether more tokens belong to the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// More tokens may come.
    Open,
    /// The result has been read.
    Complete,
}

/// A game during reading.
pub(super) struct Draft {
    tags: Tags,
    /// The value of the first tag Variant.
    variant: Option<Variant>,
    start: Position,
    result: Option<GameResult>,
    /// The main line, and the open variations.
    open: Vec<OpenVariation>,
    /// A token other than a tag has been read.
    has_movetext: bool,
    keeps_remarks: bool,
    /// The number of open variations that are left out.
    skipped: usize,
    /// The place where the first of them begins.
    skipped_from: Place,
    /// A word of the main line that is no move. It is passed over if the next move is legal.
    doubt: Option<(Place, String)>,
    flaws: Flaws,
}

/// An incomplete variation.
struct OpenVariation {
    /// The place of its parenthesis.
    place: Place,
    /// The position before its last move.
    before: Position,
    /// The position after its last move.
    position: Position,
    variation: Variation,
    /// The following moves cannot be played, so they are left out.
    is_lost: bool,
    /// The variation is the rest of the main line from a null move on.
    is_rest: bool,
}

impl OpenVariation {
    fn new(place: Place, position: Position) -> OpenVariation {
        let (variation, is_lost, is_rest) = Default::default();
        OpenVariation { place, before: position, position, variation, is_lost, is_rest }
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

    /// Adds a variation on the last move. A variation without moves leaves only its comments.
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
        let nowhere = Place { line: 0, column: 0 };
        Draft {
            tags: Tags::default(),
            variant: None,
            start,
            result: None,
            open: vec![OpenVariation::new(nowhere, start)],
            has_movetext: false,
            keeps_remarks,
            skipped: 0,
            skipped_from: nowhere,
            doubt: None,
            flaws: Flaws::default(),
        }
    }

    /// Returns true if the movetext has not begun.
    pub(super) fn is_in_tags(&self) -> bool {
        !self.has_movetext
    }

    /// Returns true if this token belongs to the next game, although this one has no result.
    pub(super) fn ends_before(&self, token: &Token) -> bool {
        let Token::Tag(name, _) = token else { return false };
        let has_moves = !self.open[0].variation.plies.is_empty();
        let has_both = self.has_movetext && !self.tags.is_empty();
        let is_second = *name == TagName::EVENT && self.tags.get(name).is_some();
        has_moves || has_both || is_second
    }

    /// Adds a token.
    pub(super) fn add(&mut self, place: Place, token: Token) -> Result<Progress, PgnError> {
        // A comment before the tags may belong to the file, or to the end of the game before.
        let is_before_tags = matches!(token, Token::Comment(_)) && self.tags.is_empty();
        self.has_movetext |= !matches!(token, Token::Tag(..)) && !is_before_tags;
        match token {
            Token::Tag(name, value) => {
                self.add_tag(place, name, &value)
                    .map_err(|problem| PgnError::at(place, problem))?;
            }
            Token::Result(result) if self.is_in_main_line() => {
                self.result = Some(result);
                return Ok(Progress::Complete);
            }
            Token::Result(_) => {}
            token => self.add_to_movetext(place, token)?,
        }
        Ok(Progress::Open)
    }

    fn add_tag(&mut self, place: Place, name: TagName, value: &str) -> Result<(), Problem> {
        if name == TagName::FEN {
            let (position, repairs) = Position::from_fen_mended(value)?;
            for repair in repairs {
                self.flaws.add(place, Problem::MendedFen(repair));
            }
            self.set_start(position);
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

    fn add_to_movetext(&mut self, place: Place, token: Token) -> Result<(), PgnError> {
        match token {
            Token::Open if self.skipped > 0 => self.skipped += 1,
            Token::Close if self.skipped > 0 => self.skipped -= 1,
            _ if self.skipped > 0 => {}
            Token::Open => self.open_variation(place),
            Token::Close if self.open.len() == 1 || self.top().is_rest => {
                self.flaws.add(place, Problem::UnopenedVariation);
            }
            Token::Close => self.close_variation(),
            _ if self.top().is_lost => {}
            Token::Move(text) => return self.play(place, &text),
            Token::NullMove => self.play_null(place),
            Token::Nag(nag) if self.keeps_remarks => self.top().add_nag(nag),
            Token::Comment(comment) if self.keeps_remarks => self.top().add_comment(comment),
            Token::Nag(_) | Token::Comment(_) | Token::Tag(..) | Token::Result(_) => {}
        }
        Ok(())
    }

    fn open_variation(&mut self, place: Place) {
        let depth = self.open.len();
        let (has_moves, is_lost) = (!self.top().variation.plies.is_empty(), self.top().is_lost);
        if has_moves && !is_lost && self.keeps_remarks && depth <= MAX_DEPTH {
            let start = self.top().before;
            self.open.push(OpenVariation::new(place, start));
            return;
        }
        if self.keeps_remarks && !is_lost {
            let problem = if has_moves { Problem::TooDeep } else { Problem::VariationWithoutMove };
            self.flaws.add(place, problem);
        }
        (self.skipped, self.skipped_from) = (1, place);
    }

    fn close_variation(&mut self) {
        let closed = self.open.pop().map(|open| open.variation);
        self.top().add_variation(closed.unwrap_or_default());
    }

    /// Plays a move. An illegal move ends a variation; in the main line it is an error.
    fn play(&mut self, place: Place, text: &str) -> Result<(), PgnError> {
        let is_main_line = self.open.len() == 1;
        let top = self.top();
        match parse_move(&top.position, text) {
            Ok(mv) => {
                top.play(mv);
                if let Some((place, word)) = self.doubt.take_if(|_| is_main_line) {
                    self.flaws.add(place, MoveTextError::NotAMove(word));
                }
            }
            Err(error) if !is_main_line => {
                top.is_lost = true;
                self.flaws.add(place, error);
            }
            Err(MoveTextError::NotAMove(word)) if self.doubt.is_none() => {
                self.doubt = Some((place, word));
            }
            Err(error @ MoveTextError::NotAMove(_)) => self.flaws.add(place, error),
            Err(error) => {
                let doubt = self.doubt.take();
                let doubt = doubt.map(|(place, word)| (place, MoveTextError::NotAMove(word)));
                let (place, error) = doubt.unwrap_or((place, error));
                return Err(PgnError::at(place, error));
            }
        }
        Ok(())
    }

    /// Plays a null move. The main line ends there, because no player passes in a game.
    fn play_null(&mut self, place: Place) {
        let is_main_line = self.open.len() == 1;
        let keeps_remarks = self.keeps_remarks;
        let top = self.top();
        let can_pass = !top.position.in_check();
        if is_main_line && keeps_remarks && can_pass {
            if let Some(last) = top.variation.plies.last().map(|ply| ply.mv) {
                let mut rest = OpenVariation::new(place, top.before);
                rest.is_rest = true;
                rest.play(last);
                rest.play(Move::NONE);
                self.open.push(rest);
            } else {
                top.is_lost = true;
            }
        } else if !is_main_line && can_pass {
            top.play(Move::NONE);
            return;
        } else {
            top.is_lost = true;
        }
        let problem = if is_main_line { Problem::NullMoveInMainLine } else { Problem::NullMove };
        self.flaws.add(place, problem);
    }

    fn top(&mut self) -> &mut OpenVariation {
        self.open.last_mut().expect("the main line is never closed")
    }

    fn is_in_main_line(&self) -> bool {
        self.skipped == 0 && self.open.iter().skip(1).all(|open| open.is_rest)
    }

    /// Closes all variations.
    ///
    /// # Errors
    /// The main line has ended with a word that seems to be a move.
    pub(super) fn close(&mut self) -> Result<(), PgnError> {
        if let Some((place, word)) = self.doubt.take() {
            // A remark without braces, rather than a misspelt move, has no digit.
            let is_move = word.contains(|c: char| c.is_ascii_digit());
            let error = MoveTextError::NotAMove(word);
            if is_move || self.open[0].variation.plies.is_empty() {
                return Err(PgnError::at(place, error));
            }
            self.flaws.add(place, error);
        }
        if self.skipped > 0 {
            self.flaws.add(self.skipped_from, Problem::UnclosedVariation);
        }
        while self.open.len() > 1 {
            if !self.top().is_rest {
                let place = self.top().place;
                self.flaws.add(place, Problem::UnclosedVariation);
            }
            self.close_variation();
        }
        Ok(())
    }

    /// Returns the flaws that have been passed over.
    pub(super) fn take_flaws(&mut self) -> Flaws {
        std::mem::take(&mut self.flaws)
    }

    /// Returns the game, or `None` if there were only comments.
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
