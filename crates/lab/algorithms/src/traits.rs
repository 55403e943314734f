//! What the older algorithms ask of a game beyond [`Node`].
//!
//! A game that implements all of these is a [`CompleteNode`], which any algorithm can search. Of all
//! methods only `position_key` must be written. With the defaults the algorithms still find the right value,
//! though they do not live up to their names: no work is put off, nothing is narrowed, nothing is guessed,
//! and all search the root as the main worker asks for it.

use super::own_root::{RootBegun, RootTask};
use cleave_smp::Node;
use cleave_smp::Window;
use cleave_smp::instrument::Traced;

/// Numbers by which workers see that they are at the same work; for the ABDADA family and `aphid`.
pub trait Keys: Node {
    /// A number for the child that a job is about, equal for the same child of another node with
    /// this position: to see that two workers are at the same job. `None` for a job that must be
    /// done before others are handed out.
    fn job_key(&self, _job: &Self::Job) -> Option<u64> {
        None
    }

    /// A number for this position, whatever window and depth it is searched with: to see that two
    /// workers are in the same node. If two positions share a key, work is put off for nothing, and `aphid`
    /// may give one of them the value of the other. Make that as unlikely as in a transposition table.
    fn position_key(&self) -> u64;
}

/// Windows that narrow while a node is searched; for the algorithms that search brothers before a bound is
/// known, `tree-splitting` and `mwf`.
pub trait Narrow: Node {
    /// The window that this node, a root or one just entered, is searched with; `None` if the game has no
    /// windows of numbers.
    fn window(&self) -> Option<Window> {
        None
    }

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
}

/// A root of one's own; for the algorithms in which every worker searches the tree from the root.
pub trait OwnRoot: Narrow {
    /// A number for the game position of this live root, its moves, and all else that does not change
    /// from one depth to the next within an iterative deepening: a worker that iterates for itself goes
    /// on as long as it stays the same. `None` if two roots cannot be told to have this in common;
    /// then every search of the root is begun anew.
    fn root_key(&self, _context: &Self::Context<'_>) -> Option<u64> {
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

    /// This worker has finished its own root to this depth: what it has found is its vote, until it finishes a deeper one.
    /// A game may weigh the votes of all workers when its search ends, if it does not end by a depth.
    fn vote(
        _context: &mut Self::Context<'_>,
        _depth: i32,
        _value: &Self::Value,
        _line: &Self::Line,
    ) {
    }

    /// The results that this worker has kept count for the search that has `self` as its root. If not
    /// `is_complete`, there may be more to come: from other workers those of other children, if this
    /// worker searches a share of them; else better ones from this worker, and then results published
    /// before stay if they are better.
    fn publish_root_results(&self, _context: &mut Self::Context<'_>, _is_complete: bool) {}
}

/// Guesses at values; for `aphid`, in which one worker searches the tree near the root on guesses, and for
/// `lazy-texel`, which searches a child deeper.
pub trait Guess: Node {
    /// A guess at the value of this live node, just opened, without a search; `None` if the game makes
    /// none. A game that does also does what [`Guess::presume`] says.
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
}

/// A node that every algorithm can search.
pub trait CompleteNode: Keys + OwnRoot + Guess + Traced {}

impl<N: Keys + OwnRoot + Guess + Traced> CompleteNode for N {}
