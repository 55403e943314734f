//! Staged move ordering: moves are generated only when they are needed, best first.
//!
//! Table move, captures that do not lose material, killers, countermove, quiet moves by history,
//! losing captures. Most cut nodes end at the first or second stage, before a single quiet move
//! has been generated.

use cleave_board::{Bitboard, Move, Piece, PieceKind, Position, SEE_VALUES, Square};
use cleave_movegen::{Each, Masks, captures, is_legal, quiets};

use crate::root::RootMove;
use crate::scored::{Scored, best_to_front, is_tactical, victim_value};
use crate::units::Ply;
use crate::worker::Worker;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    Counter,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    /// The root's moves, already in order.
    Root,
    Done,
}

/// More than the 218 moves that the richest legal position has.
const CAPACITY: usize = 224;

/// Captures whose exchange loses more than this wait until the quiet moves are through.
const GOOD_CAPTURE_FLOOR: i32 = -20;

/// The moves of one node, in order of promise.
#[derive(Clone, Copy)]
pub(super) struct Picker {
    stage: Stage,
    table_move: Move,
    killers: [Move; 2],
    counter: Move,
    skip_quiets: bool,
    /// `moves[..bad]` are losing captures, `moves[next..end]` wait to be picked.
    bad: u8,
    next: u8,
    end: u8,
    moves: [Scored; CAPACITY],
}

impl Picker {
    pub(super) const EMPTY: Picker = Picker {
        stage: Stage::Done,
        table_move: Move::NONE,
        killers: [Move::NONE; 2],
        counter: Move::NONE,
        skip_quiets: false,
        bad: 0,
        next: 0,
        end: 0,
        moves: [Scored::NONE; CAPACITY],
    };

    /// Begins with the table's move, if it is one in this position.
    #[inline]
    pub(super) fn restart(&mut self, position: &Position, masks: &Masks, table_move: Move) {
        self.table_move =
            if is_legal(position, masks, table_move) { table_move } else { Move::NONE };
        self.stage = if self.table_move.is_some() { Stage::Table } else { Stage::GenerateCaptures };
        self.skip_quiets = false;
        (self.bad, self.next, self.end) = (0, 0, 0);
    }

    /// Hands out the root's moves in the order given.
    pub(super) fn restart_at_root(&mut self, moves: &[RootMove]) {
        self.stage = Stage::Root;
        self.table_move = Move::NONE;
        self.skip_quiets = false;
        (self.bad, self.next, self.end) = (0, 0, 0);
        for root_move in moves {
            self.push(root_move.mv());
        }
    }

    /// Leaves out the quiet moves that are still to come.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The table's move, if it is legal here.
    pub(super) fn table_move(&self) -> Move {
        self.table_move
    }

    /// True if `mv` is a killer or the countermove of this node.
    pub(super) fn is_refutation(&self, mv: Move) -> bool {
        self.killers.contains(&mv) || self.counter == mv
    }

