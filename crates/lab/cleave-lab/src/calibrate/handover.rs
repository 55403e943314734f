//! The cost of going to work at a block in which another worker has worked.

use cleave_board::{Position, Value};
use cleave_kit::Result;
use cleave_search::driver::{
    ChessNode, Driver, DriverParts, RootRequest, RootValue, SearchContext,
};
use cleave_search::{Limits, Root, Searcher, Undisturbed};
use cleave_smp::driver::{self, Never};
use cleave_smp::{Node, Opened};
use cleave_virtual_time::gauge::{AtNode, Gauge, Work};

/// A node with this many plies left is above every split frontier.
const HEIGHT: i32 = 5;

/// Deep enough that the root has such children.
const DEPTH: u32 = 8;

/// Of a child, more than minus any alpha in the initial position.
const SETTLES_NOTHING: i32 = 2_000;

/// Works at a node when the search of the root has made one.
struct AtChild<'w, 's> {
    stack: &'s mut [ChessNode],
    work: &'w mut Work<'w, ChessNode>,
    has_worked: bool,
}

/// Returns the nanoseconds that [`Gauge::handover`] finds at a node near the root, in the initial position.
///
/// # Errors
/// There is no memory for two searchers.
pub(super) fn measure(gauge: &Gauge<ChessNode>) -> Result<f64> {
    search(&mut |_| ())?;
    Ok(gauge.handover(&|work| search(work).expect("there was memory before")))
}

/// Searches, and works at the first node that is above the split frontier.
fn search(work: &mut Work<'_, ChessNode>) -> Result<()> {
    let mut searcher = Searcher::new(super::price::HASH)?;
    let (root, limits) = (Root::from(Position::start()), Limits::to_depth(DEPTH));
    searcher.search_by(&root, &limits, &mut Undisturbed, |parts: DriverParts<'_>| {
        let mut driver = AtChild { stack: parts.stack, work, has_worked: false };
        parts.search.run(&mut driver);
        assert!(driver.has_worked, "the search has made no such node");
    });
    Ok(())
}

impl Driver for AtChild<'_, '_> {
    fn search_root(
        &mut self,
        context: &mut SearchContext<'_>,
        request: &RootRequest,
    ) -> Option<RootValue> {
        request.open(context, &mut self.stack[0]);
        if !self.has_worked
            && self.stack[0].depth() > HEIGHT
            && let Some(job) = self.stack[0].next(context)
        {
            let (parents, children) = self.stack.split_at_mut(1);
            children[0].enter(context, &parents[0], &job);
            if let Opened::Live = children[0].open(context, &job) {
                let value = Value::new(SETTLES_NOTHING);
                (self.work)(AtNode { context, opened: &children[0], value });
                self.has_worked = true;
            }
            request.open(context, &mut self.stack[0]);
        }
        driver::search(context, self.stack, &mut Never).map(|value| request.result(value))
    }
}
