//! The shape of a tree, and the positions in it.

use cleave_shared_memory::Plain;
use cleave_smp::random::mix;

/// The shape of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Shape {
    /// Selects one of the trees of this shape.
    pub seed: u64,
    /// Plies from the root to the leaves, 1 to 60.
    pub height: u16,
    /// Children of a node.
    pub branching: u16,
    /// True if the number of children varies from node to node, 0 included.
    pub ragged: bool,
    /// In how many of 100 nodes the best child comes first.
    pub ordering: u8,
    /// The step by which values of siblings differ, if at all; 0 makes all values equal.
    pub granularity: i32,
    /// True if nodes have strictly sequential phases. One is before their children, and one while a child that has
    /// failed high in a scout is searched with the full window.
    pub phases: bool,
    /// Rounds of a busy loop for each node, to make it take time.
    pub work: u32,
}

/// A position in a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Place {
    /// Everything below is computed from this.
    pub key: u64,
    /// The minimax value, for the side to move. The search reads it in leaves only, and
    /// with an error as an estimate.
    pub value: i32,
    /// Plies left to the leaves.
    pub height: u16,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            seed: 1,
            height: 8,
            branching: 4,
            ragged: false,
            ordering: 80,
            granularity: 10,
            phases: false,
            work: 0,
        }
    }
}

impl Shape {
    /// Returns the root.
    pub fn root(&self) -> Place {
        let key = mix(self.seed);
        Place { key, value: (key % 2001) as i32 - 1000, height: self.height }
    }

    /// Returns the number of children of a place.
    pub fn children(&self, place: &Place) -> u16 {
        match (place.height, self.ragged) {
            (0, _) => 0,
            (_, false) => self.branching,
            (_, true) => (mix(place.key ^ 1) % (u64::from(self.branching) + 1)) as u16,
        }
    }

    /// Returns the child of this number, from 0.
    ///
    /// The best child has the value of its parent; the others are worse for the side to move by a
    /// few grains, or by none.
    pub fn child(&self, place: &Place, number: u16) -> Place {
        let hash = mix(place.key ^ 2);
        let best = if hash % 100 < u64::from(self.ordering) {
            0
        } else {
            ((hash >> 32) % u64::from(self.children(place))) as u16
        };
        let key = mix(place.key.wrapping_add(u64::from(number) + 3));
        let worse = if number == best { 0 } else { self.granularity * (mix(key) % 8) as i32 };
        Place { key, value: worse - place.value, height: place.height - 1 }
    }

    /// Returns the value at the end of a line of children, for the side to move at the root. It is `None` if the line
    /// does not lead to a leaf.
    pub fn line_value(&self, line: &[u16]) -> Option<i32> {
        let end = line.iter().fold(self.root(), |place, &number| self.child(&place, number));
        let value = if line.len().is_multiple_of(2) { end.value } else { -end.value };
        (self.children(&end) == 0).then_some(value)
    }
}
