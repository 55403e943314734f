//! Dynamic Tree Splitting: all workers are equal, and no worker owns a node.
//!
//! R. M. Hyatt, "The Dynamic Tree-Splitting Parallel Search Algorithm" (ICCA Journal 20(1), 1997), first in Cray
//! Blitz (1988). Published speed-up: 2.0, 3.7, 6.6 and 11.1 on 2, 4, 8 and 16 processors.
//!
//! # Why no worker waits
//!
//! In a recursive program a node is in the call stack of the worker that made it. That worker must finish it, so it waits
//! for its helpers, or helps them. Here a shared node is in a **split block** in shared memory. The block counts the
//! **claims** on it: jobs that have been handed out and not yet returned, and places of workers that have joined and have
//! no job yet. It does not count workers, and needs no particular one. A worker that finds no job at a block leaves it.
//! The worker that releases the last claim computes the value, frees the block, returns the value to the parent block,
//! where the block itself was a claim, and continues there. The worker that began a node may have left it long ago when
//! another finishes it. A worker waits for another only at a lock, which is held for less than a microsecond.
//!
//! # A split, from the first job to the last worker out
//!
//! ```text
//!        worker A                     worker B                   worker C
//!
//!  A makes block X below P      (idle, in thread_wait)     (idle, asleep)
//!    P: 1 claim (X itself)
//!  A takes job 1 of X
//!    X: 1 claim
//!  A returns 1: value v1
//!  A takes job 2
//!    X: 1 claim, and joinable:
//!    A posts its priority  ---> B sees it in the job list
//!    |                          B locks X, takes a place
//!    |                          B: copy_to_smp, the path to X
//!    |                          B takes job 3, unlocks X
//!    |                            X: 2 claims
//!    |                          B wakes an idle one ----> C wakes, joins X,
//!    |                            |                          takes job 4, the last
//!    |                            |                            X: 3 claims
//!  A returns 2                    |                          |
//!    X: 2 claims                  |                          |
//!    no job left: A leaves      B returns 3                  |
//!    A joins elsewhere            X: 1 claim                 |
//!                                 no job left: B leaves    C returns 4
//!                                                            X: 0 claims: last one out
//!                                                            C finishes X, frees the block,
//!                                                            returns X's value to P,
//!                                                            and continues in P
//! ```
//!
//! `cargo xtask record --html FILE` shows such splits of a real search, block by block, in a browser;
//! `book/src/dynamic-tree-splitting.md` explains what to look for.
//!
//! # Private search, and when it becomes blocks
//!
//! A worker searches the child of its job on its own stack, by recursion, as the sequential program does: all nodes of
//! that subtree are private. At every node the worker checks two things: whether it has been called, and whether a worker
//! is idle. In the second case the recursion returns and leaves the job of each level. The worker puts the nodes above the
//! *split frontier* (`Params::min_thread_depth`) into blocks, from the top, and claims the job that leads to the next
//! level in each. It continues below the lowest of them, still alone (`descend.rs`). While a worker is idle, the frontier
//! is lower (`Params::idle_thread_depth`), and a new child above it becomes a block as soon as it is opened.
//!
//! While all workers are busy they make no blocks, with three exceptions. The root is always a block. The tree of the
//! next iteration is made of blocks down to `Params::next_depth`, so that its workers can leave it at any time
//! (`next_iteration.rs`). And a node whose table entry other machines need becomes a block at once, if it is above the
//! frontier ([`Context::concerns_others`](crate::Context::concerns_others)).
//!
//! # What else can happen
//!
//! * **A cutoff** in job 3. B settles X. If other claims are out, B marks X stopped and calls the workers below by their
//!   *attention* words; else it frees X. In both cases it takes the value to P at once and continues there. Each called
//!   worker looks along its own chain of parents, finds X stopped, and returns its job. The last of them frees X.
//! * **A stop above**, while C takes the value of X to P. If P is stopped when C locks it, the value is wasted: C releases
//!   its claim on P and leaves. If that was the last claim, C frees P. A settled P needs nothing more, since its own claim
//!   went up with its value. For a cancelled P, C also releases P's claim on the block above. If only a block above P is
//!   stopped, C notices when it next reads its attention word. If C has not locked P yet, it drops the value and cancels
//!   P. If it has, P has taken the value in, which does no harm.
//! * **A late joiner.** The job list is a hint. A worker that follows it locks the block and reads what was posted *under
//!   the lock*. It finds 0 if the block is full, known to be exhausted, stopped or free, and looks elsewhere. If the
//!   block is in use again for another node, it joins that node. If a block above has been stopped, it returns its job
//!   like any useless one. If the node has no job left, it leaves like any other worker, perhaps as the last one out.
//! * **A stale bound.** While C searches job 4, the result of job 2 may raise alpha. [`Node::absorb`] notices when job 4
//!   comes back, and returns [`Absorbed::Research`](crate::Absorbed::Research) with the new window. The claim stays out.
//! * **A phase in sequence.** A node may need one result, of a null move say, before it hands out another job. Meanwhile
//!   it gives no [`SplitHint`](crate::SplitHint), and its block is not posted.
//! * **Time is up.** A worker cancels the root, and the root of the next iteration. Every block is below one of them.
//! * **A worker dies.** A forked worker may be killed at any moment, with a lock held or a node half written. The main
//!   worker checks every 5 ms that all processes are alive: it looks at the clock once in 512 nodes while it searches, and
//!   also while it is idle or waits for a lock (`team/death_watch.rs`). If a process is dead it raises the *alarm*. Each
//!   worker checks the alarm when it waits for a lock, looks for work, is called, or has searched a subtree. It then drops
//!   all its work, claims included, and returns [`Alarmed`](crate::Alarmed). When all have parked, the main worker resets
//!   every block, and the search begins again.
//!
//! # What it costs the searching worker
//!
//! To make a block joinable takes one relaxed store into the job list and two checks, each behind a sequentially
//! consistent fence: is this pool marked as active ([`ActivePools`](cleave_sync::ActivePools)), and does a worker sleep
//! that could take the job ([`EventCount`](cleave_sync::EventCount))? A later change of the priority is the store alone.
//! The idle workers do the rest: they scan, lock, check again, and copy what they need.
//!
//! A worker holds the lock of at most one block. On the way up it copies value and line out, unlocks the child and only
//! then locks the parent; its claim keeps the parent in use. It holds no lock while it opens a node or searches a subtree.
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | settled | a result was [`Absorbed::Settled`](crate::Absorbed::Settled): the value is known, although claims may be out |
//! | cancelled | no worker needs the value: a block above is stopped, or this is a root that is stopped or given up |
//! | stopped | settled or cancelled: results returned to the block are useless |
//! | to free | to return a block to its pool |
//!
//! `ThreadWait`, `CopyToSMP`, `CopyFromSMP` and `SearchSMP` are names of Crafty, whose threads do the same jobs. The
//! functions that do them have these names here (book/src/crafty.md has the list; `thread_wait` is in `team/wait.rs`).
//!
//! # Differences from Hyatt's version
//!
//! There, an idle processor looks through the stacks of the others and splits the best node that it finds. Here it marks
//! itself as idle; busy workers put all nodes of their stacks above the frontier into blocks, and the idle worker joins
//! the best of them. A PV node is any node with an open window, and a node keeps its first guess of a type. A team of
//! `Params::large_team` workers or more joins an ALL node at once and a CUT node after one child; a smaller team waits for one
//! and three. The root of the next iteration is posted ahead of time, for workers that find nothing else
//! (`Params::next_from`, 0 for never).
//!
//! # In order
//!
//! The story begins in `claims.rs`, and each file names the next.
//!
//! | file | content |
//! |---|---|
//! | `claims.rs` | counts jobs: which worker is the last one out? |
//! | `block.rs` | a node in shared memory, behind a lock |
//! | `job_list.rs` | the blocks of all workers, and which are joinable |
//! | `priority.rs` | PV, ALL or CUT: what a node is worth to an idle worker |
//! | `worker.rs` | one worker, and its states |
//! | `join.rs` | into the tree: at the root, or where the job list points |
//! | `descend.rs` | takes a job, opens its child, and searches it alone or makes it a block |
//! | `ascend.rs` | returns a result: search again, next job, cutoff, or last one out |
//! | `stop.rs` | returns useless jobs |
//! | `next_iteration.rs` | work for idle workers in the tree of the next iteration |
//! | `rules.rs` | where an algorithm from outside may change the machine; not part of the story |

