//! What a worker keeps to itself: its context, and in it the path from the root.

use cleave_shared_memory::Plain;

use crate::node::Node;

/// The context of a worker that searches nodes `N`.
///
/// Every method has a default that does nothing, for a game without memory, path and clock. The context `()` is
/// for games that have nothing to keep.
pub trait Context<N: Node> {
    /// Takes over what the setup says. The team calls this when a search begins or is adopted: for the
    /// main worker at once, although the program has prepared it to make the root, and for a helper
    /// before its first job. Must preserve what root construction wrote to the context.
    #[inline(always)]
    fn prepare(&mut self, _setup: &N::Setup) {}

    /// Returns the number of nodes that this worker has searched in all its life. The statistics of a search
    /// are made of it.
    #[inline(always)]
    fn nodes(&self) -> u64 {
        0
    }

    /// Returns true if this worker has found that the whole search must stop (time, input). The drivers ask after
    /// every `open`; values returned from then on mean nothing.
    #[inline(always)]
    fn must_stop(&self) -> bool {
        false
    }

    /// Passes on what the worker has counted: it leaves the tree, to look for work elsewhere.
    #[inline(always)]
    fn leave(&mut self) {}

    /// Looks at the clock and at the input, if that is this worker's business. Other workers are searching, and
    /// this one has had nothing to do for a moment.
    #[inline(always)]
    fn smp_idle(&mut self) {}

    /// A worker has opened this node, a child of one that several workers search: it knows its value,
    /// or is live.
    #[inline(always)]
    fn smp_opened(&self, _node: &N) {}

    /// A worker has taken in the last result that this node needed; several workers might have
    /// searched it.
    #[inline(always)]
    fn smp_finished(&self, _node: &N) {}

    /// Returns true if this node is to be passed to [`smp_opened`](Context::smp_opened) and
    /// [`smp_finished`](Context::smp_finished) although no worker of the team may need it.
    #[inline(always)]
    fn concerns_others(&self, _node: &N) -> bool {
        false
    }
}

/// Nothing to keep.
impl<N: Node> Context<N> for () {}

/// What one node adds to the path from the root, such as the position for the detection of repetitions.
///
/// A worker that joins a node made by another takes over the steps of the nodes above, from where its own path
/// does not lead through them any more, one by one from the root down. The path `()` is for games in which the way to
/// a position does not matter.
pub trait PathStep<N: Node>: Plain {
    /// Returns what this live node, opened in this context, adds to the path. Nodes below it may have been searched
    /// since. In a parallel search the node is locked, so this must be quick.
    fn of(node: &N, context: &N::Context<'_>) -> Self;

    /// Takes this step of a node that another worker opened over into the path of this worker. The path above it
    /// stays as it is.
    fn replay_step(&self, context: &mut N::Context<'_>);
}

/// Nothing to know.
impl<N: Node> PathStep<N> for () {
    #[inline(always)]
    fn of(_: &N, _: &N::Context<'_>) {}

    #[inline(always)]
    fn replay_step(&self, _: &mut N::Context<'_>) {}
}
