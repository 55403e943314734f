//! The recursive driver: the whole of alpha-beta without any knowledge of a game.
//!
//! It is the purely sequential program (P_seq), the baseline for speed-up. A worker also runs it while it searches
//! alone, which covers nearly all nodes.

use crate::node::{Absorbed, Context, Node, Opened};

/// Checked at every node: must this search be interrupted?
pub trait Interrupt<N: Node> {
    /// Returns true if the search must be interrupted.
    fn is_raised(&mut self) -> bool;

    /// Keeps a level of an interrupted search: `job` leads from the node to a child that has this value. The child's
    /// line is in its place of the stack. The default forgets it.
    fn keep(&mut self, _job: &N::Job, _value: N::Value) {}

    /// Keeps the next level up: `job` leads from this node to the node kept last.
    fn keep_above(&mut self, _job: &N::Job) {}
}

/// For the sequential program: never interrupts.
#[derive(Clone, Copy, Debug)]
pub struct Never;

impl<N: Node> Interrupt<N> for Never {
    #[inline(always)]
    fn is_raised(&mut self) -> bool {
        false
    }
}

/// Searches the live node `stack[0]`. Its children use the places behind it. Returns `None` if interrupted.
pub fn search<N: Node>(
    context: &mut N::Context<'_>,
    stack: &mut [N],
    interrupt: &mut impl Interrupt<N>,
) -> Option<N::Value> {
    let (node, below) = stack.split_first_mut().expect("the stack is deeper than any line");
    loop {
        // The job stays where `next` has put it: a copy would wait for the bytes just written.
        let mut handed_out = node.next(context);
        let Some(job) = &mut handed_out else {
            return Some(node.finish(context));
        };
        loop {
            let child = &mut below[0];
            child.enter(context, node, job);
            let value = match child.open(context, job) {
                Opened::Value(value) => value,
                Opened::Live => match search(context, below, interrupt) {
                    Some(value) => value,
                    None => {
                        interrupt.keep_above(job);
                        return None;
                    }
                },
            };
            if context.must_stop() || interrupt.is_raised() {
                interrupt.keep(job, value);
                return None;
            }
            match node.absorb(context, job, value, below[0].line()) {
                Absorbed::Research(again) => *job = again,
                Absorbed::Continue => break,
                Absorbed::Settled(value) => return Some(value),
            }
        }
    }
}
