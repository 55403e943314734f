//! Evaluates pawn structure: all terms that depend on pawns alone.
//!
//! Pawn structures seldom change. So the score and the facts for other terms are computed once for
//! many nodes. The [pawn table](crate::pawn_table) keeps them.

use cleave_board::{Bitboard, Color, File, PieceKind, Position, Square, attacks};

use crate::attack_info::ranks;
use crate::tally::{Tally, Term};
use crate::{Black, Side, Weights, White, piece_square};

/// The facts about a pawn structure that other terms need. They are small, so that an entry of the
/// pawn table fits in a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PawnFacts {
    /// Passed pawns of both sides.
    pub(crate) passed: Bitboard,
    /// Squares in the enemy half that pawns of one side attack and pawns of the other side can
    /// never attack.
    outposts: Bitboard,
    /// For each side, the part of its [`room`] behind its pawns.
    sheltered_room: Bitboard,
    /// For each side, the number of squares in its [`room`].
    room: [u8; 2],
    /// For each side, a bit for each file with an own pawn.
    files: [u8; 2],
    /// For each side, the number of its pawns on either square colour.
    on_colour: [ByColour; 2],
    /// Of these, the pawns on files c to f that an enemy pawn blocks.
    rammed: [ByColour; 2],
}

/// The numbers of pawns on dark and light squares, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByColour(u8);

impl ByColour {
    const NONE: ByColour = ByColour(0);

    fn of(pawns: Bitboard) -> ByColour {
        let dark = (pawns & Bitboard::DARK_SQUARES).count();
        ByColour((dark | (pawns.count() - dark) << 4) as u8)
    }

    #[inline(always)]
    pub(crate) fn dark(self) -> u32 {
        u32::from(self.0 & 15)
    }

    #[inline(always)]
    pub(crate) fn light(self) -> u32 {
        u32::from(self.0 >> 4)
    }
}

impl PawnFacts {
    /// The facts of a board without pawns.
    pub(crate) const NO_PAWNS: PawnFacts = PawnFacts {
        passed: Bitboard::EMPTY,
        outposts: Bitboard::EMPTY,
        sheltered_room: Bitboard::EMPTY,
        room: [room::<White>(Bitboard::EMPTY, Bitboard::EMPTY).count() as u8; 2],
        files: [0; 2],
        on_colour: [ByColour::NONE; 2],
        rammed: [ByColour::NONE; 2],
    };

    /// Returns the outposts of the side with these pawn attacks. They are squares on its fourth to
    /// sixth rank that its pawns defend and no enemy pawn can ever attack. Only own pawns attack an
    /// outpost, so one set serves both sides.
    #[inline(always)]
    pub(crate) fn outposts(&self, pawn_attacks: Bitboard) -> Bitboard {
        self.outposts & pawn_attacks
    }

    /// Returns the number of squares in the [`room`] of `S`.
    #[inline(always)]
    pub(crate) fn room<S: Side>(&self) -> u32 {
        u32::from(self.room[S::COLOR.index()])
    }

    /// Returns the squares in the [`room`] of `S` that are up to three ranks behind a pawn.
    #[inline(always)]
    pub(crate) fn sheltered_room<S: Side>(&self) -> Bitboard {
        self.sheltered_room & S::relative(ROOM)
    }

    /// Returns all squares of the files without pawns of `S`.
    #[inline(always)]
    pub(crate) fn open_for<S: Side>(&self) -> Bitboard {
        Bitboard(u64::from(!self.files[S::COLOR.index()]) * Bitboard::FILE_A.0)
    }

    /// Returns the number of pawns of `S` by square colour.
    #[inline(always)]
    pub(crate) fn on_colour<S: Side>(&self) -> ByColour {
        self.on_colour[S::COLOR.index()]
    }

    /// Returns the number of rammed pawns of `S` on files c to f, by square colour.
    #[inline(always)]
    pub(crate) fn rammed<S: Side>(&self) -> ByColour {
        self.rammed[S::COLOR.index()]
    }

    /// Returns a bit for each file with a pawn of either side.
    #[inline(always)]
    pub(crate) fn pawn_files(&self) -> u8 {
        self.files[0] | self.files[1]
    }
}

/// Files c to f, ranks two to four, from White's point of view.
const ROOM: Bitboard = Bitboard(0x0000_0000_3c3c_3c00);

