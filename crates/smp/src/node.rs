//! What the machine asks of a game: a node that is data, and the operations on it.

use cleave_shared_memory::{Plain, Shareable};

use crate::own_root::{RootBegun, RootTask, Window};

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
/// In a parallel search `next`, `enter` and `absorb` are called with the node's lock held, by
/// whichever worker is there, and several jobs may be out at once. They must be quick. `open`, where
/// all the work is, is called on a child that nobody else sees yet, with no lock held.
///
/// What a worker keeps to itself (evaluation caches, killers, the path from the root) is its
/// [context](Node::Context), handed to every operation. A worker that joins a node made by another
/// takes over the steps of the nodes above, from where its own path does not lead through them any
/// more, by [`retrace`](Node::retrace), one by one from above.
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
    /// entered: to compare two runs step by step.
    fn trace_key(&self) -> u64;

    /// Remaining depth in plies. Asked of a live node, to see if it lies above the split frontier; and
    /// by `aphid` of a node just entered.
    fn height(&self) -> i32;

    /// `Some` if several jobs of this node may be searched at once, as soon as the parameters of
    /// the split allow it. `None` in phases that are strictly in sequence: then no job is handed out
    /// while another is. A node may fall back into such a phase when it takes a result in. `mwf` wants to
    /// know which child is the first: when that is handed out it is `Some`, with none searched.
    fn split_hint(&self) -> Option<SplitHint>;

    /// What this live node, just opened in this context, adds to the path.
    fn step(&self, context: &Self::Context<'_>) -> Self::PathStep;

    /// Another worker has been here: take its step over into the own path. What the path holds of
    /// the nodes above stays as it is.
    fn retrace(context: &mut Self::Context<'_>, step: &Self::PathStep);

    /// A number for the child that a job is about, equal for the same child of another node with
    /// this position: to see that two workers are at the same job. `None` for a job that must be
    /// done before others are handed out.
    fn job_key(&self, job: &Self::Job) -> Option<u64>;

    /// A number for this position, whatever window and depth it is searched with: to see that two
    /// workers are in the same node. If two positions share a key, work is put off for nothing, and `aphid`
    /// may give one of them the value of the other. Make that as unlikely as in a transposition table.
    fn position_key(&self) -> u64;

    /// A worker has opened this node, a child of one that several workers search: it knows its value,
    /// or is live. By default nothing happens.
    #[inline(always)]
    fn smp_opened(&self, _context: &Self::Context<'_>) {}

    /// A worker has taken in the last result that this node needed; several workers might have
    /// searched it. By default nothing happens.
    #[inline(always)]
    fn smp_finished(&self, _context: &Self::Context<'_>) {}

    // The next three are asked only by algorithms that search brothers before a bound is known. With
    // the defaults the brothers are searched as any others, and nothing is narrowed.

    /// A job just handed out, with the whole window of this node in place of a null-window test: for a
    /// child that is searched before there is a value to test it against. By default the same job.
    fn widened(&self, job: &Self::Job) -> Self::Job {
        *job
    }

    /// True if the child of this job is searched with the whole window of its node: when that is
    /// narrowed, the child's is.
    fn has_whole_window(_job: &Self::Job) -> bool {
        false
    }

    /// A brother of a node above has raised alpha: this node, entered or live, goes on with the part
    /// of its window within `window`, which is not empty. Values that it has taken in stay right; a
    /// value that it returns is right for the narrower window. Returns the value if there is nothing
    /// left to search for.
    fn narrow(&mut self, _context: &mut Self::Context<'_>, _window: Window) -> Option<Self::Value> {
        None
    }

    // The rest is asked only by algorithms in which every worker searches the tree from the root, on a
    // stack of its own. With the defaults the root is searched by all as the main worker asks for it.

    /// A number for the game position of this live root, its moves, and all else that does not change
    /// from one depth to the next within an iterative deepening: a worker that iterates for itself goes
    /// on as long as it stays the same. `None` if two roots cannot be told to have this in common;
    /// then every search of the root is begun anew.
    fn root_key(&self, _context: &Self::Context<'_>) -> Option<u64> {
        None
    }

    /// The window that this node, a root or one just entered, is searched with; `None` if the game has no
    /// windows of numbers.
    fn window(&self) -> Option<Window> {
        None
    }

    /// A window that holds every value: alpha is less than any, beta greater. A value at alpha or below, or
    /// at beta or above, counts as exact: there is nothing beyond to search for.
    fn full_window() -> Window {
        Window { alpha: i32::MIN, beta: i32::MAX }
    }

    /// A value as a number, the better for its side to move the larger; `None` if the game has no
    /// windows of numbers. A game that deals its root moves out must have them, to compare results.
    fn score(_value: &Self::Value) -> Option<i32> {
        None
    }

    /// Becomes this worker's own root; before, it is a copy of the live root of the team's search.
    /// From here on the worker keeps what it finds out about the children of the root to itself.
    /// With the default all workers search the root as the main worker has asked for it.
    fn begin_own_root(&mut self, _context: &mut Self::Context<'_>, _task: &RootTask) -> RootBegun {
        RootBegun::AsAsked
    }

    /// `self` is the live root of another search of the same root by the team. This worker goes on
    /// with its own root, which is so many plies `deeper`, where it is searching a job.
    fn resume_own_root(
        &self,
        _context: &mut Self::Context<'_>,
        _deeper: i32,
        _under_way: Option<&Self::Job>,
    ) {
    }

    /// This worker has finished its own root: what it has found out about the children is to be kept
    /// while it searches further, until it is published or the next results are kept.
    fn keep_root_results(_context: &mut Self::Context<'_>) {}

    /// The results that this worker has kept count for the search that has `self` as its root. If not
    /// `is_complete`, there may be more to come: from other workers those of other children, if this
    /// worker searches a share of them; else better ones from this worker, and then results published
    /// before stay if they are better.
    fn publish_root_results(&self, _context: &mut Self::Context<'_>, _is_complete: bool) {}

    // The next three are asked only by the algorithm in which one worker searches the tree near the root
    // on guesses. With the defaults nothing is guessed, and that worker searches all of it by itself.

    /// A guess at the value of this live node, just opened, without a search; `None` if the game makes
    /// none. A game that does also does what [`Node::presume`] says.
    fn estimate(&self, _context: &Self::Context<'_>) -> Option<Self::Value> {
        None
    }

    /// While `is_presumed`, what `absorb` and `finish` are told follows from guesses: nothing of it may
    /// be kept outside of the node, such as in a table, as other searches would take it for proven.
    fn presume(_context: &mut Self::Context<'_>, _is_presumed: bool) {}

    /// This node, just entered, is to be searched so many plies deeper than its job says; less deep if
    /// the number is negative. Returns false, and changes nothing, if the trees of the game have one
    /// depth only.
    fn deepen(&mut self, _plies: i32) -> bool {
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
