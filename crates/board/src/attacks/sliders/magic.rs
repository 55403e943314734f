//! Indexing by multiplication (Leiser and Kannan 2006). A 'magic' factor moves the relevant bits to
//! the top of the product. Two occupancies with different attacks never collide there.

use super::super::magic_numbers;
use crate::{Bitboard, Square};

struct Part {
    /// The relevant squares, whose occupancy changes the attacks.
    mask: u64,
    /// Offset of this square's attacks in the table.
    offset: usize,
}

mod tables {
    use super::Part;
    include!(concat!(env!("OUT_DIR"), "/magic_tables.rs"));
}

#[inline(always)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&tables::ROOK[square.index()], magic_numbers::ROOK[square.index()], occupied)
}

#[inline(always)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&tables::BISHOP[square.index()], magic_numbers::BISHOP[square.index()], occupied)
}

#[inline(always)]
fn look_up(part: &Part, magic: u64, occupied: Bitboard) -> Bitboard {
    let product = (occupied.0 & part.mask).wrapping_mul(magic);
    let index = (product >> (64 - part.mask.count_ones())) as usize;
    Bitboard(tables::TABLE[part.offset + index])
}
