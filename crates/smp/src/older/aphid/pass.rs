//! One pass of the main worker over its tree: alpha-beta down to the leaves, partly on guesses.
//!
//! It calls the operations of the nodes in the order of the [recursive driver](crate::driver), and
//! carries up with each value whether it is *certain*. A node is certain if all children that it has
//! taken in are, or if a certain child causes a cutoff. What a guess would lead to is kept within the
//! node ([`Node::presume`]), since it may be wrong.

use super::frontier::{Frontier, Place};
use super::leaf::{Finding, Known, Reply, score};
use super::{MAX_UPPER_PLIES, UPPER_DEPTH};
use crate::arena::Alarmed;
use crate::driver::Interrupt;
use crate::node::{Absorbed, Node, Opened};
use crate::older::from_root::{self, Descent};
use crate::params::Grain;
use crate::random::mix;

/// A pass under way in a stack of nodes, the first of which is its live root.
pub(super) struct Pass<N: Node> {
    /// Others are asked about the leaves.
    has_helpers: bool,
    /// `levels[i]` is about `stack[i]`.
    levels: Vec<Level<N>>,
    /// The search of a node that others are not asked about, behind the levels in the stack.
    below: Descent<'static, N>,
    is_below: bool,
    /// The line to the value that came up last.
    line: N::Line,
}

/// What is to be remembered of a node above the leaves.
struct Level<N: Node> {
    /// The job that leads to the node below.
    job: Option<N::Job>,
    /// A number for the way from the root to here.
    path: u64,
    /// All children taken in are certain.
    is_certain: bool,
}

/// How a pass stands after a step.
pub(super) enum Progress<V> {
    /// There is more to do.
    Deeper,
    /// The root's value.
    Done(Known<V>),
    /// It has been interrupted: values mean nothing any more.
    Interrupted,
}

/// What has come of the node last entered.
enum Looked<V> {
    Known(Known<V>),
    Entered,
    Interrupted,
}

impl<N: Node> Pass<N> {
    pub(super) fn new() -> Pass<N> {
        Pass {
            has_helpers: false,
            levels: Vec::new(),
            below: Descent::sequential(),
            is_below: false,
            line: *N::vacant().line(),
        }
    }

    /// Forgets the pass under way; the next step begins one at the root.
    pub(super) fn restart(&mut self, has_helpers: bool) {
        self.has_helpers = has_helpers;
        self.levels.clear();
        self.below.restart();
        self.is_below = false;
    }

    /// The place of the node last entered.
    pub(super) fn depth(&self) -> usize {
        self.levels.len() + if self.is_below { self.below.depth() } else { 0 }
    }

    /// Opens one node, or searches one small subtree if the grain allows it, and backs the value up as
    /// far as it goes.
    ///
    /// # Errors
    /// The alarm is on.
    pub(super) fn step(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        frontier: &mut Frontier<'_, '_, N>,
        grain: Grain,
        interrupt: &mut impl Interrupt,
    ) -> Result<Progress<N::Value>, Alarmed> {
        let looked = self.look(context, stack, frontier, grain, interrupt)?;
        if N::must_stop(context) {
            return Ok(Progress::Interrupted);
        }
        let mut known = match looked {
            Looked::Interrupted => return Ok(Progress::Interrupted),
            Looked::Known(known) => Some(known),
            Looked::Entered if self.is_below => return Ok(Progress::Deeper),
            Looked::Entered => None,
        };
        while !self.levels.is_empty() {
            let (above, below) = stack.split_at_mut(self.levels.len());
            let node = above.last_mut().expect("the root is live");
            match self.advance(context, node, known.take()) {
                Ok(job) => {
                    below[0].enter(context, node, &job);
                    self.level().job = Some(job);
                    return Ok(Progress::Deeper);
                }
                Err(value) => known = Some(value),
            }
            self.line = *node.line();
            self.levels.pop();
        }
        Ok(Progress::Done(known.expect("the root has come to its end")))
    }

