//! A node of the search as data.
//!
//! Recursion hides the state of a search in a call stack; here a node holds everything needed to
//! hand out its next child and to take a child's result in. It has three operations, each in a
//! file of its own:
//!
//! * [`ChessNode::enter`] and [`ChessNode::open`]: make the move; look at the position; either a value at once or a live node,
//! * [`ChessNode::next`]: the next piece of work, a [`Job`], or nothing left,
//! * [`ChessNode::absorb`]: take in the value of a job handed out earlier.
//!
//! All chess knowledge of the search above quiescence lives in these three. Whoever drives them
//! ([`cleave_smp::driver`], [`cleave_smp::Worker`]) needs to know none of it.

mod absorb;
mod next;
mod open;
mod pending_researches;
mod picker;
mod scorer;
mod shared;
#[cfg(test)]
pub(crate) mod testing;

use cleave_board::{Move, Position, Value};
use cleave_movegen::Masks;
use cleave_shared_memory::Plain;
pub use cleave_smp::NodeType;

use crate::line::Line;
use crate::tactics::is_tactical;
use crate::units::{Depth, Ply};
use pending_researches::PendingResearches;
use picker::Picker;

/// What leads from a node to the child that a job is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub enum Action {
    /// A move.
    Move(Move),
    /// Passing: if even that fails high, a move will.
    Null,
    /// The same position without null move: is the null move's cutoff real, or zugzwang?
    Verify,
    /// The same position without its best move: is that move the only good one?
    Exclude(Move),
}

/// How deep and how wide a move is being searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub enum Effort {
    /// Null window, reduced depth.
    Reduced,
    /// Null window, full depth.
    Scout,
    /// Full window, full depth.
    Full,
}

/// A piece of work that a node hands out: search this child so.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Job {
    /// What leads to the child.
    pub action: Action,
    /// The window as the child sees it.
    pub alpha: Value,
    /// The window as the child sees it.
    pub beta: Value,
    /// Remaining depth of the child.
    pub depth: Depth,
    /// Remaining depth of the child without reduction.
    pub full_depth: Depth,
    /// How it is searched.
    pub effort: Effort,
    /// What the child is expected to be.
    pub node_type: NodeType,
    /// Number of the move in its node, from 1.
    pub number: u16,
}

/// The outcome of opening a node.
pub type Opened = cleave_smp::Opened<Value>;

/// What to do after a result has been taken in.
pub type Absorbed = cleave_smp::Absorbed<Job, Value>;

/// What a node hands out next. The phases before the moves are strictly in sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
enum Phase {
    /// Try the null move.
    Null,
    /// The null move failed high: verify it.
    Verify,
    /// Hand out moves.
    Moves,
}

/// What is known about extending the table move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
enum Singular {
    /// Not a candidate.
    No,
    /// To be found out before the table move is handed out; the value that the others must reach.
    Ask { bound: Value },
    /// Found out: plies to extend the table move by.
    TtHit { extension: i32 },
}

/// How many moves [`MoveBuf`] has room for.
const MOVE_BUF_SIZE: usize = 48;

/// A list of moves of fixed capacity.
#[derive(Clone, Copy, Plain)]
struct MoveBuf {
    len: u8,
    moves: [Move; MOVE_BUF_SIZE],
}

impl MoveBuf {
    const EMPTY: MoveBuf = MoveBuf { len: 0, moves: [Move::NONE; MOVE_BUF_SIZE] };

    fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move; false if there is no room for it.
    fn push(&mut self, mv: Move) -> bool {
        let Some(place) = self.moves.get_mut(usize::from(self.len)) else {
            return false;
        };
        *place = mv;
        self.len += 1;
        true
    }

    fn as_slice(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }
}

/// A node. Plain data, linked to nothing.
#[derive(Clone, Copy, Plain)]
pub struct ChessNode {
    position: Position,
    masks: Masks,
    /// Best line so far; kept at PV nodes only.
    line: Line,
    ply: Ply,
    depth: Depth,
    alpha: Value,
    beta: Value,
    node_type: NodeType,
    phase: Phase,
    singular: Singular,
    /// The move left out, in an exclusion search.
    excluded: Move,
    /// No null move before this ply (inside a verification search).
    null_from: Ply,
    /// Double extensions on the path so far.
    double_extensions: u8,
    improving: bool,
    /// The table says this node was once on a principal variation.
    table_pv: bool,
    table_value: Value,
    /// Evaluation as it came from the evaluator, and as corrected by history.
    raw_eval: Value,
    static_eval: Value,
    best_value: Value,
    best_move: Move,
    /// Alpha was raised: the value is exact or a lower bound.
    raised_alpha: bool,
    /// Moves handed out or left out so far.
    count: u16,
    /// Moves searched to the end.
    searched: u16,
    picker: Picker,
    /// Moves searched without success, for the history tables; what does not fit is not blamed.
    quiets: MoveBuf,
    captures: MoveBuf,
    pending_researches: PendingResearches,
}

impl ChessNode {
    /// An empty place for a node.
    pub fn vacant() -> ChessNode {
        let position = Position::start();
        ChessNode {
            masks: Masks::new(&position),
            position,
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
            static_eval: Value::NONE,
            best_value: Value::NONE,
            best_move: Move::NONE,
            raised_alpha: false,
            count: 0,
            searched: 0,
            picker: Picker::EMPTY,
            quiets: MoveBuf::EMPTY,
            captures: MoveBuf::EMPTY,
            pending_researches: PendingResearches::NONE,
        }
    }

    /// The best line found.
    pub fn line(&self) -> &Line {
        &self.line
    }

    fn in_check(&self) -> bool {
        self.masks.in_check()
    }

    fn is_pv(&self) -> bool {
        self.node_type == NodeType::Pv
    }

    fn is_root(&self) -> bool {
        self.ply == Ply::ROOT
    }

    /// True if a move takes something or promotes: those are ordered and pruned differently.
    fn is_tactical(&self, mv: Move) -> bool {
        is_tactical(&self.position, mv)
    }
}