    /// The next move, or `None` when all have been handed out.
    pub(super) fn next(
        &mut self,
        worker: &Worker,
        position: &Position,
        masks: &Masks,
        ply: Ply,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateCaptures;
                    return Some(self.table_move);
                }
                Stage::GenerateCaptures => {
                    captures(position, masks, &mut Each(|mv| self.push(mv)));
                    self.score_captures(worker, position);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if let Some(mv) = self.next_good_capture(position) {
                        return Some(mv);
                    }
                    self.killers = worker.killers(ply);
                    self.counter = worker.shared.history.counter(&worker.path, ply);
                    self.stage = Stage::FirstKiller;
                }
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    self.killers[0] = self.checked(position, masks, self.killers[0], &[]);
                    if self.killers[0].is_some() {
                        return Some(self.killers[0]);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::Counter;
                    self.killers[1] =
                        self.checked(position, masks, self.killers[1], &self.killers[..1]);
                    if self.killers[1].is_some() {
                        return Some(self.killers[1]);
                    }
                }
                Stage::Counter => {
                    self.stage = Stage::GenerateQuiets;
                    self.counter = self.checked(position, masks, self.counter, &self.killers);
                    if self.counter.is_some() {
                        return Some(self.counter);
                    }
                }
                Stage::GenerateQuiets => {
                    self.stage = Stage::Quiets;
                    if !self.skip_quiets {
                        self.next = self.end;
                        quiets(position, masks, &mut Each(|mv| self.push(mv)));
                        self.score_quiets(worker, position, ply);
                    }
                }
                Stage::Quiets => match if self.skip_quiets { None } else { self.best() } {
                    Some(mv) if self.was_handed_out(mv) => {}
                    Some(mv) => return Some(mv),
                    None => {
                        self.stage = Stage::BadCaptures;
                        (self.next, self.end) = (0, self.bad);
                    }
                },
                Stage::BadCaptures | Stage::Root => {
                    if self.next == self.end {
                        self.stage = Stage::Done;
                        return None;
                    }
                    self.next += 1;
                    return Some(self.moves[usize::from(self.next) - 1].mv);
                }
                Stage::Done => return None,
            }
        }
    }

    fn next_good_capture(&mut self, position: &Position) -> Option<Move> {
        while let Some(mv) = self.best() {
            if mv == self.table_move {
                continue;
            }
            if position.see_ge(mv, GOOD_CAPTURE_FLOOR) {
                return Some(mv);
            }
            self.moves[usize::from(self.bad)].mv = mv;
            self.bad += 1;
        }
        None
    }

    /// Takes the best of the waiting moves out of the list.
    #[inline]
    fn best(&mut self) -> Option<Move> {
        let mv = best_to_front(&mut self.moves[usize::from(self.next)..usize::from(self.end)])?;
        self.next += 1;
        Some(mv)
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.moves[usize::from(self.end)].mv = mv;
        self.end += 1;
    }

    /// The remembered move if it can be handed out here as a quiet move, else none.
    fn checked(&self, position: &Position, masks: &Masks, mv: Move, before: &[Move]) -> Move {
        let fits = mv.is_some()
            && !self.skip_quiets
            && mv != self.table_move
            && !before.contains(&mv)
            && !is_tactical(position, mv)
            && is_legal(position, masks, mv);
        if fits { mv } else { Move::NONE }
    }

    fn was_handed_out(&self, mv: Move) -> bool {
        mv == self.table_move || self.is_refutation(mv)
    }

    /// Most valuable victim first, then what has worked before.
    fn score_captures(&mut self, worker: &Worker, position: &Position) {
        for scored in &mut self.moves[..usize::from(self.end)] {
            scored.score = victim_value(position, scored.mv) * 16
                + worker.shared.history.capture(position, scored.mv) / 4;
        }
    }

    fn score_quiets(&mut self, worker: &Worker, position: &Position, ply: Ply) {
        let threats = Threats::new(position);
        for scored in &mut self.moves[usize::from(self.next)..usize::from(self.end)] {
            scored.score = worker.shared.history.quiet(position, &worker.path, ply, scored.mv)
                + threats.score(position, scored.mv);
        }
    }
}

/// Squares where a piece would be lost to a pawn: leaving one is good, entering one is bad.
struct Threats {
    by_pawns: Bitboard,
}

impl Threats {
    fn new(position: &Position) -> Threats {
        let them = !position.side();
        Threats { by_pawns: position.pieces(them, PieceKind::Pawn).pawn_attacks(them) }
    }

    fn score(&self, position: &Position, mv: Move) -> i32 {
        let kind = position.piece_on(mv.from()).map_or(PieceKind::Pawn, Piece::kind);
        if matches!(kind, PieceKind::Pawn | PieceKind::King) {
            return 0;
        }
        let lost = |square: Square| i32::from(self.by_pawns.has(square));
        (lost(mv.from()) - lost(mv.to())) * SEE_VALUES[kind.index()] * 16
    }
}
