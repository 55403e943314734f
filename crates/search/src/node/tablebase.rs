//! The results of endgame tables for a node.
//!
//! The tables are probed right after captures and pawn moves, with the fifty-move clock at 0. An entry of the
//! transposition table has no clock. So a win stored here may be a draw when another path reaches the position with a
//! high clock.

use cleave_board::{Move, Value};
use cleave_tablebase::Wdl;

use super::ChessNode;
use crate::context::SearchContext;
use crate::table::{Bound, TtHit};

/// A value from a table counts like one from a search this many plies deeper.
const TRUST: i32 = 6;

/// The bounds of the value of a node.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) floor: Value,
    pub(super) ceiling: Value,
}

impl Range {
    /// Any value.
    pub(super) const UNKNOWN: Range =
        Range { floor: Value::new(-Value::INFINITE.get()), ceiling: Value::INFINITE };
}

/// The answer of the tables.
pub(super) enum Answer {
    /// The node has this value, or this bound outside its window.
    Value(Value),
    /// The node must be searched, because a mate may be found. Its value is in this range.
    Range(Range),
}

impl ChessNode {
    /// Probes the tables, if there are any for this node.
    #[inline(always)]
    pub(super) fn ask_tablebase(&self, context: &mut SearchContext) -> Answer {
        if context.setup().probing.pieces == 0 {
            return Answer::Range(Range::UNKNOWN);
        }
        self.probe_tablebase(context)
    }

    #[inline(never)]
    fn probe_tablebase(&self, context: &mut SearchContext) -> Answer {
        let may_ask = self.excluded.is_none() && context.is_selective();
        let found = may_ask.then(|| context.probe_tablebase(&self.position, self.depth)).flatten();
        let Some(wdl) = found else {
            return Answer::Range(Range::UNKNOWN);
        };
        let hit = TtHit {
            mv: Move::NONE,
            value: context.value_by_tablebase(wdl, self.ply),
            eval: Value::NONE,
            depth: self.depth + TRUST,
            bound: match wdl {
                Wdl::Win => Bound::Lower,
                Wdl::Loss => Bound::Upper,
                Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Bound::Exact,
            },
            pv: self.is_pv(),
        };
        if hit.proves(self.alpha, self.beta) {
            context.shared.table.store(&self.position, self.ply, &hit);
            return Answer::Value(hit.value);
        }
        Answer::Range(match hit.bound {
            Bound::Lower => Range { floor: hit.value, ..Range::UNKNOWN },
            _ => Range { ceiling: hit.value, ..Range::UNKNOWN },
        })
    }
}
