//! Points of the board, on a grid with a border, so that each point has four neighbours.

use std::fmt;

/// The largest board.
pub const MAX_SIZE: u8 = 13;
/// The step from a point to the next row: 13 points and a border on each side.
const STRIDE: u8 = MAX_SIZE + 2;
/// The number of points of the grid.
pub(super) const GRID: usize = STRIDE as usize * STRIDE as usize;
/// The letters of the columns. The letter I is left out because it looks like J.
const COLUMNS: &str = "ABCDEFGHJKLMN";

/// A point of the grid, or [`Vertex::PASS`], which is a corner of the border.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vertex(pub(super) u8);

impl Vertex {
    /// A move on no point.
    pub const PASS: Vertex = Vertex(0);

    /// Returns the point on these lines. Lines are numbered from 1 to the size of the board.
    pub fn at(column: u8, row: u8) -> Vertex {
        Vertex(row * STRIDE + column)
    }

    pub(super) fn is_within(self, size: u8) -> bool {
        let (column, row) = (self.0 % STRIDE, self.0 / STRIDE);
        (1..=size).contains(&column) && (1..=size).contains(&row)
    }

    /// Parses a point such as `C3`, or `pass`, in either case.
    pub fn parse(text: &str, size: u8) -> Option<Vertex> {
        let text = text.to_ascii_uppercase();
        if text == "PASS" {
            return Some(Vertex::PASS);
        }
        let column = COLUMNS.find(text.chars().next()?)? as u8 + 1;
        let row = text[1..].parse().ok().filter(|&row: &u8| row <= MAX_SIZE)?;
        Some(Vertex::at(column, row)).filter(|vertex| vertex.is_within(size))
    }

    pub(super) fn index(self) -> usize {
        self.0.into()
    }

    /// Returns the eight points around this one, clockwise from above. Those with an even index are
    /// its neighbours.
    pub(super) fn around(self) -> [Vertex; 8] {
        const STEPS: [i16; 8] = {
            let up = STRIDE as i16;
            [up, up + 1, 1, 1 - up, -up, -up - 1, -1, up - 1]
        };
        STEPS.map(|step| Vertex((i16::from(self.0) + step) as u8))
    }

    pub(super) fn neighbours(self) -> [Vertex; 4] {
        let Vertex(at) = self;
        [Vertex(at + STRIDE), Vertex(at + 1), Vertex(at - STRIDE), Vertex(at - 1)]
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Vertex::PASS {
            return f.write_str("pass");
        }
        let column = usize::from(self.0 % STRIDE) - 1;
        write!(f, "{}{}", &COLUMNS[column..=column], self.0 / STRIDE)
    }
}
