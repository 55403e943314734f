//! Sliders: one table look-up, indexed by the occupied squares that matter.

use crate::{Bitboard, Square};

pub(super) struct Slider {
    /// The squares whose occupation matters.
    mask: u64,
    /// Where this square's attacks begin in the table.
    offset: usize,
}

mod tables {
    use super::Slider;
    include!(concat!(env!("OUT_DIR"), "/sliders.rs"));
}

#[inline(always)]
fn look_up(slider: &Slider, occupied: Bitboard) -> Bitboard {
    Bitboard(tables::TABLE[slider.offset + extract(occupied.0, slider.mask) as usize])
}

#[cfg(target_feature = "bmi2")]
#[inline(always)]
#[allow(unsafe_code)]
fn extract(word: u64, mask: u64) -> u64 {
    // SAFETY: compiled only where the target has BMI2.
    unsafe { std::arch::x86_64::_pext_u64(word, mask) }
}

#[cfg(not(target_feature = "bmi2"))]
fn extract(word: u64, mask: u64) -> u64 {
    let (mut rest, mut set, mut i) = (mask, 0, 0);
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        set |= u64::from(word & bit != 0) << i;
        rest ^= bit;
        i += 1;
    }
    set
}

/// Squares a rook on `square` attacks with these squares occupied.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&tables::ROOK[square.index()], occupied)
}

/// Squares a bishop on `square` attacks with these squares occupied.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&tables::BISHOP[square.index()], occupied)
}

/// Squares a queen on `square` attacks with these squares occupied.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}
