//! Piece-square tables: the worth of a square to a piece.
//!
//! Pawns are counted with their structure, kings with their shelter, pieces with their mobility. A
//! square and its mirror image share a weight, which halves the number of weights. Index 0 is the
//! side's own a1 (or h1), 3 is d1 (or e1), 4 is a2, 31 is d8.

use cleave_board::Square;

use crate::Side;

/// The index of the weight of each square, for each side.
static INDEX: [[u8; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let half = if file < 4 { file } else { 7 - file };
        table[0][square] = (rank * 4 + half) as u8;
        table[1][square] = ((7 - rank) * 4 + half) as u8;
        square += 1;
    }
    table
};

/// Returns the index of `square` in the table of a piece of side `S`, 0 to 31.
#[inline(always)]
pub(crate) fn index<S: Side>(square: Square) -> usize {
    (INDEX[S::COLOR.index()][square.index()] & 31) as usize
}
