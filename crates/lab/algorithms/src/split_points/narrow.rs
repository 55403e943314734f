//! Passes a raised alpha to the searches of brothers under way.
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
//! A child follows its node if it is searched with the *whole window*. A null-window test has nothing to lose, and
//! notices when it is returned. If b had a value of -30 or more already, its window is empty: b is decided, and all
//! workers below it return their jobs. The first worker that comes up to b takes its value to P.

use cleave_smp::seam::{BlockFlow, Event, Flow, JoinReason, Link, Progress, Stepper};
use cleave_smp::{Alarmed, Step, Window};

use super::policy::SplitPolicy;
use super::rules::{Older, OlderGuard, OlderWorker};
use super::shared_window::Windows;
use crate::traits::Narrow;

/// The effect of the windows above on a block.
pub(super) enum Narrowed<V> {
    /// Its value is still needed, perhaps with a narrower window.
    Wanted,
    /// Its node has this value: nothing is left to search for.
    Decided(V),
    /// Its value is useless: a block above has been decided or stopped. Its window has not changed, so it must take in
    /// nothing more: results from below may be right only for a narrower window.
    Useless,
}

impl<'a, N: Narrow, P: SplitPolicy> Older<'a, N, P> {
    /// Shares the window of the block just begun.
    pub(super) fn begin_window(worker: &OlderWorker<'a, N, P>, body: &OlderGuard<'a, N>) {
        let open = worker.blocks.block(body.id).extra();
        let whole = body.link.as_ref().filter(|link| N::has_whole_window(&link.job));
        if P::NARROWS {
            open.window().begin(window_of(&body.node), whole.is_some());
        }
        if P::HOLDS_BACK {
            let bound_from = whole.and_then(|link| worker.blocks.bound_below(link.block));
            open.begin_without_bound(bound_from);
        }
    }

    /// Calls all workers below the block if the value just taken in has raised alpha.
    pub(super) fn pass_window_on(worker: &mut OlderWorker<'a, N, P>, body: &OlderGuard<'a, N>) {
        if P::NARROWS {
            let window = worker.blocks.block(body.id).extra().window();
            let is_narrower = window.set(window_of(&body.node));
            if is_narrower && body.claims.out() > 1 {
                worker.call_all();
            }
        }
    }

    /// Lets a worker without a claim take a job only if the windows above leave one.
    pub(super) fn narrow_before_job(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Older<'a, N, P>> {
        if !P::NARROWS {
            return Ok(Flow::Continue(body));
        }
        if Self::is_useless_at(worker, &body) {
            return worker.cancel_block(context, body).map(Flow::Done);
        }
        match Self::narrow_block(worker, context, &mut body) {
            Narrowed::Wanted => Ok(Flow::Continue(body)),
            Narrowed::Decided(value) => worker.settle(context, body, value).map(Flow::Done),
            Narrowed::Useless => worker.cancel_block(context, body).map(Flow::Done),
        }
    }

    /// Lets a worker's result be taken in only if the windows above still need it.
    pub(super) fn narrow_before_result(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Older<'a, N, P>> {
        if !P::NARROWS {
            return Ok(Flow::Continue(body));
        }
        match Self::narrow_block(worker, context, &mut body) {
            Narrowed::Wanted => Ok(Flow::Continue(body)),
            Narrowed::Decided(value) => {
                worker.release_claim(&mut body);
                worker.settle(context, body, value).map(Flow::Done)
            }
            Narrowed::Useless => {
                worker.peer.report(Event::ResultWasted);
                worker.release_claim(&mut body);
                worker.cancel_block(context, body).map(Flow::Done)
            }
        }
    }

