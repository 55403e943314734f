//! The kernels, in WGSL: files put together, with the directions and rows written out.
//!
//! A kernel is text until the device compiles it. `board.wgsl` and `cursor.wgsl` are in all of them. The
//! generator is one of two, made from the same rows: [`Generator::Table`] reads them as data,
//! [`Generator::Compiled`] has code for each.

mod compiled;
mod template;

use std::fmt::Write;

use crate::direction::DIRECTIONS;
use crate::rows::{self, ROWS, action};

/// How the rows are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Generator {
    /// Rows are data: the same instructions for every row, without a branch.
    Table,
    /// Rows are code: what a row does not need is left out, and lanes in different rows wait for each other.
    Compiled,
}

/// Perft by levels: entry points `expand`, `leaves` and `fused`.
pub fn perft(generator: Generator, group: u32) -> String {
    assemble(generator, &include_str!("perft.wgsl").replace("$group", &group.to_string()))
}

fn assemble(generator: Generator, kernel: &str) -> String {
    let mut source = constants();
    source += &template::expand(include_str!("board.wgsl"));
    source += &match generator {
        Generator::Table => {
            include_str!("table.wgsl").replace("$both", &(2 * rows::COUNT).to_string())
        }
        Generator::Compiled => compiled::rows(),
    };
    source += include_str!("cursor.wgsl");
    source + &template::expand(kernel)
}

fn constants() -> String {
    let mut text = String::new();
    let named = [
        ("ROWS", rows::COUNT as u32),
        ("DOUBLE", action::DOUBLE),
        ("PASSING", action::PASSING),
        ("CASTLING", action::CASTLING),
        ("PROMOTION", action::PROMOTION),
    ];
    for (name, value) in named {
        writeln!(text, "const {name}: u32 = {value}u;").expect("a string takes all");
    }
    text
}

/// The rows of both sides as the device reads them: for each its word, its rotation, and the squares where a
/// step may arrive, White's before Black's.
pub fn table() -> Vec<u32> {
    let both = ROWS.iter().flat_map(|row| [(row, false), (row, true)]);
    both.flat_map(|(row, black)| {
        let direction = DIRECTIONS[row.direction(black)];
        [row.word(black), direction.turn, direction.board as u32, (direction.board >> 32) as u32]
    })
    .collect()
}
