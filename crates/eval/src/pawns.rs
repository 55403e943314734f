//! Pawns: what can be said about a pawn structure without looking at the pieces.
//!
//! Pawn structures change seldom, so all of this is done once for many nodes and kept in the
//! [pawn table](crate::pawn_table): the score, and the facts that other terms build on.

use cleave_board::{Bitboard, File, PieceKind, Position, Square, attacks};

use crate::tally::{Tally, Term};
use crate::{Black, Side, Weights, White, piece_square};

/// What other terms need to know of a pawn structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PawnFacts {
    /// Passed pawns of both sides.
    pub(crate) passed: Bitboard,
    /// For each side, the squares that its pawns attack or may attack after advancing.
    spans: [Bitboard; 2],
    /// For each side, a bit for each file with a pawn of its own.
    files: [u8; 2],
    /// For each side, its pawns on dark and on light squares.
    on_colour: [[u8; 2]; 2],
    /// Of these, the ones on files c to f that an enemy pawn blocks.
    rammed: [[u8; 2]; 2],
}

impl PawnFacts {
    /// The facts of a board without pawns.
    pub(crate) const NO_PAWNS: PawnFacts = PawnFacts {
        passed: Bitboard::EMPTY,
        spans: [Bitboard::EMPTY; 2],
        files: [0; 2],
        on_colour: [[0; 2]; 2],
        rammed: [[0; 2]; 2],
    };

    /// Squares that pawns of `S` attack or may attack after advancing.
    #[inline(always)]
    pub(crate) fn span<S: Side>(&self) -> Bitboard {
        self.spans[S::COLOR.index()]
    }

    /// The files without pawns of `S`, whole.
    #[inline(always)]
    pub(crate) fn open_for<S: Side>(&self) -> Bitboard {
        Bitboard(u64::from(!self.files[S::COLOR.index()]) * Bitboard::FILE_A.0)
    }

    /// Own pawns of `S` on dark and on light squares.
    #[inline(always)]
    pub(crate) fn on_colour<S: Side>(&self) -> [u8; 2] {
        self.on_colour[S::COLOR.index()]
    }

    /// Own pawns of `S` in the middle, stopped by enemy pawns, on dark and on light squares.
    #[inline(always)]
    pub(crate) fn rammed<S: Side>(&self) -> [u8; 2] {
        self.rammed[S::COLOR.index()]
    }

    /// A bit for each file with a pawn of either side.
    #[inline(always)]
    pub(crate) fn pawn_files(&self) -> u8 {
        self.files[0] | self.files[1]
    }
}

/// Tells the pawn terms of both sides to `tally` and returns the facts.
pub(crate) fn evaluate<T: Tally>(
    position: &Position,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) -> PawnFacts {
    let sides = Pawns::new(position);
    let passed = structure::<White, T>(&sides, weights, tally)
        | structure::<Black, T>(&sides, weights, tally);
    PawnFacts {
        passed,
        spans: [sides.span::<White>(), sides.span::<Black>()],
        files: sides.pawns.map(|pawns| (pawns.file_fill().0 & 0xff) as u8),
        on_colour: sides.pawns.map(by_colour),
        rammed: [sides.rammed::<White>(), sides.rammed::<Black>()].map(by_colour),
    }
}

/// How many of these stand on dark and on light squares.
fn by_colour(pawns: Bitboard) -> [u8; 2] {
    let dark = pawns & Bitboard::DARK_SQUARES;
    [dark.count() as u8, (pawns ^ dark).count() as u8]
}

struct Pawns {
    pawns: [Bitboard; 2],
}

impl Pawns {
    fn new(position: &Position) -> Pawns {
        let pawns = position.kind(PieceKind::Pawn);
        Pawns { pawns: [White::COLOR, Black::COLOR].map(|color| pawns & position.color(color)) }
    }

    fn of<S: Side>(&self) -> Bitboard {
        self.pawns[S::COLOR.index()]
    }

    fn attacks<S: Side>(&self) -> Bitboard {
        self.of::<S>().pawn_attacks(S::COLOR)
    }

    /// Pawns on files c to f with an enemy pawn on the next square.
    fn rammed<S: Side>(&self) -> Bitboard {
        const MIDDLE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
        self.of::<S>() & S::backward(self.of::<S::Them>()) & MIDDLE_FILES
    }

