//! Attacks of pawns, knights and kings, which other pieces cannot block. Lines between squares.

use crate::{Bitboard, Color, Square};

const fn steps(square: u8, steps: &[(i8, i8)]) -> Bitboard {
    let (file, rank) = ((square % 8) as i8, (square / 8) as i8);
    let (mut set, mut i) = (0, 0);
    while i < steps.len() {
        let (f, r) = (file + steps[i].0, rank + steps[i].1);
        if f >= 0 && f < 8 && r >= 0 && r < 8 {
            set |= 1 << (r * 8 + f);
        }
        i += 1;
    }
    Bitboard(set)
}

const fn table(moves: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square as usize] = steps(square, moves);
        square += 1;
    }
    table
}

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [Bitboard; 64] = table(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = table(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [table(&[(-1, 1), (1, 1)]), table(&[(-1, -1), (1, -1)])];

/// For each pair of squares: the line through both, and the squares strictly between them.
struct Lines {
    line: [[Bitboard; 64]; 64],
    between: [[Bitboard; 64]; 64],
}

static LINES: Lines = {
    let mut lines =
        Lines { line: [[Bitboard::EMPTY; 64]; 64], between: [[Bitboard::EMPTY; 64]; 64] };
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            let (df, dr) = KING_STEPS[d];
            let (back_f, back_r) = (-df, -dr);
            let whole = ray(from, df, dr) | ray(from, back_f, back_r) | 1 << from;
            let (mut f, mut r) = ((from % 8) as i8 + df, (from / 8) as i8 + dr);
            let mut passed = 0;
            while f >= 0 && f < 8 && r >= 0 && r < 8 {
                let to = (r * 8 + f) as usize;
                lines.line[from][to] = Bitboard(whole);
                lines.between[from][to] = Bitboard(passed);
                passed |= 1 << to;
                f += df;
                r += dr;
            }
            d += 1;
        }
        from += 1;
    }
    lines
};

const fn ray(from: usize, df: i8, dr: i8) -> u64 {
    let (mut f, mut r) = ((from % 8) as i8 + df, (from / 8) as i8 + dr);
    let mut set = 0;
    while f >= 0 && f < 8 && r >= 0 && r < 8 {
        set |= 1 << (r * 8 + f);
        f += df;
        r += dr;
    }
    set
}

/// Returns the squares a knight on `square` attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Returns the squares a king on `square` attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Returns the squares a pawn of `color` on `square` attacks.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Returns the squares strictly between two squares; empty if they share no line.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    LINES.between[a.index()][b.index()]
}

/// Returns the line through two squares, from edge to edge; empty if they share no line.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINES.line[a.index()][b.index()]
}
