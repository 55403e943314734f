//! `aphid`: a main worker searches the plies near the root repeatedly, on guesses if it must. Helpers search the leaves
//! of its tree ever deeper, and need not wait for it.
//!
//! M. G. Brockington and J. Schaeffer, "The APHID Parallel αβ Search Algorithm", SPDP 1996; "APHID: Asynchronous
//! Parallel Game-Tree Search", Journal of Parallel and Distributed Computing 60(2), 2000; M. G. Brockington,
//! "Asynchronous Parallel Game-Tree Search", PhD thesis, University of Alberta, 1998. The name means asynchronous
//! parallel hierarchical iterative deepening. They report 6.04 on 16 processors. Only the abstracts of these were read;
//! other statements about the sources on this page are second-hand.
//!
//! The main worker searches the upper plies of the tree in *passes*. At a leaf it takes a helper's result, if the
//! result has the required depth and window. Then the leaf is *certain*. Otherwise it takes a guess, from a search less
//! deep or an estimate, and continues. A node is certain if its value does not rest on a guess: a leaf that a certain
//! cutoff makes irrelevant may stay uncertain. The iteration is done when a pass gives the root a certain value.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the leaves of the main worker's tree, as whole searches |
//! | Who may take it? | the helper on whose list a leaf is; one with nothing to do, from the longest list |
//! | Who carries the value up? | the main worker, in its next pass |
//! | Who iterates? | the main worker; below it each helper deepens its leaves ply by ply |
//!
//! After a pass that ended with an uncertain value, the main worker waits until a helper reports a result. A helper
//! waits when nothing is due and its leaves are a ply ahead. This waiting time counts as idle.
//!
//! ```text
//!                  main worker: passes over the upper plies          the table of leaves
//!                     root                              question  ┌──────────────────────────┐
//!                   ╱  │   ╲                            ────────► │ a: 7 plies, owner 1      │
//!                  ●   ●    ●                           ◄──────── │ b: 5 of 7 plies, owner 2 │
//!                ╱ ╲  ╱ ╲  ╱ ╲                reply: certain, or  │ c: nothing, owner 1      │
//!               a   b c  ...                  a guess             └──────────────────────────┘
//!                                                                    ▲ result      │ question
//!   worker 1   a to 5 ─ c to 5 ─ a to 6 ─ c to 6 ─ a to 7 ─ c to 7 ──┘             ▼
//!   worker 2     b to 5 ─ b to 6 ─ b to 7 ─ d (of the longest list) ─ b to 8, ahead of the question
//! ```
//!
//! A team of one asks no helpers: it is the sequential program.
//!
//! # What was chosen where the sources leave it open or need another machine
//!
//! * **Memory.** The sources send messages, and each processor has its own transposition table. Here the table of
//!   leaves is in shared memory, and the game shares its transposition table.
//! * **The upper tree** is the tree of a search to depth 2 ([`UPPER_DEPTH`]). As in the sources, by report, depth
//!   counts and not plies: a node is a leaf if it has at least 2 plies less left than the root. So a reduced root move
//!   is a leaf at ply 1, and a line with an extension is longer, up to 4 plies ([`MAX_UPPER_PLIES`]). With less than 3
//!   plies left ([`LEAST_DEPTH`]) the main worker searches the node itself. A deeper upper tree has more leaves to
//!   share, but more of them are searched on wrong guesses; see below.
//! * **A leaf** is a path from the root together with the missing depth: a reduced search of a move and the full
//!   search are two leaves. In the next iteration the leaf is the same, a ply deeper, so the last iteration's value is
//!   the first guess. Without a value, the guess is the game's estimate ([`Guess::estimate`](crate::Guess::estimate)).
//!   In a game without estimates the main worker searches alone.
//! * **Windows.** A leaf is searched with the window of the last question: a scout is followed by the search with the
//!   full window, which contains it. The best bounds from other windows at the same depth are kept, and answer any
//!   question that follows from them. Helpers in the sources widen the window so that a bound survives a change of the
//!   root's value. Here they do not, and the question is repeated.
//! * **Order.** A helper takes the leaf of its list that is most plies behind, and among equals the first one in the
//!   last pass. It begins at most 2 plies below the required depth. When nothing is due on any list, it searches its
//!   own leaves a ply deeper than required. When that is also done, it looks again only when a leaf is due, because the
//!   next due leaf would have to wait for it. Teams of 4 and 16 that also look when a leaf is no longer ahead take 1.5
//!   and 1.8 times as long on one position of chess, and 1.9 and 1.0 times on another, in virtual time.
//! * **Balance.** Leaves are dealt out in turn. In the sources the main worker moves leaves from long lists to short
//!   ones; here a helper whose list is done takes them.
//! * **Only equal depth answers**, so that a search without table and pruning has the value of the sequential program.
//!   In the sources a deeper result also answers.
//! * **Guesses stay in the node.** While a node rests on a guess, it stores nothing in the transposition table or the
//!   history tables ([`Guess::presume`](crate::Guess::presume)), and only certain results of root moves are reported. A
//!   cutoff is taken as certain only below the root.
//! * **A stop** in the middle of a pass: the results count from the pass with the best proven root move, and among
//!   equal passes from the last.
//! * **The end of an iteration** interrupts the helpers. They lose the search under way, but keep their results. In
//!   the sources they continue.
//! * **A full table**: the main worker searches a leaf by itself if there is no place for it. A leaf gives up its place
//!   after 8 passes without a visit, and helpers skip a leaf that the last two passes have not visited.
//! * **The main worker does not search leaves** while it waits: of two workers one searches.
//!
//! # What it gains here
//!
//! Little: `book/src/which-search.md` has the figures on positions of chess. 16 workers are hardly faster than one, far from
//! the published 6.04, and idle for four fifths of the time. A deeper upper tree makes it slower, on trees of 100,000
//! nodes. With depth 3 a team is 0.94 ± 0.14 times as fast (19 of the positions) and searches 5.2 times the nodes. With
//! depth 4 it is 0.74 ± 0.07 times as fast (11 positions; 7.5 times the nodes), and with depth 5 0.49 ± 0.03 times (8
//! positions; 9.3 times the nodes). More leaves keep helpers busy, but the questions of a pass depend on a guess of the
//! root's value. They are useless when the guess was wrong, or when another move cuts the leaf off. A pass over a
//! deeper tree also takes longer, and the main worker makes it alone. On strongly ordered artificial trees with good
//! estimates (`tests/aphid.rs`), teams of 2, 4, 8 and 16 have speed-ups of 0.85, 1.84, 3.56 and 5.92 over the recursive
//! driver.
//!
//! | file | what |
//! |---|---|
//! | `main_worker.rs`, `pass.rs`, `frontier.rs` | the main worker: pass after pass, one pass, and what it asks at a leaf |
//! | `helper.rs`, `choice.rs` | a helper: the search of a leaf, and which one comes next |
//! | `table.rs`, `leaf.rs`, `duty.rs` | the table: its places, what is known of a leaf, who has to do with it |
//! | `worker.rs` | the steps of a worker |
//!
//! `worker.rs` and `helper.rs` name each other: the search of a leaf is a state of the worker. So do this file,
//! `table.rs` and `leaf.rs`: the table holds leaves, and this file defines how long the path to a leaf may be.

