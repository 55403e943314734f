//! The interface of a game: a node that is data, the operations on it, and the data that a worker keeps to itself.

use cleave_shared_memory::{Plain, Shareable};

/// The outcome of opening a node.
#[derive(Clone, Copy, Debug)]
pub enum Opened<V> {
    /// The value is known without a search of any child.
    Value(V),
    /// The node is live: it hands out jobs.
    Live,
}

/// The caller's next action after the node has taken in the result of a job.
#[derive(Clone, Copy, Debug)]
pub enum Absorbed<J, V> {
    /// Search this job next and keep the claim. Usually it is the same child again. Either a reduced search failed
    /// high, or a sibling has raised alpha since the job was handed out, so that the old window proves nothing. It may
    /// also be another child that was put off earlier. Then [`SplitHint::searched`] counts the result.
    Research(J),
    /// Continue with the next job.
    Continue,
    /// A cutoff has settled the node, with this value for its side to move.
    Settled(V),
}

/// The expected type of a node, after Knuth and Moore (1975). Hyatt's article on DTS (1997) calls the types D-PV, D-CUT
/// and D-ALL.
///
/// It is a first guess from the type of the parent and the number of the move, and does not change after the node has
/// been entered. Hyatt turns a CUT node whose moves cause no cutoff into an ALL node; here it stays a CUT node. Only
/// [`SplitHint::searched`] changes as moves come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub enum NodeType {
    /// On the principal variation: the search needs an exact value. Hyatt's D-PV nodes have the window of the root.
    /// Here a PV node is any node with an open window, even if alpha has risen above the root's.
    Pv,
    /// One of the first children will cause a cutoff.
    Cut,
    /// All children must be searched.
    All,
}

/// The node's worth for a worker that might join it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitHint {
    /// The expected type, from when the node was entered.
    pub node_type: NodeType,
    /// Children searched to the end without a cutoff: the basis of confidence.
    pub searched: u16,
}

/// The line that a search finds in addition to the value of a node `N`.
pub trait BestLine<N: Node>: Plain {
    /// Returns the best line that the node has found so far.
    fn of(node: &N) -> &Self;
}

/// No line.
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
/// In a parallel search any worker may call these operations, with the node's lock held except in `open`. Several jobs
/// may be out at once. The operations under the lock must be quick. `open`, which does most of the work, is called
/// without a lock on a child that no other worker sees yet.
///
/// A worker keeps what it does not share (evaluation caches, killers, the path from the root) in its
/// [context](Context), which every operation receives. A game that needs none of this sets the types
/// `PathStep`, `Setup`, `Shared` and `Context` to `()`.
///
/// This is all that Dynamic Tree Splitting asks for.
pub trait Node: Plain + Default {
    /// A piece of work: a child with depth and window.
    type Job: Plain;
    /// The value of a node, for its side to move.
    type Value: Plain;
    /// The best line below a node, or the best move; `()` if only the value is of interest.
    type Line: BestLine<Self>;
    /// The data that one node adds to the path from the root.
    type PathStep: PathStep<Self>;
    /// The data that a worker needs before its first job in a search: the root, the depth, and so on.
    type Setup: Plain;
    /// The data that all workers share in addition to the nodes: history tables, counters. Lives in the arena, holds no
    /// locks, and stays as it is when a worker dies in the middle of a change.
    type Shared: Shareable;
    /// The data that a worker keeps to itself.
    type Context<'a>: Context<Self>;

    /// Places in a worker's stack of nodes: more than any line is long.
    const STACK: usize = 128;

    /// Becomes a copy of `opened`, which has just been opened and is live. Override this if most of a node is space
    /// that it will need only later, such as a list of moves.
    fn adopt(&mut self, opened: &Self) {
        *self = *opened;
    }

