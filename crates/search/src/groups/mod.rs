//! Groups: a large team divides into several groups that search the same root, each with its own tree.
//!
//! One tree has too little work for 64 workers. In trees of 80,000 nodes they are hardly faster than 16, and idle for
//! more than half of the time. So the workers of Dynamic Tree Splitting form *groups* of about 16 ([`division`]). A
//! group splits its tree as a small team does and learns in its own tables. All groups share the transposition table,
//! as in lazy SMP. Every second group searches a ply deeper than the first.
//!
//! ```text
//!   group 0   |== depth 9 ======|== depth 10 =====|== depth 11 (taken over) =|
//!   group 1   |== depth 10 =============|== depth 11 ============|== depth 12 ===
//!   group 2   |== depth 9 ===|.. 10 ............|
//! ```
//!
//! In addition to the table they share a [`Blackboard`](blackboard::Blackboard), to which each group writes its results
//! at the root and its counts. An exact result ends all searches of its depth or less. A bound ends the searches of its
//! depth whose window it misses. The groups continue from it. For the search, a group is a rank of a
//! [cluster](crate::cluster), with the [`GroupHost`](host::GroupHost) as its host. If the program is itself a rank of a
//! cluster, the first group communicates for all. The others bring it their table entries for other ranks.
//!
//! The first group has the program's clock and host. The others search until the first has its result. A thread leads
//! each of them. A process with threads cannot fork, so the workers of all groups are forked before. If one dies, its
//! group continues with the workers of lower numbers, and is complete again in the next search.
//!
//! Speed in virtual time, with a price for memory of other sockets: four groups of 16 are 1.5 times as fast as one tree
//! of 64 in trees of 0.03 and 0.1 s, 1.2 times in trees of 1.8 s, and no faster in trees of 11.6 s. Two groups are as
//! fast as one tree of 32 (book/src/which-search.md).

pub(crate) mod blackboard;
pub(crate) mod division;
pub(crate) mod host;
