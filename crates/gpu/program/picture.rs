//! Draws the lanes of a warp over time. The twin takes their steps.

use std::fmt::Write;

use cleave_gpu::Rules;
use cleave_gpu::twin::{Lane, Work};

use crate::measure::tests;

const LANES: usize = 32;
const STEPS: usize = 120;
const CELL: usize = 6;

/// Returns a picture of the work of each lane in each step. Each lane is a row, each step a column.
/// A device takes the steps of a column together, one kind of work after the other.
pub(crate) fn lanes() -> String {
    let (width, height) = (STEPS * CELL, LANES * CELL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\
         <title>32 lanes, 120 steps</title><rect width=\"{width}\" height=\"{height}\" fill=\"#8884\"/>\n"
    );
    let rules = Rules { captures: 0, together: false };
    for (row, test) in tests(LANES, 2).into_iter().enumerate() {
        let mut lane = Lane::new(test, rules);
        let works: Vec<&str> = (0..STEPS).map_while(|_| lane.step(None)).map(color).collect();
        let mut column = 0;
        for run in works.chunk_by(|a, b| a == b) {
            let (x, y, w) = (column * CELL, row * CELL, run.len() * CELL);
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"5\" fill=\"{}\"/>",
                run[0]
            )
            .expect("a string takes all");
            column += run.len();
        }
    }
    svg + "</svg>"
}

/// Returns the colour of a step. Blue: the lane evaluates, and makes the next move. Orange: it
/// finds the moves of an inner node's pieces. Green: it only makes a move, or goes back. No colour:
/// it has answered.
fn color(work: Work) -> &'static str {
    match work {
        Work { evaluated: true, .. } => "#3b7dd8",
        Work { entered: true, .. } => "#e08a2c",
        _ => "#4da35a",
    }
}
