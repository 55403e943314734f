//! What the search has learnt about moves: history tables with gravity, and countermoves.
//!
//! A move that causes a cutoff gains, the moves tried before it lose. The change shrinks as the entry
//! nears its bound ('gravity'), so that entries stay bounded and old results fade. All words are
//! relaxed atomics, so that all workers share the tables; a lost update is harmless.

use std::sync::atomic::{AtomicI16, AtomicU16, Ordering::Relaxed};

use cleave_board::{Move, Piece, PieceKind, Position, Square};
use cleave_shared_memory::{Shareable, prefetch};

use crate::path::{Path, PieceTo};
use crate::units::{Depth, Ply};

/// Bound of a history entry.
pub(crate) const HISTORY_MAX: i32 = 16_384;

/// Correction entries are in 1/`CORRECTION_GRAIN` centipawn.
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_MAX: i32 = CORRECTION_GRAIN * 64;
const CORRECTION_SIZE: usize = 16_384;

/// How many plies back continuation history looks: the opponent's last move, our own last move, and
/// the one before.
const CONTINUATIONS: [usize; 3] = [0, 1, 3];

/// Entries by a piece and its target square.
type ByPieceTo<T> = [T; PieceTo::COUNT];
/// Entries by from and to square.
type ByFromTo = [AtomicI16; 64 * 64];

/// The tables, which all workers share in the arena. All-zero bytes are empty tables.
#[derive(Shareable)]
pub(crate) struct History {
    /// Quiet moves by side, from and to.
    butterfly: [ByFromTo; 2],
    /// Captures by moving piece, target square and captured kind.
    capture: ByPieceTo<[AtomicI16; 8]>,
    /// Quiet moves by an earlier move of the path and the move itself.
    continuation: ByPieceTo<[AtomicI16; PieceTo::COUNT]>,
    /// The quiet move that last refuted a move.
    counter: ByPieceTo<AtomicU16>,
    /// Correction of the evaluation by side and pawn structure.
    correction: [[AtomicI16; CORRECTION_SIZE]; 2],
}

impl History {
    /// Clears all tables.
    pub(crate) fn clear(&self) {
        let clear = |words: &[AtomicI16]| words.iter().for_each(|word| word.store(0, Relaxed));
        self.butterfly.iter().for_each(|words| clear(&words[..]));
        self.capture.iter().for_each(|words| clear(words));
        // Only the rows that are used, a little more than half of the largest table.
        let rows = &self.continuation[..=PieceTo::NONE.index()];
        rows.iter().for_each(|row| clear(&row[..PieceTo::NONE.index()]));
        self.correction.iter().for_each(|words| clear(&words[..]));
        self.counter.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// The tables for quiet moves of the position at `ply`.
    #[inline]
    pub(crate) fn quiets(&self, position: &Position, path: &Path, ply: Ply) -> Quiets<'_> {
        Quiets {
            butterfly: &self.butterfly[position.side().index()],
            continuations: CONTINUATIONS
                .map(|back| &self.continuation[path.moved(ply, back).index()]),
        }
    }

