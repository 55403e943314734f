//! Dynamic Tree Splitting: all workers are equal, and no worker owns a node.
//!
//! R. M. Hyatt, "The Dynamic Tree-Splitting Parallel Search Algorithm" (ICCA Journal 20(1), 1997), first in Cray
//! Blitz (1988). Published speed-up: 2.0, 3.7, 6.6 and 11.1 on 2, 4, 8 and 16 processors.
//!
//! # Why nobody waits
//!
//! In a recursive program a node lies in the call stack of the worker that made it. That worker must finish it, so
//! while its helpers are busy it waits, or helps them. Here a node that is shared lies in a **split block** in shared
//! memory, and a block counts the **claims** on it: jobs handed out and not yet brought back, and the places of
//! workers that have joined and have no job yet. It does not count workers, and waits for none. A worker that finds
//! nothing left to do at a block leaves it. The worker that brings back the last claim finds nothing outstanding: it
//! computes the value, takes it to the parent block, where the block itself was a claim, and carries on there. The
//! worker that began a node may be long gone when another finishes it.
//!
//! # A split, from offer to last one out
//!
//! ```text
//!        worker A                     worker B                   worker C
//!
//!  A makes block X below P      (idle, in thread_wait)     (idle, asleep)
//!    P: 1 claim (X itself)
//!  A takes job 1 of X
//!    X: 1 claim
//!  A brings 1: value v1
//!  A takes job 2
//!    X: 1 claim, and joinable:
//!    A posts its priority  ---> B sees it in the job list
//!    |                          B locks X, takes a place
//!    |                          B: copy_to_smp, the way to X
//!    |                          B takes job 3, unlocks X
//!    |                            X: 2 claims
//!    |                          B wakes an idle one ----> C wakes, joins X,
//!    |                            |                          takes job 4, the last
//!    |                            |                            X: 3 claims
//!  A brings 2                     |                          |
//!    X: 2 claims                  |                          |
//!    nothing left: A leaves     B brings 3                   |
//!    A joins elsewhere            X: 1 claim                 |
//!                                 nothing left: B leaves   C brings 4
//!                                                            X: 0 claims: last one out
//!                                                            C finishes X, frees the block,
//!                                                            brings X's value to P,
//!                                                            and carries on in P
//! ```
//!
//! `cargo xtask record --html FILE` shows such splits of a real search, block by block, in a browser;
//! `docs/splitting.md` says what to look for.
//!
//! # What else can happen
//!
//! * **A cutoff** in job 3 goes up at once. B settles X. If others are out it marks X stopped and calls them by their
//!   *attention* words; else it frees X. Then it takes the value to P and carries on there, waiting for nobody. Each
//!   of the others looks along its own chain of parents, finds X stopped, and gives its job back; the last of them
//!   frees X.
//! * **A stop above**, while C is on its way up with the value of X. If P is stopped when C locks it, the value is
//!   wasted: C brings its claim back and leaves. If C is the last one out there, it frees P. If P was settled, that
//!   is all, since P's own claim has gone up with the value; if P was cancelled, C also gives back P's claim on the
//!   block above. If only a block higher up is stopped, C turns back at its next check of the attention word: if that
//!   comes before it locks P, the value is dropped and P cancelled; otherwise P takes the value in first.
//! * **A late joiner.** The job list is a hint. A worker that follows it locks the block and reads what was posted
//!   *under the lock*. That is 0 if the block is full, known to be exhausted, stopped or freed; then the worker looks
//!   elsewhere. If the block is in use again for another node, it joins that. A block above may have been stopped all
//!   the same: then it gives its job back like any useless one. And there may be no job; then the worker leaves like
//!   any other, perhaps as the last one out.
//! * **A stale bound.** While job 4 is being searched, job 2 may raise alpha. [`Node::absorb`] sees it when job 4
//!   comes back, and answers [`Absorbed::Again`](crate::Absorbed::Again) with the new window. The claim stays out.
//! * **A phase in sequence.** The result of a null move, say, must be known before another job is handed out.
//!   Meanwhile the node has no [`SplitHint`](crate::SplitHint), and the block is not posted.
//! * **Time is up.** The root is cancelled, and that of the next iteration too; every block is below one of them.
//! * **A worker dies.** A forked worker may be killed at any moment, with a lock held or a node half written. The
//!   main worker notices it (`team/`): it checks on the others every 5 ms while it searches, while it is idle and while it waits
//!   for a lock. It raises the *alarm*, which each worker checks when it waits for a lock, looks for
//!   work, is called, or has searched a subtree. A worker that hears it drops what it has, claims included, and
//!   returns [`Alarmed`](crate::Alarmed). When all have parked, every block is reset and the search begins again.
//!
//! # What it costs the searching worker
//!
//! While all are busy no block is made, and each searches by recursion. When somebody is idle, what of a call stack
//! is above the *split frontier* moves into blocks (`descend.rs`), and new nodes there become blocks at once. Making
//! a block joinable is one relaxed store into the job list, and two checks, each behind a sequentially consistent
//! fence: is this pool marked as active ([`ActivePools`](cleave_sync::ActivePools)), and does a worker sleep that
//! could take the job ([`EventCount`](cleave_sync::EventCount))? A later change of the priority is the store alone.
//! The idle do the splitting: they scan, lock, check again, and copy what they need.
//!
//! A worker holds the lock of one block at most. On the way up it copies value and line out, releases the child and
//! only then locks the parent; its claim on the parent keeps that alive. No lock is held while a node is opened or a
//! subtree searched.
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | bring back | end a claim: with a value, or without |
//! | settled | a result was [`Absorbed::Done`](crate::Absorbed::Done): the value is known, whatever is still out |
//! | cancelled | the value is not wanted: a block above is stopped, or this is a root that is stopped or given up |
//! | stopped | settled or cancelled: what is brought to the block is of no use |
//! | cut off | below a stopped block, or stopped itself |
//! | clear away | give the block back to its pool |
//!
//! `ThreadWait`, `CopyToSMP`, `CopyFromSMP` and `SearchSMP` are the names of Crafty, whose threads do the same jobs;
//! the functions that do them have these names here (docs/crafty.md has the list; `thread_wait` is in
//! `team/wait.rs`).
//!
//! # Differences from Hyatt's version
//!
//! There, an idle processor looks through the stacks of the others and splits the best node that it finds. Here it
//! says that it is idle; whoever is busy puts all nodes of its stack above the frontier into blocks, and the idle one
//! takes the best of all. A PV node is any with an open window, and a node keeps its first guess of a type. A team of
//! `Params::crowd` workers or more joins an ALL node at once and a CUT node after one child, where a smaller team
//! asks for one and three. The root of the next iteration is posted ahead of time, for workers that find nothing else
//! (`Params::next_from`, 0 for never).
//!
//! # In order
//!
//! | file | what happens |
//! |---|---|
//! | `claims.rs` | jobs are counted: who is the last one out? |
//! | `block.rs` | a node lies in shared memory, behind a lock |
//! | `job_list.rs` | the blocks of all workers, and which may be joined |
//! | `priority.rs` | PV, ALL or CUT: which is worth joining; it is posted |
//! | `worker.rs` | one worker, and the states that it goes through |
//! | `join.rs` | into the tree: at the root, or wherever there is most to do |
//! | `descend.rs` | a job is handed out, its child opened, and searched alone until somebody is idle, or shared |
//! | `ascend.rs` | a value is brought: again, go on, cutoff, or last one out |
//! | `stop.rs` | jobs that have become useless are given back |
//! | `hooks.rs` | where an algorithm may change the machine |
//! | `next_iteration.rs` | what the idle do when this iteration has nothing left for them |
//!
//! `worker.rs`, `join.rs` and `hooks.rs` name each other: a hook is handed the whole worker, which holds the path
//! that it copies when it joins.

