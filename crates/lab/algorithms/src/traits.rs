//! The requirements of the older algorithms on a game beyond [`Node`].
//!
//! A game that implements all of these is a [`CompleteNode`], which any algorithm can search. Only the method
//! `position_key` has no default. With the defaults the algorithms find the right value, but lose their special
//! features: no work is put off, no window is narrowed, no value is guessed, and all workers search the root as the
//! main worker requested it.

use super::own_root::{RootBegun, RootTask};
use cleave_smp::Node;
use cleave_smp::Window;
use cleave_smp::instrument::Traced;

/// Numbers by which workers recognise the same work, for the ABDADA family, `lazy-stockfish-13` and `aphid`.
pub trait Keys: Node {
    /// Returns a number for the child of a job. It is equal for the same child of another node with this position, so
    /// that two workers recognise the same job. Returns `None` for a job that must be done before others are handed
    /// out.
    fn job_key(&self, _job: &Self::Job) -> Option<u64> {
        None
    }

    /// Returns a number for this position, independent of window and depth, by which two workers recognise the same
    /// node. If two positions share a key, work is put off needlessly, and `aphid` may give one of them the value of
    /// the other. Make that as unlikely as in a transposition table.
    fn position_key(&self) -> u64;

    /// Returns a job just handed out a ply less deep if it is a late move, because another worker is in this node. By
    /// default it is the same job.
    fn reduced_more(&self, _context: &Self::Context<'_>, job: &Self::Job) -> Self::Job {
        *job
    }
}

/// Windows that narrow while a node is searched, for the algorithms that search brothers before a bound is known:
/// `tree-splitting` and `mwf`.
pub trait Narrow: Node {
    /// Returns the window of this node, a root or a node just entered. Returns `None` if the game has no windows of
    /// numbers.
    fn window(&self) -> Option<Window> {
        None
    }

    /// Returns a job just handed out with the whole window of this node in place of a null-window test. It is for a
    /// child that is searched before there is a value to test it against. By default it is the same job.
    fn widened(&self, job: &Self::Job) -> Self::Job {
        *job
    }

    /// Returns true if the child of this job is searched with the whole window of its node, so that the child's window
    /// narrows with the node's.
    fn has_whole_window(_job: &Self::Job) -> bool {
        false
    }

    /// Narrows the window of this node, entered or live, to the part within `window`, which is not empty. Called when a
    /// brother of a node above has raised alpha. Values that it has taken in stay right. A value that it returns is
    /// right for the narrower window. Returns the value if nothing is left to search for.
    fn narrow(&mut self, _context: &mut Self::Context<'_>, _window: Window) -> Option<Self::Value> {
        None
    }
}

/// A worker's own root, for the algorithms in which every worker searches the tree from the root.
pub trait OwnRoot: Narrow {
    /// Returns a number for the game position of this live root, its moves, and everything else that stays the same
    /// from one depth to the next. A worker that iterates by itself continues while the number stays the same. Returns
    /// `None` if two such roots cannot be recognised. Then every search of the root begins anew.
    fn root_key(&self, _context: &Self::Context<'_>) -> Option<u64> {
        None
    }

    /// Returns a window that contains every value: alpha is less than any, beta greater. A value at alpha or below, or
    /// at beta or above, counts as exact: there is nothing beyond to search for.
    fn full_window() -> Window {
        Window { alpha: i32::MIN, beta: i32::MAX }
    }

    /// Returns a value as a number, larger if it is better for its side to move. Returns `None` if the game has no
    /// windows of numbers. A game that deals out its root moves must have such numbers, to compare results.
    fn score(_value: &Self::Value) -> Option<i32> {
        None
    }

    /// Turns a copy of the live root of the team's search into this worker's own root. From here on the worker keeps
    /// its results of the root's children to itself. With the default all workers search the root as the main worker
    /// requested it.
    fn begin_own_root(&mut self, _context: &mut Self::Context<'_>, _task: &RootTask) -> RootBegun {
        RootBegun::AsAsked
    }

    /// Called on the live root of another search of the same root by the team. This worker continues with its own root,
    /// which is `deeper` plies deeper and is searching the job `under_way`.
    fn resume_own_root(
        &self,
        _context: &mut Self::Context<'_>,
        _deeper: i32,
        _under_way: Option<&Self::Job>,
    ) {
    }

    /// Keeps this worker's results of the root's children, because it has finished its own root. They are kept while it
    /// searches further, until they are published or the next results are kept.
    fn keep_root_results(_context: &mut Self::Context<'_>) {}

    /// Records this worker's result as its vote, because it has finished its own root to this depth. A deeper result
    /// replaces the vote. A game may weigh the votes of all workers when its search ends, if it does not end by a
    /// depth.
    fn vote(
        _context: &mut Self::Context<'_>,
        _weighing: Weighing,
        _depth: i32,
        _value: &Self::Value,
        _line: &Self::Line,
    ) {
    }

    /// Publishes the results that this worker has kept in the search with `self` as its root. If not `is_complete`,
    /// more may follow. If this worker searches a share of the children, other workers publish results of the others.
    /// Otherwise this worker may publish better ones, and results published before stay if they are better.
    fn publish_root_results(&self, _context: &mut Self::Context<'_>, _is_complete: bool) {}
}

/// The weight of a vote: how depth and margin count. The margin is the value above that of the worst vote, and a little
/// more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weighing {
    /// Their sum.
    Sum,
    /// Their product.
    Product,
}

/// Guesses at values, for `aphid`, in which one worker searches the tree near the root on guesses. Also for
/// `lazy-texel`, which searches a child deeper.
pub trait Guess: Node {
    /// Returns a guess at the value of this live node, just opened, without a search. Returns `None` if the game makes
    /// none. A game with guesses must also follow [`Guess::presume`].
    fn estimate(&self, _context: &Self::Context<'_>) -> Option<Self::Value> {
        None
    }

    /// Sets whether the arguments of `absorb` and `finish` follow from guesses. While they do, nothing derived from
    /// them may be kept outside of the node, for example in a table, because other searches would take it for proven.
    fn presume(_context: &mut Self::Context<'_>, _is_presumed: bool) {}

    /// Makes this node, just entered, this many plies deeper than its job requires; less deep if the number is
    /// negative. Returns false, and changes nothing, if the trees of the game have one depth only.
    fn deepen(&mut self, _plies: i32) -> bool {
        false
    }
}

/// A node that every algorithm can search.
pub trait CompleteNode: Keys + OwnRoot + Guess + Traced {}

impl<N: Keys + OwnRoot + Guess + Traced> CompleteNode for N {}
