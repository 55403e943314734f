//! Artificial trees, and graphs with transpositions, whose minimax values are known.

use cleave_smp::random::mix;
use cleave_virtual_time::artificial::{Place, Shape};

use crate::game::Game;

/// A tree of a [`Shape`]. Its paths never meet.
#[derive(Clone, Debug)]
pub struct Tree(pub Shape);

impl Game for Tree {
    type Position = Place;

    fn key(&self, place: &Place) -> u64 {
        place.key
    }

    fn children(&mut self, place: &Place) -> Vec<Place> {
        (0..self.0.children(place)).map(|number| self.0.child(place, number)).collect()
    }

    fn end(&self, place: &Place, _: u8) -> i32 {
        place.value
    }

    fn leaf(&mut self, place: &Place, _: i32, _: &mut u64) -> i32 {
        place.value
    }

    fn encode(&self, place: &Place, out: &mut Vec<u8>) {
        out.extend(place.key.to_le_bytes());
        out.extend(place.value.to_le_bytes());
        out.extend(place.height.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Place> {
        let (key, rest) = bytes.split_first_chunk()?;
        let (value, rest) = rest.split_first_chunk()?;
        let height = u16::from_le_bytes(rest.try_into().ok()?);
        let value = i32::from_le_bytes(*value);
        // Values grow from ply to ply, and must not overflow.
        let is_place = height <= self.0.height && value.unsigned_abs() <= 1 << 24;
        is_place.then_some(Place { key: u64::from_le_bytes(*key), value, height })
    }
}

/// A graph: the moves are numbers, and a position is the set of numbers chosen by each side. So the order of the moves
/// of one side does not matter, as in many games.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Selects one of the graphs.
    pub seed: u64,
    /// Moves in all, at most 32.
    pub moves: u8,
}

/// A position of a [`Graph`]: the moves of the side to move, and those of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    own: u32,
    other: u32,
}

impl Graph {
    fn hash(&self, position: &Chosen) -> u64 {
        mix(self.seed ^ mix(u64::from(position.own) << 32 | u64::from(position.other)))
    }

    /// Returns the value by the definition of minimax.
    pub fn minimax(&self, position: &Chosen, depth: u8) -> i32 {
        let children = self.clone().children(position);
        if depth == 0 || children.is_empty() {
            return self.worth(position);
        }
        let values = children.iter().map(|child| -self.minimax(child, depth - 1));
        values.max().unwrap_or(0)
    }

    fn worth(&self, position: &Chosen) -> i32 {
        let weight = |set: u32| -> i32 {
            let members = (0..self.moves).filter(|number| set >> number & 1 != 0);
            members.map(|number| (mix(self.seed ^ u64::from(number)) % 16) as i32).sum()
        };
        4 * (weight(position.own) - weight(position.other)) + (self.hash(position) % 16) as i32
    }
}

impl Game for Graph {
    type Position = Chosen;

    fn key(&self, position: &Chosen) -> u64 {
        self.hash(position)
    }

    fn children(&mut self, position: &Chosen) -> Vec<Chosen> {
        let free =
            (0..self.moves).filter(|number| (position.own | position.other) >> number & 1 == 0);
        free.map(|number| Chosen { own: position.other, other: position.own | 1 << number })
            .collect()
    }

    fn end(&self, position: &Chosen, _: u8) -> i32 {
        self.worth(position)
    }

    fn leaf(&mut self, position: &Chosen, _: i32, _: &mut u64) -> i32 {
        self.worth(position)
    }

    fn encode(&self, position: &Chosen, out: &mut Vec<u8>) {
        out.extend(position.own.to_le_bytes());
        out.extend(position.other.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Chosen> {
        let (own, other) = bytes.split_first_chunk()?;
        let (own, other) = (u32::from_le_bytes(*own), u32::from_le_bytes(other.try_into().ok()?));
        let all = ((1_u64 << self.moves) - 1) as u32;
        (own & other == 0 && (own | other) & !all == 0).then_some(Chosen { own, other })
    }
}