mod ascend;
mod block;
mod claims;
mod descend;
mod hooks;
mod job_list;
mod join;
mod next_iteration;
mod priority;
mod stop;
#[cfg(test)]
mod tests;
mod worker;

pub use block::{Block, BlockGuard, Body, Extra, Link};
pub use claims::Claims;
pub use hooks::{BlockFlow, Flow, Hooks};
pub use job_list::Blocks;
pub use next_iteration::{Dts, DtsExtra};
pub use worker::{Arrival, SplitWorker};

use crate::node::Node;
use crate::team::{Peer, Strategies, Strategy};

/// The blocks of Dynamic Tree Splitting: all that its workers share beside what all teams do.
pub type DtsBlocks<N> = Blocks<N, DtsExtra>;

/// A worker of Dynamic Tree Splitting.
pub type DtsWorker<'a, N> = SplitWorker<'a, N, Dts>;

impl<'a, N: Node> DtsWorker<'a, N> {
    /// A worker with nothing to do.
    pub fn of(peer: Peer<'a, N>, blocks: &'a DtsBlocks<N>) -> DtsWorker<'a, N> {
        SplitWorker::new(peer, blocks, Dts::default())
    }
}

impl<N: Node> Strategies<N> for DtsBlocks<N> {
    fn worker<'a>(&'a self, peer: Peer<'a, N>) -> Box<dyn Strategy<'a, N> + 'a> {
        Box::new(DtsWorker::of(peer, self))
    }
}