mod choice;
mod duty;
mod frontier;
mod helper;
mod leaf;
mod main_worker;
mod pass;
mod table;
#[cfg(test)]
mod tests;
mod worker;

pub(crate) use worker::AphidWorker;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use cleave_shared_memory::Shareable;
use cleave_smp::seam::Exclusive;
use cleave_sync::chaos;

use crate::open_search::OpenSearch;
use crate::traits::CompleteNode;
use table::LeafTable;

/// The main worker's tree is the tree of a search to this depth. A leaf has at least this many plies less left than the
/// root, unless it is [`MAX_UPPER_PLIES`] below it.
const UPPER_DEPTH: i32 = 2;

/// The longest path from the root to a leaf, in plies. Extensions make it longer than the depth.
const MAX_UPPER_PLIES: usize = 4;

/// The least remaining depth of a leaf: searching a smaller tree takes no longer than a question.
const LEAST_DEPTH: i32 = 3;

/// The memory that the workers share.
#[derive(Shareable)]
#[repr(C)]
pub(crate) struct SharedLeaves<N: CompleteNode> {
    /// The root's addition to the path, which is all that helpers need of it.
    search: OpenSearch<N::PathStep>,
    /// The number of the main worker's current or last pass; the first is 1.
    pass: AtomicU32,
    /// The number of required results that helpers have reported.
    results: AtomicU32,
    /// The number of times that a leaf has become due.
    offered: AtomicU32,
    /// The key that the leaves' root shares with the roots of other iterations; 0 for none.
    root_key: AtomicU64,
    table: LeafTable<N>,
}

impl<N: CompleteNode> SharedLeaves<N> {
    /// Returns the number of the pass.
    fn pass(&self) -> u32 {
        self.pass.load(Ordering::Relaxed)
    }

    fn begin_pass(&self) {
        self.pass.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a helper has reported a required result. Release, paired with the acquire in
    /// [`SharedLeaves::results`]. The result's lock guards the result itself.
    fn note_result(&self) {
        chaos::point();
        self.results.fetch_add(1, Ordering::Release);
    }

    fn results(&self) -> u32 {
        self.results.load(Ordering::Acquire)
    }

    /// Notes that a leaf is due, so that helpers that have found none look again. Release, paired with the acquire in
    /// [`SharedLeaves::offered`].
    fn offer(&self) {
        chaos::point();
        self.offered.fetch_add(1, Ordering::Release);
    }

    fn offered(&self) -> u32 {
        self.offered.load(Ordering::Acquire)
    }

    /// Begins a search, and forgets leaves of another root.
    fn expect_root(&self, key: Option<u64>) {
        let key = key.map_or(0, |key| key.max(1));
        let before = self.root_key.swap(key, Ordering::Relaxed);
        if key == 0 || before != key {
            self.table.clear();
        }
    }

    /// Resets the search after a death. The results of the leaves stay.
    pub(crate) fn reset(&self, exclusive: &Exclusive) {
        self.search.reset(exclusive);
        self.table.recover(exclusive);
    }
}
