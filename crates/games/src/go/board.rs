//! The board: stones, their [chains](super::chain), and the legal moves except for superko.

use std::ops::Index;

use super::chain::Chain;
use super::vertex::{GRID, MAX_SIZE, Vertex};

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Black, who moves first.
    Black,
    /// White, who gets komi.
    White,
}

impl Side {
    /// Returns the other player.
    pub fn opponent(self) -> Side {
        if self == Side::Black { Side::White } else { Side::Black }
    }
}

/// The content of a point of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A stone.
    Stone(Side),
    /// No stone.
    Empty,
    /// The point is not on the board.
    Border,
}

/// A position without its history.
#[derive(Clone)]
pub struct Board {
    size: u8,
    to_move: Side,
    cells: [Cell; GRID],
    /// The head of the chain of a stone.
    head: [Vertex; GRID],
    /// The next stone of the chain, in a circle.
    next: [Vertex; GRID],
    chains: [Chain; GRID],
    /// The empty points, in any order, and the place of each.
    empty: Vec<Vertex>,
    place: [u8; GRID],
    /// The point that simple ko forbids, or a pass.
    ko: Vertex,
    last: Option<Vertex>,
    is_over: bool,
    key: u64,
}

impl Index<Vertex> for Board {
    type Output = Cell;

    fn index(&self, vertex: Vertex) -> &Cell {
        &self.cells[vertex.index()]
    }
}

impl Board {
    /// Creates an empty board of this size, which is at most [`MAX_SIZE`].
    pub fn new(size: u8) -> Board {
        let size = size.clamp(1, MAX_SIZE);
        let mut board = Board {
            size,
            to_move: Side::Black,
            cells: [Cell::Border; GRID],
            head: [Vertex::PASS; GRID],
            next: [Vertex::PASS; GRID],
            chains: [Chain::default(); GRID],
            empty: Vec::with_capacity(GRID),
            place: [0; GRID],
            ko: Vertex::PASS,
            last: None,
            is_over: false,
            key: 0,
        };
        board.points().for_each(|vertex| board.clear(vertex));
        board
    }