mod ascend;
mod block;
mod claims;
mod descend;
mod job_list;
mod join;
mod next_iteration;
mod priority;
mod rules;
mod stop;
#[cfg(test)]
mod tests;
mod worker;

pub use block::{Block, BlockGuard, Body, Extra, Link, NoExtra};
pub use claims::Claims;
pub use job_list::Blocks;
pub use rules::{AtBlock, BlockFlow, Dts, Flow, Rules, Sharing};
pub use worker::{JoinReason, LockedBlock, SplitWorker};

use crate::node::Node;
use crate::team::{Peer, Strategies, Strategy};

/// The blocks of Dynamic Tree Splitting: what its workers share in addition to the memory of all teams.
pub type DtsBlocks<N> = Blocks<N, NoExtra>;

/// A worker of Dynamic Tree Splitting.
pub type DtsWorker<'a, N> = SplitWorker<'a, N, Dts>;

impl<'a, N: Node> DtsWorker<'a, N> {
    /// Returns a worker with nothing to do.
    pub fn of(peer: Peer<'a, N>, blocks: &'a DtsBlocks<N>) -> DtsWorker<'a, N> {
        SplitWorker::new(peer, blocks, Dts)
    }
}

impl<N: Node> Strategies<N> for DtsBlocks<N> {
    fn worker<'a>(&'a self, peer: Peer<'a, N>) -> Box<dyn Strategy<'a, N> + 'a> {
        Box::new(DtsWorker::of(peer, self))
    }
}
