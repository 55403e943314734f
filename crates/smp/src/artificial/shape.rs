//! What a tree looks like, and what is where in it.

use cleave_shared_memory::Plain;

/// The shape of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Shape {
    /// Which tree of this shape.
    pub seed: u64,
    /// Plies from the root to the leaves, 1 to 60.
    pub height: u16,
    /// Children of a node.
    pub branching: u16,
    /// True if the number of children varies from node to node, 0 included.
    pub ragged: bool,
    /// In how many of 100 nodes the best child comes first.
    pub ordering: u8,
    /// By how much the value of two brothers differs, if at all; coarse values make many ties.
    pub granularity: i32,
    /// True if nodes have phases that are strictly in sequence: before their children, and while a
    /// child that has failed high in a scout is searched with the full window.
    pub phases: bool,
    /// Rounds of idle work for each node, to give it a size in time.
    pub work: u32,
}

/// A position in a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Place {
    /// What everything below is computed from.
    pub key: u64,
    /// The minimax value, for the side to move. The search looks at it in leaves only.
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
    /// The root.
    pub fn root(&self) -> Place {
        let key = mix(self.seed);
        Place { key, value: (key % 2001) as i32 - 1000, height: self.height }
    }

    /// The number of children of a place.
    pub fn children(&self, place: &Place) -> u16 {
        match (place.height, self.ragged) {
            (0, _) => 0,
            (_, false) => self.branching,
            (_, true) => (mix(place.key ^ 1) % (u64::from(self.branching) + 1)) as u16,
        }
    }

    /// The child of this number, from 0.
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

    /// The value at the end of a line of children, for the side to move at the root; `None` if the
    /// line does not lead to a leaf.
    pub fn line_value(&self, line: &[u16]) -> Option<i32> {
        let end = line.iter().fold(self.root(), |place, &number| self.child(&place, number));
        let value = if line.len().is_multiple_of(2) { end.value } else { -end.value };
        (self.children(&end) == 0).then_some(value)
    }
}

/// Scrambles a number: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
pub(crate) fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
