//! The evaluation: force, path and targets.

use super::masks::pawn_attacks;
use crate::Packed;
use crate::direction::{DIRECTIONS, LINES};

/// The weights in hundredths of a pawn. The three headings come from the source of the idea
/// ([`crate::rows`]). The weights do not.
pub mod weight {
    /// Force: a pawn.
    pub const PAWN: i32 = 100;
    /// Force: a knight.
    pub const KNIGHT: i32 = 320;
    /// Force: a bishop.
    pub const BISHOP: i32 = 330;
    /// Force: a rook.
    pub const ROOK: i32 = 500;
    /// Force: a queen.
    pub const QUEEN: i32 = 950;
    /// Path: a square to which a piece may go.
    pub const PATH: i32 = 2;
    /// Path: each rank of a pawn beyond its third.
    pub const ADVANCE: i32 = 5;
    /// Path: a pawn on one of the four squares in the middle.
    pub const CENTRE: i32 = 12;
    /// Targets: an attacked piece, or an attacked square next to the king.
    pub const TARGET: i32 = 5;
}

/// Returns the value of a position for the side to move, in hundredths of a pawn.
pub fn evaluate(p: &Packed) -> i32 {
    let white = side(p, p.occupied() & !p.black, false) - side(p, p.black, true);
    if p.black_to_move() { -white } else { white }
}

fn side(p: &Packed, own: u64, black: bool) -> i32 {
    let ones = |set: u64| set.count_ones() as i32;
    let (empty, them) = (!p.occupied(), p.occupied() ^ own);
    let (pawns, knights) = (p.pawns() & own, p.knights() & own);
    let queens = p.diagonal() & p.straight() & own;
    let force = weight::PAWN * ones(pawns)
        + weight::KNIGHT * ones(knights)
        + weight::BISHOP * ones(p.diagonal() & own & !queens)
        + weight::ROOK * ones(p.straight() & own & !queens)
        + weight::QUEEN * ones(queens);
    let beside = DIRECTIONS[..LINES].iter().fold(0, |set, d| set | d.step(p.kings() & them));
    let prey = beside | them & !p.pawns();
    let (mut path, mut targets) = (0, ones(pawn_attacks(pawns, black) & prey));
    let mut count = |reached: u64| {
        path += ones(reached & !own);
        targets += ones(reached & prey);
    };
    for (d, direction) in DIRECTIONS[..LINES].iter().enumerate() {
        let sliders = own & if d < LINES / 2 { p.straight() } else { p.diagonal() };
        count(direction.ray(sliders, empty, 7));
    }
    DIRECTIONS[LINES..].iter().for_each(|jump| count(jump.step(knights)));
    let advance: i32 = BEYOND[usize::from(black)].iter().map(|&ranks| ones(pawns & ranks)).sum();
    force
        + weight::PATH * path
        + weight::ADVANCE * advance
        + weight::CENTRE * ones(pawns & CENTRE)
        + weight::TARGET * targets
}

/// The four squares in the middle.
pub(crate) const CENTRE: u64 = 0x18_1800_0000;

/// The squares beyond the third, fourth, fifth and sixth rank, for White and for Black.
pub(crate) const BEYOND: [[u64; 4]; 2] =
    [[!0 << 24, !0 << 32, !0 << 40, !0 << 48], [!0 >> 24, !0 >> 32, !0 >> 40, !0 >> 48]];
