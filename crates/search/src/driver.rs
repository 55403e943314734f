//! The recursive driver: the whole of alpha-beta as seen by someone who knows no chess.

use crate::node::{Absorbed, Node, Opened};
use crate::worker::Worker;
use cleave_board::Value;

/// Searches the live node `stack[0]`, its children in the places behind it. `None` if the search
/// was stopped.
pub fn search(worker: &mut Worker, stack: &mut [Node]) -> Option<Value> {
    let (node, below) = stack.split_first_mut().expect("the stack is deeper than any line");
    while let Some(mut job) = node.next(worker) {
        loop {
            let child = &mut below[0];
            let value = match child.open(worker, node, &job) {
                Opened::Value(value) => value,
                Opened::Live => search(worker, below)?,
            };
            if worker.is_stopped() {
                return None;
            }
            match node.absorb(worker, &job, value, below[0].line()) {
                Absorbed::Again(again) => job = again,
                Absorbed::GoOn => break,
                Absorbed::Done(value) => return Some(value),
            }
        }
    }
    Some(node.finish(worker))
}