    /// Looks at the node last entered, or searches on below it.
    fn look(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        frontier: &mut Frontier<'_, '_, N>,
        grain: Grain,
        interrupt: &mut impl Interrupt,
    ) -> Result<Looked<N::Value>, Alarmed> {
        let depth = self.levels.len();
        if self.is_below || !self.has_helpers {
            self.is_below = true;
            return Ok(self.search_below(context, &mut stack[depth..], grain, interrupt));
        }
        let Some(level) = self.levels.last() else {
            self.go_down(0);
            return Ok(Looked::Entered);
        };
        let job = level.job.expect("a child has been entered");
        let path = mix(level.path.wrapping_mul(3).wrapping_add(stack[depth].position_key()));
        let (above, child) = stack.split_at_mut(depth);
        let child = &mut child[0];
        // A leaf keeps its key from one depth of the root to the next.
        let slack = above[0].height() - child.height();
        let is_leaf = slack >= UPPER_DEPTH || depth == MAX_UPPER_PLIES;
        let leaf = is_leaf.then(|| Place::of(child, job, mix(path ^ slack as u64))).flatten();
        if let Some(leaf) = &leaf
            && let Some(reply) = frontier.look_up(context, above, leaf)?
        {
            return Ok(self.replied(reply));
        }
        match child.open(context, &job) {
            Opened::Value(value) => {
                self.line = *child.line();
                return Ok(Looked::Known(Known { value, is_certain: true }));
            }
            Opened::Live if !is_leaf => self.go_down(path),
            Opened::Live => {
                if let (Some(leaf), Some(estimate)) = (&leaf, child.estimate(context))
                    && let Some(guess) = frontier.put(context, above, leaf, estimate)?
                {
                    return Ok(self.replied(Reply::Guess(guess)));
                }
                self.is_below = true;
            }
        }
        Ok(Looked::Entered)
    }

    fn replied(&mut self, reply: Reply<N>) -> Looked<N::Value> {
        let is_certain = matches!(reply, Reply::Certain(_));
        let (Reply::Certain(Finding { value, line }) | Reply::Guess(Finding { value, line })) =
            reply;
        self.line = line;
        Looked::Known(Known { value, is_certain })
    }

    /// Searches a node that others are not asked about: what it finds is certain.
    fn search_below(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        grain: Grain,
        interrupt: &mut impl Interrupt,
    ) -> Looked<N::Value> {
        match self.below.step(context, stack, grain, interrupt) {
            from_root::Progress::Deeper => Looked::Entered,
            from_root::Progress::Interrupted => Looked::Interrupted,
            from_root::Progress::Done(value) => {
                self.is_below = false;
                self.line = *stack[0].line();
                Looked::Known(Known { value, is_certain: true })
            }
        }
    }

    /// The next job of the deepest node above the leaves, after it has taken in what is known of the
    /// last one; or, as the error, its value.
    fn advance(
        &mut self,
        context: &mut N::Context<'_>,
        node: &mut N,
        known: Option<Known<N::Value>>,
    ) -> Result<N::Job, Known<N::Value>> {
        if let Some(Known { value, is_certain }) = known {
            let job = self.level().job.take().expect("a value is that of a job");
            let line = self.line;
            let was_certain = self.level().is_certain;
            N::presume(context, !(is_certain && was_certain));
            let absorbed = node.absorb(context, &job, value, &line);
            N::presume(context, false);
            match absorbed {
                // The new search of the same child takes the place of the last one.
                Absorbed::Again(again) => return Ok(again),
                Absorbed::GoOn => self.level().is_certain &= is_certain,
                Absorbed::Done(value) => {
                    let proves = was_certain || self.is_cutoff(node, &value);
                    return Err(Known { value, is_certain: is_certain && proves });
                }
            }
        }
        if let Some(job) = node.next(context) {
            return Ok(job);
        }
        let is_certain = self.level().is_certain;
        N::presume(context, !is_certain);
        let value = node.finish(context);
        N::presume(context, false);
        Err(Known { value, is_certain })
    }

    /// True if the value of this node follows from its last child alone. Of the root everything must be
    /// certain: the main worker wants to know about all its moves.
    fn is_cutoff(&self, node: &N, value: &N::Value) -> bool {
        let fails_high = node.window().is_some_and(|window| score::<N>(value) >= window.beta);
        self.levels.len() > 1 && fails_high
    }

    fn level(&mut self) -> &mut Level<N> {
        self.levels.last_mut().expect("a node above the leaves is on the stack")
    }

    fn go_down(&mut self, path: u64) {
        self.levels.push(Level { job: None, path, is_certain: true });
    }
}
