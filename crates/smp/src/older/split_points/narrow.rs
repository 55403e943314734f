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

use super::hooks::{Older, OlderGuard, OlderWorker};
use super::policy::SplitPolicy;
use crate::arena::Alarmed;
use crate::dts::{Arrival, BlockFlow, Flow, Link};
use crate::event::Event;
use crate::older::traits::Narrow;
use crate::stepper::{NoHooks, Progress, Stepper};
use crate::team::Step;
use crate::window::Window;

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

impl<'a, N: Narrow, P: SplitPolicy> OlderWorker<'a, N, P> {
    /// The block just begun shares its window.
    pub(super) fn begin_window(&self, body: &OlderGuard<'a, N>) {
        let open = self.blocks.block(body.id).extra();
        let whole = body.link.as_ref().filter(|link| N::has_whole_window(&link.job));
        if P::NARROWS {
            open.window().begin(window_of(&body.node), whole.is_some());
        }
        if P::HOLDS_BACK {
            let bound_from = whole.and_then(|link| self.blocks.bound_below(link.block));
            open.begin_without_bound(bound_from);
        }
    }

    /// A value has been taken in: if it has raised alpha, all who search below the block are
    /// called.
    pub(super) fn pass_window_on(&mut self, body: &OlderGuard<'a, N>) {
        if P::NARROWS {
            let window = self.blocks.block(body.id).extra().window();
            let is_narrower = window.set(window_of(&body.node));
            if is_narrower && body.claims.out() > 1 {
                self.call_all();
            }
        }
    }

    /// A worker without a claim is about to ask for a job: only if the windows above leave one.
    pub(super) fn narrow_before_job(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Older<'a, N, P>> {
        if !P::NARROWS {
            return Ok(Flow::GoOn(body));
        }
        if self.is_useless_at(&body) {
            return self.cancel_block(context, body).map(Flow::Done);
        }
        match self.narrow_block(context, &mut body) {
            Narrowed::Wanted => Ok(Flow::GoOn(body)),
            Narrowed::Decided(value) => self.settle(context, body, value).map(Flow::Done),
            Narrowed::Useless => self.cancel_block(context, body).map(Flow::Done),
        }
    }

    /// A worker with a result is about to have it taken in: only if the windows above still want it.
    pub(super) fn narrow_before_result(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Older<'a, N, P>> {
        if !P::NARROWS {
            return Ok(Flow::GoOn(body));
        }
        match self.narrow_block(context, &mut body) {
            Narrowed::Wanted => Ok(Flow::GoOn(body)),
            Narrowed::Decided(value) => {
                self.bring_back(&mut body);
                self.settle(context, body, value).map(Flow::Done)
            }
            Narrowed::Useless => {
                self.peer.report(Event::ResultWasted);
                self.bring_back(&mut body);
                self.cancel_block(context, body).map(Flow::Done)
            }
        }
    }

    /// Narrows the window of a block, which is locked, if those above have become narrower.
    fn narrow_block(
        &mut self,
        context: &mut N::Context<'_>,
        body: &mut OlderGuard<'a, N>,
    ) -> Narrowed<N::Value> {
        let blocks = self.blocks;
        let whole = body.link.as_ref().filter(|link| N::has_whole_window(&link.job));
        let Some(link) = whole else { return Narrowed::Wanted };
        let Some(above) = blocks.window_in_force(link.block) else { return Narrowed::Useless };
        if body.claims.is_stopped() || blocks.is_cut_off(body.id) {
            return Narrowed::Useless;
        }
        let value = body.node.narrow(context, above.turned());
        blocks.block(body.id).extra().window().set(window_of(&body.node));
        value.map_or(Narrowed::Wanted, Narrowed::Decided)
    }

    /// True if nobody wants what the worker does, since its block or one above has been stopped, or
    /// decided by a narrower window.
    pub(super) fn is_useless(&self) -> bool {
        let blocks = self.blocks;
        blocks.is_cut_off(self.block) || P::NARROWS && blocks.window_in_force(self.block).is_none()
    }

    /// True if nobody wants the value of this block, which is locked.
    pub(super) fn is_useless_at(&self, body: &OlderGuard<'a, N>) -> bool {
        let blocks = self.blocks;
        let is_decided =
            |link: &Link<N>| P::NARROWS && blocks.window_in_force(link.block).is_none();
        blocks.is_cut_off(body.id) || body.link.as_ref().is_some_and(is_decided)
    }

    /// The worker has given back what was below this block, which is decided: it goes on there as
    /// if it had just joined. Its path need not lead there, if it has never come to what it joined.
    pub(super) fn go_back_to(&mut self, body: &OlderGuard<'a, N>) -> Step {
        self.start_joining(body, Arrival::CameBack);
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
        let blocks = self.blocks;
        let is_called = std::mem::take(&mut self.hooks.must_narrow);
        if !is_called || !self.job.as_ref().is_some_and(N::has_whole_window) {
            return None;
        }
        let above = blocks.window_in_force(self.block)?;
        if blocks.is_cut_off(self.block) {
            return None;
        }
        narrow(&mut self.dive, context, &mut self.peer.stack, above.turned())
    }

    /// Searches the child's subtree in private, node by node, so that all its windows are within
    /// reach. `None` if it has become useless.
    pub(super) fn search_narrowing(
        &mut self,
        context: &mut N::Context<'_>,
    ) -> Result<Option<N::Value>, Alarmed> {
        self.dive.restart();
        loop {
            match self.step_narrowed(context) {
                Progress::Deeper => {}
                Progress::Done(value) => return Ok(Some(value)),
                Progress::Interrupted => return Ok(None),
            }
            self.peer.watchdog.tick(&self.peer.lock_context);
            if self.peer.mailbox.attention.is_called() {
                self.peer.mailbox.attention.acknowledge();
                self.peer.common.team_state().alarm.check()?;
                if self.is_useless() {
                    return Ok(None);
                }
                self.hooks.must_narrow = true;
            }
        }
    }
}

/// The window of the root is narrower now, and so are those of the nodes below it that have the whole
/// window of the node above. If that decides a node, it becomes the one last entered, with this value.
fn narrow<N: Narrow>(
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
fn window_of<N: Narrow>(node: &N) -> Window {
    node.window().unwrap_or(Window { alpha: i32::MIN, beta: i32::MAX })
}
