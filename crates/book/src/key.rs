//! Computes Polyglot's hash of a position. It is the exclusive or of words for each piece on its square, each castling
//! right, the file of a pawn that can be captured en passant, and White to move.
//!
//! The 781 words are part of the format. `book_format.html` of Debian's package `polyglot` describes it. The words are
//! in `keys.txt`.

use std::sync::LazyLock;

use cleave_board::{Color, File, Move, MoveKind, PieceKind, Position, Rank, Square, Wing, attacks};

/// The index of the first word of each kind.
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

/// Returns the hash of a position after its last move. `last` is `None` at the start of a game.
///
/// Polyglot adds the file of a double push if an enemy pawn is next to the pushed pawn, even if the capture is illegal,
/// as by a pinned pawn. A [`Position`] records only legal captures, so the move decides.
pub fn after(position: &Position, last: Option<Move>) -> u64 {
    let pushed = last.filter(|mv| mv.kind() == MoveKind::DoublePush).map(Move::to);
    let barred = pushed.filter(|&pawn| is_barred(position, pawn));
    of(position) ^ barred.map_or(0, file_word)
}

/// Returns all hashes that a position may have in a book, the likeliest first. A double push next to a pawn that may
/// not capture gives another hash than other moves, although the position is the same by the rules.
pub fn all(position: &Position) -> impl Iterator<Item = u64> {
    let key = of(position);
    let pushed = |file| Square::at(file, Rank::FOURTH.relative_to(!position.side()));
    let barred = File::ALL.into_iter().map(pushed).filter(|&pawn| is_barred(position, pawn));
    let barred = barred.map(move |pawn| key ^ file_word(pawn));
    // The last move was a pawn's move or a capture, and no en passant capture is legal.
    let may_be_barred = position.en_passant().is_none() && position.halfmove_clock() == 0;
    barred.filter(move |_| may_be_barred).chain([key])
}

fn file_word(pawn: Square) -> u64 {
    KEYS[EN_PASSANT + pawn.file().index()]
}

/// Returns true if this pawn of the other side may just have made a double push, and is next to a pawn that may not
/// capture it.
fn is_barred(position: &Position, pawn: Square) -> bool {
    let (us, them) = (position.side(), !position.side());
    let target = pawn.forward(us);
    let is_empty = |square| position.piece_on(square).is_none();
    position.pieces(them, PieceKind::Pawn).has(pawn)
        && is_empty(target)
        && is_empty(target.forward(us))
        && (attacks::pawn(them, target) & position.pieces(us, PieceKind::Pawn)).any()
        && !position.can_capture_en_passant(target)
}

/// Returns the hash of a position if only legal en passant captures count.
fn of(position: &Position) -> u64 {
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

    /// The positions and keys are the examples of `book_format.html`.
    #[test]
    fn keys_agree_with_the_description() {
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
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(after(&position, None), key, "{fen}");
            assert_eq!(all(&position).last(), Some(key), "{fen}");
        }
        assert_eq!(include_str!("keys.txt").split_whitespace().count(), WORDS);
    }
    /// The pawn next to the pushed pawn is pinned on its file, pinned on its rank, or free. In the second case the last
    /// move is no double push. python-chess computed the keys.
    #[test]
    fn a_double_push_next_to_a_pawn_changes_the_key() {
        for (fen, moves, key) in [
            (Position::START_FEN, "e4 e5 f4 exf4 e5 Qe7 a3 d5", 0xb431_d0e5_6aa8_5b34),
            (Position::START_FEN, "e4 e5 f4 exf4 e5 Qe7 a3 d5 d4 f6", 0xa1c8_27d5_7d32_f1a8),
            ("4k3/3p4/8/K1P4q/8/8/8/8 b - - 0 1", "d5", 0x6f76_ed16_9790_1397),
            ("4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c5", 0xa25a_e095_1250_a8de),
        ] {
            let start = Position::from_fen(fen).unwrap();
            let (position, last) = played(start, moves);
            assert_eq!(after(&position, last), key, "{moves}");
            assert!(all(&position).any(|known| known == key), "{moves}");
        }
    }

    /// Another order of moves gives the same position with another key.
    #[test]
    fn all_keys_of_a_position_are_known() {
        let (pushed, last) = played(Position::start(), "e4 e5 f4 exf4 e5 Qe7 a3 d5");
        let (stepped, other) = played(Position::start(), "e4 d6 f4 e5 a3 exf4 e5 Qe7 h3 d5");
        assert!(pushed.en_passant().is_none() && stepped.en_passant().is_none());
        let keys: Vec<u64> = all(&pushed).collect();
        assert_eq!(keys, [after(&pushed, last), after(&pushed, None)]);
        assert!(all(&stepped).any(|key| key == after(&stepped, other)));
        // A quiet move has followed.
        let (later, _) = played(pushed, "Nf3 Nf6");
        assert_eq!(all(&later).count(), 1);
    }

    fn played(start: Position, moves: &str) -> (Position, Option<Move>) {
        moves.split(' ').fold((start, None), |(position, _), text| {
            let mv = cleave_movegen::parse_move(&position, text).unwrap();
            (position.make(mv), Some(mv))
        })
    }
}
