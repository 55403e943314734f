//! Polyglot's hash of a position: the exclusive or of a word for each piece on its square, for each
//! castling right, for a file on which a pawn may be captured en passant, and for White to move.
//!
//! The 781 words are part of the format, which `book_format.html` of Debian's package `polyglot`
//! describes; they are in `keys.txt`.

use std::sync::LazyLock;

use cleave_board::{Color, Position, Wing};

/// Where the words of each kind begin.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;
const WORDS: usize = 781;

static KEYS: LazyLock<[u64; WORDS]> = LazyLock::new(|| {
    let mut keys = [0; WORDS];
    for (key, word) in keys.iter_mut().zip(include_str!("keys.txt").split_whitespace()) {
        *key = u64::from_str_radix(word, 16).expect("the file has hexadecimal numbers");
    }
    keys
});

/// The hash of a position.
///
/// Polyglot also notes a double push if the pawn beside it is pinned and may not capture. A
/// [`Position`] does not, so such a position, which is rare, is not found in books of others.
pub fn of(position: &Position) -> u64 {
    let mut key = 0;
    for square in position.occupied() {
        let piece = position.piece_on(square).expect("the square is occupied");
        // Kinds are in the order of the words, from pawn to king.
        let kind = 2 * piece.kind().index() + usize::from(piece.color() == Color::White);
        key ^= KEYS[64 * kind + square.index()];
    }
    let rights = Color::ALL.map(|color| [Wing::King, Wing::Queen].map(|wing| (color, wing)));
    for (right, (color, wing)) in rights.into_iter().flatten().enumerate() {
        if position.castling().rook_file(color, wing).is_some() {
            key ^= KEYS[CASTLING + right];
        }
    }
    if let Some(square) = position.en_passant() {
        key ^= KEYS[EN_PASSANT + square.file().index()];
    }
    if position.side() == Color::White {
        key ^= KEYS[WHITE_TO_MOVE];
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of `book_format.html`.
    #[test]
    fn keys_are_those_of_the_description() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            (
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
                0x0756_b944_61c5_0fb0,
            ),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                0x22a4_8b5a_8e47_ff78,
            ),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                0x3c81_23ea_7b06_7637,
            ),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(of(&Position::from_fen(fen).unwrap()), key, "{fen}");
        }
        assert_eq!(include_str!("keys.txt").split_whitespace().count(), WORDS);
    }
}
