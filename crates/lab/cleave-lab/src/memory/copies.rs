//! What a split copies: the bytes of a position with bitboards and with a mailbox, and the time to fetch them from
//! another processor.
//!
//! A position of the search has both: bitboards to generate moves, and a mailbox to see what is on a square. The
//! programs that the sources describe had one of the two. A mailbox alone needs lists of the pieces, or each search for
//! a piece would look at all squares.

use cleave_board::Position;
use cleave_kit::statistics::{median, round};
use cleave_kit::table::{Align, markdown};
use cleave_search::driver::ChessNode;
use cleave_virtual_time::gauge::foreign_bytes;
use serde::{Deserialize, Serialize};

/// The rights, clocks and keys of a position, and the side to move.
#[expect(dead_code, reason = "its size counts")]
struct Rest {
    keys: [u64; 4],
    castling_squares: u64,
    counters: [u8; 8],
}

/// A position of bitboards alone: six kinds and two colours.
#[expect(dead_code, reason = "its size counts")]
struct Bitboards {
    boards: [u64; 8],
    rest: Rest,
}

/// A position of a mailbox with a border, twelve rows of ten, as programs had before bitboards. Both sides have a list
/// of the squares of their pieces, and each square the place of its piece in the list.
#[expect(dead_code, reason = "its size counts")]
struct Mailbox {
    squares: [u8; 120],
    lists: [[u8; 16]; 2],
    places: [u8; 120],
    rest: Rest,
}

/// A mailbox of 64 squares with the same lists.
#[expect(dead_code, reason = "its size counts")]
struct SmallMailbox {
    squares: [u8; 64],
    lists: [[u8; 16]; 2],
    places: [u8; 64],
    rest: Rest,
}

/// The kinds of positions and their bytes; then a whole node.
const KINDS: [(&str, usize); 5] = [
    ("bitboards alone", size_of::<Bitboards>()),
    ("bitboards and mailbox, as here", size_of::<Position>()),
    ("mailbox of 64 squares, with lists", size_of::<SmallMailbox>()),
    ("mailbox with a border, with lists", size_of::<Mailbox>()),
    ("a whole node, with its moves and its line", size_of::<ChessNode>()),
];

/// Measurements of each time.
pub(super) const ROUNDS: usize = 9;

/// The bytes and times of all kinds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Copies {
    kinds: Vec<Kind>,
}

/// A kind of position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Kind {
    kind: String,
    bytes: usize,
    /// To read it where another processor has written it.
    nanoseconds: f64,
}

/// Measures all kinds in turns, this many times.
pub(super) fn measure(rounds: usize) -> Copies {
    let mut times = KINDS.map(|_| Vec::new());
    for _ in 0..rounds {
        for ((_, bytes), times) in KINDS.into_iter().zip(&mut times) {
            times.push(foreign_bytes(bytes));
        }
    }
    let kinds = KINDS.into_iter().zip(times).map(|((kind, bytes), times)| Kind {
        kind: kind.into(),
        bytes,
        nanoseconds: round(median(&times), 0),
    });
    Copies { kinds: kinds.collect() }
}

impl Copies {
    pub(super) fn table(&self) -> String {
        let rows = self.kinds.iter().map(|Kind { kind, bytes, nanoseconds }| {
            let lines = bytes.div_ceil(64);
            vec![kind.clone(), bytes.to_string(), lines.to_string(), format!("{nanoseconds:.0}")]
        });
        markdown(Align::RightOfName, "position | bytes | cache lines | ns", rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_here_has_both_in_three_lines() {
        assert_eq!(size_of::<Position>(), 192);
        assert_eq!((size_of::<Bitboards>() + 64).next_multiple_of(64), size_of::<Position>());
        assert!(size_of::<SmallMailbox>() > size_of::<Bitboards>());
    }

    #[test]
    fn the_committed_bytes_are_those_of_this_program() {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        let committed: Copies =
            cleave_kit::files::read_json(&root.join("data/memory/copies.json")).unwrap();
        let bytes: Vec<_> =
            committed.kinds.iter().map(|copy| (copy.kind.as_str(), copy.bytes)).collect();
        assert_eq!(bytes, KINDS);
    }
}
