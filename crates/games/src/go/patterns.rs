//! Shapes of the eight points around a point that often make a move there good. Priors use them.
//!
//! The rules are in any beginner's book: bend around a stone, cut or connect, push through between
//! two stones, and stop the opponent at the edge.

use std::sync::Arc;

use super::board::{Board, Cell};
use super::vertex::Vertex;

/// The codes of the points around a point, from the view of the player to move: two bits each.
const OWN: u8 = 1;
const OTHER: u8 = 2;
const EMPTY: u8 = 0;
const BORDER: u8 = 3;

/// All shapes, in a table that clones share.
#[derive(Clone, Debug)]
pub struct Patterns(Arc<[bool]>);

impl Default for Patterns {
    fn default() -> Patterns {
        Patterns((0..=u16::MAX).map(is_shape).collect())
    }
}

/// Returns true if this code is one of the shapes, from any side and for either colour.
fn is_shape(code: u16) -> bool {
    let around: [u8; 8] = std::array::from_fn(|place| (code >> (2 * place) & 3) as u8);
    // The point above has a stone. Its colour determines the enemy.
    (0..4).any(|side| {
        let [above, above_right, right, _, below, _, left, above_left] =
            std::array::from_fn(|place| around[(place + 2 * side) % 8]);
        let enemy = match above {
            OWN => OTHER,
            OTHER => OWN,
            _ => return false,
        };
        let meets = above_left == enemy || above_right == enemy;
        let bends = meets && left == EMPTY && right == EMPTY;
        let cuts = right == above && above_right == enemy && (below != above || left != above);
        let pushes = left == enemy && right == enemy && below != enemy;
        let at_edge = right == BORDER && above_left == enemy
            || left == BORDER && above_right == enemy
            || below == BORDER && meets;
        bends || cuts || pushes || at_edge
    })
}

impl Patterns {
    /// Returns true if a move on this point of the board makes one of the shapes.
    pub fn matches(&self, board: &Board, vertex: Vertex) -> bool {
        let own = board.to_move();
        let code = vertex.around().into_iter().rev().fold(0, |code: usize, near| {
            let cell = match board[near] {
                Cell::Empty => EMPTY,
                Cell::Stone(side) if side == own => OWN,
                Cell::Stone(_) => OTHER,
                Cell::Border => BORDER,
            };
            code << 2 | usize::from(cell)
        });
        self.0[code]
    }

    /// Returns the weight of a legal move in the priors of a position.
    pub fn weight(&self, board: &Board, vertex: Vertex) -> f32 {
        if vertex == Vertex::PASS {
            return 0.1;
        }
        if board.is_eye(vertex) {
            return 0.01;
        }
        let mut weight = 1.0;
        for near in vertex.neighbours() {
            if let Cell::Stone(side) = board[near]
                && board.only_liberty(near).is_some()
            {
                let stones = f32::from(board.chain_size(near));
                let is_own = side == board.to_move();
                // The stones can be captured, or they can escape.
                weight += if is_own { 2.0 + stones } else { 4.0 + 2.0 * stones };
            }
        }
        if self.matches(board, vertex) {
            weight *= 3.0;
        }
        if board.is_self_atari(vertex) {
            weight *= 0.2;
        }
        let is_at_edge = vertex.neighbours().into_iter().any(|near| board[near] == Cell::Border);
        let touches = |near: Vertex| matches!(board[near], Cell::Stone(_));
        if is_at_edge && !vertex.around().into_iter().any(touches) {
            weight *= 0.2;
        }
        if board.last().is_some_and(|last| vertex.around().contains(&last)) {
            weight *= 2.0;
        }
        weight
    }
}
