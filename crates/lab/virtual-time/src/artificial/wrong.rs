//! The errors that a search of a random tree can make.

use cleave_smp::End;

use super::leaf_count::minimax;
use super::node::Line;
use super::shape::Shape;

/// A failure that a soak has found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// The search found another value than plain minimax.
    #[error("{shape:?} has the value {truth}, but the search ended with {end:?}")]
    Value {
        /// The tree.
        shape: Shape,
        /// The value by plain minimax.
        truth: i32,
        /// How the search ended.
        end: End<i32>,
    },
    /// The line does not lead to a leaf with the value of the root.
    #[error("the line {line:?} in {shape:?} does not lead to the value of the root")]
    Line {
        /// The tree.
        shape: Shape,
        /// The children chosen.
        line: Vec<u16>,
    },
    /// Split blocks were not given back, or marks not taken away.
    #[error("{blocks} split blocks and {marks} marks are still in use after the searches")]
    Leak {
        /// Split blocks.
        blocks: u32,
        /// Marks.
        marks: usize,
    },
}

/// Checks that a search has ended with the value of plain minimax.
pub(super) fn check_value(shape: &Shape, end: End<i32>) -> Result<(), Wrong> {
    let truth = minimax(shape);
    if end == End::Value(truth) { Ok(()) } else { Err(Wrong::Value { shape: *shape, truth, end }) }
}

/// Checks that a line leads to a leaf with the value of the root.
pub(super) fn check_line(shape: &Shape, line: &Line) -> Result<(), Wrong> {
    match shape.line_value(line.children()) == Some(minimax(shape)) {
        true => Ok(()),
        false => Err(Wrong::Line { shape: *shape, line: line.children().to_vec() }),
    }
}
