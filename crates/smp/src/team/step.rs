//! What a step of a worker has done.

/// What a step has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Looked for work and found none.
    Idle,
    /// Joined others in their search.
    Joined,
    /// Took a job from a node that is shared and entered the child.
    HandedOut,
    /// Opened a node that might have been shared, whose value was known at once.
    Opened,
    /// Searched in private: a subtree, or a node of it.
    Searched,
    /// Backed a value up by one shared node.
    BackedUp,
    /// Gave a useless job back.
    GaveBack,
    /// Left the tree: others will do the rest, or there is none.
    Left,
    /// Is busy, but can do nothing until others have brought what it waits for.
    Waiting,
}
