//! `aphid`: a main worker searches the plies near the root again and again, on guesses where it must;
//! helpers search the leaves of its tree ever deeper, and need not wait for it.
//!
//! M. G. Brockington and J. Schaeffer, "The APHID Parallel αβ Search Algorithm", SPDP 1996; "APHID:
//! Asynchronous Parallel Game-Tree Search", Journal of Parallel and Distributed Computing 60(2), 2000;
//! M. G. Brockington, "Asynchronous Parallel Game-Tree Search", PhD thesis, University of Alberta, 1998.
//! The name stands for asynchronous parallel hierarchical iterative deepening. They report 6.04 on 16
//! processors. Of these only the abstracts were read; what else this page says of the sources is
//! second-hand.
//!
//! The main worker searches the upper plies of the tree in *passes*. At a leaf it takes what a helper has
//! found, if that is of the depth and for the window that it wants; then the leaf is *certain*. Else it
//! takes a guess, that of a search less deep or an estimate, and goes on. A node is certain if its value
//! does not rest on a guess: a leaf that a certain cutoff makes irrelevant may stay uncertain. The
//! iteration is done when a pass gives the root a certain value.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the leaves of the main worker's tree, as whole searches |
//! | Who may take it? | the helper on whose list a leaf is; one with nothing to do, from the longest list |
//! | Who carries the value up? | the main worker, in its next pass |
//! | Who iterates? | the main worker; below it each helper deepens its leaves ply by ply |
//!
//! The main worker waits after a pass that ended with an uncertain value, until a helper has found
//! something. A helper waits when nothing is due and its leaves are a ply ahead. That time is idle.
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
//! With one worker nothing is asked of others: it is the sequential program.
//!
//! # What was chosen where the sources leave it open or need another machine
//!
//! * **Memory.** The sources send messages, and each processor has a transposition table of its own. Here
//!   the table of leaves lies in shared memory, and the game shares its transposition table.
//! * **The upper tree** is that of a search to depth 2 ([`UPPER_DEPTH`]). As the sources are said to have it,
//!   the depth counts, not the plies: a node is a leaf if it has at least 2 plies less left than the
//!   root, so that a reduced move of the root is one at ply 1, and a line with an extension is longer, up to
//!   4 plies ([`MAX_UPPER_PLIES`]). With less than 3 plies left ([`LEAST_DEPTH`]) the main worker searches the
//!   node itself. A deeper upper tree has more leaves to share, of which more are searched on wrong
//!   guesses; see below.
//! * **A leaf** is a way from the root, with what is missing in its depth to the full one: a reduced search
//!   of a move is another leaf than the full one. The leaf of the next iteration is the same, a ply
//!   deeper, so the last iteration's value is the first guess of the next. Without any it is what the
//!   game estimates ([`Guess::estimate`](crate::Guess::estimate)); in a game without estimates the main
//!   worker searches alone.
//! * **Windows.** A leaf is searched with the window it was asked about last: a scout is followed by the
//!   search with the full window, which contains it. Bounds found with other windows at the same depth are
//!   kept, the best on either side, and answer what follows from them. Helpers of the sources widen the
//!   window so that a bound survives a change of the root's value; here they do not, and it is asked
//!   again.
//! * **Order.** A helper takes the leaf of its list that lags behind most, and of equals the one most to
//!   the left in the last pass. It begins at most 2 plies below the depth wanted. When nothing is due on
//!   any list, it goes a ply ahead of what is wanted on its own. One that has come to the end of that, too,
//!   looks again only when something is due: what is due next would have to wait for it. Teams of 4 and
//!   16 that also look when a leaf is no longer ahead take 1.5 and 1.8 times as long on one position of chess,
//!   1.9 and 1.0 times on another, in virtual time.
//! * **Balance.** Leaves are dealt out in turn; in the sources the main worker moves leaves from long lists
//!   to short ones, here the one whose list is done takes them.
//! * **Only equal depth answers**, so that a search without table and pruning has the value of the
//!   sequential program. Sources differ in that a deeper result answers, too.
//! * **Guesses stay in the node.** What a node would tell the transposition table or the history tables is
//!   left out as long as it rests on a guess ([`Guess::presume`](crate::Guess::presume)), and the root's
//!   moves are reported as far as they are certain. A cutoff is taken as certain below the root only.
//! * **A stop** in the middle of a pass: of the passes so far, what the one with the best proven move has
//!   proven about the root's moves stands; of equal ones the last.
//! * **The end of an iteration** interrupts the helpers: what they are in the middle of is lost, what they
//!   have found is not. In the sources they go on.
//! * **A full table**: the main worker searches a leaf by itself if there is no place for it. A leaf that 8
//!   passes have not come to gives up its place, and nobody searches one that the last two have not come
//!   to.
//! * **The main worker does not search leaves** while it waits: of two workers one searches.
//!
//! # What it gains here
//!
//! Little: `docs/algorithms.md` has the figures on positions of chess. 16 workers are hardly faster than one,
//! far from the 6.04 published, and idle four fifths of the time. A deeper upper tree makes it slower, on
//! trees of 100,000 nodes: with depth 3 a team is 0.94 ± 0.14 times as fast (19 of the positions) and
//! searches 5.2 times the nodes, with depth 4 0.74 ± 0.07 times (11 positions; 7.5 times the nodes), with
//! depth 5 0.49 ± 0.03 times (8 positions; 9.3 times the nodes). More leaves keep helpers busy, but a pass
//! asks about them by a guess of the root's value, and what it asks is of no use when the guess was wrong, or
//! another move cuts the leaf off. A pass over a deeper tree also takes longer, and the main worker makes it
//! alone. On strongly ordered artificial trees whose estimates are good (`tests/aphid.rs`), teams of 2, 4, 8
//! and 16 have speed-ups of 0.85, 1.84, 3.56 and 5.92 over the recursive driver.
//!
//! | file | what |
//! |---|---|
//! | `main_worker.rs`, `pass.rs`, `frontier.rs` | the main worker: pass after pass, one pass, and what it asks at a leaf |
//! | `helper.rs`, `choice.rs` | a helper: the search of a leaf, and which one comes next |
//! | `table.rs`, `leaf.rs`, `duty.rs` | the table: its places, what is known of a leaf, who has to do with it |
//! | `worker.rs` | the steps of a worker |
//!
//! `worker.rs` and `helper.rs` name each other: the search of a leaf is a state of the worker. So do this file, `table.rs`
//! and `leaf.rs`: the table holds leaves, and how long the path to a leaf may be stands here.

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

