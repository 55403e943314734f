//! Staged move ordering: the best moves come first, and each stage is generated only when needed.
//!
//! The stages are the table move, captures that do not lose material, killers, countermove, quiet moves by history,
//! losing captures. Most cut nodes end at the first or second stage, before a single quiet move has been generated.
//!
//! [Good checks](is_good_check) have a bonus among the quiet moves, and are handed out even if the other quiet moves
//! are skipped. A node computes its checks when it first considers quiet moves.

use std::mem::offset_of;

use cleave_board::{Bitboard, Move, Position};
use cleave_movegen::{Checks, Each, Masks, is_legal, quiet_checks, quiets};
use cleave_shared_memory::Plain;

use super::move_buf::MoveBuf;
use super::scorer::Scorer;
use crate::context::SearchContext;
use crate::ordering::captures::rank_captures;
use crate::ordering::good_checks::{is_good, is_good_check};
use crate::ordering::scored_moves::ScoredMoves;
use crate::ordering::tactics::is_tactical;
use crate::units::Ply;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Plain)]
enum Stage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    Counter,
    AskAboutQuiets,
    GenerateQuiets,
    Quiets,
    LosingCaptures,
    /// The root moves, already in order.
    Root,
}

/// The next result of a picker.
pub(super) enum Picked {
    Move(Move),
    /// Quiet moves come next: all, or only good checks after [`Picker::skip_quiets`].
    QuietsAreNext,
}

/// Captures whose exchange value is below this come after the quiet moves.
const GOOD_CAPTURE_FLOOR: i32 = -20;

/// The moves of one node, most promising first.
#[derive(Clone, Copy, Plain)]
#[repr(C)] // what changes first, then the list, of which few lines are in use
pub(crate) struct Picker {
    stage: Stage,
    skip_quiets: bool,
    /// Good checks among the waiting quiet moves.
    waiting_checks: u8,
    /// The quiet move picked last is a good check.
    is_at_good_check: bool,
    next_losing: u8,
    /// At the root, the number of moves that all workers search together, one after the other, before the root is
    /// split. 0 if it is split like any other node.
    together: u8,
    table_move: Move,
    killers: [Move; 2],
    counter: Move,
    /// The checks of the position, known once quiet moves are considered.
    checks: Checks,
    /// Moves generated and not yet handed out.
    waiting: ScoredMoves,
    /// Captures that lose material, in the order in which they were deferred.
    losing: MoveBuf,
}

impl Picker {
    /// The offset of the list.
    pub(super) const LIST: usize = offset_of!(Picker, waiting);

    pub(super) const EMPTY: Picker = Picker {
        stage: Stage::Root,
        table_move: Move::NONE,
        killers: [Move::NONE; 2],
        counter: Move::NONE,
        skip_quiets: false,
        checks: Checks::NONE,
        waiting_checks: 0,
        is_at_good_check: false,
        waiting: ScoredMoves::EMPTY,
        losing: MoveBuf::EMPTY,
        next_losing: 0,
        together: 0,
    };

    /// Becomes a copy of a picker that has handed out nothing yet, so that its lists are empty.
    pub(super) fn adopt(&mut self, fresh: &Picker) {
        debug_assert!(matches!(fresh.stage, Stage::Table | Stage::GenerateCaptures));
        let Picker { checks, waiting, losing, .. } = *self;
        *self = Picker { checks, waiting, losing, ..*fresh };
        self.waiting.clear();
        self.losing.clear();
        self.next_losing = 0;
    }

    /// Starts over for this position, with the table move if it is legal.
    #[inline]
    pub(super) fn restart(&mut self, position: &Position, masks: &Masks, table_move: Move) {
        self.table_move =
            if is_legal(position, masks, table_move) { table_move } else { Move::NONE };
        self.stage = if self.table_move.is_some() { Stage::Table } else { Stage::GenerateCaptures };
        self.skip_quiets = false;
        self.waiting.clear();
        self.losing.clear();
        self.next_losing = 0;
    }

    /// Starts over with the root moves, in the order given. All workers search the first ones `together`.
    pub(crate) fn restart_at_root(
        &mut self,
        position: &Position,
        moves: impl Iterator<Item = Move>,
        together: usize,
    ) {
        self.stage = Stage::Root;
        self.together = together.min(u8::MAX.into()) as u8;
        self.checks = Checks::new(position);
        self.table_move = Move::NONE;
        self.skip_quiets = false;
        self.waiting.clear();
        self.losing.clear();
        self.next_losing = 0;
        for mv in moves {
            self.waiting.push(mv, 0);
        }
    }

    /// Returns true if the next root move may be searched while others are, once `searched` have been searched to the
    /// end. Crafty's function of this name.
    pub(super) fn next_root_move_parallel(&self, searched: u16, has_raised_alpha: bool) -> bool {
        self.together == 0 || has_raised_alpha && searched >= self.together.into()
    }

    /// Returns the moves of the root, in order, for a picker that was restarted there.
    pub(crate) fn root_moves(&self) -> &[Move] {
        self.waiting.added()
    }

    /// Skips the remaining quiet moves, except good checks.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Returns true if the last move handed out is a capture that does not lose material.
    pub(super) fn is_at_good_captures(&self) -> bool {
        self.stage == Stage::GoodCaptures
    }

