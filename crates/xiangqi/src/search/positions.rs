//! Twenty-four positions for measuring searches, from the opening to the ending.

use crate::Position;

const TEXT: &str = include_str!("../../../../data/xiangqi/search.txt");

/// Returns the positions, in the order of falling numbers of pieces.
pub fn all() -> impl Iterator<Item = Position> {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
    lines.map(|fen| Position::from_fen(fen).expect("the positions are legal"))
}
