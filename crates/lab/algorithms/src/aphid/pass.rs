//! One pass of the main worker over its tree: alpha-beta down to the leaves, partly on guesses.
//!
//! Each value that comes up is *certain* or not. A node is certain if all children that it has taken in are, or if a
//! certain child causes a cutoff. Conclusions from a guess are kept within the node
//! ([`Guess::presume`](crate::Guess::presume)), because it may be wrong.

use super::frontier::{Frontier, Request};
use super::leaf::{Finding, Reply, score};
use super::{MAX_UPPER_PLIES, UPPER_DEPTH};
use crate::hooked_stepper::{Level, Live, StepHooks, job_below};
use crate::subtrees::Subtrees;
use crate::traits::CompleteNode;
use cleave_smp::Alarmed;
use cleave_smp::Context;
use cleave_smp::driver::Interrupt;
use cleave_smp::random::mix;
use cleave_smp::{Absorbed, Opened};

/// The hooks of a pass, in addition to the steps of other searches.
pub(super) struct Guessing<'f, 'a, N: CompleteNode, I> {
    pub(super) frontier: Frontier<'f, 'a, N>,
    /// For nodes about which no helper is asked.
    pub(super) subtrees: Subtrees<'f, I>,
    /// The last value that came up rests on a guess.
    pub(super) is_guess: bool,
    /// The line to the value of a leaf that others have searched.
    pub(super) line: Option<N::Line>,
}

/// The notes about a node on the stack.
#[derive(Default)]
pub(super) struct Notes {
    part: Part,
    /// A child that was taken in is not certain.
    rests_on_guess: bool,
    /// The leaf below has been opened, and the main worker must search it itself.
    has_live_leaf: bool,
}

/// The part of the main worker's tree in which a node is.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Part {
    Root,
    /// Above the leaves. The number identifies the path from the root to the node.
    Upper(u64),
    /// Below the leaves. No helper is asked about it.
    #[default]
    Below,
}

impl<N: CompleteNode, I: Interrupt<N>> Guessing<'_, '_, N, I> {
    /// Returns the known result of the node last entered, a child of a node above the leaves. Returns `None` if it is a
    /// leaf that the main worker must search itself.
    fn look(
        &mut self,
        context: &mut N::Context<'_>,
        (above, child): (&[N], &mut N),
        job: &N::Job,
        path: u64,
    ) -> Result<Option<Opened<N::Value>>, Alarmed> {
        // A leaf keeps its key from one depth of the root to the next.
        let slack = above[0].depth() - child.depth();
        let is_leaf = slack >= UPPER_DEPTH || above.len() == MAX_UPPER_PLIES;
        let leaf = is_leaf.then(|| Request::of(child, *job, mix(path ^ slack as u64))).flatten();
        if let Some(leaf) = &leaf
            && let Some(reply) = self.frontier.look_up(context, above, leaf)?
        {
            return Ok(Some(self.replied(reply)));
        }
        let opened = child.open(context, job);
        if matches!(opened, Opened::Value(_)) || !is_leaf {
            return Ok(Some(opened));
        }
        if let (Some(leaf), Some(estimate)) = (&leaf, child.estimate(context))
            && let Some(guess) = self.frontier.put(context, above, leaf, estimate)?
        {
            return Ok(Some(self.replied(Reply::Guess(guess))));
        }
        Ok(None)
    }

    fn replied(&mut self, reply: Reply<N>) -> Opened<N::Value> {
        self.is_guess = matches!(reply, Reply::Guess(_));
        let (Reply::Certain(Finding { value, line }) | Reply::Guess(Finding { value, line })) =
            reply;
        self.line = Some(line);
        Opened::Value(value)
    }
}

impl<N: CompleteNode, I: Interrupt<N>> StepHooks<N> for Guessing<'_, '_, N, I> {
    type Notes = Notes;

    /// The alarm also interrupts.
    fn open(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        levels: &mut [Level<N, Notes>],
    ) -> Option<Opened<N::Value>> {
        let (above, below) = stack.split_at_mut(levels.len());
        let Some(path) = path_to(&below[0], levels) else {
            return self.subtrees.open_or_search(context, stack, levels);
        };
        if has_live_leaf(levels) {
            return Some(Opened::Live);
        }
        let nodes = (&*above, &mut below[0]);
        let opened = self.look(context, nodes, job_below(levels), path).ok()?;
        levels.last_mut()?.notes.has_live_leaf = opened.is_none();
        opened
    }

    fn go_down(&mut self, node: &N, levels: &mut [Level<N, Notes>]) -> Option<Notes> {
        let part = match path_to(node, levels) {
            None if levels.is_empty() && self.frontier.helpers > 0 => Part::Root,
            Some(path) if !has_live_leaf(levels) => Part::Upper(path),
            _ => Part::Below,
        };
        levels.iter_mut().for_each(|level| level.notes.has_live_leaf = false);
        Some(Notes { part, ..Notes::default() })
    }

    fn absorb(
        &mut self,
        at: &mut Live<'_, '_, N, Notes>,
        job: &N::Job,
        value: N::Value,
        line: &N::Line,
    ) -> Absorbed<N::Job, N::Value> {
        let from_leaf = self.line.take();
        N::presume(at.context, self.is_guess || at.notes.rests_on_guess);
        let absorbed = at.node.absorb(at.context, job, value, from_leaf.as_ref().unwrap_or(line));
        N::presume(at.context, false);
        match &absorbed {
            // The new search of the same child replaces the last one.
            Absorbed::Research(_) => {}
            Absorbed::Continue => at.notes.rests_on_guess |= self.is_guess,
            Absorbed::Settled(value) => {
                self.is_guess |= at.notes.rests_on_guess && !is_cutoff(at, value);
            }
        }
        absorbed
    }

    fn finish(&mut self, at: &mut Live<'_, '_, N, Notes>) -> N::Value {
        self.is_guess = at.notes.rests_on_guess;
        N::presume(at.context, self.is_guess);
        let value = at.node.finish(at.context);
        N::presume(at.context, false);
        value
    }

    fn go_up(&mut self, at: &mut Live<'_, '_, N, Notes>) {
        if at.notes.part == Part::Below {
            at.context.smp_finished(at.node);
        }
    }
}

/// Returns a number for the path from the root to this node, the child of the last of these levels. Returns `None` if
/// the node is the root or below the leaves.
fn path_to<N: CompleteNode>(node: &N, levels: &[Level<N, Notes>]) -> Option<u64> {
    let above = match levels.last()?.notes.part {
        Part::Root => 0,
        Part::Upper(path) => path,
        Part::Below => return None,
    };
    Some(mix(above.wrapping_mul(3).wrapping_add(node.position_key())))
}

fn has_live_leaf<N: CompleteNode>(levels: &[Level<N, Notes>]) -> bool {
    levels.last().is_some_and(|level| level.notes.has_live_leaf)
}

/// Returns true if the value of this node follows from its last child alone. At the root everything must be certain,
/// because the main worker needs results of all its moves.
fn is_cutoff<N: CompleteNode>(at: &Live<'_, '_, N, Notes>, value: &N::Value) -> bool {
    let fails_high = at.node.window().is_some_and(|window| score::<N>(value) >= window.beta);
    at.notes.part != Part::Root && fails_high
}
