//! A raised alpha reaches the searches under way beside the child that has raised it.
//!
//! ```text
//!   block P   a brings 30: alpha rises from 10 to 30, P's shared window with it; calls everybody
//!    / \
//!   a   b     b was handed out with (-90, -10), its part of P's window (10, 90)
//!       |
//!       b1    whoever searches below b hears the call, walks up its chain of blocks, and finds that
//!             b's window is (-90, -30) now: from there down all windows that are whole narrow
//! ```
//!
//! A child follows its node if it is searched with the *whole window*; a null-window test has
//! nothing to lose, and finds out when it is brought back. If b had a value of -30 or more already,
//! its window is empty: b is decided, and all who search below it give their jobs back. The first
//! that comes up to b takes its value to P.

use super::{Arrival, BlockGuard, SplitWorker, State};
use crate::arena::Alarmed;
use crate::ids::BlockId;
use crate::node::Node;
use crate::own_root::Window;
use crate::split::{Body, Link, SplitPolicy};
use crate::stepper::{NoHooks, Progress, Stepper};
use crate::strategy::Step;

/// What the windows above have made of a block.
pub(super) enum Narrowed<V> {
    /// Its value is still wanted, perhaps with a narrower window.
    Wanted,
    /// Its node has this value: nothing is left to search for.
    Decided(V),
    /// Its value is of no use: something above has been decided, or stopped. Its window is as it was, so it
    /// must take nothing more in: what comes from below may be right for a narrower window only.
    Useless,
}

impl<'a, N: Node, P: SplitPolicy> SplitWorker<'a, N, P> {
    /// The block just begun shares its window.
    pub(super) fn begin_window(&self, block: BlockId, body: &Body<N>) {
        let arena = self.peer.arena;
        let whole = body.link.as_ref().filter(|link| N::has_whole_window(&link.job));
        if P::NARROWS {
            arena.block(block).window().begin(window_of(&body.node), whole.is_some());
        }
        if P::HOLDS_BACK {
            let bound_from = whole.and_then(|link| arena.bound_below(link.block));
            arena.block(block).begin_without_bound(bound_from);
        }
    }

    /// A value has been taken in: if it has raised alpha, all who search below the block are
    /// called.
    pub(super) fn pass_window_on(&mut self, block: BlockId, body: &Body<N>) {
        if P::NARROWS {
            let is_narrower = self.peer.arena.block(block).window().set(window_of(&body.node));
            if is_narrower && body.claims.out() > 1 {
                self.call_all();
            }
        }
    }

    /// Narrows the window of a block, which is locked, if those above have become narrower.
    pub(super) fn narrow_block(
        &mut self,
        context: &mut N::Context<'_>,
        block: BlockId,
        body: &mut BlockGuard<'a, N>,
    ) -> Narrowed<N::Value> {
        let arena = self.peer.arena;
        let whole = body.link.as_ref().filter(|link| N::has_whole_window(&link.job));
        let Some(link) = whole else { return Narrowed::Wanted };
        let Some(above) = arena.window_in_force(link.block) else { return Narrowed::Useless };
        if body.claims.is_stopped() || arena.is_cut_off(block) {
            return Narrowed::Useless;
        }
        let value = body.node.narrow(context, above.turned());
        arena.block(block).window().set(window_of(&body.node));
        value.map_or(Narrowed::Wanted, Narrowed::Decided)
    }

    /// True if nobody wants what the worker does, since its block or one above has been stopped, or
    /// decided by a narrower window.
    pub(super) fn is_useless(&self) -> bool {
        let arena = self.peer.arena;
        arena.is_cut_off(self.block) || P::NARROWS && arena.window_in_force(self.block).is_none()
    }

    /// True if nobody wants the value of this block, which is locked.
    pub(super) fn is_useless_at(&self, block: BlockId, body: &Body<N>) -> bool {
        let arena = self.peer.arena;
        let is_decided = |link: &Link<N>| P::NARROWS && arena.window_in_force(link.block).is_none();
        arena.is_cut_off(block) || body.link.as_ref().is_some_and(is_decided)
    }

    /// The worker has given back what was below this block, which is decided: it goes on there as
    /// if it had just joined. Its path need not lead there, if it has never come to what it joined.
    pub(super) fn go_back_to(&mut self, block: BlockId, body: &Body<N>) -> Step {
        let step = body.step.expect("a block with a claim has been begun");
        self.copied.clear();
        self.copied.push((self.block_version(block), step));
        self.state = State::Joining(Arrival::CameBack);
        Step::GaveBack
    }

    /// Searches one more node in private, if the worker has been called with the windows there narrowed.
    pub(super) fn step_narrowed(&mut self, context: &mut N::Context<'_>) -> Progress<N::Value> {
        let decided = self.narrow_dive(context);
        let stack = &mut self.peer.stack;
        if decided.is_some() {
            return self.dive.go_on(context, stack, &mut NoHooks, decided);
        }
        self.dive.step(context, stack, &mut NoHooks)
    }

    /// Narrows the windows of the nodes that the worker searches in private, if it has been called. Returns
    /// the value of the node last entered, if that is decided now.
    fn narrow_dive(&mut self, context: &mut N::Context<'_>) -> Option<N::Value> {
        let arena = self.peer.arena;
        let is_called = std::mem::take(&mut self.must_narrow);
        if !is_called || !self.job.as_ref().is_some_and(N::has_whole_window) {
            return None;
        }
        let above = arena.window_in_force(self.block)?;
        if arena.is_cut_off(self.block) {
            return None;
        }
        narrow(&mut self.dive, context, &mut self.peer.stack, above.turned())
    }

    /// Searches the child's subtree in private, node by node, so that all its windows are within
    /// reach.
    pub(super) fn dive_through(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.dive.restart();
        loop {
            match self.step_narrowed(context) {
                Progress::Deeper => {}
                Progress::Done(value) => {
                    return self.arrive(context, Some(value), Step::Searched);
                }
                Progress::Interrupted => return self.arrive(context, None, Step::Searched),
            }
            self.peer.watchdog.tick(&self.peer.lock_context);
            if self.peer.mailbox.attention.is_called() {
                self.peer.mailbox.attention.acknowledge();
                self.peer.arena.team_state().alarm.check()?;
                if self.is_useless() {
                    return self.arrive(context, None, Step::Searched);
                }
                self.must_narrow = true;
            }
        }
    }
}

/// The window of the root is narrower now, and so are those of the nodes below it that have the whole
/// window of the node above. If that decides a node, it becomes the one last entered, with this value.
fn narrow<N: Node>(
    dive: &mut Stepper<N>,
    context: &mut N::Context<'_>,
    stack: &mut [N],
    mut window: Window,
) -> Option<N::Value> {
    for (depth, node) in stack[..=dive.depth()].iter_mut().enumerate() {
        if let Some(value) = node.narrow(context, window) {
            dive.return_to(depth);
            return Some(value);
        }
        let job = dive.levels().get(depth)?.job.as_ref();
        if !job.is_some_and(N::has_whole_window) {
            return None;
        }
        window = node.window()?.turned();
    }
    None
}

/// The window of a node; without end if the game has none.
fn window_of<N: Node>(node: &N) -> Window {
    node.window().unwrap_or(Window { alpha: i32::MIN, beta: i32::MAX })
}
