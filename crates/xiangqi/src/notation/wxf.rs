//! The notation of the World Xiangqi Federation: `C2=5`, `H8+7`, `R+-1`.
//!
//! A move has letter, file, direction, and file or number of ranks. Of two equal pieces on a file the front one has `+`
//! in place of the file, the other `-`, as in `R+=3`. If three soldiers share a file, or two files have several
//! soldiers each, the place from the front replaces the letter: `15=4` is the front soldier of file 5. Advisors and
//! elephants keep their file, because only one of two on a file can go ahead.

use super::files::{Described, describe};
use crate::{Kind, Move, Position};

pub(super) fn write(position: &Position, mv: Move) -> String {
    let subject = |moved: &Described| match (moved.piece.kind(), moved.count) {
        (_, 1) | (Kind::Advisor | Kind::Elephant, _) => by_file(moved),
        (Kind::Soldier, count) if count > 2 || moved.crowded_files > 1 => {
            format!("{}{}", moved.index + 1, moved.file)
        }
        (kind, _) => format!("{}{}", letter(kind), if moved.index == 0 { '+' } else { '-' }),
    };
    write_as(position, mv, subject)
}

/// Writes a move with the file, even if another piece of the kind is on it. Fairy-Stockfish writes a move like this if
/// no other piece can make it. Such a text is read only if it fits one move.
pub(super) fn write_by_file(position: &Position, mv: Move) -> String {
    write_as(position, mv, by_file)
}

fn write_as(position: &Position, mv: Move, subject: impl Fn(&Described) -> String) -> String {
    let Some(moved) = describe(position, mv) else { return mv.to_string() };
    format!("{}{}{}", subject(&moved), moved.direction(['-', '=', '+']), moved.target)
}

fn by_file(moved: &Described) -> String {
    format!("{}{}", letter(moved.piece.kind()), moved.file)
}

const fn letter(kind: Kind) -> char {
    match kind {
        Kind::Elephant => 'E',
        Kind::Horse => 'H',
        kind => kind.letter().to_ascii_uppercase(),
    }
}

/// Converts a text to the form of [`write`]. It may have `.` for `=`, `N` and `B` for `H` and `E`, and lower case.
pub(super) fn normalised(text: &str) -> String {
    let upper = text.trim().to_ascii_uppercase().replace('.', "=");
    upper.replace('N', "H").replace('B', "E")
}

pub(super) fn looks_like(text: &str) -> bool {
    let text = normalised(text);
    let characters: Vec<char> = text.chars().collect();
    matches!(characters[..], [subject, place, direction, target]
        if ("KAEHCRP12345".contains(subject))
            && (place.is_ascii_digit() || "+-".contains(place))
            && "+=-".contains(direction)
            && target.is_ascii_digit())
}