    /// Returns the number of lines of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Returns the player to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    pub(super) fn set_to_move(&mut self, side: Side) {
        if self.to_move != side {
            (self.to_move, self.ko) = (side, Vertex::PASS);
        }
    }

    /// Returns the last move.
    pub fn last(&self) -> Option<Vertex> {
        self.last
    }

    /// Returns true if both players have passed.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the hash key of the stones.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns all points, row by row.
    pub fn points(&self) -> impl Iterator<Item = Vertex> + use<> {
        let size = self.size;
        (1..=size).flat_map(move |row| (1..=size).map(move |column| Vertex::at(column, row)))
    }

    fn chain(&self, of: Vertex) -> &Chain {
        &self.chains[self.head[of.index()].index()]
    }

    /// Returns the only liberty of the chain with this stone, or `None` unless it has exactly one.
    pub fn only_liberty(&self, stone: Vertex) -> Option<Vertex> {
        self.chain(stone).only_liberty()
    }

    /// Returns the number of stones of the chain with this stone.
    pub(super) fn chain_size(&self, stone: Vertex) -> u16 {
        self.chain(stone).stones
    }

    /// Returns the stones of the chain with this stone.
    pub(super) fn stones(&self, of: Vertex) -> impl Iterator<Item = Vertex> {
        let next = move |&stone: &Vertex| Some(self.next[stone.index()]).filter(|&it| it != of);
        std::iter::successors(Some(of), next)
    }

    /// Returns true if the player to move may play here by all rules except superko. The point must be empty and no
    /// simple ko, and the move no suicide.
    pub fn is_legal(&self, vertex: Vertex) -> bool {
        let leaves_a_liberty = |near| match self[near] {
            Cell::Empty => true,
            Cell::Stone(side) => (side == self.to_move) != self.only_liberty(near).is_some(),
            Cell::Border => false,
        };
        let is_free = self[vertex] == Cell::Empty && vertex != self.ko;
        vertex == Vertex::PASS || is_free && vertex.neighbours().into_iter().any(leaves_a_liberty)
    }

    /// Returns true if the player to move has at most one liberty after a move on this empty point.
    pub(super) fn is_self_atari(&self, vertex: Vertex) -> bool {
        let near = vertex.neighbours();
        let mut liberty = None;
        for stone in near {
            let found = match self[stone] {
                Cell::Empty => Some(stone),
                Cell::Border => None,
                Cell::Stone(side) if side != self.to_move => {
                    self.only_liberty(stone).map(|_| stone)
                }
                Cell::Stone(_) => {
                    let mut chain = *self.chain(stone);
                    let same = near.into_iter().filter(|&other| {
                        self[other] == self[stone]
                            && self.head[other.index()] == self.head[stone.index()]
                    });
                    same.for_each(|_| chain.remove(vertex));
                    if chain.number > 0 && chain.only_liberty().is_none() {
                        return false;
                    }
                    chain.only_liberty()
                }
            };
            if found.is_some() && liberty.is_some() && found != liberty {
                return false;
            }
            liberty = liberty.or(found);
        }
        true
    }

    /// Plays a legal move.
    pub fn play(&mut self, vertex: Vertex) {
        self.ko = Vertex::PASS;
        self.is_over = vertex == Vertex::PASS && self.last == Some(Vertex::PASS);
        if vertex != Vertex::PASS {
            self.place(vertex);
        }
        self.last = Some(vertex);
        self.to_move = self.to_move.opponent();
    }

    fn place(&mut self, vertex: Vertex) {
        self.set(vertex);
        let mut captured = 0;
        for near in vertex.neighbours() {
            match self[near] {
                Cell::Stone(side) if side == self.to_move => self.join(vertex, near),
                Cell::Stone(_) if self.chain(near).number == 0 => captured += self.capture(near),
                _ => {}
            }
        }
        let own = self.chain(vertex);
        if captured == 1 && own.stones == 1 && own.number == 1 {
            self.ko = own.only_liberty().unwrap_or(Vertex::PASS);
        }
    }

    /// Puts a stone of the player to move on an empty point, as a chain of its own.
    fn set(&mut self, vertex: Vertex) {
        let at = vertex.index();
        self.cells[at] = Cell::Stone(self.to_move);
        self.key ^= key_of(vertex, self.to_move);
        let place = self.place[at];
        self.empty.swap_remove(place.into());
        if let Some(moved) = self.empty.get(usize::from(place)) {
            self.place[moved.index()] = place;
        }
        (self.head[at], self.next[at]) = (vertex, vertex);
        self.chains[at] = Chain::SINGLE;
        for near in vertex.neighbours() {
            match self[near] {
                Cell::Empty => self.chains[at].add(near),
                Cell::Stone(_) => self.chains[self.head[near.index()].index()].remove(vertex),
                Cell::Border => {}
            }
        }
    }

    /// Joins two chains. The head of the larger chain stays.
    fn join(&mut self, one: Vertex, other: Vertex) {
        let (mut large, mut small) = (self.head[one.index()], self.head[other.index()]);
        if large == small {
            return;
        }
        if self.chains[large.index()].stones < self.chains[small.index()].stones {
            (large, small) = (small, large);
        }
        let added = self.chains[small.index()];
        self.chains[large.index()].join(added);
        let mut stone = small;
        for _ in 0..added.stones {
            self.head[stone.index()] = large;
            stone = self.next[stone.index()];
        }
        self.next.swap(large.index(), small.index());
    }

    /// Takes a chain from the board, and returns the number of its stones.
    fn capture(&mut self, stone: Vertex) -> u16 {
        let number = self.chain_size(stone);
        let mut stone = stone;
        for _ in 0..number {
            self.key ^= key_of(stone, self.to_move.opponent());
            self.clear(stone);
            for near in stone.neighbours() {
                if let Cell::Stone(_) = self[near] {
                    self.chains[self.head[near.index()].index()].add(stone);
                }
            }
            stone = self.next[stone.index()];
        }
        number
    }

    /// Returns the number of empty points.
    pub(super) fn empty_points(&self) -> u32 {
        self.empty.len() as u32
    }

    /// Draws an empty point without replacement: returns the point at `place` and swaps it with the point before `end`.
    pub(super) fn draw(&mut self, place: u32, end: u32) -> Vertex {
        let (place, last) = (place as usize, end as usize - 1);
        self.empty.swap(place, last);
        self.place[self.empty[place].index()] = place as u8;
        self.place[self.empty[last].index()] = last as u8;
        self.empty[last]
    }

    fn clear(&mut self, vertex: Vertex) {
        self.cells[vertex.index()] = Cell::Empty;
        self.place[vertex.index()] = self.empty.len() as u8;
        self.empty.push(vertex);
    }

    /// Returns true if an empty point is an eye of the player to move, who should not fill it. All neighbours must be
    /// own stones. The opponent may have at most one diagonal point, and none at the edge.
    pub fn is_eye(&self, vertex: Vertex) -> bool {
        let is_own = |near| matches!(self[near], Cell::Stone(side) if side == self.to_move);
        if !vertex.neighbours().into_iter().all(|near| is_own(near) || self[near] == Cell::Border) {
            return false;
        }
        let diagonals = vertex.around().into_iter().skip(1).step_by(2).map(|near| self[near]);
        let (mut others, mut is_at_edge) = (0, false);
        for cell in diagonals {
            others += u32::from(cell == Cell::Stone(self.to_move.opponent()));
            is_at_edge |= cell == Cell::Border;
        }
        others + u32::from(is_at_edge) < 2
    }

    /// Returns Black's area minus White's. A side's area is its stones and the empty regions that touch only its
    /// stones. All stones on the board count as alive.
    pub fn area(&self) -> i32 {
        let mut seen = [false; GRID];
        let mut area = 0;
        let mut open = Vec::new();
        for vertex in self.points() {
            if let Cell::Stone(side) = self[vertex] {
                area += if side == Side::Black { 1 } else { -1 };
            } else if !std::mem::replace(&mut seen[vertex.index()], true) {
                let (mut number, mut black, mut white) = (0, false, false);
                open.push(vertex);
                while let Some(point) = open.pop() {
                    number += 1;
                    for near in point.neighbours() {
                        match self[near] {
                            Cell::Stone(Side::Black) => black = true,
                            Cell::Stone(Side::White) => white = true,
                            Cell::Empty if !std::mem::replace(&mut seen[near.index()], true) => {
                                open.push(near);
                            }
                            _ => {}
                        }
                    }
                }
                area += number * (i32::from(black) - i32::from(white));
            }
        }
        area
    }
}

/// Returns the key of a stone. The exclusive or of the stones' keys is the key of the position (Zobrist 1970).
fn key_of(vertex: Vertex, side: Side) -> u64 {
    const KEYS: [[u64; GRID]; 2] = {
        let mut keys = [[0; GRID]; 2];
        let mut at = 0;
        while at < 2 * GRID {
            // The mixing function of SplitMix64.
            let mut key = (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            key = (key ^ key >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            key = (key ^ key >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            keys[at % 2][at / 2] = key ^ key >> 31;
            at += 1;
        }
        keys
    };
    KEYS[side as usize][vertex.index()]
}
