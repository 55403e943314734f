//! Sliders: one table look-up, indexed by the occupied squares that matter.
//!
//! What a rook on d4 attacks depends on ten squares only, so 1,024 entries say it all. The question
//! is how to turn ten scattered bits into an index. Where the target has BMI2, one instruction does
//! it (`pext`); elsewhere a multiplication by a number found by trial (`magic`). Which of them
//! is used is decided when the program is built, by the target's features: the workspace builds for
//! the machine at hand (`target-cpu=native`), and
//!
//! ```text
//! RUSTFLAGS= cargo build --release
//! ```
//!
//! builds a program for any x86-64. On AMD processors before Zen 3, where PEXT is slow microcode,
//! `RUSTFLAGS="-C target-cpu=native -C target-feature=-bmi2"` is the better choice.

#[cfg(any(test, not(target_feature = "bmi2")))]
mod magic;
#[cfg(target_feature = "bmi2")]
mod pext;

#[cfg(not(target_feature = "bmi2"))]
use magic as table;
#[cfg(target_feature = "bmi2")]
use pext as table;

use crate::{Bitboard, Square};

/// Squares a rook on `square` attacks with these squares occupied.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    table::rook(square, occupied)
}

/// Squares a bishop on `square` attacks with these squares occupied.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    table::bishop(square, occupied)
}

/// Squares a queen on `square` attacks with these squares occupied.
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
                // Squares that do not matter are occupied at random: they must not matter.
                let noise = u64::wrapping_mul(number + 1, 0x9E37_79B9_7F4A_7C15) & !mask;
                let occupied = rays::subset(number, mask) | noise;
                let expected = Bitboard(rays::attacks(index, directions, occupied));
                assert_eq!(slider(square, Bitboard(occupied)), expected, "{name} on {square}");
            }
        }
    }

    #[test]
    fn every_look_up_agrees_with_walking() {
        check("rook", rook, rays::ROOK);
        check("bishop", bishop, rays::BISHOP);
        check("magic rook", magic::rook, rays::ROOK);
        check("magic bishop", magic::bishop, rays::BISHOP);
    }
}
