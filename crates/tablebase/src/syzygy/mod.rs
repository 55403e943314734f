//! Reads the files of the Syzygy tables.
//!
//! Each table has two files: `KRvK.rtbw` holds the result of every position ([`crate::Wdl`]), `KRvK.rtbz` its distance
//! to zeroing ([`crate::Dtz`]). White is the side named first. The format has no specification. These modules describe
//! it, from the bottom up:
//!
//! * `cache` keeps recent reads.
//! * `file` reads the pages of a file, and leaves damaged files out.
//! * `reader` reads numbers from a file, and never reads beyond its end.
//! * `pairs` decompresses values. They are Huffman codes of symbols, and a symbol is a value or a pair of symbols.
//! * `squares` numbers squares and pairs of squares, up to symmetry.
//! * `groups` numbers all placements of the pieces, group by group.
//! * `placement` computes the number of a position's placement.
//! * `table` combines these into one file.
//! * `directory` finds the files, and reports the files that it cannot use.
//! * `probe` computes the values that files leave out. If the best move of a position is a capture, the file has an
//!   arbitrary value, to compress better. Distances are stored for one side to move only.
//!
//! Opening the tables reads the headers of all files and reports damaged ones. After that only the caches and the set
//! of left-out files change. Damage in the compressed part, or a file that changes while it is in use, may lead to a
//! wrong result or to no result, but to nothing worse. A file without a result is left out from then on
//! ([`Tablebase::take_problems`](crate::Tablebase::take_problems)).

mod cache;
mod directory;
mod file;
mod groups;
mod pairs;
mod placement;
mod probe;
mod problem;
mod reader;
mod squares;
mod table;

pub use directory::Syzygy;
pub use problem::{Damage, Problem};
