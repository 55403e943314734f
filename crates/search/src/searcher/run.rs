//! A whole search, with any driver.

use super::outcome::Outcome;
use crate::context::SearchContext;
use crate::context::setup::RootSetup;
use crate::control::Limits;
use crate::iterate::driver::Driver;
use crate::iterate::iterate;
use crate::mates::iterate_and_prove;
use crate::units::Depth;

/// Runs a whole search, from the first iteration to the last.
pub(super) fn run(
    context: &mut SearchContext,
    driver: &mut dyn Driver,
    setup: &RootSetup,
    limits: &Limits,
) -> Outcome {
    let torn_before = context.shared.table.torn_rejected();
    context.begin_search(setup);
    context.root.exclude(&limits.excluded);
    context.root.confine_to(&limits.included);
    // The tables know which moves win, and would leave out others that mate.
    if limits.mate.is_none() {
        context.ask_tablebase_at_root(limits.multi_pv);
    }
    if context.root.is_empty() {
        context.wait_for_host(limits);
        return Outcome::without_moves(&setup.root);
    }
    let deepest = Depth::MAX.get() as u32;
    let last = Depth::new(limits.depth.unwrap_or(deepest).clamp(1, deepest) as i32);
    let (depth, no_mate_in) = match limits.mate {
        None => (iterate(context, driver, last, limits), None),
        Some(most) => iterate_and_prove(context, driver, last, limits, most),
    };
    context.control.tell_of_result();
    driver.finish(context);
    let depth = context.play_elected(depth, limits);
    context.wait_for_host(limits);
    let best = context.root.get(0).expect("there is a legal move");
    let value = best.value().expect("a first move has always been searched");
    let line = best.line().moves().to_vec();
    Outcome {
        best: Some(best.mv()),
        ponder: line
            .get(1)
            .copied()
            .or_else(|| context.shared.table.reply_to(&setup.root, line[0])),
        value: context.reported_value(best.mv(), value),
        depth: depth.get() as u32,
        nodes: context.nodes_of_all(),
        line,
        effort: context.root.ranked_from(0).iter().map(|mv| (mv.mv(), mv.nodes())).collect(),
        tablebase_hits: context.tablebase_hits_of_all(),
        torn_rejected: context.shared.table.torn_rejected().saturating_sub(torn_before),
        stats: driver.stats().cloned(),
        no_mate_in,
    }
}