/// The main worker's tree is that of a search to this depth: a leaf has at least so many plies less left
/// than the root, unless it is [`MAX_UPPER_PLIES`] below it.
const UPPER_DEPTH: i32 = 2;

/// The longest way from the root to a leaf, in plies: extensions make it longer than the depth.
const MAX_UPPER_PLIES: usize = 4;

/// A leaf has at least this remaining depth: to search a smaller tree takes no longer than to ask.
const LEAST_DEPTH: i32 = 3;

/// What the workers share.
#[derive(Shareable)]
#[repr(C)]
pub(crate) struct SharedLeaves<N: CompleteNode> {
    /// What the root adds to the path is all that helpers must know of it.
    search: OpenSearch<N::PathStep>,
    /// The number of the pass that the main worker is at, or was last; the first has the number 1.
    pass: AtomicU32,
    /// How often helpers have found something that is wanted.
    results: AtomicU32,
    /// How often something has become due.
    offered: AtomicU32,
    /// What the root that the leaves belong to has in common with those of other iterations; 0 for none.
    root_key: AtomicU64,
    table: LeafTable<N>,
}

impl<N: CompleteNode> SharedLeaves<N> {
    /// The number of the pass.
    fn pass(&self) -> u32 {
        self.pass.load(Ordering::Relaxed)
    }

    fn begin_pass(&self) {
        self.pass.fetch_add(1, Ordering::Relaxed);
    }

    /// A helper has found something that is wanted. Release, paired with the acquire in
    /// [`SharedLeaves::results`]; the result itself is guarded by its lock.
    fn note_result(&self) {
        chaos::point();
        self.results.fetch_add(1, Ordering::Release);
    }

    fn results(&self) -> u32 {
        self.results.load(Ordering::Acquire)
    }

    /// Something is due: helpers that have looked in vain are to look again. Release, paired
    /// with the acquire in [`SharedLeaves::offered`].
    fn offer(&self) {
        chaos::point();
        self.offered.fetch_add(1, Ordering::Release);
    }

    fn offered(&self) -> u32 {
        self.offered.load(Ordering::Acquire)
    }

    /// A search begins: leaves of another root are forgotten.
    fn expect_root(&self, key: Option<u64>) {
        let key = key.map_or(0, |key| key.max(1));
        let before = self.root_key.swap(key, Ordering::Relaxed);
        if key == 0 || before != key {
            self.table.clear();
        }
    }

    /// Starts afresh after a death; what has been found about the leaves stays.
    pub(crate) fn reset(&self, exclusive: &Exclusive) {
        self.search.reset(exclusive);
        self.table.recover(exclusive);
    }
}
