//! Static evaluation: a sum of weights by name, each between its value with all pieces on the board and
//! that in the last ending.
//!
//! `terms` counts what a position has of each term, Red's less Black's. [`evaluate`] adds weight times
//! count, and [`trace`] lists the same counts, so that the weights can be fitted to games
//! (`cargo xtask tune --game xiangqi`) and the trace always sums to the value.

mod terms;
mod weights;

use crate::{Color, Kind, Position};
pub use weights::WEIGHT_COUNT;
use weights::{ROWS, Row, WEIGHTS, Weight, begin};

/// What rooks, cannons and horses count for at the start.
const ALL_PIECES: i32 = 16;

/// How much of the start is left in a position: rooks count twice, cannons and horses once.
fn phase(position: &Position) -> i32 {
    let count = |kind| position.kind(kind).len() as i32;
    (2 * count(Kind::Rook) + count(Kind::Cannon) + count(Kind::Horse)).min(ALL_PIECES)
}

/// The value for the side to move.
pub fn evaluate(position: &Position) -> i32 {
    let mut sum = [0; 2];
    terms::count(position, |at, count| {
        let weight = WEIGHTS[at];
        sum[0] += weight[0] * count;
        sum[1] += weight[1] * count;
    });
    let sign = if position.side() == Color::Red { 1 } else { -1 };
    let tempo = WEIGHTS[begin(Row::Tempo)];
    let [first, last] = [0, 1].map(|half| sign * sum[half] + tempo[half]);
    let phase = phase(position);
    (first * phase + last * (ALL_PIECES - phase)) / ALL_PIECES
}

/// A position as the weights see it.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The share of the weights' first values in the value; that of their last values is the rest.
    pub first: f32,
    /// The number of each weight that counts, and how often Red has it less how often Black.
    pub counts: Vec<(u16, i16)>,
}

/// What [`evaluate`] adds up, for Red. The right to move counts for the side that has it.
pub fn trace(position: &Position) -> Trace {
    let mut all = [0; WEIGHT_COUNT];
    terms::count(position, |at, count| all[at] += count as i16);
    all[begin(Row::Tempo)] = if position.side() == Color::Red { 1 } else { -1 };
    let counts = (0..).zip(all).filter(|&(_, count)| count != 0).collect();
    Trace { first: phase(position) as f32 / ALL_PIECES as f32, counts }
}

/// The weights in the order of [`Trace::counts`].
pub fn weights() -> [Weight; WEIGHT_COUNT] {
    WEIGHTS
}

/// Weights as `weights.txt` has them.
pub fn weights_as_text(weights: &[Weight; WEIGHT_COUNT]) -> String {
    let mut text = String::from(
        "# The weights of the evaluation: 'name = first last, ...', in hundredths of a soldier.\n\
         # weights.rs describes each row; `cargo xtask tune --game xiangqi` writes this file.\n",
    );
    let mut rest = &weights[..];
    for (name, length) in ROWS {
        let (row, after) = rest.split_at(length);
        rest = after;
        let lines: Vec<String> = row
            .chunks(if name == "place" { 5 } else { 9 })
            .map(|chunk| chunk.iter().map(|[a, b]| format!("{a} {b}")).collect::<Vec<_>>())
            .map(|line| line.join(", "))
            .collect();
        text += &format!("{name} =\n    {}\n", lines.join(",\n    "));
    }
    text
}
