//! Steps as coarse as the grain allows: a small subtree is searched in one step.

use cleave_smp::Context;
use cleave_smp::driver::{self, Interrupt};
use cleave_smp::instrument::Grain;
use cleave_smp::{Node, Opened};

use crate::hooked_stepper::{Level, Live, StepHooks, job_below};

/// Nodes of at least this remaining depth are on the stack. Below them the recursive driver may run, whose
/// work is lost when it is interrupted.
const LEAST_DEPTH: i32 = 3;

/// The hooks of a search in which other workers may be at any node, and a small subtree takes one step.
pub(super) struct Subtrees<'i, I> {
    pub(super) grain: Grain,
    pub(super) interrupt: &'i mut I,
}

impl<I> Subtrees<'_, I> {
    /// Opens the node last entered, and searches it if it is small. Returns `None` if that has been interrupted.
    pub(super) fn open_or_search<N: Node, T>(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        levels: &[Level<N, T>],
    ) -> Option<Opened<N::Value>>
    where
        I: Interrupt<N>,
    {
        let stack = &mut stack[levels.len()..];
        let opened = stack[0].open(context, job_below(levels));
        context.smp_opened(&stack[0]);
        match opened {
            Opened::Live if self.grain == Grain::Subtree && stack[0].depth() < LEAST_DEPTH => {
                driver::search(context, stack, self.interrupt).map(Opened::Value)
            }
            opened => Some(opened),
        }
    }
}

impl<N: Node, I: Interrupt<N>> StepHooks<N> for Subtrees<'_, I> {
    type Notes = ();

    fn open(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        levels: &mut [Level<N, ()>],
    ) -> Option<Opened<N::Value>> {
        self.open_or_search(context, stack, levels)
    }

    fn go_up(&mut self, at: &mut Live<'_, '_, N, ()>) {
        at.context.smp_finished(at.node);
    }
}