    /// The score of a capture.
    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        get(self.capture_entry(position, mv))
    }

    /// The reply that last refuted the move that led to `ply`.
    #[inline]
    pub(crate) fn counter(&self, path: &Path, ply: Ply) -> Move {
        Move::from_bits(self.counter[path.moved(ply, 0).index()].load(Relaxed))
    }

    /// Rewards a quiet move that caused a cutoff and penalises the quiet moves tried before it.
    pub(crate) fn reward_quiet(
        &self,
        position: &Position,
        path: &Path,
        ply: Ply,
        depth: Depth,
        best: Move,
        tried: &[Move],
    ) {
        self.counter[path.moved(ply, 0).index()].store(best.bits(), Relaxed);
        let quiets = self.quiets(position, path, ply);
        quiets.change(position, best, bonus(depth));
        for &mv in tried {
            quiets.change(position, mv, -malus(depth));
        }
    }

    /// Penalises the captures tried before a move that caused a cutoff, and rewards that move if it
    /// is a capture, `best`.
    pub(crate) fn reward_capture(
        &self,
        position: &Position,
        depth: Depth,
        best: Option<Move>,
        tried: &[Move],
    ) {
        if let Some(best) = best {
            change(self.capture_entry(position, best), bonus(depth));
        }
        for &mv in tried {
            change(self.capture_entry(position, mv), -malus(depth));
        }
    }

    #[inline(always)]
    fn capture_entry(&self, position: &Position, mv: Move) -> &AtomicI16 {
        let captured = position.piece_on(mv.to()).map_or(PieceKind::Pawn, Piece::kind);
        &self.capture[piece_to(position, mv).index()][captured.index()]
    }

    /// Centipawns to add to the static evaluation of positions with this pawn structure.
    #[inline]
    pub(crate) fn correction(&self, position: &Position) -> i32 {
        get(self.correction_entry(position)) / CORRECTION_GRAIN
    }

    /// Prefetches the entry that [`History::correction`] reads.
    #[inline(always)]
    pub(crate) fn prefetch_correction(&self, position: &Position) {
        prefetch(self.correction_entry(position));
    }

    /// Learns that the static evaluation was off by this many centipawns.
    pub(crate) fn learn_correction(&self, position: &Position, depth: Depth, error: i32) {
        let weight = (depth.get() + 1).min(16);
        let entry = self.correction_entry(position);
        let target = (error * CORRECTION_GRAIN).clamp(-CORRECTION_MAX, CORRECTION_MAX);
        let new = (get(entry) * (256 - weight) + target * weight) / 256;
        entry.store(new.clamp(-CORRECTION_MAX, CORRECTION_MAX) as i16, Relaxed);
    }

    #[inline(always)]
    fn correction_entry(&self, position: &Position) -> &AtomicI16 {
        let index = position.pawn_key().0 as usize % CORRECTION_SIZE;
        &self.correction[position.side().index()][index]
    }
}

/// The rows of the tables for the quiet moves of one position, looked up once.
pub(crate) struct Quiets<'a> {
    butterfly: &'a [AtomicI16; 64 * 64],
    continuations: [&'a [AtomicI16; PieceTo::COUNT]; CONTINUATIONS.len()],
}

impl Quiets<'_> {
    /// The score of a move, the sum over all tables: at most 4 times `HISTORY_MAX` either way.
    #[inline]
    pub(crate) fn of(&self, position: &Position, mv: Move) -> i32 {
        let moved = piece_to(position, mv).index();
        get(self.anywhere(mv)) + self.continuations.iter().map(|row| get(&row[moved])).sum::<i32>()
    }

    /// The score of a move by from and to square alone.
    #[inline]
    pub(crate) fn butterfly(&self, mv: Move) -> i32 {
        get(self.anywhere(mv))
    }

    /// As [`Quiets::of`], for all moves of one piece, whose rows are looked up once.
    #[inline(always)]
    pub(crate) fn of_piece(&self, piece: Piece, from: Square) -> impl Fn(Square) -> i32 {
        let anywhere = &self.butterfly.as_chunks::<64>().0[from.index()];
        let rows = self.continuations.map(|row| &row.as_chunks::<64>().0[piece.index()]);
        move |to| {
            let to = to.index();
            get(&anywhere[to]) + rows.iter().map(|row| get(&row[to])).sum::<i32>()
        }
    }

    fn change(&self, position: &Position, mv: Move, amount: i32) {
        let moved = piece_to(position, mv).index();
        change(self.anywhere(mv), amount);
        for row in self.continuations {
            change(&row[moved], amount);
        }
    }

    #[inline(always)]
    fn anywhere(&self, mv: Move) -> &AtomicI16 {
        &self.butterfly[mv.from().index() * 64 + mv.to().index()]
    }
}

fn bonus(depth: Depth) -> i32 {
    (170 * depth.get() - 80).clamp(20, 1700)
}

fn malus(depth: Depth) -> i32 {
    (190 * depth.get() - 90).clamp(20, 1500)
}

#[inline(always)]
fn get(entry: &AtomicI16) -> i32 {
    i32::from(entry.load(Relaxed))
}

/// Moves an entry by `amount`, and by less the nearer it is to its bound.
fn change(entry: &AtomicI16, amount: i32) {
    let old = get(entry);
    entry.store((old + amount - old * amount.abs() / HISTORY_MAX) as i16, Relaxed);
}

#[inline(always)]
fn piece_to(position: &Position, mv: Move) -> PieceTo {
    PieceTo::new(position.piece_on(mv.from()).unwrap_or(Piece::WhitePawn), mv.to())
}

