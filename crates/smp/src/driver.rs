//! The recursive driver: the whole of alpha-beta as seen by someone who knows no game.
//!
//! It is the pure sequential program (P_seq), the honest baseline for speed-up, and it is what a
//! worker runs while it searches alone, as it does nearly all nodes.

use crate::node::{Absorbed, Context, Node, Opened};

/// Asked once for every node: is there something more urgent than this search?
pub trait Interrupt<N: Node> {
    /// True if the search must be left.
    fn is_raised(&mut self) -> bool;

    /// The search is left just below a node: `job` leads to the child that has this value, whose line is in its place of
    /// the stack. By default it is forgotten.
    fn keep(&mut self, _job: &N::Job, _value: N::Value) {}

    /// The same of the node above the one last told of: `job` leads from there to it.
    fn keep_above(&mut self, _job: &N::Job) {}
}

/// For the sequential program: nobody interrupts.
#[derive(Clone, Copy, Debug)]
pub struct Never;

impl<N: Node> Interrupt<N> for Never {
    #[inline(always)]
    fn is_raised(&mut self) -> bool {
        false
    }
}

/// Searches the live node `stack[0]`, its children in the places behind it. `None` if the search
/// was left.
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
