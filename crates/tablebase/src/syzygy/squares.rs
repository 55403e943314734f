//! Numbers squares and pairs of squares, up to symmetry.
//!
//! A position without pawns is turned and mirrored so that its first piece is in the triangle
//! a1-d1-d4. A position with pawns is only mirrored, so that its first pawn is on files a to d.

use std::sync::LazyLock;

use cleave_board::{File, Rank, Square};

/// The maximum number of pieces of one kind and colour in a table.
const MOST: usize = 7;

/// Returns the number of ways to choose `k` of `n`, for `n` up to 63 and `k` up to 7, or 0 beyond.
pub(super) fn choose(k: usize, n: usize) -> u64 {
    static CHOICES: LazyLock<[[u64; 64]; MOST + 1]> = LazyLock::new(|| {
        let mut choices = [[0; 64]; MOST + 1];
        choices[0] = [1; 64];
        for k in 1..=MOST {
            for n in 1..64 {
                choices[k][n] = choices[k - 1][n - 1] + choices[k][n - 1];
            }
        }
        choices
    });
    CHOICES.get(k).and_then(|row| row.get(n)).copied().unwrap_or(0)
}

/// Returns the distance of a square above the diagonal from a1 to h8. It is negative below the
/// diagonal.
pub(super) fn above_diagonal(square: Square) -> i32 {
    square.rank().index() as i32 - square.file().index() as i32
}

/// Returns the number of a square below the diagonal, from 0 for b1 to 27 for h7, row by row.
pub(super) fn below_diagonal(square: Square) -> u64 {
    static NUMBERS: LazyLock<[u8; 64]> =
        LazyLock::new(|| numbered(Square::all().filter(|&square| above_diagonal(square) < 0)));
    NUMBERS[square.index()].into()
}

/// Returns the number of a square in the triangle a1-d1-d4. Numbers go from 0 for b1 to 5 for d3
/// below the diagonal, and from 6 for a1 to 9 for d4 on it.
pub(super) fn in_triangle(square: Square) -> u64 {
    static NUMBERS: LazyLock<[u8; 64]> = LazyLock::new(|| numbered(triangle()));
    NUMBERS[square.index()].into()
}

/// Returns the squares of the triangle, in the order of their numbers.
fn triangle() -> impl Iterator<Item = Square> {
    let with = |wanted: fn(i32) -> bool| {
        Square::all().filter(move |&square| {
            square.file() <= File::D
                && square.rank() <= Rank::FOURTH
                && wanted(above_diagonal(square))
        })
    };
    with(|above| above < 0).chain(with(|above| above == 0))
}

fn numbered(squares: impl Iterator<Item = Square>) -> [u8; 64] {
    let mut numbers = [0; 64];
    for (number, square) in (0..).zip(squares) {
        numbers[square.index()] = number;
    }
    numbers
}

/// The number of placements of two kings.
pub(super) const KING_PAIRS: u64 = 462;

/// Returns the number of a placement of two kings. The first is in the triangle. If it is on the
/// diagonal, the second is not above the diagonal.
pub(super) fn king_pair(first: Square, second: Square) -> u64 {
    static NUMBERS: LazyLock<Box<[[u16; 64]; 10]>> = LazyLock::new(number_king_pairs);
    NUMBERS[in_triangle(first) as usize][second.index()].into()
}

/// Numbers the pairs: first those not both on the diagonal, then the others.
fn number_king_pairs() -> Box<[[u16; 64]; 10]> {
    let pairs = |both_on_diagonal: bool| {
        triangle().flat_map(move |first| {
            let seconds = Square::all().filter(move |&second| {
                let (one, other) = (above_diagonal(first), above_diagonal(second));
                first.distance(second) > 1
                    && !(one == 0 && other > 0)
                    && (one == 0 && other == 0) == both_on_diagonal
            });
            seconds.map(move |second| (first, second))
        })
    };
    let mut numbers = Box::new([[0; 64]; 10]);
    for (number, (first, second)) in (0..).zip(pairs(false).chain(pairs(true))) {
        numbers[in_triangle(first) as usize][second.index()] = number;
    }
    numbers
}

/// Returns the rank of a pawn's square. The first pawn of a position has the highest rank. Ranks go
/// from 47 for a2 and 46 for h2 up the files, from the edge to the middle, to 0 for e7.
pub(super) fn pawn_rank(square: Square) -> usize {
    let file = square.file().index().min(7 - square.file().index());
    let above = square.rank().index().saturating_sub(1).min(5);
    47 - 2 * (6 * file + above) - usize::from(square.file() > File::D)
}

/// Returns the number of placements of `pawns` leading pawns whose first pawn is on a lower square
/// of the same file, from a to d.
pub(super) fn placements_before(pawns: usize, first: Square) -> u64 {
    let before = Rank::ALL[1..first.rank().index()].iter();
    before.map(|&rank| placements_with(pawns, Square::at(first.file(), rank))).sum()
}

/// Returns the number of placements of `pawns` leading pawns whose first pawn is on this file, from
/// a to d.
pub(super) fn placements_on(pawns: usize, file: File) -> u64 {
    let ranks = Rank::ALL[1..7].iter();
    ranks.map(|&rank| placements_with(pawns, Square::at(file, rank))).sum()
}

/// Returns the number of placements of `pawns` leading pawns whose first pawn is on this square.
fn placements_with(pawns: usize, first: Square) -> u64 {
    choose(pawns - 1, pawn_rank(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_without_gaps() {
        assert_eq!(below_diagonal(Square::B1), 0);
        assert_eq!(below_diagonal(Square::H7), 27);
        let numbers: Vec<u64> = triangle().map(in_triangle).collect();
        assert_eq!(numbers, (0..10).collect::<Vec<_>>());
        assert_eq!((in_triangle(Square::D3), in_triangle(Square::D4)), (5, 9));
        let largest = number_king_pairs().into_iter().flatten().max();
        assert_eq!(largest.map(u64::from), Some(KING_PAIRS - 1));
    }

    #[test]
    fn pawns_are_ranked_from_the_edge() {
        let ranks = [Square::A2, Square::H2, Square::A3, Square::B2, Square::D7, Square::E7];
        assert_eq!(ranks.map(pawn_rank), [47, 46, 45, 35, 1, 0]);
        let all: u64 = File::ALL[..4].iter().map(|&file| placements_on(2, file)).sum();
        assert_eq!(all, (1..48).step_by(2).sum::<u64>());
    }

    #[test]
    fn choices_are_pascals_triangle() {
        assert_eq!((choose(0, 0), choose(2, 4), choose(1, 63), choose(3, 2)), (1, 6, 63, 0));
        assert_eq!((choose(8, 60), choose(1, 64)), (0, 0));
    }
}
