//! Indexing by PEXT, which gathers the bits under a mask (Intel, 2013).

use crate::{Bitboard, Square};

struct Part {
    /// The relevant squares, whose occupancy changes the attacks.
    mask: u64,
    /// Offset of this square's attacks in the table.
    offset: usize,
}

mod tables {
    use super::Part;
    include!(concat!(env!("OUT_DIR"), "/pext_tables.rs"));
}

#[inline(always)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&tables::ROOK[square.index()], occupied)
}

#[inline(always)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&tables::BISHOP[square.index()], occupied)
}

#[inline(always)]
#[allow(unsafe_code)]
fn look_up(part: &Part, occupied: Bitboard) -> Bitboard {
    // SAFETY: this module is compiled only where the target has BMI2.
    let index = unsafe { std::arch::x86_64::_pext_u64(occupied.0, part.mask) } as usize;
    // SAFETY: each square has one entry per subset of its mask, and PEXT numbers the subsets.
    Bitboard(unsafe { *tables::TABLE.get_unchecked(part.offset + index) })
}
