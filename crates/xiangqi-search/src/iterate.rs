//! Iterative deepening, alone or with a team.

use std::cmp::Reverse;

use cleave_smp::{End, IteratingTeam, RootSearch, Stats};
use cleave_xiangqi::Move;

use crate::context::{SearchContext, Setup, Width};
use crate::control::Limits;
use crate::node::XiangqiNode;
use crate::searcher::{Outcome, Root, Thinking};
use crate::value::{INFINITE, MATE, is_decided, lost_at};

/// Depths that are searched at most.
const MAX_DEPTH: u32 = 60;

/// Half the width of the first window around the value of the last iteration.
const ASPIRATION: i32 = 25;

/// Value and line of a root, unless the search was stopped, and the nodes.
type Found = (Option<(i32, Vec<Move>)>, u64);

/// Searches a root with a team, in real or in virtual time. The context is the main worker's.
pub(crate) fn search_by(
    team: &mut impl IteratingTeam<XiangqiNode>,
    context: &mut SearchContext<'_>,
    root: &Root,
    limits: &Limits,
    width: Width,
) -> Outcome {
    let mut stats = Stats::default();
    let outcome = deepen(root, limits, context, width, |context, node, setup| {
        let mut nodes = 0;
        loop {
            let found = team.search_iteration(context, &RootSearch::of(node, setup));
            nodes += found.stats.nodes();
            stats += found.stats;
            match found.end {
                End::Value(value) => return (Some((value, found.line.moves().to_vec())), nodes),
                // The dead have been replaced.
                End::WorkerDied => {}
                End::Stopped => return (None, nodes),
            }
        }
    });
    Outcome { stats: Some(stats), ..outcome }
}

/// Searches one ply deeper each time.
pub(crate) fn deepen<'a>(
    root: &Root,
    limits: &Limits,
    context: &mut SearchContext<'a>,
    width: Width,
    mut search_root: impl FnMut(&mut SearchContext<'a>, &XiangqiNode, &Setup) -> Found,
) -> Outcome {
    let moves = limits.allowed(root.position.legal_moves());
    let mut best = Vec::new();
    let mut progress = Progress { nodes: 0, stretch: 100 };
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
        let setup = Setup::new(&root.steps, depth as i32, root.rules, width);
        context.prepare(&setup);
        let last = best.first().cloned();
        let lines = limits.multi_pv.clamp(1, moves.len().max(1));
        for rank in 1..=lines {
            let before = best.get(rank - 1).cloned();
            let others: Vec<Move> =
                moves.iter().copied().filter(|mv| !leads(&best[..rank - 1], *mv)).collect();
            let iteration = Iteration { root, setup: &setup, depth, rank, others: &others };
            let Some(found) = iteration.run(context, before, &mut progress, &mut search_root)
            else {
                return conclude(context, best, &progress);
            };
            match best.get_mut(rank - 1) {
                Some(line) => *line = found,
                None => best.push(found),
            }
        }
        best.sort_by_key(|line| Reverse(line.value));
        for (line, rank) in best.iter_mut().zip(1..) {
            line.rank = rank;
            context.control.iter_mut().for_each(|control| control.show(line));
        }
        if moves.is_empty()
            || is_over(context, limits, &moves, last.as_ref(), &best[0], &mut progress)
        {
            break;
        }
    }
    conclude(context, best, &progress)
}

/// What is known of the search under way.
struct Progress {
    nodes: u64,
    /// Percent of the time for a move that this one may take.
    stretch: u32,
}

fn leads(lines: &[Thinking], mv: Move) -> bool {
    lines.iter().any(|line| line.line.first() == Some(&mv))
}

/// The search of a root to a depth.
struct Iteration<'a> {
    root: &'a Root,
    setup: &'a Setup,
    depth: u32,
    rank: usize,
    /// The moves that do not lead a better line.
    others: &'a [Move],
}

impl Iteration<'_> {
    /// Searches with wider windows until the value is inside. `before` is what the last iteration has found.
    fn run<'a>(
        &self,
        context: &mut SearchContext<'a>,
        before: Option<Thinking>,
        progress: &mut Progress,
        search_root: &mut impl FnMut(&mut SearchContext<'a>, &XiangqiNode, &Setup) -> Found,
    ) -> Option<Thinking> {
        let &Iteration { depth, rank, .. } = self;
        let first = before.as_ref().and_then(|line| line.line.first().copied());
        let centre = before.map_or(0, |line| line.value);
        let is_open = depth < 4 || is_decided(centre);
        let mut half = if is_open { 2 * INFINITE } else { ASPIRATION };
        if self.others.is_empty() {
            let time = elapsed(context);
            return Some(Thinking { depth, rank, value: lost_at(0), nodes: 0, time, line: vec![] });
        }
        loop {
            let window = ((centre - half).max(-INFINITE), (centre + half).min(INFINITE));
            let first = first.filter(|mv| self.others.contains(mv)).unwrap_or(self.others[0]);
            let node = XiangqiNode::root(context, &self.root.position, first, self.others, window);
            let (found, nodes) = search_root(context, &node, self.setup);
            progress.nodes += nodes;
            let (value, line) = found?;
            if window.0 < value && value < window.1 {
                let (nodes, time) = (progress.nodes, elapsed(context));
                return Some(Thinking { depth, rank, value, nodes, time, line });
            }
            half *= 4;
        }
    }
}

fn elapsed(context: &SearchContext<'_>) -> std::time::Duration {
    context.control.as_ref().map_or_else(Default::default, |control| control.timer.elapsed())
}

/// True if no deeper iteration is needed.
fn is_over(
    context: &SearchContext<'_>,
    limits: &Limits,
    moves: &[Move],
    last: Option<&Thinking>,
    now: &Thinking,
    progress: &mut Progress,
) -> bool {
    let mates_in = (MATE - now.value + 1) / 2;
    let is_mate_found = limits.mate.is_some_and(|mate| mates_in <= mate.min(9_999) as i32);
    let Some(control) = &context.control else { return is_mate_found };
    if let Some(last) = last {
        let has_changed = last.line.first() != now.line.first();
        let fall = (last.value - now.value).clamp(0, 60) as u32;
        let settled = if has_changed { 160 } else { (progress.stretch * 85 / 100).max(55) };
        progress.stretch = (settled + fall).min(200);
    }
    let is_forced = moves.len() == 1 && now.depth >= 4;
    let is_mate =
        is_decided(now.value) && mates_in.min((MATE + now.value) / 2) * 2 + 2 < now.depth as i32;
    is_mate_found
        || (is_forced || is_mate) && control.timer.is_running()
        || control.timer.is_enough(context.nodes, progress.stretch)
}

/// Waits until the move may be sent.
fn conclude(context: &mut SearchContext<'_>, best: Vec<Thinking>, progress: &Progress) -> Outcome {
    let nodes = context.nodes;
    if let Some(control) = &mut context.control {
        control.wait(nodes);
    }
    let best = best.into_iter().next().expect("the first iteration is not stopped");
    let Thinking { depth, value, line, .. } = best;
    Outcome { depth, value, nodes: progress.nodes, time: elapsed(context), line, stats: None }
}
