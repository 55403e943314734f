//! The bench: a fixed set of positions, searched to a fixed depth. Its node count, the signature, is
//! the same on every machine and changes only when the search tree changes.

use cleave_board::Position;

use crate::control::Limits;
use crate::control::host::{Host, Undisturbed};
use crate::searcher::outcome::Outcome;
use crate::searcher::{Root, Searcher};

/// The positions.
pub const POSITIONS: &str = include_str!("../../../data/bench.epd");

/// The depth of the signature.
pub const DEPTH: u32 = 13;

/// The table size of the signature, in MiB.
pub const TABLE_MIB: usize = 16;

/// Searches every position of the bench with cleared tables and passes each outcome to `each`.
/// Returns the total node count.
pub fn run(searcher: &mut Searcher, depth: u32, mut each: impl FnMut(&Position, &Outcome)) -> u64 {
    let mut nodes = 0;
    for position in positions() {
        let outcome = search(searcher, &position, depth, &mut Undisturbed);
        nodes += outcome.nodes;
        each(&position, &outcome);
    }
    nodes
}

/// Searches one position to this depth with cleared tables, as the bench does.
pub fn search(
    searcher: &mut Searcher,
    position: &Position,
    depth: u32,
    host: &mut dyn Host,
) -> Outcome {
    searcher.new_game();
    searcher.search(&Root::from(*position), &Limits::to_depth(depth), host)
}

/// Returns the positions, in order.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| {
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        Position::from_fen(&fen.join(" ")).expect("the bench holds legal positions")
    })
}
