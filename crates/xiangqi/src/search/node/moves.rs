//! Orders the moves of a node, best first.

use cleave_shared_memory::Plain;

use super::XiangqiNode;
use crate::search::context::SearchContext;
use crate::search::exchange::{wins, worth, worth_on};
use crate::search::history::Moved;
use crate::{MAX_MOVES, Move};

/// The moves of a node in the order in which they are handed out.
#[derive(Clone, Copy, Plain)]
pub(super) struct Moves {
    list: [Move; MAX_MOVES],
    len: u8,
    next: u8,
    handed_out: u8,
    is_listed: bool,
}

impl Moves {
    pub(super) const EMPTY: Moves =
        Moves { list: [Move::NONE; MAX_MOVES], len: 0, next: 0, handed_out: 0, is_listed: false };

    pub(super) fn is_listed(&self) -> bool {
        self.is_listed
    }

    pub(super) fn all(&self) -> &[Move] {
        &self.list[..usize::from(self.len)]
    }

    /// Returns the moves handed out so far.
    pub(super) fn handed_out(&self) -> &[Move] {
        &self.list[..usize::from(self.handed_out)]
    }

    /// Records a move as handed out, in place of moves that were pruned before it.
    pub(super) fn hand_out(&mut self, mv: Move) {
        self.list[usize::from(self.handed_out)] = mv;
        self.handed_out += 1;
    }

    pub(super) fn next(&mut self) -> Option<Move> {
        let mv = *self.all().get(usize::from(self.next))?;
        self.next += 1;
        Some(mv)
    }

    pub(super) fn clear(&mut self) {
        (self.len, self.next, self.handed_out, self.is_listed) = (0, 0, 0, false);
    }

    pub(super) fn set(&mut self, moves: impl IntoIterator<Item = Move>) {
        self.clear();
        self.is_listed = true;
        for mv in moves {
            self.list[usize::from(self.len)] = mv;
            self.len += 1;
        }
    }
}

/// The base score of a good capture, above all scores of quiet moves.
const GOOD_CAPTURE: i32 = 100_000;
/// The base score of a killer, below all good captures.
const KILLER: i32 = 50_000;

impl XiangqiNode {
    /// Lists the legal moves: the table's move, captures that lose nothing, killers, quiet moves by
    /// history, and losing captures.
    pub(super) fn list_moves(&mut self, context: &SearchContext<'_>) {
        let killers = context.killers[self.ply];
        let score = |mv: Move| match self.position.piece_on(mv.to()) {
            _ if mv == self.table_move => i32::MAX,
            Some(captured) => {
                let order = worth(captured.kind()) * 8 - worth_on(&self.position, mv.from());
                let is_good = wins(&self.position, mv, 0);
                order + if is_good { GOOD_CAPTURE } else { -GOOD_CAPTURE }
            }
            None if killers.contains(&mv) => KILLER,
            None => context.quiet_score(self.ply, Moved::by(&self.position, mv)),
        };
        let moves = self.position.legal_moves();
        let mut scored: arrayvec::ArrayVec<(i32, Move), MAX_MOVES> =
            moves.into_iter().map(|mv| (-score(mv), mv)).collect();
        scored.sort_by_key(|&(score, _)| score);
        self.moves.set(scored.into_iter().map(|(_, mv)| mv));
    }
}
