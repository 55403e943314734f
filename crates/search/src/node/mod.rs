//! A node of the search as data.
//!
//! A node holds everything needed to hand out its next child and to take in a child's result. A recursive search keeps
//! that state in its call stack. It has three operations, each in a file of its own:
//!
//! * [`ChessNode::enter`] and [`ChessNode::open`] make the move and examine the position. The result is a value or a
//!   live node.
//! * [`ChessNode::next`] hands out the next [`Job`], or `None`.
//! * [`ChessNode::absorb`] takes in the value of a job handed out earlier.
//!
//! These hold all chess knowledge of the search above quiescence; the drivers
//! ([`cleave_smp::driver`], [`cleave_smp::Worker`]) have none.

mod absorb;
#[cfg(test)]
mod counting_tests;
mod learn;
mod move_buf;
mod next;
mod open;
mod pending_researches;
mod picker;
mod scorer;
pub(crate) mod shared;
mod tablebase;
#[cfg(test)]
mod tests;

use std::mem::offset_of;

use cleave_board::{Bitboard, Move, Position, Value};
use cleave_movegen::Masks;
use cleave_shared_memory::Plain;
pub(crate) use cleave_smp::NodeType;

use crate::context::SearchContext;
use crate::line::Line;
use crate::ordering::history::{BySquares, Quiets};
use crate::ordering::tactics::is_tactical;
use crate::units::{Depth, Ply};
use move_buf::MoveBuf;
use pending_researches::PendingResearches;
use picker::Picker;

/// How a child is made from its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(crate) enum Action {
    /// A move.
    Move(Move),
    /// A null move: if even passing fails high, some move will.
    Null,
    /// The same position without null moves, to distinguish a real cutoff from zugzwang.
    Verify,
    /// The same position without this move, to see if the move is the only good one.
    Exclude(Move),
}

/// The depth and window of a move's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(crate) enum Effort {
    /// Null window, reduced depth.
    Reduced,
    /// Null window, full depth.
    Scout,
    /// Full window, full depth.
    Full,
    /// For algorithms other than Dynamic Tree Splitting: full window although the siblings' values are not known. The
    /// depth may be reduced.
    #[cfg_attr(not(feature = "algorithms"), allow(dead_code))]
    Open,
}

/// A piece of work that a node hands out: the child, and how to search it.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Job {
    /// The way to make the child.
    pub(crate) action: Action,
    /// The window as the child sees it.
    pub(crate) alpha: Value,
    /// The window as the child sees it.
    pub(crate) beta: Value,
    /// Remaining depth of the child.
    pub(crate) depth: Depth,
    /// Remaining depth of the child without reduction.
    pub(crate) full_depth: Depth,
    /// The kind of search.
    pub(crate) effort: Effort,
    /// The expected type of the child.
    pub(crate) node_type: NodeType,
    /// The number of the move among the root moves, from 1. 0 below the root, and if the job is not a move.
    pub(crate) number: u16,
}

/// The outcome of opening a node.
pub(crate) type Opened = cleave_smp::Opened<Value>;

/// The next action after a result has been taken in.
pub(crate) type Absorbed = cleave_smp::Absorbed<Job, Value>;

/// The kind of job that a node hands out next. The phases before the moves are strictly sequential.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
enum Phase {
    /// Try the null move.
    Null,
    /// The null move failed high: verify it.
    Verify,
    /// Hand out moves.
    Moves,
}

/// The state of the singular test of the table move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
enum Singular {
    /// Not a candidate.
    No,
    /// The exclusion search is due. The table move is singular if all others stay below `bound`.
    Ask { bound: Value },
    /// The exclusion search is done. The table move is extended by this many plies.
    Answered { extension: i32 },
}

/// A node. Plain data, linked to nothing.
///
/// The words that change with every child and the picker's words come first, in this order. So a worker that joins
/// another's node fetches few cache lines.
#[derive(Clone, Copy, Plain)]
#[repr(C)]
pub struct ChessNode {
    pub(crate) depth: Depth,
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    best_value: Value,
    pub(crate) table_value: Value,
    /// Evaluation without correction.
    raw_eval: Value,
    /// Evaluation with correction.
    corrected_eval: Value,
    /// Evaluation with correction, or the value in the table if its bound makes it a better estimate.
    pub(crate) static_eval: Value,
    /// The upper bound of the value by an endgame table.
    ceiling: Value,
    singular: Singular,
    ply: Ply,
    /// No null move before this ply (inside a verification search).
    null_from: Ply,
    pub(crate) best_move: Move,
    /// The move left out, in an exclusion search.
    pub(crate) excluded: Move,
    /// Moves handed out or pruned so far.
    count: u16,
    /// Moves whose search has finished.
    searched: u16,
    pub(crate) node_type: NodeType,
    phase: Phase,
    /// Double extensions on the path to this node.
    double_extensions: u8,
    improving: bool,
    /// The node is on a principal variation, or was once by its table entry.
    table_pv: bool,
    /// Alpha was raised: the value is exact or a lower bound.
    pub(crate) raised_alpha: bool,
    /// The move that led here, if it is quiet.
    last_quiet: BySquares,
    pub(crate) picker: Picker,
    pub(crate) position: Position,
    masks: Masks,
    /// The squares that the side not to move attacks.
    attacked: Bitboard,
    /// Moves searched that did not beat alpha, for the history tables, as far as there is room.
    quiets: MoveBuf,
    captures: MoveBuf,
    pending_researches: PendingResearches,
    /// Best line so far; kept at PV nodes only.
    line: Line,
}

// Five lines (see `dts/block.rs` of `smp`): the words named above, the picker's, and forty waiting moves.
const _: () = assert!(offset_of!(ChessNode, picker) == 64 && Picker::LIST == 64);

impl Default for ChessNode {
    /// Returns an unused node.
    fn default() -> ChessNode {
        let position = Position::start();
        ChessNode {
            masks: Masks::new(&position),
            position,
            attacked: Bitboard::EMPTY,
            line: Line::EMPTY,
            ply: Ply::ROOT,
            depth: Depth::ZERO,
            alpha: Value::ZERO,
            beta: Value::ZERO,
            node_type: NodeType::Pv,
            phase: Phase::Moves,
            singular: Singular::No,
            excluded: Move::NONE,
            null_from: Ply::ROOT,
            double_extensions: 0,
            improving: false,
            table_pv: false,
            table_value: Value::NONE,
            raw_eval: Value::NONE,
            corrected_eval: Value::NONE,
            static_eval: Value::NONE,
            best_value: Value::NONE,
            ceiling: Value::INFINITE,
            best_move: Move::NONE,
            raised_alpha: false,
            last_quiet: BySquares::NONE,
            count: 0,
            searched: 0,
            picker: Picker::EMPTY,
            quiets: MoveBuf::EMPTY,
            captures: MoveBuf::EMPTY,
            pending_researches: PendingResearches::NONE,
        }
    }
}

impl ChessNode {
    fn in_check(&self) -> bool {
        self.masks.in_check()
    }

    pub(crate) fn is_pv(&self) -> bool {
        self.node_type == NodeType::Pv
    }

    fn is_root(&self) -> bool {
        self.ply == Ply::ROOT
    }

    /// Returns the history of the node's quiet moves.
    fn history<'a>(&self, context: &SearchContext<'a>) -> Quiets<'a> {
        let history = context.shared.history;
        history.quiets(&self.position, self.attacked, &context.path, self.ply)
    }

    /// Returns true if a move captures or promotes.
    fn is_tactical(&self, mv: Move) -> bool {
        is_tactical(&self.position, mv)
    }
}
