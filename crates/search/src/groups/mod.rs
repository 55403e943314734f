//! Groups: a large team parts into several that search the same root, each a tree of its own.
//!
//! One tree has no work for 64 workers: in trees of 80,000 nodes they are hardly faster than 16, and idle for more than
//! half of the time. So the workers of Dynamic Tree Splitting part into *groups* of about 16 ([`division`]). A group splits
//! its tree as a small team does and learns in tables of its own; all share the transposition table, as in lazy SMP. Every
//! other group searches a ply deeper than the first.
//!
//! ```text
//!   group 0   |== depth 9 ======|== depth 10 =====|== depth 11 (taken over) =|
//!   group 1   |== depth 10 =============|== depth 11 ============|== depth 12 ===
//!   group 2   |== depth 9 ===|.. 10 ............|
//! ```
//!
//! Beside the table they share a [`Blackboard`](blackboard::Blackboard), where each group writes its results at the root and its counts.
//! An exact result ends all searches of its depth or less, and a bound those of its depth whose window it misses; the
//! groups go on from it. For the search, a group is a rank of a [cluster](crate::cluster), and the [`GroupHost`](host::GroupHost) is
//! its host. If the program is itself a rank of a cluster, the first group speaks for all: the others bring it their table
//! entries for other ranks.
//!
//! The first group has the program's clock and host. The others search until it has its result; each is led by a thread. A
//! process with threads cannot fork, so the workers of all groups are forked before. If one of them dies, its group goes on
//! with those of a lower number, and is complete again in the next search.
//!
//! In virtual time, with a price for memory of other sockets, four groups of 16 are 1.5 times as fast as one tree of 64 in
//! trees of 0.03 and 0.1 s, and 1.2 times in trees of 1.8 s; in trees of 11.6 s they are no faster. Two
//! are as fast as one tree of 32 (docs/algorithms.md).

pub(crate) mod blackboard;
pub(crate) mod division;
pub(crate) mod host;