    /// Narrows the window of a locked block if the windows above have become narrower.
    fn narrow_block(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        body: &mut OlderGuard<'a, N>,
    ) -> Narrowed<N::Value> {
        let blocks = worker.blocks;
        let whole = body.link.as_ref().filter(|link| N::has_whole_window(&link.job));
        let Some(link) = whole else { return Narrowed::Wanted };
        let Some(above) = blocks.window_in_force(link.block) else { return Narrowed::Useless };
        if body.claims.is_stopped() || blocks.has_stopped_ancestor(body.id) {
            return Narrowed::Useless;
        }
        let value = body.node.narrow(context, above.negated());
        blocks.block(body.id).extra().window().set(window_of(&body.node));
        value.map_or(Narrowed::Wanted, Narrowed::Decided)
    }

    /// Returns true if the worker's result is not needed, because its block or one above has been stopped, or decided
    /// by a narrower window.
    pub(super) fn is_useless(worker: &OlderWorker<'a, N, P>) -> bool {
        let blocks = worker.blocks;
        blocks.has_stopped_ancestor(worker.block)
            || P::NARROWS && blocks.window_in_force(worker.block).is_none()
    }

    /// Returns true if the value of this locked block is not needed.
    pub(super) fn is_useless_at(worker: &OlderWorker<'a, N, P>, body: &OlderGuard<'a, N>) -> bool {
        let blocks = worker.blocks;
        let is_decided =
            |link: &Link<N>| P::NARROWS && blocks.window_in_force(link.block).is_none();
        blocks.has_stopped_ancestor(body.id) || body.link.as_ref().is_some_and(is_decided)
    }

    /// Continues at this decided block as if the worker had just joined, after it has returned its job below. Its path
    /// need not lead there, if it has never reached the block that it joined.
    pub(super) fn go_back_to(worker: &mut OlderWorker<'a, N, P>, body: &OlderGuard<'a, N>) -> Step {
        worker.start_joining(body, JoinReason::Returned);
        Step::GaveBack
    }

    /// Searches one more node in private, if the worker has been called with the windows there narrowed.
    pub(super) fn step_narrowed(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
    ) -> Progress<N::Value> {
        let decided = Self::narrow_dive(worker, context);
        let stack = &mut worker.peer.stack;
        if decided.is_some() {
            return worker.private_search.go_on(context, stack, decided);
        }
        worker.private_search.step(context, stack)
    }

    /// Narrows the windows of the nodes that the worker searches in private, if it has been called. Returns the value
    /// of the node last entered, if it is now decided.
    fn narrow_dive(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
    ) -> Option<N::Value> {
        let blocks = worker.blocks;
        let is_called = std::mem::take(&mut worker.rules.must_narrow);
        if !is_called || !worker.job.as_ref().is_some_and(N::has_whole_window) {
            return None;
        }
        let above = blocks.window_in_force(worker.block)?;
        if blocks.has_stopped_ancestor(worker.block) {
            return None;
        }
        narrow(&mut worker.private_search, context, &mut worker.peer.stack, above.negated())
    }

    /// Searches the child's subtree in private, node by node, so that all its windows are within reach. Returns `None`
    /// if it has become useless.
    pub(super) fn search_narrowing(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
    ) -> Result<Option<N::Value>, Alarmed> {
        worker.private_search.restart();
        loop {
            match Self::step_narrowed(worker, context) {
                Progress::Deeper => {}
                Progress::Done(value) => return Ok(Some(value)),
                Progress::Interrupted => return Ok(None),
            }
            worker.peer.watchdog.tick(&worker.peer.lock_context);
            if worker.peer.mailbox.attention.is_called() {
                worker.peer.mailbox.attention.acknowledge();
                worker.peer.common.team_state().alarm.check()?;
                if Self::is_useless(worker) {
                    return Ok(None);
                }
                worker.rules.must_narrow = true;
            }
        }
    }
}

/// Narrows the window of the root, and the windows of the nodes below it that have the whole window of the node above.
/// If that decides a node, it becomes the one last entered, with this value.
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
        if !dive.job(depth).is_some_and(N::has_whole_window) {
            return None;
        }
        window = node.window()?.negated();
    }
    None
}

/// Returns the window of a node; unlimited if the game has none.
fn window_of<N: Narrow>(node: &N) -> Window {
    node.window().unwrap_or(Window { alpha: i32::MIN, beta: i32::MAX })
}