    /// Becomes the child of `parent` that `job` describes: position, window, depth.
    fn enter(&mut self, context: &mut Self::Context<'_>, parent: &Self, job: &Self::Job);

    /// Opens the position, and returns its value or makes the node live.
    fn open(&mut self, context: &mut Self::Context<'_>, job: &Self::Job) -> Opened<Self::Value>;

    /// Returns the next piece of work. Returns `None` once nothing is left to hand out, and from then on.
    fn next(&mut self, context: &mut Self::Context<'_>) -> Option<Self::Job>;

    /// Takes in the value of a job handed out earlier, as the child sees it, and the child's line.
    fn absorb(
        &mut self,
        context: &mut Self::Context<'_>,
        job: &Self::Job,
        child_value: Self::Value,
        child_line: &Self::Line,
    ) -> Absorbed<Self::Job, Self::Value>;

    /// Returns the value of the node. All jobs have been handed out and taken in, without a cutoff.
    fn finish(&mut self, context: &mut Self::Context<'_>) -> Self::Value;

    /// Returns the best line found.
    #[inline(always)]
    fn line(&self) -> &Self::Line {
        Self::Line::of(self)
    }

    /// Returns the remaining depth in plies, of a live node or one just entered.
    fn depth(&self) -> i32;

    /// Returns `Some` if several jobs of this node may be searched at once, subject to the parameters. Returns `None`
    /// in strictly sequential phases: while a job is out, no other is handed out. A node may return to such a phase
    /// when it takes in a result. Such a node must give a hint before it hands out its first child, with zero children
    /// searched.
    ///
    /// By default every node may be split at once, as if it were an ALL node with one child searched. A game with
    /// better hints wastes less work.
    fn split_hint(&self) -> Option<SplitHint> {
        Some(SplitHint { node_type: NodeType::All, searched: 1 })
    }
}

/// The context of a worker that searches nodes `N`.
///
/// Every method has a default that does nothing, for a game without memory, path and clock. The context `()` is
/// for games that have nothing to keep.
pub trait Context<N: Node> {
    /// Prepares the context for a search with this setup. The team calls this when a search begins or is adopted: at
    /// once for the main worker, although the program has prepared its context to make the root, and before the first
    /// job for a helper. Must preserve what root construction wrote to the context.
    #[inline(always)]
    fn prepare(&mut self, _setup: &N::Setup) {}

    /// Returns the number of nodes that this worker has searched in total. The statistics of a search are differences
    /// of it.
    #[inline(always)]
    fn nodes(&self) -> u64 {
        0
    }

    /// Returns true if this worker has found that the whole search must stop (time, input). The drivers check after
    /// every `open`. Values returned from then on mean nothing.
    #[inline(always)]
    fn must_stop(&self) -> bool {
        false
    }

    /// Publishes the worker's counts when it leaves the tree to look for work elsewhere.
    #[inline(always)]
    fn leave(&mut self) {}

    /// Checks the clock and the input if this worker is responsible for them. Called while other workers search and
    /// this worker has had no work for a moment.
    #[inline(always)]
    fn smp_idle(&mut self) {}

    /// Called when a worker has opened this node, a child of a node that several workers search. The node has its
    /// value, or is live.
    #[inline(always)]
    fn smp_opened(&self, _node: &N) {}

    /// Called when a worker has taken in the last result that this node needed. Several workers might have searched it.
    #[inline(always)]
    fn smp_finished(&self, _node: &N) {}

    /// Returns true if [`smp_opened`](Context::smp_opened) and [`smp_finished`](Context::smp_finished) must be called
    /// for this node although no worker of the team may need it.
    #[inline(always)]
    fn concerns_others(&self, _node: &N) -> bool {
        false
    }
}

/// A context without data.
impl<N: Node> Context<N> for () {}

/// The data that one node adds to the path from the root, such as the position for the detection of repetitions.
///
/// A worker that joins a node made by another worker takes over the steps of the nodes above, one by one from the top.
/// It begins where its own path differs. The path `()` is for games in which the path to a position does not matter.
pub trait PathStep<N: Node>: Plain {
    /// Returns the step of this live node, which was opened in this context. Nodes below it may have been searched
    /// since. In a parallel search the node is locked, so this must be quick.
    fn of(node: &N, context: &N::Context<'_>) -> Self;

    /// Adds this step, of a node that another worker opened, to this worker's path. The path above it stays as it is.
    fn replay_step(&self, context: &mut N::Context<'_>);
}

/// A path without data.
impl<N: Node> PathStep<N> for () {
    #[inline(always)]
    fn of(_: &N, _: &N::Context<'_>) {}

    #[inline(always)]
    fn replay_step(&self, _: &mut N::Context<'_>) {}
}
