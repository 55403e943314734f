//! What WXF and Chinese notation have in common: which piece moves, which way, and how far.

use crate::{Color, Kind, Move, Piece, Position, Square};

/// A move as its player sees it.
pub(super) struct Described {
    pub(super) kind: Kind,
    pub(super) color: Color,
    /// The file it leaves, 1 to 9 from the player's right.
    pub(super) file: u8,
    /// Its place among the pieces of the kind on its file, from the front.
    pub(super) place: Place,
    pub(super) direction: Direction,
    /// The file it goes to; for a straight move ahead or back the number of ranks.
    pub(super) target: u8,
}

/// A piece's place among equal pieces on its file.
pub(super) struct Place {
    /// 0 for the foremost.
    pub(super) index: usize,
    pub(super) count: usize,
    /// The place among all soldiers that share a file with another, file by file from the right, and
    /// how many files those are.
    pub(super) among_all: usize,
    pub(super) crowded_files: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Ahead,
    Sideways,
    Back,
}

/// The file's number, 1 to 9 from the right of the player.
fn file_number(square: Square, color: Color) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

pub(super) fn describe(position: &Position, mv: Move) -> Option<Described> {
    let piece = position.piece_on(mv.from())?;
    let color = piece.color();
    let [from, to] = [mv.from(), mv.to()].map(|square| square.relative_to(color).rank());
    let direction = match to.cmp(&from) {
        std::cmp::Ordering::Greater => Direction::Ahead,
        std::cmp::Ordering::Equal => Direction::Sideways,
        std::cmp::Ordering::Less => Direction::Back,
    };
    let is_straight = mv.from().file() == mv.to().file();
    let target = if is_straight { to.abs_diff(from) } else { file_number(mv.to(), color) };
    Some(Described {
        kind: piece.kind(),
        color,
        file: file_number(mv.from(), color),
        place: place(position, piece, mv.from()),
        direction,
        target,
    })
}

fn place(position: &Position, piece: Piece, square: Square) -> Place {
    let color = piece.color();
    let mut same: Vec<Square> = position.pieces(color, piece.kind()).into_iter().collect();
    same.sort_by_key(|other| {
        (file_number(*other, color), std::cmp::Reverse(other.relative_to(color).rank()))
    });
    let on_file = |file: u8| same.iter().filter(move |other| other.file() == file);
    let is_crowded = |file: u8| on_file(file).count() > 1;
    let crowded = same.iter().filter(|other| is_crowded(other.file()));
    Place {
        index: on_file(square.file()).position(|&other| other == square).unwrap_or(0),
        count: on_file(square.file()).count(),
        among_all: crowded.clone().position(|&other| other == square).unwrap_or(0),
        crowded_files: (0..9).filter(|&file| is_crowded(file)).count(),
    }
}
