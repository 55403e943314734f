//! Static evaluation: a sum of weights by name.
//!
//! [`terms`] counts what a position has of each term, Red's count less Black's. [`evaluate`] adds weight times
//! count, and [`trace`] lists the same counts, so that a tuner can fit the weights and the trace always sums
//! to the value.

use cleave_xiangqi::{Color, Kind, Piece, Position, Square};

/// Rows of the table of weights.
#[derive(Clone, Copy)]
#[repr(usize)]
enum Term {
    Material = 0,
    Mobility = 7,
    Attack = 14,
    Centre = 21,
    Advance = 28,
    SoldierAcross = 29,
    SoldierLow = 30,
    BarePalace = 31,
    CannonFile = 32,
    Tempo = 33,
}

const TERMS: usize = 34;

/// The weights, in hundredths of a soldier at home.
static WEIGHTS: [(&str, i32); TERMS] = [
    ("material soldier", 90),
    ("material advisor", 190),
    ("material elephant", 200),
    ("material horse", 390),
    ("material cannon", 430),
    ("material rook", 900),
    ("material general", 0),
    ("mobility soldier", 0),
    ("mobility advisor", 2),
    ("mobility elephant", 2),
    ("mobility horse", 11),
    ("mobility cannon", 3),
    ("mobility rook", 6),
    ("mobility general", 4),
    ("attack soldier", 20),
    ("attack advisor", 0),
    ("attack elephant", 0),
    ("attack horse", 18),
    ("attack cannon", 10),
    ("attack rook", 14),
    ("attack general", 0),
    ("centre soldier", 8),
    ("centre advisor", 2),
    ("centre elephant", 6),
    ("centre horse", 4),
    ("centre cannon", 2),
    ("centre rook", 3),
    ("centre general", 8),
    ("advance of a horse, cannon or rook, per rank", 3),
    ("soldier across the river", 70),
    ("soldier on the last two ranks", -40),
    ("missing advisor or elephant before a rook", -14),
    ("cannon on the file of the general", 18),
    ("tempo", 12),
];

/// The value for the side to move.
pub fn evaluate(position: &Position) -> i32 {
    let mut sum = 0;
    terms(position, |row, count| sum += WEIGHTS[row].1 * count);
    let sum = if position.side() == Color::Red { sum } else { -sum };
    sum + WEIGHTS[Term::Tempo as usize].1
}

/// Each term with its weight, and how often Red has it less how often Black; the products sum to the
/// value for Red, but for the tempo, which is the mover's.
pub fn trace(position: &Position) -> Vec<(&'static str, i32, i32)> {
    let mut counts = [0; TERMS];
    terms(position, |row, count| counts[row] += count);
    counts[Term::Tempo as usize] = if position.side() == Color::Red { 1 } else { -1 };
    WEIGHTS.iter().zip(counts).map(|(&(name, weight), count)| (name, weight, count)).collect()
}

fn terms(position: &Position, mut add: impl FnMut(usize, i32)) {
    for color in Color::ALL {
        let sign = if color == Color::Red { 1 } else { -1 };
        let mut add = |term: usize, count: i32| add(term, sign * count);
        for kind in Kind::ALL {
            for square in position.pieces(color, kind) {
                of_piece(position, Piece::new(color, kind), square, &mut add);
            }
        }
        let guards = position.pieces(color, Kind::Advisor) | position.pieces(color, Kind::Elephant);
        let rooks = position.pieces(!color, Kind::Rook).len();
        add(Term::BarePalace as usize, ((4 - guards.len().min(4)) * rooks) as i32);
    }
}

fn of_piece(position: &Position, piece: Piece, square: Square, add: &mut impl FnMut(usize, i32)) {
    let (kind, color) = (piece.kind(), piece.color());
    let enemy = position.general(!color);
    let reached = position.destinations(piece, square);
    let near = |to: &Square| {
        to.file().abs_diff(enemy.file()) <= 1 && to.rank().abs_diff(enemy.rank()) <= 1
    };
    add(Term::Material as usize + kind.index(), 1);
    add(Term::Mobility as usize + kind.index(), reached.len() as i32);
    add(Term::Attack as usize + kind.index(), reached.into_iter().filter(near).count() as i32);
    add(Term::Centre as usize + kind.index(), 4 - i32::from(square.file().abs_diff(4)));
    let rank = i32::from(square.relative_to(color).rank());
    match kind {
        Kind::Soldier if rank >= 8 => add(Term::SoldierLow as usize, 1),
        Kind::Soldier if rank >= 5 => add(Term::SoldierAcross as usize, 1),
        Kind::Horse | Kind::Cannon | Kind::Rook => add(Term::Advance as usize, rank.min(7)),
        _ => {}
    }
    if kind == Kind::Cannon && square.file() == enemy.file() {
        add(Term::CannonFile as usize, 1);
    }
}
