//! A node of the search as data. `shared.rs` is the node as the machine sees it: it is entered, looked at
//! (`open.rs`), hands out moves (`next.rs`), and takes results in; `absorb.rs` has what those mean beyond a value.

mod absorb;
mod moves;
mod next;
mod open;
mod shared;

use cleave_shared_memory::Plain;
use cleave_smp::NodeType;

use crate::search::context::SearchContext;
use crate::search::line::Line;
use crate::{Move, Position};
use moves::Moves;

/// The depth and window that a move is searched with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(crate) enum Effort {
    /// A null move, to see if passing fails high.
    Null,
    /// Null window, perhaps reduced depth.
    Scout,
    /// The whole window, full depth.
    Full,
}

/// A piece of work that a node hands out.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Job {
    pub(crate) mv: Move,
    /// The window as the child sees it.
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// Remaining depth of the child, and what it would be without reduction.
    pub(crate) depth: i32,
    pub(crate) full_depth: i32,
    pub(crate) effort: Effort,
    pub(crate) node_type: NodeType,
}

/// A node. Plain data, linked to nothing.
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
    /// This node was reached by a null move.
    is_after_null: bool,
    /// The null move is to be tried, or its result is out.
    null_is_pending: bool,
    /// Alpha has been raised: the value is exact or a lower bound.
    has_raised_alpha: bool,
    /// A root of which some of the moves only are searched.
    is_share: bool,
    /// The evaluation, corrected by the table; of no meaning in check.
    static_eval: i32,
    /// The evaluation is better than two plies ago.
    is_improving: bool,
    best_value: i32,
    best_move: Move,
    table_move: Move,
    /// Moves whose search has finished.
    searched: u16,
    moves: Moves,
}

impl XiangqiNode {
    /// The live root of a search of these moves, which must be legal and not none; `best` is searched
    /// first. The position must be the one that the context was set up for.
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