    /// Returns true if the quiet move `mv`, handed out last, is a good check. Returns false for the table move: it is
    /// neither pruned nor reduced.
    pub(super) fn is_good_check(&self, position: &Position, mv: Move) -> bool {
        match self.stage {
            Stage::Table | Stage::GenerateCaptures | Stage::GoodCaptures => false,
            Stage::Quiets => self.is_at_good_check,
            _ => is_good_check(position, &self.checks, mv),
        }
    }

    /// Returns the table move, if it is legal here.
    pub(super) fn table_move(&self) -> Move {
        self.table_move
    }

    /// Returns true if `mv` is a killer or the countermove of this node.
    pub(super) fn is_refutation(&self, mv: Move) -> bool {
        self.killers.contains(&mv) || self.counter == mv
    }

    /// Returns the next move, or `None` when all have been handed out.
    pub(super) fn next_move(
        &mut self,
        context: &SearchContext,
        position: &Position,
        masks: &Masks,
        attacked: Bitboard,
        ply: Ply,
    ) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateCaptures;
                    return Some(Picked::Move(self.table_move));
                }
                Stage::GenerateCaptures => {
                    rank_captures(position, masks, context.shared.history, &mut self.waiting);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if let Some(mv) = self.next_good_capture(position) {
                        return Some(Picked::Move(mv));
                    }
                    self.killers = context.killers(ply);
                    self.counter = context.shared.history.counter(&context.path, ply);
                    self.checks = Checks::new(position);
                    self.stage = Stage::FirstKiller;
                }
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    self.killers[0] = self.checked(position, masks, self.killers[0], &[]);
                    if self.killers[0].is_some() {
                        return Some(Picked::Move(self.killers[0]));
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::Counter;
                    self.killers[1] =
                        self.checked(position, masks, self.killers[1], &self.killers[..1]);
                    if self.killers[1].is_some() {
                        return Some(Picked::Move(self.killers[1]));
                    }
                }
                Stage::Counter => {
                    self.stage = Stage::AskAboutQuiets;
                    self.counter = self.checked(position, masks, self.counter, &self.killers);
                    if self.counter.is_some() {
                        return Some(Picked::Move(self.counter));
                    }
                }
                Stage::AskAboutQuiets => {
                    self.stage = Stage::GenerateQuiets;
                    return Some(Picked::QuietsAreNext);
                }
                Stage::GenerateQuiets => {
                    self.stage = Stage::Quiets;
                    self.waiting.clear();
                    self.waiting_checks = if self.skip_quiets {
                        self.generate_checks(position, masks)
                    } else {
                        self.generate_quiets(context, position, masks, attacked, ply)
                    };
                }
                Stage::Quiets => match self.next_quiet(position) {
                    Some(mv) => return Some(Picked::Move(mv)),
                    None => self.stage = Stage::LosingCaptures,
                },
                Stage::LosingCaptures => {
                    let mv = self.losing.as_slice().get(usize::from(self.next_losing)).copied();
                    self.next_losing += u8::from(mv.is_some());
                    return mv.map(Picked::Move);
                }
                Stage::Root => return self.waiting.pick().map(Picked::Move),
            }
        }
    }

    fn next_good_capture(&mut self, position: &Position) -> Option<Move> {
        while let Some(mv) = self.waiting.pick() {
            if mv == self.table_move {
                continue;
            }
            // If the list is full, hand the move out now.
            if position.see_ge(mv, GOOD_CAPTURE_FLOOR) || !self.losing.push(mv) {
                return Some(mv);
            }
        }
        None
    }

    /// Returns the next quiet move, or the next good check if the others are skipped.
    fn next_quiet(&mut self, position: &Position) -> Option<Move> {
        while self.waiting_checks > 0 || !self.skip_quiets {
            let mv = self.waiting.pick()?;
            self.is_at_good_check =
                self.waiting_checks > 0 && is_good_check(position, &self.checks, mv);
            self.waiting_checks -= u8::from(self.is_at_good_check);
            if (self.is_at_good_check || !self.skip_quiets) && !self.was_handed_out(mv) {
                return Some(mv);
            }
        }
        None
    }

    /// Returns `mv` if it is a legal quiet move here that has not been handed out, or else none.
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

    /// Generates the good checks alone and returns their number.
    #[inline(never)]
    fn generate_checks(&mut self, position: &Position, masks: &Masks) -> u8 {
        let list = &mut self.waiting;
        let mut count = 0;
        let mut push = |mv| {
            if is_good(position, &self.checks, mv) {
                list.push(mv, 0);
                count += 1;
            }
        };
        quiet_checks(position, masks, &self.checks, &mut Each(&mut push));
        count
    }

    /// Generates all quiet moves and returns the number of good checks among them.
    // Inlined into the loop over the stages, parts of the generator would be computed in advance at every call. That
    // takes a tenth of the instructions of the search.
    #[inline(never)]
    fn generate_quiets(
        &mut self,
        context: &SearchContext,
        position: &Position,
        masks: &Masks,
        attacked: Bitboard,
        ply: Ply,
    ) -> u8 {
        let history = context.shared.history.quiets(position, attacked, &context.path, ply);
        let mut scorer = Scorer::new(position, &history, &self.checks, &mut self.waiting);
        quiets(position, masks, &mut scorer);
        scorer.good_checks()
    }
}

#[cfg(test)]
mod tests;