/// Returns the room for the pieces of `S`. These are the squares on files c to f and its second to
/// fourth rank that no own pawn occupies and no enemy pawn attacks.
const fn room<S: Side>(pawns: Bitboard, enemy_attacks: Bitboard) -> Bitboard {
    let all = if S::COLOR.is_white() { ROOM } else { ROOM.flip_ranks() };
    all.without(pawns).without(enemy_attacks)
}

/// Evaluates the pawn structure of both sides, and returns the facts.
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
        outposts: sides.outposts::<White>() | sides.outposts::<Black>(),
        sheltered_room: sides.sheltered_room::<White>() | sides.sheltered_room::<Black>(),
        room: [sides.room::<White>().count() as u8, sides.room::<Black>().count() as u8],
        files: sides.pawns.map(|pawns| (pawns.file_fill().0 & 0xff) as u8),
        on_colour: sides.pawns.map(ByColour::of),
        rammed: [sides.rammed::<White>(), sides.rammed::<Black>()]
            .map(|pawns| ByColour::of(pawns & MIDDLE_FILES)),
    }
}

/// Returns the passed pawns of `S`.
pub(crate) fn passed<S: Side>(position: &Position) -> Bitboard {
    Pawns::new(position).passed::<S>()
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

    /// Returns the squares in front of pawns of `S`, on their files.
    fn front<S: Side>(&self) -> Bitboard {
        self.of::<S>().front_fill(S::COLOR)
    }

    fn span<S: Side>(&self) -> Bitboard {
        let attacks = self.attacks::<S>();
        attacks | attacks.front_fill(S::COLOR)
    }

    fn outposts<S: Side>(&self) -> Bitboard {
        (self.attacks::<S>() & ranks::<S>(3, 5)).without(self.span::<S::Opponent>())
    }

    fn room<S: Side>(&self) -> Bitboard {
        room::<S>(self.of::<S>(), self.attacks::<S::Opponent>())
    }

    fn sheltered_room<S: Side>(&self) -> Bitboard {
        // Up to three ranks behind a pawn.
        let behind = S::backward(self.of::<S>());
        let behind = behind | S::backward(behind);
        self.room::<S>() & (behind | S::backward(behind))
    }

    /// Returns the pawns of `S` with an enemy pawn directly in front.
    fn rammed<S: Side>(&self) -> Bitboard {
        self.of::<S>() & S::backward(self.of::<S::Opponent>())
    }

    /// Returns the pawns of `S` with another own pawn in front.
    fn doubled<S: Side>(&self) -> Bitboard {
        self.of::<S>() & self.of::<S>().front_fill(S::THEM)
    }

    /// Returns the pawns of `S` without own pawns on neighbouring files.
    fn isolated<S: Side>(&self) -> Bitboard {
        let files = self.of::<S>().file_fill();
        self.of::<S>().without(files.east() | files.west())
    }

    /// Returns the backward pawns of `S`. Their neighbours are all further advanced, and an enemy
    /// pawn occupies or attacks the next square. So they cannot advance, and no pawn can support
    /// them.
    fn backward<S: Side>(&self) -> Bitboard {
        let beside = self.of::<S>().east() | self.of::<S>().west();
        let supported = beside | beside.front_fill(S::COLOR);
        let stopped = S::backward(self.of::<S::Opponent>() | self.attacks::<S::Opponent>());
        (self.of::<S>() & stopped).without(supported | self.isolated::<S>())
    }

    /// Returns the pawns of `S` that only pieces can stop. Of doubled pawns only the front pawn
    /// counts.
    fn passed<S: Side>(&self) -> Bitboard {
        let stopped = self.front::<S::Opponent>() | self.span::<S::Opponent>();
        self.of::<S>().without(stopped | self.doubled::<S>())
    }

    /// Returns true if all pawns that stop the pawn on `square` can be exchanged one for one. The
    /// own defenders must be at least as many as the enemy pawns that attack it. The own neighbours
    /// must be at least as many as the enemy pawns that would attack it after its next step. The
    /// file in front must be free of enemy pawns.
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

/// Evaluates the structure of one side.
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

/// Counts these pawns with the weights of their ranks.
fn by_rank<S: Side, T: Tally>(
    tally: &mut T,
    row: &[T::Weight; 8],
    pawns: impl IntoIterator<Item = Square>,
) {
    for square in pawns {
        tally.add::<S>(Term::Pawns, row[S::rank(square)], 1);
    }
}

/// Returns a bit for a file and a bit for each of its neighbours.
#[inline(always)]
pub(crate) fn files_around(file: File) -> u8 {
    (0b111u16 << file.index() >> 1) as u8
}
