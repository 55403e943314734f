//! What a chain of stones knows of its liberties: three sums over the pairs of a stone and an empty neighbour.
//!
//! They are how many pairs there are, and the sums of the points and of their squares. A move changes them by
//! additions, and they say what playouts need: whether the chain has a liberty, whether it has only one, and
//! which. If all points are the same then number × squares = points², and otherwise not (Cauchy, Schwarz).

use super::vertex::Vertex;

/// The sums of a chain, at the stone that is its head.
#[derive(Clone, Copy, Default)]
pub(super) struct Chain {
    pub(super) stones: u16,
    pub(super) number: u16,
    points: u32,
    squares: u32,
}

impl Chain {
    /// A stone with no liberty yet.
    pub(super) const SINGLE: Chain = Chain { stones: 1, number: 0, points: 0, squares: 0 };

    pub(super) fn add(&mut self, liberty: Vertex) {
        let point = u32::from(liberty.0);
        self.number += 1;
        self.points += point;
        self.squares += point * point;
    }

    pub(super) fn remove(&mut self, liberty: Vertex) {
        let point = u32::from(liberty.0);
        self.number -= 1;
        self.points -= point;
        self.squares -= point * point;
    }

    pub(super) fn join(&mut self, other: Chain) {
        self.stones += other.stones;
        self.number += other.number;
        self.points += other.points;
        self.squares += other.squares;
    }

    /// The only liberty, if there is only one.
    pub(super) fn only_liberty(&self) -> Option<Vertex> {
        let points = u64::from(self.points);
        let is_one = u64::from(self.number) * u64::from(self.squares) == points * points;
        (is_one && self.number > 0).then(|| Vertex((self.points / u32::from(self.number)) as u8))
    }
}
