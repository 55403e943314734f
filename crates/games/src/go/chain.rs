//! The liberties of a chain of stones, as three sums over the pairs of a stone and an empty neighbour.
//!
//! The sums are the number of pairs, the sum of the points, and the sum of their squares. A move changes them by
//! additions. They answer the questions of playouts: does the chain have a liberty, is it the only one, and which point
//! is it? All points are equal exactly if number × squares = points² (Cauchy, Schwarz).

use super::vertex::Vertex;

/// The sums of a chain, stored at its head.
#[derive(Clone, Copy, Default)]
pub(super) struct Chain {
    pub(super) stones: u16,
    pub(super) number: u16,
    points: u32,
    squares: u32,
}

impl Chain {
    /// A single stone without liberties.
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

    /// Returns the only liberty, or `None` unless there is exactly one.
    pub(super) fn only_liberty(&self) -> Option<Vertex> {
        let points = u64::from(self.points);
        let is_one = u64::from(self.number) * u64::from(self.squares) == points * points;
        (is_one && self.number > 0).then(|| Vertex((self.points / u32::from(self.number)) as u8))
    }
}
