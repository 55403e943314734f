//! Transposition-driven scheduling of alpha-beta (TDSAB), after Romein, Plaat, Bal and Schaeffer (1999) and Kishimoto
//! and Schaeffer (2002).
//!
//! Every position has a *home*, one of the ranks of a cluster, by a hash of the position. The home keeps the table entry
//! of the position, and the home searches the position. So no rank ever asks another for an entry: the work goes to the
//! entry, not the entry to the work.
//!
//! ```text
//!   rank 3 opens a node ── Job (child, depth, bound) ──►  home of the child
//!                                                         table, or the same search under way, or a new node
//!   rank 3              ◄── Result (value) ─────────────
//!   rank 3, a cutoff    ── Cancel ───────────────────►  home of each other child
//! ```
//!
//! * **Bounds.** All searches are null-window searches, driven by MTD(f): is the value at least this bound? A node has
//!   one bound for its whole life, so no window has to follow a job over the network. The window of the root narrows
//!   from pass to pass, and each pass finds the entries of the passes before.
//! * **Young brothers wait.** A node sends its first child alone. When the value of the first child is no cutoff, the
//!   node sends all others at once.
//! * **Duplicates meet.** A job for a position that is already being searched to the same depth and bound joins that
//!   search, and both parents get its value.
//! * **Cancelling.** After a cutoff the other children are cancelled. A node without a parent stops, with all nodes
//!   below it.
//! * **Grain.** A rank searches the last plies by itself, with its own part of the table.
//! * **Order.** A rank takes the job with the least depth first: it is nearest to a result.
//!
//! No rank waits for a message: while the children of one node are out, a rank searches other nodes. A node depends
//! only on nodes of less depth, so there is no deadlock.
//!
//! # Files
//! [`Game`] is what a game provides, with [`artificial`] trees and plain [`chess`]. [`Searcher`] is the sequential
//! program. [`TdsRank`] is one rank without input and output, on a [`cleave_cluster::Net`]; [`message`] is what it says.
//! [`simulate`] runs all ranks in virtual time.
//!
//! # Faults
//! A rank that dies is silent. The first rank then begins the pass again among the living, which keep their tables
//! ([`rank`]). Bytes that are no message are an error ([`message::Malformed`]). Unlike the lazy cluster of
//! [`cleave_cluster`], this search needs every message of the living, as MPI delivers them.

pub mod artificial;
pub mod chess;
mod driver;
mod game;
pub mod message;
mod node;
pub mod rank;
mod searcher;
pub mod simulation;
mod table;

pub use game::Game;
pub use rank::{Outcome, Plan, Scheme, Statistics, TdsRank};
pub use searcher::Searcher;
pub use simulation::{Simulated, Wires, simulate};
