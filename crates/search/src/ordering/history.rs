//! History tables with gravity, and countermoves: the search's knowledge about moves.
//!
//! A move that causes a cutoff gains, and the moves tried before it lose. The change shrinks as the entry nears its
//! bound ('gravity'), so that entries stay bounded and old results fade. All words are relaxed atomics, so that workers
//! can share the tables. A lost update is harmless. A store that would change nothing is left out, because it would
//! still take the line from the other workers. In the bench this applies to a third of the countermoves, and to one
//! entry of sixty.

use std::sync::atomic::{AtomicI16, AtomicU16, Ordering::Relaxed};

use cleave_board::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};
use cleave_shared_memory::{Plain, Shareable};

use crate::params;
use crate::path::{Path, PieceTo};
use crate::units::{Depth, Ply};

/// Bound of a history entry.
pub(crate) const HISTORY_MAX: i32 = 16_384;

/// The plies by which continuation history looks back: the opponent's last move, our own last move, and our move before
/// that.
const CONTINUATIONS: [usize; 3] = [0, 1, 3];

/// Entries by a piece and its target square.
type ByPieceTo<T> = [T; PieceTo::COUNT];
/// Entries by from and to square, and whether the enemy attacks each.
type ByFromTo = [[[AtomicI16; 64 * 64]; 2]; 2];

/// The index of a quiet move's entry by from and to square. A node keeps the index of the move that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(crate) struct BySquares(u16);

impl BySquares {
    /// The index of no move.
    pub(crate) const NONE: BySquares = BySquares(u16::MAX);

    /// Returns the index of a quiet move if the enemy attacks these squares.
    #[inline(always)]
    pub(crate) fn new(mv: Move, attacked: Bitboard) -> BySquares {
        let [from, to] = [mv.from(), mv.to()].map(|square| u16::from(attacked.has(square)));
        BySquares((from * 2 + to) * 64 * 64 + (mv.from().index() * 64 + mv.to().index()) as u16)
    }

    /// Returns the entry. Must not be called on [`BySquares::NONE`].
    #[inline(always)]
    fn entry(self, table: &ByFromTo) -> &AtomicI16 {
        &table.as_flattened().as_flattened()[usize::from(self.0)]
    }
}

/// The tables of a team or of one worker ([`cleave_smp::learns_apart`]). All-zero bytes are empty tables.
#[derive(Shareable)]
pub(crate) struct History {
    /// Quiet moves by side, from and to, and whether the enemy attacks these squares.
    butterfly: [ByFromTo; 2],
    /// Captures by moving piece, target square and captured kind.
    capture: ByPieceTo<[AtomicI16; 8]>,
    /// Quiet moves by an earlier move of the path and the move itself.
    continuation: ByPieceTo<[AtomicI16; PieceTo::COUNT]>,
    /// The quiet move that last refuted a move.
    counter: ByPieceTo<AtomicU16>,
}

impl History {
    /// Clears all tables.
    pub(crate) fn clear(&self) {
        let clear = |words: &[AtomicI16]| words.iter().for_each(|word| word.store(0, Relaxed));
        self.butterfly.iter().flatten().flatten().for_each(|words| clear(words));
        self.capture.iter().for_each(|words| clear(words));
        // Clears only the rows in use, a little more than half of the largest table.
        let rows = &self.continuation[..=PieceTo::NONE.index()];
        rows.iter().for_each(|row| clear(&row[..PieceTo::NONE.index()]));
        self.counter.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// Returns the tables for quiet moves of the position at `ply`, in which the enemy attacks these squares.
    #[inline]
    pub(crate) fn quiets(
        &self,
        position: &Position,
        attacked: Bitboard,
        path: &Path,
        ply: Ply,
    ) -> Quiets<'_> {
        Quiets {
            attacked,
            butterfly: &self.butterfly[position.side().index()],
            continuations: CONTINUATIONS
                .map(|back| &self.continuation[path.moved(ply, back).index()]),
            counter: &self.counter[path.moved(ply, 0).index()],
        }
    }

    /// Rewards the quiet move of `side` that led to `ply`, because no reply is good to this depth.
    pub(crate) fn reward_last(
        &self,
        side: Color,
        last: BySquares,
        path: &Path,
        ply: Ply,
        depth: Depth,
    ) {
        let Some(entry) = self.by_squares(side, last) else { return };
        change(entry, bonus(depth) / 2);
        let moved = path.moved(ply, 0).index();
        for back in CONTINUATIONS {
            let earlier = path.moved(ply, back + 1).index();
            change(&self.continuation[earlier][moved], bonus(depth));
        }
    }

    /// Rewards a quiet move of `side` after which the evaluation has gained this many centipawns, or penalises a move
    /// after which it has lost them.
    pub(crate) fn reward_gain(&self, side: Color, last: BySquares, gain: i32) {
        if let Some(entry) = self.by_squares(side, last) {
            let most = params::history_gain_most();
            change(entry, (gain * params::history_per_gain()).clamp(-most, most));
        }
    }

    fn by_squares(&self, side: Color, last: BySquares) -> Option<&AtomicI16> {
        (last != BySquares::NONE).then(|| last.entry(&self.butterfly[side.index()]))
    }

    /// Returns the score of a capture.
    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        get(self.capture_entry(position, mv))
    }

    /// Returns the reply that last refuted the move that led to `ply`.
    #[inline]
    pub(crate) fn counter(&self, path: &Path, ply: Ply) -> Move {
        Move::from_bits(self.counter[path.moved(ply, 0).index()].load(Relaxed))
    }

    /// Penalises the captures tried before a move that caused a cutoff, and rewards that move, `best`, if it is a
    /// capture.
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
}

