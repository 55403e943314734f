//! The kinds of steps.

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
