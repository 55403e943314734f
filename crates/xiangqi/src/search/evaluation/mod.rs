//! Static evaluation: a sum of named weights. Each is between its value with all pieces on the
//! board and its value in the last ending.
//!
//! `terms` counts each term in a position, Red's count minus Black's. [`evaluate`] sums weight
//! times count. [`trace`] lists the same counts, so the trace always sums to the value, and the
//! weights can be fitted to games (`cargo xtask tune --game xiangqi`).

mod terms;
mod weights;

use crate::{Color, Kind, Position};
pub use weights::WEIGHT_COUNT;
use weights::{ROWS, Row, WEIGHTS, Weight, begin};

/// The phase of the start position: the sum over rooks, cannons and horses.
const ALL_PIECES: i32 = 16;

/// Returns the phase of a position. Rooks count twice, cannons and horses once.
fn phase(position: &Position) -> i32 {
    let count = |kind| position.kind(kind).len() as i32;
    (2 * count(Kind::Rook) + count(Kind::Cannon) + count(Kind::Horse)).min(ALL_PIECES)
}

/// Returns the value for the side to move.
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

/// The weights' counts in a position.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The share of the weights' first values in the value. The rest is the share of their last
    /// values.
    pub first: f32,
    /// The index of each weight that counts, and Red's count minus Black's.
    pub counts: Vec<(u16, i16)>,
}

/// Returns the summands of [`evaluate`] for Red. The right to move counts for the side that has it.
pub fn trace(position: &Position) -> Trace {
    let mut all = [0; WEIGHT_COUNT];
    terms::count(position, |at, count| all[at] += count as i16);
    all[begin(Row::Tempo)] = if position.side() == Color::Red { 1 } else { -1 };
    let counts = (0..).zip(all).filter(|&(_, count)| count != 0).collect();
    Trace { first: phase(position) as f32 / ALL_PIECES as f32, counts }
}

/// Returns the weights in the order of [`Trace::counts`].
pub fn weights() -> [Weight; WEIGHT_COUNT] {
    WEIGHTS
}

/// Writes weights in the form of `weights.txt`.
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
