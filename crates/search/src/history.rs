//! What the search has learnt about moves: history tables with gravity, and countermoves.
//!
//! A move that causes a cutoff gains, the moves tried before it lose; the change shrinks as the
//! entry nears its bound ('gravity'), so that entries stay within it and old lessons fade. All
//! words are relaxed atomics: with one worker they cost nothing on the usual machines, and a table
//! may be shared by many workers as it is. A lost update is harmless.

use std::sync::atomic::{AtomicI16, AtomicU16, Ordering::Relaxed};

use cleave_board::{Color, Move, Piece, PieceKind, Position};

use crate::path::{Path, PieceTo};
use crate::units::{Depth, Ply};

/// Bound of a history entry.
pub const HISTORY_MAX: i32 = 16_384;

/// Correction entries are in 1/`CORRECTION_GRAIN` centipawn.
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_MAX: i32 = CORRECTION_GRAIN * 64;
const CORRECTION_SIZE: usize = 16_384;

/// How many plies back continuation history looks: at the opponent's last move, our own last
/// move, and the one before.
const CONTINUATIONS: [usize; 3] = [0, 1, 3];

/// The tables.
pub struct History {
    /// Quiet moves by side, from and to.
    butterfly: Box<[AtomicI16]>,
    /// Captures by moving piece, target square and captured kind.
    capture: Box<[AtomicI16]>,
    /// Quiet moves by an earlier move of the path and the move itself.
    continuation: Box<[AtomicI16]>,
    /// The quiet move that last refuted a move.
    counter: Box<[AtomicU16]>,
    /// By side and pawn structure: how far the evaluation was off.
    correction: Box<[AtomicI16]>,
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

impl History {
    /// Empty tables.
    pub fn new() -> History {
        let words = |n: usize| (0..n).map(|_| AtomicI16::new(0)).collect();
        History {
            butterfly: words(2 * 64 * 64),
            capture: words(12 * 64 * 6),
            continuation: words(PieceTo::COUNT * PieceTo::COUNT),
            counter: (0..PieceTo::COUNT).map(|_| AtomicU16::new(0)).collect(),
            correction: words(2 * CORRECTION_SIZE),
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        let tables = [&self.butterfly, &self.capture, &self.continuation, &self.correction];
        tables.into_iter().flat_map(|t| t.iter()).for_each(|word| word.store(0, Relaxed));
        self.counter.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// How good this quiet move has been, here and elsewhere: about -4 to +4 times `HISTORY_MAX`.
    #[inline]
    pub fn quiet(&self, position: &Position, path: &Path, ply: Ply, mv: Move) -> i32 {
        let moved = piece_to(position, mv);
        let mut sum = get(&self.butterfly[butterfly(position.side(), mv)]);
        for back in CONTINUATIONS {
            sum += get(&self.continuation[continuation(path.moved(ply, back), moved)]);
        }
        sum
    }

    /// How good this quiet move has been anywhere.
    #[inline]
    pub fn butterfly(&self, position: &Position, mv: Move) -> i32 {
        get(&self.butterfly[butterfly(position.side(), mv)])
    }

    /// How good this capture has been.
    #[inline]
    pub fn capture(&self, position: &Position, mv: Move) -> i32 {
        get(&self.capture[capture(position, mv)])
    }

    /// The answer that last refuted the move that led to `ply`.
    #[inline]
    pub fn counter(&self, path: &Path, ply: Ply) -> Move {
        Move::from_bits(self.counter[path.moved(ply, 0).index()].load(Relaxed))
    }

    /// A quiet move caused a cutoff where these others had been tried before.
    pub fn reward_quiet(
        &self,
        position: &Position,
        path: &Path,
        ply: Ply,
        depth: Depth,
        best: Move,
        tried: &[Move],
    ) {
        self.counter[path.moved(ply, 0).index()].store(best.bits(), Relaxed);
        self.change_quiet(position, path, ply, best, bonus(depth));
        for &mv in tried {
            self.change_quiet(position, path, ply, mv, -malus(depth));
        }
    }

    /// A move caused a cutoff where these captures had been tried before (or `best` is one).
    pub fn reward_capture(
        &self,
        position: &Position,
        depth: Depth,
        best: Option<Move>,
        tried: &[Move],
    ) {
        if let Some(best) = best {
            change(&self.capture[capture(position, best)], bonus(depth));
        }
        for &mv in tried {
            change(&self.capture[capture(position, mv)], -malus(depth));
        }
    }

    fn change_quiet(&self, position: &Position, path: &Path, ply: Ply, mv: Move, amount: i32) {
        let moved = piece_to(position, mv);
        change(&self.butterfly[butterfly(position.side(), mv)], amount);
        for back in CONTINUATIONS {
            change(&self.continuation[continuation(path.moved(ply, back), moved)], amount);
        }
    }

    /// Centipawns to add to the static evaluation of positions with this pawn structure.
    #[inline]
    pub fn correction(&self, position: &Position) -> i32 {
        get(&self.correction[correction(position)]) / CORRECTION_GRAIN
    }

    /// The search found the static evaluation to be off by this many centipawns.
    pub fn learn_correction(&self, position: &Position, depth: Depth, error: i32) {
        let weight = (depth.get() + 1).min(16);
        let entry = &self.correction[correction(position)];
        let target = (error * CORRECTION_GRAIN).clamp(-CORRECTION_MAX, CORRECTION_MAX);
        let new = (get(entry) * (256 - weight) + target * weight) / 256;
        entry.store(new.clamp(-CORRECTION_MAX, CORRECTION_MAX) as i16, Relaxed);
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

/// Moves an entry by `amount`, less the nearer it is to the bound.
fn change(entry: &AtomicI16, amount: i32) {
    let old = get(entry);
    entry.store((old + amount - old * amount.abs() / HISTORY_MAX) as i16, Relaxed);
}

#[inline(always)]
fn piece_to(position: &Position, mv: Move) -> PieceTo {
    PieceTo::new(position.piece_on(mv.from()).unwrap_or(Piece::WhitePawn), mv.to())
}

#[inline(always)]
fn butterfly(side: Color, mv: Move) -> usize {
    side.index() * 4096 + mv.from().index() * 64 + mv.to().index()
}

#[inline(always)]
fn continuation(earlier: PieceTo, moved: PieceTo) -> usize {
    earlier.index() * PieceTo::COUNT + moved.index()
}

#[inline(always)]
fn capture(position: &Position, mv: Move) -> usize {
    let captured = position.piece_on(mv.to()).map_or(PieceKind::Pawn, Piece::kind);
    piece_to(position, mv).index() * 6 + captured.index()
}

#[inline(always)]
fn correction(position: &Position) -> usize {
    position.side().index() * CORRECTION_SIZE + position.pawn_key().0 as usize % CORRECTION_SIZE
}
