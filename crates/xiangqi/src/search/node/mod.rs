//! A node of the search as data. `shared.rs` implements the interface of the machine: a node is
//! entered, opened (`open.rs`), hands out moves (`next.rs`), and absorbs results. `absorb.rs`
//! handles the effects of results beyond the value.

mod absorb;
mod moves;
mod next;
mod open;
mod shared;
#[cfg(test)]
mod tests;

use cleave_shared_memory::Plain;
use cleave_smp::NodeType;

use crate::search::context::SearchContext;
use crate::search::line::Line;
use crate::{Move, Position};
use moves::Moves;

/// The depth and window of a move's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(crate) enum Effort {
    /// A null move, to test whether passing fails high.
    Null,
    /// A null window, perhaps with reduced depth.
    Scout,
    /// The whole window and full depth.
    Full,
}

/// A piece of work that a node hands out.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Job {
    pub(crate) mv: Move,
    /// The window from the child's point of view.
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// The remaining depth of the child, and its depth without the reduction.
    pub(crate) depth: i32,
    pub(crate) full_depth: i32,
    pub(crate) effort: Effort,
    pub(crate) node_type: NodeType,
}

/// A node. It is plain data without links.
#[derive(Clone, Copy, Plain)]
pub struct XiangqiNode {
    position: Position,
    line: Line,
    ply: usize,
    depth: i32,
    alpha: i32,
    beta: i32,
    node_type: NodeType,
    is_in_check: bool,
    /// True if a null move led to this node.
    is_after_null: bool,
    /// True if the null move must be tried or its result is still out.
    null_is_pending: bool,
    /// True if alpha has been raised. The value is then exact or a lower bound.
    has_raised_alpha: bool,
    /// True for a root with only a share of its moves.
    is_share: bool,
    /// The evaluation, corrected by the table. It has no meaning in check.
    static_eval: i32,
    /// True if the evaluation is better than two plies ago.
    is_improving: bool,
    best_value: i32,
    best_move: Move,
    table_move: Move,
    /// The number of moves whose search has finished.
    searched: u16,
    moves: Moves,
}

impl XiangqiNode {
    /// Creates the live root of a search of these moves. They must be legal, and at least one.
    /// `best` is searched first. The position must be the position of the context's setup.
    pub fn root(
        context: &SearchContext<'_>,
        position: &Position,
        best: Move,
        moves: &[Move],
        window: (i32, i32),
    ) -> XiangqiNode {
        let mut root = XiangqiNode {
            position: *position,
            depth: context.setup.depth,
            alpha: window.0,
            beta: window.1,
            is_in_check: position.in_check(),
            static_eval: crate::search::evaluation::evaluate(position),
            table_move: best,
            ..XiangqiNode::default()
        };
        root.list_moves(context);
        let all = root.moves;
        root.is_share = moves.len() < all.all().len();
        root.moves.set(all.all().iter().copied().filter(|mv| moves.contains(mv)));
        root
    }

    fn is_pv(&self) -> bool {
        self.node_type == NodeType::Pv
    }
}
