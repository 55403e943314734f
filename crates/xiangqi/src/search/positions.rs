//! Twenty-four positions to measure searches with, from the opening to the ending.

use crate::Position;

const TEXT: &str = include_str!("../../../../data/xiangqi/search.txt");

/// The positions, of which each has fewer pieces than those before it, or as many.
pub fn all() -> impl Iterator<Item = Position> {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
    lines.map(|fen| Position::from_fen(fen).expect("the positions are legal"))
}