    fn span<S: Side>(&self) -> Bitboard {
        let attacks = self.attacks::<S>();
        attacks | attacks.front_fill(S::COLOR)
    }
}

/// One side's pawns, one by one; returns those that are passed.
fn structure<S: Side, T: Tally>(
    sides: &Pawns,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) -> Bitboard {
    let mut passed = Bitboard::EMPTY;
    for square in sides.of::<S>() {
        let pawn = Pawn::look::<S>(sides, square);
        let rank = S::rank(square);
        if pawn.is_passed() {
            passed |= square.into();
        }
        let square_weight = weights.pawn_square[piece_square::index::<S>(square)];
        tally.add::<S>(Term::PieceSquare, square_weight, 1);
        let mut add = |weight, holds| {
            if holds {
                tally.add::<S>(Term::Pawns, weight, 1);
            }
        };
        add(weights.doubled[0], pawn.doubled);
        add(weights.isolated[0], pawn.isolated() && pawn.opposed);
        add(weights.isolated_open[0], pawn.isolated() && !pawn.opposed);
        add(weights.backward[0], pawn.backward && pawn.opposed);
        add(weights.backward_open[0], pawn.backward && !pawn.opposed);
        add(weights.defended[rank], pawn.defenders.any());
        add(weights.phalanx[rank], pawn.phalanx.any());
        add(weights.candidate[rank], pawn.is_candidate());
        add(weights.rammed[rank], pawn.rammed);
    }
    passed
}

/// A pawn and what stands around it.
struct Pawn {
    /// An own pawn stands before it on its file.
    doubled: bool,
    /// An enemy pawn stands before it on its file.
    opposed: bool,
    /// An enemy pawn stands on the very next square.
    rammed: bool,
    /// No own pawn can come to its side, and the next square is attacked by a pawn or rammed.
    backward: bool,
    /// Own pawns on the neighbouring files.
    neighbours: Bitboard,
    /// Own pawns that defend it.
    defenders: Bitboard,
    /// Own pawns beside it.
    phalanx: Bitboard,
    /// Enemy pawns that can stop it or capture it on its way.
    stoppers: Bitboard,
    /// Enemy pawns that attack it, and those that attack the square before it.
    levers: Bitboard,
    lever_pushes: Bitboard,
}

impl Pawn {
    fn look<S: Side>(sides: &Pawns, square: Square) -> Pawn {
        let (us, them) = (sides.of::<S>(), sides.of::<S::Them>());
        let here = Bitboard::of(square);
        let next = S::forward(here);
        let front = here.front_fill(S::COLOR);
        let beside = here.east() | here.west();
        let neighbours = us & beside.file_fill();
        let behind_or_beside = beside | beside.front_fill(S::Them::COLOR);
        let stoppers = them & (front | front.east() | front.west());
        let lever_pushes = them & next.pawn_attacks(S::COLOR);
        Pawn {
            doubled: (us & front).any(),
            opposed: (them & front).any(),
            rammed: (them & next).any(),
            backward: neighbours.any()
                && (neighbours & behind_or_beside).is_empty()
                && (lever_pushes | them & next).any(),
            neighbours,
            defenders: us & attacks::pawn(S::Them::COLOR, square),
            phalanx: us & beside,
            stoppers,
            levers: them & attacks::pawn(S::COLOR, square),
            lever_pushes,
        }
    }

    fn isolated(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// Nothing can stop it but pieces. Of doubled pawns only the front one is passed.
    fn is_passed(&self) -> bool {
        self.stoppers.is_empty() && !self.doubled
    }

    /// All that stops it are pawns that can be exchanged one for one.
    fn is_candidate(&self) -> bool {
        self.stoppers.any()
            && !self.doubled
            && !self.opposed
            && self.stoppers.without(self.levers | self.lever_pushes).is_empty()
            && self.defenders.count() >= self.levers.count()
            && self.phalanx.count() >= self.lever_pushes.count()
    }
}

/// A bit for a file and one for each of its neighbours.
#[inline(always)]
pub(crate) fn files_around(file: File) -> u8 {
    (0b111u16 << file.index() >> 1) as u8
}
