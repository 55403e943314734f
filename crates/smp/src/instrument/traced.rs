//! Nodes in numbers, for programs that record a search or compare two searches.

use crate::event::{Task, Tracer};
use crate::node::Node;

/// A node that can be described in numbers. By default all nodes and values are alike.
pub trait Traced: Node {
    /// Returns a number that differs between positions and windows, once the node has been entered. It serves to
    /// compare two runs step by step.
    fn trace_key(&self) -> u64 {
        0
    }

    /// Describes this node: just entered by a job, or a root.
    fn task(&self, _job: Option<&Self::Job>) -> Task {
        Task::default()
    }

    /// Returns a value as a number.
    fn number(_value: Self::Value) -> i32 {
        0
    }
}

impl<N: Traced> Tracer<N> {
    /// Returns a tracer that uses the game's own descriptions.
    pub(crate) fn on() -> Tracer<N> {
        Tracer { task: N::task, number: N::number }
    }
}
