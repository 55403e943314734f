//! A cluster: several machines that search the same root together. The library decides what they tell
//! each other, without input and output: use it with a network of your own. The program `cleave-cluster` (feature `mpi`) is the engine on top of it. The library
//! depends on `cleave-search`, the program on the engine too.
//!
//! Each machine is a *rank*, with a table and a team of its own; all probes and stores are local. It
//! is a *lazy* cluster, after Österlund (Texel, 2017): no rank ever waits for a message, so that an
//! ordinary Ethernet is enough, and a message that is lost costs no more than what it would have
//! brought.
//!
//! ```text
//!                    rank 0            clock, input, output
//!                   /  |   \
//!            rank 1  rank 2  rank 3    each speaks to its parent and its children only
//!            /
//!        rank 4 ...
//!
//!   down   Start (root, iteration, window, last result), Stop, Setting
//!   both   Report (a search of the root is finished), Entries (of the table), Hello
//!   up     Alive
//! ```
//!
//! # What is shared
//!
//! **Results.** All ranks deepen iteratively. The first to finish a search of the root tells the
//! others. They give up theirs if the result settles it ([`cleave_search::cluster::Finding::settles`]), take the
//! value and the line, and go on one ply deeper. Every other rank begins one ply deeper than the first
//! ([`Sharing::staggered`]).
//!
//! **Table entries** of nodes near the root ([`Sharing::span`]), new since they were sent last,
//! gathered in messages of a few KiB. A rank stores what it receives like any other entry, and passes
//! it on to its other neighbours. When the net is slow, entries are dropped, not queued.
//!
//! # What can go wrong
//!
//! Messages may be lost, repeated, late, or garbled.
//!
//! * A checksum and the length expose garbage ([`message`]).
//! * The first rank repeats where it is, or that the search is over, ten times a second as long as the
//!   program around it polls ([`Member::poll`]).
//! * Results of other searches are recognised by their [`message::Serial`].
//! * A line is played through on the board before it is believed.
//! * A silent rank, and those below it in the tree, no longer help; the others go on.
//!
//! # Without input and output
//!
//! [`Member`] is the whole logic of a rank. It knows no network, no clock and no thread: a [`Net`] is
//! handed to [`Member::poll`], which takes in what has arrived and sends what is due. [`RankHost`]
//! connects it with a search, [`searching`] with a [`Searcher`](cleave_search::Searcher).
//! The laboratory runs a whole cluster on one machine, with a simulated network, exactly repeatable.

pub mod host;
pub mod identity;
mod link;
pub mod member;
pub mod message;
pub mod net;
mod pursuit;
mod rank;
pub mod searching;
mod sent;
mod sharing;
mod statistics;
pub mod tree;

pub use host::RankHost;
pub use identity::{Handshake, Identity};
pub use member::{Member, Order};
pub use net::{Full, Net};
pub use rank::{Rank, Ranks};
pub use sharing::Sharing;
pub use statistics::Statistics;
