//! A stepper with hooks: the steps of the [stepper](cleave_smp::seam::Stepper) of Dynamic Tree Splitting, and an
//! algorithm's additions or replacements.

use cleave_smp::seam::Progress;
use cleave_smp::{Absorbed, Context, Node, Opened};

/// A search under way in a stack of nodes. The first node is its live root. Hooks may keep a `T` for each live node.
pub(crate) struct HookedStepper<N: Node, T = ()> {
    /// `levels[i]` belongs to `stack[i]`. The node last entered follows them in the stack.
    levels: Vec<Level<N, T>>,
}

/// A live node on the stack.
pub(crate) struct Level<N: Node, T> {
    /// The job that leads to the node below; `None` before the first and after the last step of the node.
    pub(crate) job: Option<N::Job>,
    /// The hooks' notes about the node.
    pub(crate) notes: T,
}

/// Returns the job that leads to the node last entered.
pub(crate) fn job_below<N: Node, T>(levels: &[Level<N, T>]) -> &N::Job {
    let job = levels.last().and_then(|level| level.job.as_ref());
    job.expect("a child has been entered")
}

impl<N: Node, T> Default for HookedStepper<N, T> {
    /// Returns a search that has not begun.
    fn default() -> HookedStepper<N, T> {
        HookedStepper { levels: Vec::new() }
    }
}

impl<N: Node, T> HookedStepper<N, T> {
    /// Forgets the search under way. The next step begins a search at the root.
    pub(crate) fn restart(&mut self) {
        self.levels.clear();
    }

    /// Returns the place of the node last entered.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Returns the nodes above the one last entered.
    pub(crate) fn levels(&self) -> &[Level<N, T>] {
        &self.levels
    }

    /// Opens the node last entered, and backs its value up as far as possible.
    #[inline]
    pub(crate) fn step(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        hooks: &mut impl StepHooks<N, Notes = T>,
    ) -> Progress<N::Value> {
        let depth = self.levels.len();
        let opened = match self.levels.last() {
            None => Some(Opened::Live),
            // The last step was interrupted when this node had been opened.
            Some(level) if level.job.is_none() => None,
            Some(_) => match hooks.open(context, stack, &mut self.levels) {
                None => return Progress::Interrupted,
                opened => opened,
            },
        };
        let mut known = None;
        match opened {
            Some(Opened::Value(value)) => known = Some(value),
            Some(Opened::Live) => {
                let notes = hooks.go_down(&stack[depth], &mut self.levels);
                self.levels.extend(notes.map(|notes| Level { job: None, notes }));
            }
            None => {}
        }
        self.go_on(context, stack, hooks, known)
    }

    /// Continues with the value of the node last entered. Without a value, continues at the deepest live node.
    #[inline(always)]
    fn go_on(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        hooks: &mut impl StepHooks<N, Notes = T>,
        mut known: Option<N::Value>,
    ) -> Progress<N::Value> {
        // This must happen before the node above takes in the value and the table stores it.
        if context.must_stop() {
            return Progress::Interrupted;
        }
        loop {
            let (above, below) = stack.split_at_mut(self.levels.len());
            let (Some(node), Some(level)) = (above.last_mut(), self.levels.last_mut()) else {
                return Progress::Done(known.expect("the root is live or has a value"));
            };
            let (child, Level { job, notes }) = (&mut below[0], level);
            let at = &mut Live { context, node, notes };
            let absorbed = known.take().map_or(Absorbed::Continue, |value| {
                let job = job.take().expect("a value belongs to a job");
                hooks.absorb(at, &job, value, child.line())
            });
            let next = match absorbed {
                Absorbed::Research(again) => Ok(again),
                Absorbed::Continue => hooks.next(at).ok_or_else(|| hooks.finish(at)),
                Absorbed::Settled(value) => Err(value),
            };
            match next {
                Ok(next) => {
                    child.enter(at.context, at.node, &next);
                    *job = Some(next);
                    return Progress::Deeper;
                }
                Err(value) => {
                    hooks.go_up(at);
                    self.levels.pop();
                    known = Some(value);
                }
            }
        }
    }
}

/// The deepest live node, as the hooks see it.
pub(crate) struct Live<'l, 'c, N: Node, T> {
    /// The worker's context.
    pub(crate) context: &'l mut N::Context<'c>,
    /// The node.
    pub(crate) node: &'l mut N,
    /// The hooks' notes about it.
    pub(crate) notes: &'l mut T,
}

/// An algorithm's additions to the steps. The defaults add nothing.
pub(crate) trait StepHooks<N: Node> {
    /// The notes about each live node.
    type Notes: Default;

    /// Opens the node last entered, which is behind the levels in the stack. Returns `None` if that has been
    /// interrupted.
    fn open(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        levels: &mut [Level<N, Self::Notes>],
    ) -> Option<Opened<N::Value>> {
        Some(stack[levels.len()].open(context, job_below(levels)))
    }

    /// Returns the notes about this live node, the root or a node just opened. Returns `None` if it is put off, after
    /// the job that leads there has been taken from its level.
    fn go_down(&mut self, _: &N, _: &mut [Level<N, Self::Notes>]) -> Option<Self::Notes> {
        Some(Self::Notes::default())
    }

    /// Calls [`Node::next`].
    fn next(&mut self, at: &mut Live<'_, '_, N, Self::Notes>) -> Option<N::Job> {
        at.node.next(at.context)
    }

    /// Calls [`Node::absorb`].
    fn absorb(
        &mut self,
        at: &mut Live<'_, '_, N, Self::Notes>,
        job: &N::Job,
        value: N::Value,
        line: &N::Line,
    ) -> Absorbed<N::Job, N::Value> {
        at.node.absorb(at.context, job, value, line)
    }

    /// Calls [`Node::finish`].
    fn finish(&mut self, at: &mut Live<'_, '_, N, Self::Notes>) -> N::Value {
        at.node.finish(at.context)
    }

    /// Called when the node has its value.
    fn go_up(&mut self, _: &mut Live<'_, '_, N, Self::Notes>) {}
}
