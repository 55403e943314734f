//! Pawns: what can be said about a pawn structure without looking at the pieces.
//!
//! Pawn structures change seldom, so all of this is done once for many nodes and kept in the
//! [pawn table](crate::pawn_table): the score, and the facts that other terms build on.

use cleave_board::{Bitboard, Color, File, PieceKind, Position, Square, attacks};

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
    const MIDDLE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
    let sides = Pawns::new(position);
    structure::<White, T>(&sides, weights, tally);
    structure::<Black, T>(&sides, weights, tally);
    PawnFacts {
        passed: sides.passed::<White>() | sides.passed::<Black>(),
        spans: [sides.span::<White>(), sides.span::<Black>()],
        files: sides.pawns.map(|pawns| (pawns.file_fill().0 & 0xff) as u8),
        on_colour: sides.pawns.map(by_colour),
        rammed: [sides.rammed::<White>(), sides.rammed::<Black>()]
            .map(|pawns| by_colour(pawns & MIDDLE_FILES)),
    }
}

/// How many of these stand on dark and on light squares.
fn by_colour(pawns: Bitboard) -> [u8; 2] {
    let dark = pawns & Bitboard::DARK_SQUARES;
    [dark.count() as u8, (pawns ^ dark).count() as u8]
}

/// The pawns of both sides.
struct Pawns {
    pawns: [Bitboard; 2],
}

impl Pawns {
    fn new(position: &Position) -> Pawns {
        let pawns = position.kind(PieceKind::Pawn);
        Pawns { pawns: Color::ALL.map(|color| pawns & position.color(color)) }
    }

    fn of<S: Side>(&self) -> Bitboard {
        self.pawns[S::COLOR.index()]
    }

    fn attacks<S: Side>(&self) -> Bitboard {
        self.of::<S>().pawn_attacks(S::COLOR)
    }

    /// Squares before pawns of `S`, on their files.
    fn front<S: Side>(&self) -> Bitboard {
        self.of::<S>().front_fill(S::COLOR)
    }

    fn span<S: Side>(&self) -> Bitboard {
        let attacks = self.attacks::<S>();
        attacks | attacks.front_fill(S::COLOR)
    }

    /// Pawns of `S` with an enemy pawn on the next square.
    fn rammed<S: Side>(&self) -> Bitboard {
        self.of::<S>() & S::backward(self.of::<S::Opponent>())
    }

    /// Pawns of `S` with another one before them.
    fn doubled<S: Side>(&self) -> Bitboard {
        self.of::<S>() & self.of::<S>().front_fill(S::THEM)
    }

    /// Pawns of `S` without an own pawn on a neighbouring file.
    fn isolated<S: Side>(&self) -> Bitboard {
        let files = self.of::<S>().file_fill();
        self.of::<S>().without(files.east() | files.west())
    }

    /// Pawns of `S` that have neighbours, all of them further on, and a next square that an enemy
    /// pawn occupies or attacks: they cannot advance, and no pawn can come to their support.
    fn backward<S: Side>(&self) -> Bitboard {
        let beside = self.of::<S>().east() | self.of::<S>().west();
        let supported = beside | beside.front_fill(S::COLOR);
        let stopped = S::backward(self.of::<S::Opponent>() | self.attacks::<S::Opponent>());
        (self.of::<S>() & stopped).without(supported | self.isolated::<S>())
    }

    /// Pawns of `S` that nothing can stop but pieces. Of doubled pawns only the front one counts.
    fn passed<S: Side>(&self) -> Bitboard {
        let stopped = self.front::<S::Opponent>() | self.span::<S::Opponent>();
        self.of::<S>().without(stopped | self.doubled::<S>())
    }

    /// True if all that stops the pawn on `square` are pawns that can be exchanged one for one:
    /// as many own pawns defend it as attack it, and as many stand beside it as will attack it
    /// after its next step. The file before it must be free of enemy pawns.
    fn is_candidate<S: Side>(&self, square: Square) -> bool {
        let (us, them) = (self.of::<S>(), self.of::<S::Opponent>());
        let here = Bitboard::of(square);
        let front = here.front_fill(S::COLOR);
        let stoppers = them & (front.east() | front.west());
        let levers = them & attacks::pawn(S::COLOR, square);
        let lever_pushes = them & S::forward(here).pawn_attacks(S::COLOR);
        let defenders = us & attacks::pawn(S::THEM, square);
        let phalanx = us & (here.east() | here.west());
        stoppers.without(levers | lever_pushes).is_empty()
            && defenders.count() >= levers.count()
            && phalanx.count() >= lever_pushes.count()
    }
}

/// Tells the structure of one side.
fn structure<S: Side, T: Tally>(sides: &Pawns, weights: &Weights<T::Weight>, tally: &mut T) {
    let pawns = sides.of::<S>();
    for square in pawns {
        let weight = weights.pawn_square[piece_square::index::<S>(square)];
        tally.add::<S>(Term::PieceSquare, weight, 1);
    }
    let beside = pawns.east() | pawns.west();
    let opposed = sides.front::<S::Opponent>();
    let half_free = pawns.without(opposed | sides.doubled::<S>() | sides.passed::<S>());
    let candidates = half_free.into_iter().filter(|&square| sides.is_candidate::<S>(square));
    by_rank::<S, T>(tally, &weights.candidate, candidates);
    by_rank::<S, T>(tally, &weights.defended, pawns & sides.attacks::<S>());
    by_rank::<S, T>(tally, &weights.phalanx, pawns & beside);
    by_rank::<S, T>(tally, &weights.rammed, sides.rammed::<S>());

    let mut add = |weight, set: Bitboard| tally.add::<S>(Term::Pawns, weight, set.count() as i32);
    let (isolated, backward) = (sides.isolated::<S>(), sides.backward::<S>());
    add(weights.doubled[0], sides.doubled::<S>());
    add(weights.isolated[0], isolated & opposed);
    add(weights.isolated_open[0], isolated.without(opposed));
    add(weights.backward[0], backward & opposed);
    add(weights.backward_open[0], backward.without(opposed));
}

/// Tells these pawns with the weight of their rank.
fn by_rank<S: Side, T: Tally>(
    tally: &mut T,
    row: &[T::Weight; 8],
    pawns: impl IntoIterator<Item = Square>,
) {
    for square in pawns {
        tally.add::<S>(Term::Pawns, row[S::rank(square)], 1);
    }
}

/// A bit for a file and one for each of its neighbours.
#[inline(always)]
pub(crate) fn files_around(file: File) -> u8 {
    (0b111u16 << file.index() >> 1) as u8
}
