//! The files of the Syzygy tables, and how they are read.
//!
//! There are two files a table: `KRvK.rtbw` holds the result of every position ([`crate::Wdl`]),
//! `KRvK.rtbz` its distance to zeroing ([`crate::Dtz`]). White is the side named first. The format has
//! no specification; what is known of it is described in these modules, from the bottom up:
//!
//! * `cache` keeps what was read lately.
//! * `file` reads the pages of a file, and leaves a file out that turns out to be damaged.
//! * `reader` takes numbers from a file, and never reads beyond its end.
//! * `pairs` decompresses: values are Huffman codes of symbols, and a symbol is a value or a pair of
//!   symbols.
//! * `squares` numbers squares and pairs of squares, up to symmetry.
//! * `groups` numbers all placements of the pieces, group by group.
//! * `placement` finds the number of the placement in a position.
//! * `table` puts these together: one file.
//! * `directory` finds the files, and names those that it cannot use.
//! * `probe` completes what tables leave out. The value of a position whose best move is a capture is
//!   arbitrary in the file, to compress better, and distances are stored for one side to move only.
//!
//! The headers of all files are read when the tables are opened, and damage in a header is noticed then.
//! From then on only the caches change, and which files are left out. Damage in the compressed part, or a
//! file that changes while it is in use, may lead to a wrong answer, or to none, but to nothing worse. A file
//! that has no answer is left out from then on ([`Tablebase::take_problems`](crate::Tablebase::take_problems)).

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
