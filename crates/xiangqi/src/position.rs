//! The position: placement, side to move, counters.

use std::fmt;

use cleave_shared_memory::Plain;

use crate::square::SQUARES;
use crate::tables::lines::Lines;
use crate::{Color, Kind, Move, Piece, Set, Square, zobrist};

/// A position of xiangqi.
///
/// It is small and `Copy`. A move makes a new position ([`Position::make`]). Sets, mailbox and
/// lines hold the same placement; each answers some questions faster.
#[derive(Clone, Copy, PartialEq, Eq, Plain)]
pub struct Position {
    pub(crate) kinds: [Set; 7],
    pub(crate) colors: [Set; 2],
    pub(crate) mailbox: [Option<Piece>; SQUARES],
    pub(crate) lines: Lines,
    pub(crate) key: u64,
    pub(crate) side: Color,
    pub(crate) quiet_plies: u16,
    /// The number of the move, from 1. It increases after each move of Black.
    pub(crate) fullmove: u16,
}

impl Position {
    /// The FEN of the start position.
    pub const START_FEN: &str =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    /// Returns the start position.
    pub fn start() -> Position {
        Position::from_fen(Position::START_FEN).expect("the start position is legal")
    }

    /// Returns an empty board with Red to move, into which a FEN is read.
    pub(crate) fn empty() -> Position {
        Position {
            kinds: [Set::EMPTY; 7],
            colors: [Set::EMPTY; 2],
            mailbox: [None; SQUARES],
            lines: Lines::default(),
            key: 0,
            side: Color::Red,
            quiet_plies: 0,
            fullmove: 1,
        }
    }

    /// Returns the side to move.
    #[inline(always)]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Returns the hash key: placement and side to move.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns all pieces of a kind, both sides.
    #[inline(always)]
    pub const fn kind(&self, kind: Kind) -> Set {
        self.kinds[kind.index()]
    }

    /// Returns all pieces of a side.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Set {
        self.colors[color.index()]
    }

    /// Returns all pieces of a side and kind.
    #[inline(always)]
    pub const fn pieces(&self, color: Color, kind: Kind) -> Set {
        Set(self.color(color).0 & self.kind(kind).0)
    }

    /// Returns all occupied squares.
    #[inline(always)]
    pub const fn occupied(&self) -> Set {
        Set(self.colors[0].0 | self.colors[1].0)
    }

    /// Returns the piece on a square.
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// Returns the square of a side's general.
    #[inline(always)]
    pub const fn general(&self, color: Color) -> Square {
        Square::new(self.pieces(color, Kind::General).0.trailing_zeros() as u8)
    }

    /// Returns the plies since the last capture.
    #[inline(always)]
    pub const fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// Returns the position after a move. The move must be by a piece of the side to move, to a
    /// square without a piece of that side.
    #[inline]
    #[must_use]
    pub fn make(&self, mv: Move) -> Position {
        let mut next = *self;
        let (from, to) = (mv.from(), mv.to());
        next.quiet_plies = next.quiet_plies.saturating_add(1);
        if let Some(captured) = next.mailbox[to.index()] {
            next.remove(captured, to);
            next.quiet_plies = 0;
        }
        let piece = next.mailbox[from.index()].expect("a piece moves");
        next.remove(piece, from);
        next.put(piece, to);
        next.pass();
        next
    }

    /// Returns the position after a null move, with the other side to move.
    #[inline]
    #[must_use]
    pub fn make_null(&self) -> Position {
        let mut next = *self;
        next.quiet_plies = next.quiet_plies.saturating_add(1);
        next.pass();
        next
    }

    /// Returns the position before a move that captured `captured`. The counter of quiet plies is
    /// one lower, but at least 0.
    #[must_use]
    pub(crate) fn unmake(&self, mv: Move, captured: Option<Piece>) -> Position {
        let mut earlier = *self;
        let piece = earlier.mailbox[mv.to().index()].expect("a piece has moved");
        earlier.remove(piece, mv.to());
        earlier.put(piece, mv.from());
        if let Some(captured) = captured {
            earlier.put(captured, mv.to());
        }
        earlier.quiet_plies = earlier.quiet_plies.saturating_sub(1);
        earlier.key ^= zobrist::BLACK_TO_MOVE;
        earlier.side = !earlier.side;
        earlier.fullmove = earlier.fullmove.saturating_sub(u16::from(earlier.side == Color::Black));
        earlier
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    fn pass(&mut self) {
        self.fullmove = self.fullmove.saturating_add(self.side as u16);
        self.side = !self.side;
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = Some(piece);
        self.toggle(piece, square);
    }

    /// Removes the piece from its square.
    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = None;
        self.toggle(piece, square);
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.kinds[piece.kind().index()] ^= Set::of(square);
        self.colors[piece.color().index()] ^= Set::of(square);
        self.lines.toggle(square);
        self.key ^= zobrist::piece(piece, square);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}
