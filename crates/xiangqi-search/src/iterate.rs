//! Iterative deepening, alone or with a team.

use std::cmp::Reverse;

use cleave_smp::{End, IteratingTeam, RootSearch, Stats};
use cleave_xiangqi::{Game, Move, Position};

use crate::context::SearchContext;
use crate::control::Limits;
use crate::node::XiangqiNode;
use crate::searcher::{Outcome, Thinking};
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
    root: &Game,
    limits: &Limits,
) -> Outcome {
    let mut stats = Stats::default();
    let outcome = deepen(root, limits, context, |context, node| {
        let (setup, mut nodes) = (context.setup, 0);
        loop {
            let found = team.search_iteration(context, &RootSearch::of(node, &setup));
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
    root: &Game,
    limits: &Limits,
    context: &mut SearchContext<'a>,
    search_root: impl FnMut(&mut SearchContext<'a>, &XiangqiNode) -> Found,
) -> Outcome {
    let position = root.position();
    let moves = limits.allowed(position.legal_moves());
    let (best, nodes, stretch) = (Vec::new(), 0, 100);
    Deepening { position, limits, moves, context, search_root, best, nodes, stretch }.run()
}

/// A search that deepens.
struct Deepening<'s, 'a, F> {
    position: &'s Position,
    limits: &'s Limits,
    /// The moves that may be played.
    moves: Vec<Move>,
    context: &'s mut SearchContext<'a>,
    search_root: F,
    /// What the last iteration has found, as far as this one has found nothing yet.
    best: Vec<Thinking>,
    /// Those of all workers.
    nodes: u64,
    /// Percent of the time for a move that this one may take.
    stretch: u32,
}

impl<'a, F: FnMut(&mut SearchContext<'a>, &XiangqiNode) -> Found> Deepening<'_, 'a, F> {
    fn run(mut self) -> Outcome {
        for depth in 1..=self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            self.context.setup.depth = depth as i32;
            let last = self.best.first().cloned();
            if self.iterate(depth).is_none() || self.moves.is_empty() || self.is_over(last) {
                break;
            }
        }
        self.conclude()
    }

    /// Searches all lines to a depth; `None` if the search was stopped.
    fn iterate(&mut self, depth: u32) -> Option<()> {
        for place in 0..self.limits.multi_pv.clamp(1, self.moves.len().max(1)) {
            let found = self.search_line(depth, place)?;
            match self.best.get_mut(place) {
                Some(line) => *line = found,
                None => self.best.push(found),
            }
        }
        self.best.sort_by_key(|line| Reverse(line.value));
        for (line, rank) in self.best.iter_mut().zip(1..) {
            line.rank = rank;
            self.context.control.iter_mut().for_each(|control| control.show(line));
        }
        Some(())
    }

    /// Searches the moves that lead no better line, with wider windows until the value is inside.
    fn search_line(&mut self, depth: u32, place: usize) -> Option<Thinking> {
        let (rank, before) = (place + 1, self.best.get(place));
        let leads = |mv: &Move| self.best[..place].iter().any(|line| line.line.first() == Some(mv));
        let moves: Vec<Move> = self.moves.iter().copied().filter(|mv| !leads(mv)).collect();
        let Some(&any) = moves.first() else {
            let time = elapsed(self.context);
            return Some(Thinking { depth, rank, value: lost_at(0), nodes: 0, time, line: vec![] });
        };
        let first = before.and_then(|line| line.line.first().copied());
        let first = first.filter(|mv| moves.contains(mv)).unwrap_or(any);
        let centre = before.map_or(0, |line| line.value);
        let mut half = if depth < 4 || is_decided(centre) { 2 * INFINITE } else { ASPIRATION };
        loop {
            let window = ((centre - half).max(-INFINITE), (centre + half).min(INFINITE));
            let node = XiangqiNode::root(self.context, self.position, first, &moves, window);
            let (found, nodes) = (self.search_root)(self.context, &node);
            self.nodes += nodes;
            let (value, line) = found?;
            if window.0 < value && value < window.1 {
                let (nodes, time) = (self.nodes, elapsed(self.context));
                return Some(Thinking { depth, rank, value, nodes, time, line });
            }
            half *= 4;
        }
    }

    /// True if no deeper iteration is needed. `last` is the best line of the iteration before.
    fn is_over(&mut self, last: Option<Thinking>) -> bool {
        let now = &self.best[0];
        let mates_in = (MATE - now.value + 1) / 2;
        let mate = self.limits.mate;
        let is_mate_found = mate.is_some_and(|mate| mates_in <= mate.min(9_999) as i32);
        let Some(control) = &self.context.control else { return is_mate_found };
        if let Some(last) = last {
            let has_changed = last.line.first() != now.line.first();
            let fall = (last.value - now.value).clamp(0, 60) as u32;
            let settled = if has_changed { 160 } else { (self.stretch * 85 / 100).max(55) };
            self.stretch = (settled + fall).min(200);
        }
        let is_forced = self.moves.len() == 1 && now.depth >= 4;
        let is_mate = is_decided(now.value)
            && mates_in.min((MATE + now.value) / 2) * 2 + 2 < now.depth as i32;
        is_mate_found
            || (is_forced || is_mate) && control.timer.is_running()
            || control.timer.is_enough(self.context.nodes, self.stretch)
    }

    /// Waits until the move may be sent.
    fn conclude(self) -> Outcome {
        let nodes = self.context.nodes;
        self.context.control.iter_mut().for_each(|control| control.wait(nodes));
        let best = self.best.into_iter().next().expect("the first iteration is not stopped");
        let Thinking { depth, value, line, .. } = best;
        let (nodes, time) = (self.nodes, elapsed(self.context));
        Outcome { depth, value, nodes, time, line, stats: None }
    }
}

fn elapsed(context: &SearchContext<'_>) -> std::time::Duration {
    context.control.as_ref().map_or_else(Default::default, |control| control.timer.elapsed())
}
