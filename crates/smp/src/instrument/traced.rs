//! Nodes in numbers, for those who record a search or compare two.

use crate::node::{Node, NodeType};

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

/// A node that can be told in numbers. By default all nodes and values are alike.
pub trait Traced: Node {
    /// Returns a number that tells this position with this window from others, once the node has been
    /// entered: to compare two runs step by step.
    fn trace_key(&self) -> u64 {
        0
    }

    /// Describes this node, just entered by a job, or a root.
    fn task(&self, _job: Option<&Self::Job>) -> Task {
        Task::default()
    }

    /// Returns a value as a number.
    fn number(_value: Self::Value) -> i32 {
        0
    }
}

/// How a worker describes nodes and values in what it records: not at all, until the recording begins.
pub(crate) struct Tracer<N: Node> {
    task: fn(&N, Option<&N::Job>) -> Task,
    number: fn(N::Value) -> i32,
}

impl<N: Node> Tracer<N> {
    /// See [`Traced::task`].
    pub(crate) fn task(&self, node: &N, job: Option<&N::Job>) -> Task {
        (self.task)(node, job)
    }

    /// See [`Traced::number`].
    pub(crate) fn number(&self, value: N::Value) -> i32 {
        (self.number)(value)
    }
}

impl<N: Node> Default for Tracer<N> {
    fn default() -> Tracer<N> {
        Tracer { task: |_, _| Task::default(), number: |_| 0 }
    }
}

impl<N: Traced> Tracer<N> {
    /// A tracer that describes them as the game does.
    pub(crate) fn on() -> Tracer<N> {
        Tracer { task: N::task, number: N::number }
    }
}
