//! A cluster: several machines that search the same root together. The library decides the messages between them and
//! does no input or output, so you can use it with a network of your own. The program `cleave-cluster` (feature `mpi`)
//! is the engine on top of it. The library depends on `cleave-search`, the program on the engine too.
//!
//! Each machine is a *rank* with its own table and team. All probes and stores are local. It is a *lazy* cluster, after
//! Österlund (Texel, 2017): no rank ever waits for a message. So an ordinary Ethernet is enough, and a lost message
//! costs only its own benefit.
//!
//! ```text
//!                    rank 0            clock, input, output
//!                   /  |   \
//!            rank 1  rank 2  rank 3    each talks only to its parent and its children
//!            /
//!        rank 4 ...
//!
//!   down   Start (root, iteration, window, last result), Stop, Setting
//!   both   Report (a search of the root is finished), Entries (of the table), Hello
//!   up     Alive
//!   home   Entries, Asks: directly to the home of a position, and back
//! ```
//!
//! # What is shared
//!
//! **Results.** All ranks deepen iteratively. The first rank to finish a search of the root sends the result to the
//! others. If the result settles their search ([`cleave_search::cluster::Finding::settles`]), they stop it and continue
//! one ply deeper with the value and the line. Every second rank begins one ply deeper than the first
//! ([`Sharing::staggered`]).
//!
//! **Table entries** of nodes near the root ([`Sharing::span`]). A rank gathers the entries that have changed since it
//! sent them last, in messages of a few KiB. It stores a received entry like any other, and passes it on to its other
//! neighbours. When the net is slow, entries are dropped, not queued.
//!
//! With [`Receivers::Home`] the tables of all ranks form one *distributed table*. An entry goes only to the home of its
//! position, and a rank asks the home for entries that its own table lacks (`homes.rs`).
//!
//! # Faults
//!
//! Messages may be lost, repeated, late, or garbled.
//!
//! * A checksum and the length reveal garbage ([`message`]).
//! * The first rank repeats its position in the search, or the end of the search, ten times a second as long as the
//!   program around it polls ([`Member::poll`]).
//! * Results of other searches are recognised by their [`message::Serial`].
//! * A rank plays a received line on the board before it accepts it.
//! * A silent rank and the ranks below it in the tree no longer help. The others continue.
//!
//! # Without input and output
//!
//! [`Member`] is the whole logic of a rank. It has no network, clock or thread. Its caller passes a [`Net`] to
//! [`Member::poll`], which takes the arrived messages and sends the due ones. [`RankHost`] connects it with a search,
//! [`searching`] with a [`Searcher`](cleave_search::Searcher). The laboratory runs a whole cluster on one machine with
//! a simulated network, exactly repeatable.

mod batch;
mod homes;
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
pub use sharing::{Receivers, Sharing};
pub use statistics::Statistics;
