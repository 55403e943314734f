//! A game in memory: tags, moves, comments, variations, result.

use cleave_board::{Move, Position};

use crate::{Comment, GameResult, Nag, TagName, Tags, Variant};

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The tags.
    pub tags: Tags,
    /// The start position.
    pub start: Position,
    /// The moves played.
    pub main: Variation,
    /// The result that follows the moves.
    pub result: GameResult,
}

/// A sequence of moves: the main line of a game, or a line that replaces the end of another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// Glyphs before the first move.
    pub nags: Vec<Nag>,
    /// Comments before the first move.
    pub comments: Vec<Comment>,
    /// The moves. In a variation there is at least one.
    pub plies: Vec<Ply>,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move: legal, or [`Move::NONE`] for a null move, which only variations may have.
    pub mv: Move,
    /// Glyphs.
    pub nags: Vec<Nag>,
    /// Comments and variations after the move, in their order.
    pub remarks: Vec<Remark>,
}

/// A comment or a variation after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// A comment.
    Comment(Comment),
    /// A line that could have been played instead of the move.
    Variation(Variation),
}

impl Game {
    /// Creates a game without moves from this position. It has the seven tags of the standard, and
    /// the tags that the position needs.
    pub fn new(start: Position) -> Game {
        let mut tags = Tags::roster();
        if start.is_chess960() {
            tags.set(TagName::VARIANT, Variant::CHESS960);
        }
        if start != Position::start() {
            tags.set(TagName::SET_UP, "1");
            tags.set(TagName::FEN, &start.to_fen());
        }
        Game { tags, start, main: Variation::default(), result: GameResult::Unknown }
    }

    /// Sets the result, and the tag for it.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
        self.tags.set(TagName::RESULT, &result.to_string());
    }

    /// Replaces the moves of the main line. The common beginning keeps its annotations. At the
    /// first different move the old rest of the line becomes a variation.
    pub fn set_moves(&mut self, moves: &[Move]) {
        let plies = &mut self.main.plies;
        let same = plies.iter().zip(moves).take_while(|(ply, mv)| ply.mv == **mv).count();
        let rest = plies.split_off(same);
        plies.extend(moves[same..].iter().copied().map(Ply::new));
        if let Some(ply) = plies.get_mut(same)
            && !rest.is_empty()
        {
            ply.remarks.push(Remark::Variation(Variation { plies: rest, ..Variation::default() }));
        }
    }
}

impl Variation {
    /// Returns the moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().map(|ply| ply.mv)
    }
}

impl Ply {
    /// Creates a move without remarks.
    pub fn new(mv: Move) -> Ply {
        Ply { mv, nags: Vec::new(), remarks: Vec::new() }
    }
}

/// Returns the position after a move, which may be a null move.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    if mv.is_none() { position.make_null() } else { position.make(mv) }
}
