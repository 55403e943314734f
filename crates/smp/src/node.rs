//! What the machine asks of a game: a node that is data, the operations on it, and what a worker keeps to itself.

use cleave_shared_memory::{Plain, Shareable};

/// The outcome of opening a node.
#[derive(Clone, Copy, Debug)]
pub enum Opened<V> {
    /// The value is known without a child searched.
    Value(V),
    /// The node is live: ask it for jobs.
    Live,
}

/// What the caller must do after the node has taken in the result of a job.
#[derive(Clone, Copy, Debug)]
pub enum Absorbed<J, V> {
    /// Search this job next and keep the claim. Usually it is the same child again: a reduced search failed high, or a
    /// sibling has raised alpha since the job was handed out and the old window proves nothing any more. It may also be
    /// another child that was put off earlier; then [`SplitHint::searched`] counts the result.
    Research(J),
    /// Continue with the next job.
    Continue,
    /// A cutoff has settled the node, with this value for its side to move.
    Settled(V),
}

/// What a node is expected to be, after Knuth and Moore (1975); in Hyatt's article on DTS (1997)
/// D-PV, D-CUT and D-ALL.
///
/// It is a first guess, by the type of the parent and the number of the move, and stays what it was
/// when the node was entered: a CUT node whose moves cause no cutoff is not made an ALL node, as
/// Hyatt's is. [`SplitHint::searched`] is what changes as moves come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub enum NodeType {
    /// On the principal variation: an exact value is wanted. Hyatt's D-PV nodes are those that have
    /// the window of the root. These are all that are searched with an open window: alpha may have
    /// risen above that of the root.
    Pv,
    /// One of the first children will cause a cutoff.
    Cut,
    /// All children must be searched.
    All,
}

/// What makes a node more or less worth joining.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitHint {
    /// What it was expected to be when it was entered.
    pub node_type: NodeType,
    /// Children searched to the end without a cutoff: what confidence is built on.
    pub searched: u16,
}

/// What a search finds besides the value of a node `N`.
pub trait BestLine<N: Node>: Plain {
    /// The best line found so far, in the node.
    fn of(node: &N) -> &Self;
}

/// Nothing.
impl<N: Node> BestLine<N> for () {
    fn of(_: &N) -> &() {
        &()
    }
}

/// A node of a search tree as plain data, linked to nothing. Its default value is an empty place for a node.
///
/// The rules of a game, and how it is searched, are in [`enter`](Node::enter),
/// [`open`](Node::open), [`next`](Node::next), [`absorb`](Node::absorb) and
/// [`finish`](Node::finish). The drivers call them in this order:
///
/// ```text
///   while let Some(job) = node.next() {
///       child.enter(node, job);                 the child's position
///       value = child.open() or search(child);  its value
///       node.absorb(job, value, child.line());  again so / go on / done
///   }
///   node.finish()
/// ```
///
/// In a parallel search all of these but `open` are called with the node's lock held, by
/// whichever worker is there, and several jobs may be out at once. They must be quick. `open`, where
/// all the work is, is called on a child that no other worker sees yet, with no lock held.
///
/// A worker keeps what it does not share (evaluation caches, killers, the path from the root) in its
/// [context](Context), which every operation receives. A game that needs none of this sets the types
/// `PathStep`, `Setup`, `Shared` and `Context` to `()`.
///
/// This is all that Dynamic Tree Splitting asks for.
pub trait Node: Plain + Default {
    /// A piece of work: which child, how deep, with what window.
    type Job: Plain;
    /// The value of a node, for its side to move.
    type Value: Plain;
    /// The best line below a node, or the best move; `()` if the value is all that is asked for.
    type Line: BestLine<Self>;
    /// What one node adds to the path from the root.
    type PathStep: PathStep<Self>;
    /// What a worker must know before its first job in a search: the root, the depth, and so on.
    type Setup: Plain;
    /// What all workers share beside the nodes: history tables, counters. Lives in the arena, holds
    /// no locks, and stays as it is when a worker dies in the middle of a change.
    type Shared: Shareable;
    /// What a worker keeps to itself.
    type Context<'a>: Context<Self>;

    /// Places in a stack of nodes for one worker: more than any line is long.
    const STACK: usize = 128;

    /// Becomes a copy of `opened`, which has just been opened and is live. To be overridden where
    /// most of a node is room for what it will only need later, such as a list of moves.
    fn adopt(&mut self, opened: &Self) {
        *self = *opened;
    }

    /// Becomes the child of `parent` that `job` is about: position, window, depth.
    fn enter(&mut self, context: &mut Self::Context<'_>, parent: &Self, job: &Self::Job);

    /// Looks at the position: either a value at once, or a live node.
    fn open(&mut self, context: &mut Self::Context<'_>, job: &Self::Job) -> Opened<Self::Value>;

    /// The next piece of work, or `None` when there is nothing left to hand out, and from then on.
    fn next(&mut self, context: &mut Self::Context<'_>) -> Option<Self::Job>;

    /// Takes in the value of a job handed out earlier, as the child sees it, and the child's line.
    fn absorb(
        &mut self,
        context: &mut Self::Context<'_>,
        job: &Self::Job,
        child_value: Self::Value,
        child_line: &Self::Line,
    ) -> Absorbed<Self::Job, Self::Value>;

    /// All jobs are handed out and taken in, without a cutoff: the value of the node.
    fn finish(&mut self, context: &mut Self::Context<'_>) -> Self::Value;

    /// The best line found.
    #[inline(always)]
    fn line(&self) -> &Self::Line {
        Self::Line::of(self)
    }

    /// Remaining depth in plies, of a live node or one just entered.
    fn depth(&self) -> i32;

    /// `Some` if several jobs of this node may be searched at once, as soon as the parameters of
    /// the split allow it. `None` in phases that are strictly in sequence: then no job is handed out
    /// while another is. A node may fall back into such a phase when it takes a result in. If it can, a
    /// node gives a hint before its first child is handed out, with none searched.
    ///
    /// By default every node may be split at once, as if it were an ALL node of which one child is searched. A game
    /// that says more wastes less.
    fn split_hint(&self) -> Option<SplitHint> {
        Some(SplitHint { node_type: NodeType::All, searched: 1 })
    }
}

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
