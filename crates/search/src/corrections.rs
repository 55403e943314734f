//! Corrections of the static evaluation: where it was wrong, and by how much.
//!
//! The error of an evaluation depends on features of the position. Each table represents one of them: the pawns, the
//! minor pieces and kings, all pieces of a colour, the last two moves. The correction is their weighted sum. All tables
//! learn from the error that this sum leaves.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use cleave_board::{Color, PieceKind, Position};
use cleave_shared_memory::{Shareable, prefetch};

use crate::ordering::history::{HISTORY_MAX, change, get};
use crate::params;
use crate::path::{Path, PieceTo};
use crate::units::{Depth, Ply};

/// Entries are in 1/`GRAIN` centipawn.
const GRAIN: i32 = 256;
const SIZE: usize = 16_384;
/// The moves of all pieces, and none.
const MOVES: usize = PieceTo::NONE.index() + 1;

/// A table for each side to move.
type BySide = [[AtomicI16; SIZE]; 2];

/// The tables. All-zero bytes are empty tables.
#[derive(Shareable)]
pub(crate) struct Corrections {
    pawns: BySide,
    minors: BySide,
    /// By the pieces of White, and of Black.
    pieces: [BySide; 2],
    /// By the last move and the one before.
    moves: [[AtomicI16; MOVES]; MOVES],
}

impl Corrections {
    /// Clears all tables.
    pub(crate) fn clear(&self) {
        let clear = |words: &[AtomicI16]| words.iter().for_each(|word| word.store(0, Relaxed));
        let tables = [&self.pawns, &self.minors, &self.pieces[0], &self.pieces[1]];
        tables.into_iter().flatten().for_each(|words| clear(words));
        self.moves.iter().for_each(|row| clear(row));
    }

    /// Returns the centipawns to add to the static evaluation of a position.
    #[inline]
    pub(crate) fn of(&self, position: &Position, path: &Path, ply: Ply) -> i32 {
        let [pawns, minors, white, black, moves] = self.entries(position, path, ply).map(get);
        let sum = pawns * params::correction_pawns()
            + minors * params::correction_minors()
            + (white + black) * params::correction_pieces()
            + moves * params::correction_moves();
        sum / (1024 * GRAIN)
    }

    /// Prefetches the entries that [`Corrections::of`] reads of a position, after its last move and the one before.
    #[inline(always)]
    pub(crate) fn prefetch(&self, position: &Position, [last, before]: [PieceTo; 2]) {
        let side = position.side().index();
        let [pawns, minors, white, black] = keys(position);
        prefetch(&self.pawns[side][pawns]);
        prefetch(&self.minors[side][minors]);
        prefetch(&self.pieces[0][side][white]);
        prefetch(&self.pieces[1][side][black]);
        prefetch(&self.moves[last.index()][before.index()]);
    }

    /// Learns that the corrected evaluation was off by this many centipawns.
    pub(crate) fn learn(
        &self,
        position: &Position,
        path: &Path,
        ply: Ply,
        depth: Depth,
        error: i32,
    ) {
        let most = HISTORY_MAX / 4;
        let amount = error * GRAIN * depth.get().max(1) / 1024 * params::correction_rate();
        for entry in self.entries(position, path, ply) {
            change(entry, amount.clamp(-most, most));
        }
    }

    #[inline(always)]
    fn entries(&self, position: &Position, path: &Path, ply: Ply) -> [&AtomicI16; 5] {
        let side = position.side().index();
        let [pawns, minors, white, black] = keys(position);
        [
            &self.pawns[side][pawns],
            &self.minors[side][minors],
            &self.pieces[0][side][white],
            &self.pieces[1][side][black],
            &self.moves[path.moved(ply, 0).index()][path.moved(ply, 1).index()],
        ]
    }
}

/// Returns the indices of a position: its pawns, its minor pieces and kings, the pieces of either colour.
#[inline(always)]
fn keys(position: &Position) -> [usize; 4] {
    use PieceKind::{Bishop, King, Knight, Queen, Rook};
    let of = |color, kinds: &[PieceKind]| {
        kinds.iter().fold(0u64, |hash, &kind| {
            let spread = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(2 * kind.index() as u64 + 1);
            hash ^ position.pieces(color, kind).0.wrapping_mul(spread)
        })
    };
    let index =
        |hash: u64| ((hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 50) as usize;
    let both =
        |kinds: &[PieceKind]| of(Color::White, kinds) ^ of(Color::Black, kinds).rotate_left(32);
    let pieces = [Knight, Bishop, Rook, Queen, King];
    [
        position.pawn_key().0 as usize % SIZE,
        index(both(&[Knight, Bishop, King])),
        index(of(Color::White, &pieces)),
        index(of(Color::Black, &pieces)),
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{mv, with_worker};

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a legal position")
    }

    proptest! {
        /// An error found repeatedly is corrected in full, within the range of the entries, for the side to move that
        /// had it.
        #[test]
        fn corrections_approach_the_error(error in -50i32..50, depth in 1i32..20) {
            let position = Position::start();
            with_worker(&position, |context| {
                let corrections = context.shared.corrections;
                let of = |position| corrections.of(position, &context.path, Ply::ROOT);
                for _ in 0..3_000 {
                    let rest = error - of(&position);
                    corrections.learn(&position, &context.path, Ply::ROOT, Depth::new(depth), rest);
                }
                assert!((of(&position) - error).abs() <= 4, "{} of {error}", of(&position));
                let moves = of(&position.make_null());
                assert!(moves.abs() <= error.abs() / 3 + 4, "{moves}: by the moves alone");
            });
        }
    }

    /// Returns the correction of a position after an error of 100 centipawns in another.
    fn learnt_from(other: &str, fen: &str) -> i32 {
        let (other, position) = (position(other), position(fen));
        let mut learnt = 0;
        with_worker(&other, |context| {
            let corrections = context.shared.corrections;
            // Another move leads here, so that only the tables by pieces apply.
            let path = &mut context.path;
            path.enter(Ply::new(1), &other, PieceTo::NONE);
            let quiet = mv(&Position::start(), "e4");
            path.enter(
                Ply::new(2),
                &position,
                PieceTo::new(cleave_board::Piece::WhitePawn, quiet.to()),
            );
            for _ in 0..100 {
                corrections.learn(&other, path, Ply::new(1), Depth::new(8), 100);
            }
            learnt = corrections.of(&position, path, Ply::new(2));
        });
        learnt
    }

    #[test]
    fn positions_learn_from_positions_with_a_common_feature() {
        let here = "r2qk3/ppp2p2/2n5/8/8/2N5/PPP2P2/R2QK3 w - - 0 1";
        let all = learnt_from(here, here);
        for (aspect, other) in [
            ("pawns", "4k2r/ppp2p2/5n2/8/8/5N2/PPP2P2/4K2R w - - 0 1"),
            ("minor pieces", "r3k3/pp4p1/2n5/8/8/2N5/PP4P1/R3K3 w - - 0 1"),
            ("white pieces", "4k2r/pp4p1/5n2/8/8/2N5/PP4P1/R2QK3 w - - 0 1"),
            ("black pieces", "r2qk3/pp4p1/2n5/8/8/5N2/PP4P1/4K2R w - - 0 1"),
        ] {
            let learnt = learnt_from(other, here);
            assert!(0 < learnt && learnt < all, "{aspect}: {learnt} of {all}");
        }
        assert_eq!(learnt_from("4k3/8/8/8/8/8/8/4K2Q w - - 0 1", here), 0, "nothing in common");
        assert_eq!(learnt_from(&here.replace(" w ", " b "), here), 0, "the other side to move");
    }
}
