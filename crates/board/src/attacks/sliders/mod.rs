//! Slider attacks: one table look-up, indexed by the relevant occupied squares.
//!
//! The attacks of a rook on d4 depend on ten squares only, so a table of 1,024 entries holds them
//! all. Ten scattered bits must become an index. On targets with BMI2 one instruction does this
//! (`pext`). Other targets multiply by a number found by trial (`magic`). The build chooses by the
//! target's features. The workspace builds for the processor of the building machine
//! (`target-cpu=native`). This command builds for any x86-64:
//!
//! ```text
//! RUSTFLAGS= cargo build --release
//! ```
//!
//! AMD processors before Zen 3 implement PEXT in slow microcode. Build for these with
//! `RUSTFLAGS="-C target-cpu=native -C target-feature=-bmi2"`.

#[cfg(any(test, not(target_feature = "bmi2")))]
mod magic;
#[cfg(target_feature = "bmi2")]
mod pext;

#[cfg(not(target_feature = "bmi2"))]
use magic as table;
#[cfg(target_feature = "bmi2")]
use pext as table;

use crate::{Bitboard, Square};

/// Returns the squares a rook on `square` attacks, given the occupied squares.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    table::rook(square, occupied)
}

/// Returns the squares a bishop on `square` attacks, given the occupied squares.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    table::bishop(square, occupied)
}

/// Returns the squares a queen on `square` attacks, given the occupied squares.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::rays;

    fn check(name: &str, slider: fn(Square, Bitboard) -> Bitboard, directions: [(i8, i8); 4]) {
        for square in Square::all() {
            let index = square.index() as u8;
            let mask = rays::relevant(index, directions);
            for number in 0..1 << mask.count_ones() {
                // Occupy irrelevant squares at random: they must not change the result.
                let noise = u64::wrapping_mul(number + 1, 0x9E37_79B9_7F4A_7C15) & !mask;
                let occupied = rays::subset(number, mask) | noise;
                let expected = Bitboard(rays::attacks(index, directions, occupied));
                assert_eq!(slider(square, Bitboard(occupied)), expected, "{name} on {square}");
            }
        }
    }

    #[test]
    fn look_ups_agree_with_ray_walking() {
        check("rook", rook, rays::ROOK);
        check("bishop", bishop, rays::BISHOP);
        check("magic rook", magic::rook, rays::ROOK);
        check("magic bishop", magic::bishop, rays::BISHOP);
    }
}
