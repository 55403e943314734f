//! Finds slider attacks by walking along rays. This is slow and obviously correct, and the source
//! of the tables.

/// Rook directions, as steps in file and rank.
pub(crate) const ROOK: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// Bishop directions.
pub(crate) const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Returns the attacks of a slider on `square`, given the occupied squares.
pub(crate) fn attacks(square: u8, directions: [(i8, i8); 4], occupied: u64) -> u64 {
    directions
        .into_iter()
        .flat_map(|direction| {
            let mut blocked = false;
            walk(square, direction).take_while(move |&next| {
                let reached = !blocked;
                blocked |= occupied >> next & 1 != 0;
                reached
            })
        })
        .fold(0, |set, next| set | 1 << next)
}

/// Returns the relevant squares: all squares that the slider sees, except the last of each ray.
pub(crate) fn relevant(square: u8, directions: [(i8, i8); 4]) -> u64 {
    directions
        .into_iter()
        .flat_map(|direction| {
            let length = walk(square, direction).count();
            walk(square, direction).take(length.saturating_sub(1))
        })
        .fold(0, |set, next| set | 1 << next)
}

/// Returns the subset of `mask` with this number. The bits of the number are deposited at the bits
/// of `mask`, as PDEP does.
pub(crate) fn subset(number: u64, mask: u64) -> u64 {
    let bits = (0..64).filter(|bit| mask >> bit & 1 != 0).enumerate();
    bits.fold(0, |set, (i, bit)| set | (number >> i & 1) << bit)
}

/// Returns the squares from the neighbour of `square` to the edge of the board.
fn walk(square: u8, (files, ranks): (i8, i8)) -> impl Iterator<Item = u8> {
    let start = (square as i8 % 8, square as i8 / 8);
    (1..8)
        .map(move |n| (start.0 + n * files, start.1 + n * ranks))
        .take_while(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank))
        .map(|(file, rank)| (rank * 8 + file) as u8)
}