/// The rows of the tables for the quiet moves of one position, looked up once.
pub(crate) struct Quiets<'a> {
    /// The squares that the enemy attacks.
    attacked: Bitboard,
    butterfly: &'a ByFromTo,
    continuations: [&'a [AtomicI16; PieceTo::COUNT]; CONTINUATIONS.len()],
    /// The countermove to the last move.
    counter: &'a AtomicU16,
}

impl Quiets<'_> {
    /// Returns the score of a move, the sum over all tables: at most 4 times `HISTORY_MAX` either way.
    #[inline]
    pub(crate) fn of(&self, position: &Position, mv: Move) -> i32 {
        let moved = piece_to(position, mv).index();
        get(self.anywhere(mv)) + self.continuations.iter().map(|row| get(&row[moved])).sum::<i32>()
    }

    /// Returns the score of a move by from and to square alone.
    #[inline]
    pub(crate) fn butterfly(&self, mv: Move) -> i32 {
        get(self.anywhere(mv))
    }

    /// As [`Quiets::of`], for all moves of one piece, whose rows are looked up once.
    #[inline(always)]
    pub(crate) fn of_piece(&self, piece: Piece, from: Square) -> impl Fn(Square) -> i32 {
        let leaving = &self.butterfly[usize::from(self.attacked.has(from))];
        let rows_anywhere =
            [&leaving[0], &leaving[1]].map(|words| &words.as_chunks::<64>().0[from.index()]);
        let rows = self.continuations.map(|row| &row.as_chunks::<64>().0[piece.index()]);
        let attacked = self.attacked;
        move |to| {
            let anywhere = rows_anywhere[usize::from(attacked.has(to))];
            let to = to.index();
            get(&anywhere[to]) + rows.iter().map(|row| get(&row[to])).sum::<i32>()
        }
    }

    /// Rewards a move that caused a cutoff and penalises the quiet moves tried before it.
    pub(crate) fn reward(&self, position: &Position, depth: Depth, best: Move, tried: &[Move]) {
        if self.counter.load(Relaxed) != best.bits() {
            self.counter.store(best.bits(), Relaxed);
        }
        self.change(position, best, bonus(depth));
        for &mv in tried {
            self.change(position, mv, -malus(depth));
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
        BySquares::new(mv, self.attacked).entry(self.butterfly)
    }
}

fn bonus(depth: Depth) -> i32 {
    let bonus = params::history_bonus_per_ply() * (2 * depth.get() - 1) / 2;
    bonus.clamp(20, params::history_bonus_most())
}

fn malus(depth: Depth) -> i32 {
    let malus = params::history_malus_per_ply() * (2 * depth.get() - 1) / 2;
    malus.clamp(20, params::history_malus_most())
}

#[inline(always)]
pub(crate) fn get(entry: &AtomicI16) -> i32 {
    i32::from(entry.load(Relaxed))
}

/// Moves an entry by `amount`, and by less the nearer it is to its bound.
pub(crate) fn change(entry: &AtomicI16, amount: i32) {
    let old = get(entry);
    let new = old + amount - old * amount.abs() / HISTORY_MAX;
    if new != old {
        entry.store(new as i16, Relaxed);
    }
}

#[inline(always)]
fn piece_to(position: &Position, mv: Move) -> PieceTo {
    PieceTo::new(position.piece_on(mv.from()).unwrap_or(Piece::WhitePawn), mv.to())
}

#[cfg(test)]
mod tests {
    use cleave_movegen::{attacked, legal_moves};

    use super::*;
    use crate::bench;
    use crate::testing::{mv, with_worker};

    #[test]
    fn cutoffs_raise_a_move_and_lower_the_moves_tried_before() {
        let position = Position::start();
        with_worker(&position, |context| {
            let (history, path) = (context.shared.history, &context.path);
            let best = mv(&position, "e4");
            let tried = ["a3", "h3"].map(|text| mv(&position, text));
            let quiets = history.quiets(&position, attacked(&position), path, Ply::ROOT);
            let value = |mv| quiets.of(&position, mv);
            for times in 1..400 {
                let before = value(best);
                quiets.reward(&position, Depth::new(9), best, &tried);
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
            quiets.reward(&position, Depth::new(9), tried[0], &[best]);
            assert!(value(best) < learnt);
            history.clear();
            assert_eq!((value(best), value(tried[0])), (0, 0));
            assert_eq!(history.counter(path, Ply::ROOT), Move::NONE);
        });
    }

    /// A knight that a pawn attacks leaves for another reason than a knight that is not attacked.
    #[test]
    fn a_move_out_of_an_attack_has_its_own_history() {
        let fens = ["4k3/8/8/2p5/3N4/8/8/4K3 w - - 0 1", "4k3/8/2p5/8/3N4/8/8/4K3 w - - 0 1"];
        let [hit, free] = fens.map(|fen| Position::from_fen(fen).expect("a legal position"));
        with_worker(&hit, |context| {
            let (history, path) = (context.shared.history, &context.path);
            let of = |position: &Position| {
                let quiets = history.quiets(position, attacked(position), path, Ply::ROOT);
                quiets.butterfly(mv(position, "Nf3"))
            };
            let quiets = history.quiets(&hit, attacked(&hit), path, Ply::ROOT);
            quiets.reward(&hit, Depth::new(6), mv(&hit, "Nf3"), &[]);
            assert!(of(&hit) > 0);
            assert_eq!(of(&free), 0);
        });
    }

    #[test]
    fn captures_are_remembered_by_their_victims() {
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
                let quiets = history.quiets(&position, attacked(&position), path, Ply::ROOT);
                for (number, mv) in legal_moves(&position).into_iter().enumerate() {
                    quiets.reward(&position, Depth::new(1 + number as i32 % 9), mv, &[]);
                }
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
}
