//! Builds the kernels in WGSL. They are files put together, with the directions and rows written out.
//!
//! A kernel is text until the device compiles it. All kernels contain `board.wgsl` and `cursor.wgsl`. Two generators
//! are made from the same rows: [`Generator::Table`] reads them as data, [`Generator::Compiled`] has code for each row.

mod compiled;
mod template;

use std::fmt::Write;

use crate::MATE;
use crate::direction::DIRECTIONS;
use crate::rows::{self, ROWS, action};
use crate::twin::{BEYOND, CENTRE, MULTIPLIER, weight};

/// The form of the rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Generator {
    /// Rows are data. The instructions are the same for every row, without a branch.
    Table,
    /// Rows are code. Each row has only the code that it needs, and lanes in different rows wait for each other.
    Compiled,
}

/// Returns perft by levels. Its entry points are `expand`, `leaves` and `fused`.
pub fn perft(generator: Generator, group: u32) -> String {
    assemble(generator, &include_str!("perft.wgsl").replace("$group", &group.to_string()))
}

/// The place of a lane's stack while a slice runs. Between slices it is always in the device's memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stack {
    /// In the device's memory.
    Memory,
    /// In the lane's own memory. Every slice copies it there and back.
    Private,
    /// In the memory of the workgroup. Every slice copies it there and back.
    Workgroup,
}

/// The setup of the null-window search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchKernel {
    /// The form of the rows.
    pub generator: Generator,
    /// The number of lanes of a workgroup.
    pub group: u32,
    /// The number of nodes of the longest path.
    pub frames: u32,
    /// The place of the stack. A workgroup that walks one path has its stack in its own memory.
    pub stack: Stack,
    /// True if the lanes share a table.
    pub table: bool,
    /// True if a workgroup walks one path.
    pub together: bool,
}

/// Returns the null-window search. Its entry point is `search`.
pub fn search(kernel: &SearchKernel) -> String {
    let (body, next, frame, stack) = match (kernel.together, kernel.stack) {
        (true, _) => (include_str!("together.wgsl"), "next_or_leaves();", "stack[me.ply]", ""),
        (false, Stack::Memory) => (include_str!("each.wgsl"), "next();", MEMORY, ""),
        (false, Stack::Private) => (
            include_str!("each.wgsl"),
            "next();",
            "stack[me.ply]",
            "var<private> stack: array<Frame, $frames>;",
        ),
        (false, Stack::Workgroup) => (
            include_str!("each.wgsl"),
            "next();",
            "stack[local * $framesu + u32(me.ply)]",
            "var<workgroup> stack: array<Frame, $frames * $group>;",
        ),
    };
    let whole_path = |body: &str| match stack {
        "" => String::new(),
        _ => format!(
            "{{ let top = me.ply; for (me.ply = 0; me.ply <= top; me.ply++) {{ {body} }} me.ply = top; }}"
        ),
    };
    let load = whole_path(&format!("{frame} = {MEMORY};"));
    let save = whole_path(&format!("{MEMORY} = {frame};"));
    let kernel_text = [include_str!("evaluate.wgsl"), include_str!("lane.wgsl"), body].concat();
    let kernel_text = kernel_text
        .replace("$load", &load)
        .replace("$save", &save)
        .replace("$stack", stack)
        .replace("$next", next)
        .replace("$table", if kernel.table { "true" } else { "false" })
        .replace("$frames", &kernel.frames.to_string())
        .replace("$frame", frame)
        .replace("$frames", &kernel.frames.to_string())
        .replace("$group", &kernel.group.to_string());
    assemble(kernel.generator, &kernel_text)
}

/// The last node of a lane's path in the device's memory. Neighbouring lanes have neighbouring nodes.
const MEMORY: &str = "frames[u32(me.ply) * params.lanes + lane]";

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
    let mut text = format!(
        "const MATE: i32 = {MATE};\nconst MULTIPLIER: u64 = {MULTIPLIER}lu;\nconst CENTRE_SQUARES: u64 = {CENTRE}lu;\n"
    );
    for (rank, (white, black)) in BEYOND[0].into_iter().zip(BEYOND[1]).enumerate() {
        write!(
            text,
            "const BEYOND{rank}W: u64 = {white}lu;\nconst BEYOND{rank}B: u64 = {black}lu;\n"
        )
        .expect("a string takes all");
    }
    let named = [
        ("PAWN", weight::PAWN as u32),
        ("KNIGHT", weight::KNIGHT as u32),
        ("BISHOP", weight::BISHOP as u32),
        ("ROOK", weight::ROOK as u32),
        ("QUEEN", weight::QUEEN as u32),
        ("PATH", weight::PATH as u32),
        ("ADVANCE", weight::ADVANCE as u32),
        ("CENTRE", weight::CENTRE as u32),
        ("TARGET", weight::TARGET as u32),
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

/// Returns the rows of both sides in the device's form. Each row has its word, its rotation, and the squares on which a
/// step may arrive. White's rows come before Black's.
pub fn table() -> Vec<u32> {
    let both = ROWS.iter().flat_map(|row| [(row, false), (row, true)]);
    both.flat_map(|(row, black)| {
        let direction = DIRECTIONS[row.direction(black)];
        [row.word(black), direction.turn, direction.board as u32, (direction.board >> 32) as u32]
    })
    .collect()
}