#[cfg(test)]
mod tests {
    use cleave_movegen::legal_moves;
    use proptest::prelude::*;

    use super::*;
    use crate::bench;
    use crate::testing::{mv, with_worker};

    #[test]
    fn cutoffs_raise_a_move_and_lower_those_tried_before() {
        let position = Position::start();
        with_worker(&position, |context| {
            let (history, path) = (context.shared.history, &context.path);
            let best = mv(&position, "e4");
            let tried = ["a3", "h3"].map(|text| mv(&position, text));
            let value = |mv| history.quiets(&position, path, Ply::ROOT).of(&position, mv);
            for times in 1..400 {
                let before = value(best);
                history.reward_quiet(&position, path, Ply::ROOT, Depth::new(9), best, &tried);
                assert!(value(best) > before || times > 50, "{times}: {before}");
            }
            let limit = 4 * HISTORY_MAX;
            assert!((limit / 2..=limit).contains(&value(best)), "{}", value(best));
            for mv in tried {
                assert!((-limit..=-limit / 2).contains(&value(mv)), "{}", value(mv));
            }
            assert_eq!(value(mv(&position, "d4")), 0);
            assert_eq!(history.counter(path, Ply::ROOT), best);
            // Scores fade when the opposite happens.
            let learnt = value(best);
            history.reward_quiet(&position, path, Ply::ROOT, Depth::new(9), tried[0], &[best]);
            assert!(value(best) < learnt);
            history.clear();
            assert_eq!((value(best), value(tried[0])), (0, 0));
            assert_eq!(history.counter(path, Ply::ROOT), Move::NONE);
        });
    }

    #[test]
    fn captures_are_remembered_by_what_they_take() {
        let fen = "4k3/8/8/2p1q3/3P4/8/8/7K w - - 0 1";
        let position = Position::from_fen(fen).expect("a legal position");
        with_worker(&position, |context| {
            let history = context.shared.history;
            let [queen, pawn] = ["dxe5", "dxc5"].map(|text| mv(&position, text));
            history.reward_capture(&position, Depth::new(5), Some(queen), &[pawn]);
            assert!(history.capture(&position, queen) > 0);
            assert!(history.capture(&position, pawn) < 0);
            let fen = "4k3/8/8/4r3/3P4/8/8/7K w - - 0 1";
            let rook = Position::from_fen(fen).expect("a legal position");
            assert_eq!(history.capture(&rook, mv(&rook, "dxe5")), 0);
        });
    }

    /// Looking up the rows of a piece must give the same scores as looking up each move.
    #[test]
    fn piece_lookups_match_move_lookups() {
        for position in bench::positions() {
            with_worker(&position, |context| {
                let (history, path) = (context.shared.history, &context.path);
                for (number, mv) in legal_moves(&position).into_iter().enumerate() {
                    let depth = Depth::new(1 + number as i32 % 9);
                    history.reward_quiet(&position, path, Ply::ROOT, depth, mv, &[]);
                }
                let quiets = history.quiets(&position, path, Ply::ROOT);
                for mv in &legal_moves(&position) {
                    let piece = position.piece_on(mv.from()).expect("a legal move");
                    assert_eq!(
                        quiets.of_piece(piece, mv.from())(mv.to()),
                        quiets.of(&position, mv)
                    );
                }
            });
        }
    }

    proptest! {
        /// An error found repeatedly is corrected in full, up to a bound, for the side to move and
        /// pawn structure that had it.
        #[test]
        fn correction_approaches_the_error(error in -200i32..200, depth in 1i32..30) {
            let position = Position::start();
            with_worker(&position, |context| {
                let history = context.shared.history;
                let mut before = 0;
                for _ in 0..2_000 {
                    history.learn_correction(&position, Depth::new(depth), error);
                    let now = history.correction(&position).abs();
                    assert!(now >= before, "{now} after {before}");
                    before = now;
                }
                let bound = CORRECTION_MAX / CORRECTION_GRAIN;
                let expected = error.clamp(-bound, bound);
                let found = history.correction(&position);
                assert!((found - expected).abs() <= 1, "{found} instead of {expected}");
                assert_eq!(history.correction(&position.make_null()), 0);
            });
        }
    }
}
