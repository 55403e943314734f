//! A node of the search as data.
//!
//! Recursion hides the state of a search in a call stack; here a node holds everything needed to
//! hand out its next child and to take a child's result in. It has three operations, each in a
//! file of its own:
//!
//! * [`Node::enter`] and [`Node::open`]: make the move; look at the position; either a value at once or a live node,
//! * [`Node::next`]: the next piece of work, a [`Job`], or nothing left,
//! * [`Node::absorb`]: take in the value of a job handed out earlier.
//!
//! All chess knowledge of the search above quiescence lives in these three. Whoever drives them
//! ([`cleave_smp::driver`], [`cleave_smp::Worker`]) needs to know none of it.

mod absorb;
mod next;
mod open;
mod picker;
mod rivals;
mod scorer;
mod shared;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use cleave_board::{Move, Position, Value};
use cleave_movegen::Masks;
pub use cleave_smp::NodeType;

use crate::line::Line;
use crate::tactics::is_tactical;
use crate::units::{Depth, Ply};
use picker::Picker;
use rivals::Rivals;

/// What leads from a node to the child that a job is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
cleave_plain::plain!(
    enum Action {
        Move(mv),
        Null,
        Verify,
        Exclude(mv),
    }
);

/// How deep and how wide a move is being searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Null window, reduced depth.
    Reduced,
    /// Null window, full depth.
    Scout,
    /// Full window, full depth.
    Full,
}
cleave_plain::plain!(
    enum Effort {
        Reduced,
        Scout,
        Full,
    }
);

/// A piece of work that a node hands out: search this child so.
#[derive(Clone, Copy, Debug)]
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
cleave_plain::plain!(struct Job {
    action, alpha, beta, depth, full_depth, effort, node_type, number,
});

/// The outcome of opening a node.
pub type Opened = cleave_smp::Opened<Value>;

/// What to do after a result has been taken in.
pub type Absorbed = cleave_smp::Absorbed<Job, Value>;

/// What a node hands out next. The phases before the moves are strictly in sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Try the null move.
    Null,
    /// The null move failed high: verify it.
    Verify,
    /// Hand out moves.
    Moves,
}
cleave_plain::plain!(
    enum Phase {
        Null,
        Verify,
        Moves,
    }
);

/// What is known about extending the table move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Singular {
    /// Not a candidate.
    No,
    /// To be found out before the table move is handed out; the value that the others must reach.
    Ask { bound: Value },
    /// Found out: plies to extend the table move by.
    Known { extension: i32 },
}
cleave_plain::plain!(enum Singular { No, Ask { bound }, Known { extension } });

/// How many moves [`Few`] has room for.
const FEW: usize = 48;

/// A list of moves of fixed capacity.
#[derive(Clone, Copy)]
struct Few {
    len: u8,
    moves: [Move; FEW],
}
cleave_plain::plain!(struct Few { len, moves });

impl Few {
    const EMPTY: Few = Few { len: 0, moves: [Move::NONE; FEW] };

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
#[derive(Clone, Copy)]
pub struct Node {
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
    quiets: Few,
    captures: Few,
    rivals: Rivals,
}
cleave_plain::plain!(struct Node {
    position, masks, line, ply, depth, alpha, beta, node_type, phase, singular, excluded, null_from,
    double_extensions, improving, table_pv, table_value, raw_eval, static_eval, best_value, best_move,
    raised_alpha, count, searched, picker, quiets, captures, rivals,
});

impl Node {
    /// An empty place for a node.
    pub fn vacant() -> Node {
        let position = Position::start();
        Node {
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
            quiets: Few::EMPTY,
            captures: Few::EMPTY,
            rivals: Rivals::NONE,
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
