//! What the machine asks of a game: a node that is data, and the operations on it.

use cleave_shared_memory::{Plain, Shareable};

/// The outcome of opening a node.
#[derive(Clone, Copy, Debug)]
pub enum Opened<V> {
    /// The value is known without a child searched.
    Value(V),
    /// The node is live: ask it for jobs.
    Live,
}

/// What to do after the result of a job has been taken in.
#[derive(Clone, Copy, Debug)]
pub enum Absorbed<J, V> {
    /// Search this next, without giving the claim back. Mostly it is the same child again: a reduced
    /// search failed high, or a brother has raised alpha since the job was handed out and the old window
    /// proves nothing any more. It may also be another child, put off earlier, after the value has been
    /// taken in: then [`SplitHint::searched`] counts it.
    Again(J),
    /// Go on with the next job.
    GoOn,
    /// The node is done, with this value for its side to move.
    Done(V),
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

/// A piece of work in numbers, for those who record a search. What they mean is up to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// How the child is made from its parent; 0 at a root.
    pub action: u32,
    /// The window, as the child sees it.
    pub alpha: i32,
    /// The window, as the child sees it.
    pub beta: i32,
    /// Remaining depth, in plies.
    pub depth: i32,
    /// What the child is expected to be; `None` if the game does not tell.
    pub node_type: Option<NodeType>,
}

/// A node of a search tree as plain data, linked to nothing.
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
/// whichever worker is there, and several jobs may be out at once; so are [`prepare`](Node::prepare) and
/// [`retrace`](Node::retrace), by a worker that joins. They must be quick. `open`, where
/// all the work is, is called on a child that nobody else sees yet, with no lock held.
///
/// What a worker keeps to itself (evaluation caches, killers, the path from the root) is its
/// [context](Node::Context), handed to every operation. A worker that joins a node made by another
/// takes over the steps of the nodes above, from where its own path does not lead through them any
/// more, by [`retrace`](Node::retrace), one by one from above.
///
/// This is all that Dynamic Tree Splitting asks for.
pub trait Node: Plain {
    /// A piece of work: which child, how deep, with what window.
    type Job: Plain;
    /// The value of a node, for its side to move.
    type Value: Plain;
    /// The best line below a node.
    type Line: Plain;
    /// What one node adds to the path from the root: what repetition detection and the like need
    /// to know of it. A joining worker copies those it has not got.
    type PathStep: Plain;
    /// What a worker must know before its first job in a search: the root, the depth, and so on.
    type Setup: Plain;
    /// What all workers share beside the nodes: history tables, counters. Lives in the arena, holds
    /// no locks, and stays as it is when a worker dies in the middle of a change.
    type Shared: Shareable;
    /// What a worker keeps to itself.
    type Context<'a>;

    /// Places in a stack of nodes for one worker: more than any line is long.
    const STACK: usize;

    /// An empty place for a node.
    fn vacant() -> Self;

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
    fn line(&self) -> &Self::Line;

    /// A number that tells this position with this window from others, once the node has been
    /// entered: to compare two runs step by step. By default all are alike.
    fn trace_key(&self) -> u64 {
        0
    }

    /// This node, just entered by a job, or a root, in numbers: for those who record a search. By default
    /// it tells nothing.
    fn task(&self, _job: Option<&Self::Job>) -> Task {
        Task::default()
    }

    /// A value as a number, for the same; by default 0.
    fn number(_value: Self::Value) -> i32 {
        0
    }

    /// Remaining depth in plies, of a live node or one just entered.
    fn height(&self) -> i32;

    /// `Some` if several jobs of this node may be searched at once, as soon as the parameters of
    /// the split allow it. `None` in phases that are strictly in sequence: then no job is handed out
    /// while another is. A node may fall back into such a phase when it takes a result in. If it can, a
    /// node gives a hint before its first child is handed out, with none searched.
    fn split_hint(&self) -> Option<SplitHint>;

    /// What this live node, opened in this context, adds to the path. Nodes below it may have been searched since.
    fn step(&self, context: &Self::Context<'_>) -> Self::PathStep;

    /// Another worker has been here: take its step over into the own path. What the path holds of
    /// the nodes above stays as it is.
    fn retrace(context: &mut Self::Context<'_>, step: &Self::PathStep);

    /// A worker has opened this node, a child of one that several workers search: it knows its value,
    /// or is live. By default nothing happens.
    #[inline(always)]
    fn smp_opened(&self, _context: &Self::Context<'_>) {}

    /// A worker has taken in the last result that this node needed; several workers might have
    /// searched it. By default nothing happens.
    #[inline(always)]
    fn smp_finished(&self, _context: &Self::Context<'_>) {}

    /// True if others than this team are to hear of this node, by [`smp_opened`](Node::smp_opened) and
    /// [`smp_finished`](Node::smp_finished), although no worker of the team may need it. By default nobody else is there.
    #[inline(always)]
    fn concerns_others(&self, _context: &Self::Context<'_>) -> bool {
        false
    }

    /// Takes over what the setup says. The team calls this when a search begins or is adopted: for the
    /// main worker at once, although the program has prepared it to make the root, and for a helper
    /// before its first job. What the making of the root has written in the context must stay.
    fn prepare(context: &mut Self::Context<'_>, setup: &Self::Setup);

    /// Nodes searched by this worker in all its life.
    fn nodes(context: &Self::Context<'_>) -> u64;

    /// This worker leaves the tree, to look for work elsewhere: it passes on what it has counted.
    fn leave(context: &mut Self::Context<'_>);

    /// True if this worker has found that the whole search must stop (time, input). Asked after
    /// every `open`; values returned from then on mean nothing.
    fn must_stop(context: &Self::Context<'_>) -> bool;

    /// This worker has had nothing to do for a moment, while others are searching: time to look at
    /// the clock and at the input, if that is its business.
    fn smp_idle(context: &mut Self::Context<'_>);
}
