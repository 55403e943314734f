//! The seam for strategies: how a team shares a tree.
//!
//! A strategy decides which nodes may be shared, which workers may take them, which worker carries a value up, and
//! which worker iterates. One worker begins it, all workers step it, and one worker concludes the search with an
//! [outcome](crate::RootOutcome) (`Peer::conclude`). It keeps its own [memory](Memory). Everything else is common to
//! all strategies and knows none by name: the team, its backends and its recovery, the statistics, waiting for work,
//! and the memory that all workers share.

use super::peer::Peer;
use crate::arena::{Alarmed, Memory};
use crate::ids::BlockId;
use crate::node::Node;

/// One worker of a strategy.
///
/// A worker is *busy* from the moment it joins the tree (`Peer::join`) until it leaves it (`Peer::leave`). A search is
/// over when a worker has concluded it (`Peer::conclude`) and no worker is busy. So a worker may join only while another
/// is certain to stay busy, and the worker that concludes the search leaves later.
pub trait Strategy<'a, N: Node> {
    /// Returns the part of the worker that is the same in all strategies.
    fn peer(&self) -> &Peer<'a, N>;

    /// Returns that part for changes.
    fn peer_mut(&mut self) -> &mut Peer<'a, N>;

    /// Touches the memory that the worker will use most, other than its stack.
    ///
    /// # Errors
    /// The alarm is on.
    fn thread_init(&mut self) -> Result<(), Alarmed> {
        Ok(())
    }

    /// Begins the search of a live root. This worker is busy from the start.
    ///
    /// # Errors
    /// The alarm is on.
    fn begin(&mut self, context: &mut N::Context<'_>, root: &N) -> Result<(), Alarmed>;

    /// Begins the search of the next iteration, for workers without work, if the strategy has one. `next` is its live
    /// root. This worker does not become busy.
    ///
    /// # Errors
    /// The alarm is on.
    fn begin_next(&mut self, _context: &mut N::Context<'_>, _next: &N) -> Result<(), Alarmed> {
        Ok(())
    }

    /// Gives up the search of the next iteration, and calls all workers.
    ///
    /// # Errors
    /// The alarm is on.
    fn give_up_next(&mut self) -> Result<(), Alarmed> {
        Ok(())
    }

    /// Moves the worker by one step. Never waits for work: an idle worker looks for some once.
    ///
    /// # Errors
    /// The alarm is on.
    fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed>;

    /// Checks, after a call, whether the worker's own work has been cancelled, and aborts it if it has.
    fn check_cancelled(&mut self);

    /// Stops the whole search, and calls all workers.
    ///
    /// # Errors
    /// The alarm is on.
    fn stop(&mut self) -> Result<(), Alarmed>;

    /// Drops all work after an alarm.
    fn abandon(&mut self);

    /// Returns true if the worker is not busy.
    fn is_idle(&self) -> bool;

    /// Returns true if the worker is busy, but waits for results of others.
    fn is_waiting(&self) -> bool {
        false
    }

    /// Returns true if an idle worker finds only jobs that it may not take, and another worker may.
    fn passes_over_jobs(&self) -> bool {
        false
    }

    /// Returns true if an idle worker is likely to find work, or a waiting one need not wait any longer.
    fn has_work(&self) -> bool;

    /// Returns the same for a worker that one thread moves together with all others. The check leaves no trace, and the
    /// meter records every line that can change the answer.
    fn would_find_work(&self) -> bool {
        self.has_work()
    }

    /// Returns true if [`would_find_work`](Strategy::would_find_work) returns the same for all idle workers.
    fn finds_what_others_find(&self) -> bool {
        false
    }

    /// Returns the worker's current node; `None` between two nodes.
    fn current_node(&self) -> Option<&N>;

    /// Returns the split block on which the worker holds a claim, if any.
    fn claimed_block(&self) -> Option<BlockId> {
        None
    }

    /// Returns the split blocks that the worker owns, if any.
    fn owned_blocks(&self) -> &[BlockId] {
        &[]
    }
}

/// The strategies that a team may be set to, with the memory that they keep.
pub trait Strategies<N: Node>: Memory + Sync {
    /// Creates a worker of the team's strategy.
    fn worker<'a>(&'a self, peer: Peer<'a, N>) -> Box<dyn Strategy<'a, N> + 'a>;
}

/// The effect of one step of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Looked for work and found none.
    Idle,
    /// Joined others in their search.
    Joined,
    /// Took a job from a split block and entered the child.
    HandedOut,
    /// Opened a child whose value was known at once.
    Opened,
    /// Searched a private subtree, or one node of it.
    Searched,
    /// Returned a value to a split block.
    BackedUp,
    /// Returned a useless job.
    GaveBack,
    /// Left the tree.
    Left,
    /// Waits, while it counts as busy, for results of other workers.
    Waiting,
}
