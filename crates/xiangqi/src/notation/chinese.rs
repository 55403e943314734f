//! Chinese notation: `炮二平五`, `马8进7`, `前车退一`.
//!
//! Red's numbers are Chinese, Black's Arabic. Equal pieces on a file are front (前), middle (中) and
//! rear (后). More than three are numbered from the front. If soldiers share two files, they are
//! numbered from the right, file by file, each from the front.

use super::files::{Described, describe};
use crate::{Color, Kind, Move, Position};

const NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

pub(super) fn write(position: &Position, mv: Move) -> String {
    let Some(moved) = describe(position, mv) else { return mv.to_string() };
    let target = number(moved.target.into(), moved.piece.color());
    format!("{}{}{target}", subject(&moved), moved.direction(['退', '平', '进']))
}

fn subject(moved: &Described) -> String {
    let name = simplified(moved.piece.character());
    match (moved.piece.kind(), moved.count) {
        (_, 1) | (Kind::Advisor | Kind::Elephant, _) => {
            format!("{name}{}", number(moved.file.into(), moved.piece.color()))
        }
        _ if moved.crowded_files > 1 => format!("{}{name}", NUMBERS[moved.among_all]),
        (_, 4..) => format!("{}{name}", NUMBERS[moved.index]),
        (_, count) => {
            let place = match moved.index {
                0 => '前',
                index if index + 1 == count => '后',
                _ => '中',
            };
            format!("{place}{name}")
        }
    }
}

fn number(number: usize, color: Color) -> char {
    match color {
        Color::Red => NUMBERS[number - 1],
        Color::Black => char::from(b'0' + number as u8),
    }
}

/// Converts a text to the characters of [`write`]. Changes traditional characters and full-width
/// digits.
pub(super) fn normalised(text: &str) -> String {
    text.trim().chars().map(simplified).collect()
}

fn simplified(character: char) -> char {
    match character {
        '帥' => '帅',
        '將' => '将',
        '馬' | '傌' => '马',
        '車' | '俥' => '车',
        '砲' | '包' | '炮' => '炮',
        '進' => '进',
        '後' => '后',
        '１'..='９' => char::from(b'1' + (character as u32 - '１' as u32) as u8),
        other => other,
    }
}

pub(super) fn looks_like(text: &str) -> bool {
    let text = normalised(text);
    text.chars().count() == 4 && text.chars().any(|character| "进平退".contains(character))
}
