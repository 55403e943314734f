//! Computes the masks that make a move legal, once for each position.

use crate::Packed;
use crate::direction::{
    DIRECTIONS, EAST, LINES, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, WEST,
};

/// The squares that decide whether a move of the side to move is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Masks {
    /// The squares that the enemy attacks, ignoring our king.
    pub danger: u64,
    /// The squares to which a piece other than the king may go: all, or those that answer a check.
    pub aim: u64,
    /// Our pinned pieces, by the line along which they may still move.
    pub lines: [u64; 4],
    /// Our pawns that may capture in passing.
    pub passers: u64,
    /// Our rooks with which castling is legal.
    pub castling: u64,
}

impl Masks {
    /// Computes the masks of a position.
    pub fn new(p: &Packed) -> Masks {
        let (occupied, us) = (p.occupied(), p.us());
        let them = occupied ^ us;
        let king = p.kings() & us;
        let mut masks = Masks::default();
        let (mut checkers, mut answers) = (0, 0);
        for (d, direction) in DIRECTIONS.iter().enumerate().take(LINES) {
            let sliders = them & if d < LINES / 2 { p.straight() } else { p.diagonal() };
            let seen = direction.ray(king, !occupied, 7);
            let pinned = seen & us;
            let behind = direction.ray(pinned, !occupied, 7) & sliders;
            masks.danger |=
                direction.ray(sliders, !(occupied ^ king), 7) | direction.step(p.kings() & them);
            checkers |= seen & sliders;
            answers |= seen & any(seen & sliders);
            masks.lines[d / 2] |= pinned & any(behind);
        }
        for jump in &DIRECTIONS[LINES..] {
            masks.danger |= jump.step(p.knights() & them);
            checkers |= jump.step(king) & p.knights() & them;
        }
        masks.danger |= pawn_attacks(p.pawns() & them, !p.black_to_move());
        checkers |= pawn_attacks(king, p.black_to_move()) & p.pawns() & them;
        let several = checkers & checkers.wrapping_sub(1);
        masks.aim = !any(checkers) | (answers | checkers) & !any(several);
        if p.passing() != 0 {
            masks.passers = legal_passers(p, king, checkers);
        }
        if p.castling_rooks() & us != 0 && checkers == 0 {
            masks.castling = masks.wing(p, king, EAST) | masks.wing(p, king, WEST);
        }
        masks
    }

    /// Returns true if the side to move is in check.
    pub const fn in_check(&self) -> bool {
        self.aim != !0
    }

    /// Returns the rook with which castling in this direction is legal.
    fn wing(&self, p: &Packed, king: u64, direction: usize) -> u64 {
        let (occupied, us) = (p.occupied(), p.us());
        let rook = DIRECTIONS[direction].ray(king, !occupied, 7) & us & p.castling_rooks();
        if rook == 0 {
            return 0;
        }
        let (king_to, rook_to) = castled(king, direction == EAST);
        let free = occupied ^ king ^ rook;
        let walked = span(king, king_to);
        let straight = p.straight() & occupied & !us;
        let beside = DIRECTIONS[EAST].ray(king_to, !(free | rook_to), 7)
            | DIRECTIONS[WEST].ray(king_to, !(free | rook_to), 7);
        let legal = walked & self.danger == 0
            && (walked | span(rook, rook_to)) & free == 0
            && beside & straight == 0;
        if legal { rook } else { 0 }
    }
}

/// Returns the pawns that may capture in passing. Such a capture takes two pawns off their lines,
/// so each one is tried.
fn legal_passers(p: &Packed, king: u64, checkers: u64) -> u64 {
    let (us, black) = (p.us(), p.black_to_move());
    let them = p.occupied() ^ us;
    let victim = if black { p.passing() << 8 } else { p.passing() >> 8 };
    let leapers = checkers & (p.knights() | p.pawns()) & !victim;
    let mut passers = 0;
    let mut rest = pawn_attacks(p.passing(), !black) & p.pawns() & us;
    while rest != 0 {
        let from = rest & rest.wrapping_neg();
        rest ^= from;
        let occupied = (p.occupied() ^ from ^ victim) | p.passing();
        let mut attackers = leapers;
        for (d, direction) in DIRECTIONS.iter().enumerate().take(LINES) {
            let sliders = them & if d < LINES / 2 { p.straight() } else { p.diagonal() };
            attackers |= direction.ray(king, !occupied, 7) & sliders;
        }
        passers |= if attackers == 0 { from } else { 0 };
    }
    passers
}

/// Returns all ones if the set has a square.
#[inline(always)]
const fn any(set: u64) -> u64 {
    ((set != 0) as u64).wrapping_neg()
}

/// Returns the squares that pawns on these squares attack.
pub(super) fn pawn_attacks(pawns: u64, black: bool) -> u64 {
    let (east, west) = if black { (SOUTH_EAST, SOUTH_WEST) } else { (NORTH_EAST, NORTH_WEST) };
    DIRECTIONS[east].step(pawns) | DIRECTIONS[west].step(pawns)
}

/// Returns the squares of king and rook after castling.
pub(super) const fn castled(king: u64, east: bool) -> (u64, u64) {
    let rank = 0xff << (king.trailing_zeros() & 56);
    let (king_file, rook_file) =
        if east { (FILE_A << 6, FILE_A << 5) } else { (FILE_A << 2, FILE_A << 3) };
    (rank & king_file, rank & rook_file)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// Returns the squares of a rank from one square to the other, inclusive.
const fn span(a: u64, b: u64) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (high - low) | high
}
