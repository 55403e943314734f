//! Iterative deepening, alone or with a team.

use std::cmp::Reverse;
use std::time::Duration;

use cleave_smp::driver::{self, Never};
use cleave_smp::{End, IteratingTeam, Node, RootSearch, Stats};

use crate::search::context::SearchContext;
use crate::search::control::{Control, Host, Limits};
use crate::search::mates::Prover;
use crate::search::node::XiangqiNode;
use crate::search::searcher::{Outcome, Thinking};
use crate::search::value::{INFINITE, MATE, is_decided, lost_at};
use crate::{Game, Move, Position};

/// The maximum depth.
const MAX_DEPTH: u32 = 60;

/// Half the width of the first window around the value of the last iteration.
const ASPIRATION: i32 = 25;

/// Nodes that a proof of no mate may take more than the search.
const AHEAD: u64 = 20_000;

/// Value and line of a root, or `None` if the search was stopped, and the number of nodes.
type Found = (Option<(i32, Vec<Move>)>, u64);

/// A function that searches a root.
type SearchRoot<'f, 's> = dyn FnMut(&mut SearchContext<'s>, &XiangqiNode) -> Found + 'f;

/// A search that is about to begin, or under way.
pub struct PendingSearch<'s> {
    /// The context of the main worker.
    context: SearchContext<'s>,
    position: &'s Position,
    limits: &'s Limits,
    /// The moves that may be played.
    moves: Vec<Move>,
    /// The lines of this iteration, and lines of the last iteration where this one has found none
    /// yet.
    best: Vec<Thinking>,
    /// The nodes of all workers.
    nodes: u64,
    /// The percentage of the usual time that this move may take.
    stretch: u32,
    prover: Prover,
}

/// Searches a root without a team.
pub(crate) fn search_alone(
    context: &mut SearchContext<'_>,
    node: &XiangqiNode,
    stack: &mut Vec<XiangqiNode>,
) -> Found {
    let before = context.nodes;
    stack.resize(XiangqiNode::STACK, XiangqiNode::default());
    stack[0] = *node;
    let value = driver::search(context, stack, &mut Never);
    let line = stack[0].line().moves().to_vec();
    (value.map(|value| (value, line)), context.nodes - before)
}

impl<'s> PendingSearch<'s> {
    /// Starts the clock.
    pub(crate) fn begin(
        mut context: SearchContext<'s>,
        root: &'s Game,
        limits: &'s Limits,
        host: &'s mut dyn Host,
    ) -> PendingSearch<'s> {
        context.control = Some(Control::start(limits, host));
        let position = root.position();
        let moves = limits.allowed(position.legal_moves());
        let (best, prover) = Default::default();
        PendingSearch { context, position, limits, moves, best, nodes: 0, stretch: 100, prover }
    }

    /// Searches with a team, in real or in virtual time, from the first iteration to the last.
    pub fn run(self, team: &mut impl IteratingTeam<XiangqiNode>) -> Outcome {
        let mut stats = Stats::default();
        let outcome = self.deepen(|context, node| {
            let (setup, mut nodes) = (context.setup, 0);
            loop {
                let found = team.search_iteration(context, &RootSearch::of(node, &setup));
                nodes += found.stats.nodes();
                stats += found.stats;
                match found.end {
                    End::Value(value) => {
                        return (Some((value, found.line.moves().to_vec())), nodes);
                    }
                    // The team has replaced the dead workers.
                    End::WorkerDied if !context.is_stopped => {}
                    _ if context.has_line() => return (None, nodes),
                    // The others get no processor. One worker finds a line to play in a millisecond.
                    _ => {
                        context.is_stopped = false;
                        let (found, own) = search_alone(context, node, &mut Vec::new());
                        return (found, nodes + own);
                    }
                }
            }
        });
        Outcome { stats: Some(stats), ..outcome }
    }

    /// Searches one ply deeper in each iteration.
    pub(crate) fn deepen(
        mut self,
        mut search_root: impl FnMut(&mut SearchContext<'s>, &XiangqiNode) -> Found,
    ) -> Outcome {
        for depth in 1..=self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            self.context.setup.depth = depth as i32;
            let last = self.best.first().cloned();
            let is_done = self.iterate(depth, &mut search_root).is_none();
            self.log_iteration(depth, is_done);
            if is_done || self.moves.is_empty() || self.is_over(last) {
                break;
            }
        }
        self.conclude()
    }

    fn log_iteration(&self, depth: u32, is_stopped: bool) {
        if let Some(best) = self.best.first() {
            let end = if is_stopped { "stopped" } else { "done" };
            let (value, nodes) = (best.value, self.nodes);
            log::debug!("depth {depth} {end}: value {value}, {nodes} nodes");
        }
    }

    /// Searches all lines to a depth. Returns `None` if the search was stopped.
    fn iterate(&mut self, depth: u32, search_root: &mut SearchRoot<'_, 's>) -> Option<()> {
        for place in 0..self.limits.multi_pv.clamp(1, self.moves.len().max(1)) {
            let found = self.search_line(depth, place, search_root)?;
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

    /// Searches the moves that begin no better line. Widens the window until the value is inside.
    fn search_line(
        &mut self,
        depth: u32,
        place: usize,
        search_root: &mut SearchRoot<'_, 's>,
    ) -> Option<Thinking> {
        let (rank, before) = (place + 1, self.best.get(place));
        let leads = |mv: &Move| self.best[..place].iter().any(|line| line.line.first() == Some(mv));
        let moves: Vec<Move> = self.moves.iter().copied().filter(|mv| !leads(mv)).collect();
        let Some(&any) = moves.first() else {
            let time = self.elapsed();
            return Some(Thinking { depth, rank, value: lost_at(0), nodes: 0, time, line: vec![] });
        };
        let first = before.and_then(|line| line.line.first().copied());
        let first = first.filter(|mv| moves.contains(mv)).unwrap_or(any);
        let centre = before.map_or(0, |line| line.value);
        let mut half = if depth < 4 || is_decided(centre) { 2 * INFINITE } else { ASPIRATION };
        loop {
            let window = ((centre - half).max(-INFINITE), (centre + half).min(INFINITE));
            let node = XiangqiNode::root(&self.context, self.position, first, &moves, window);
            let (found, nodes) = search_root(&mut self.context, &node);
            self.nodes += nodes;
            let (value, line) = found?;
            if window.0 < value && value < window.1 {
                let (nodes, time) = (self.nodes, self.elapsed());
                return Some(Thinking { depth, rank, value, nodes, time, line });
            }
            half *= 4;
        }
    }

    /// Returns true if no deeper iteration is needed. `last` is the best line of the previous
    /// iteration.
    fn is_over(&mut self, last: Option<Thinking>) -> bool {
        if self.is_problem_solved() {
            return true;
        }
        let now = &self.best[0];
        let mates_in = (MATE - now.value + 1) / 2;
        let mate = self.limits.mate;
        let is_mate_found = mate.is_some_and(|mate| mates_in <= mate.min(9_999) as i32);
        let Some(control) = &mut self.context.control else { return is_mate_found };
        if let Some(last) = last {
            let has_changed = last.line.first() != now.line.first();
            self.stretch = stretch_after(self.stretch, has_changed, last.value - now.value);
        }
        let is_forced = self.moves.len() == 1 && now.depth >= 4;
        let is_mate = is_decided(now.value)
            && mates_in.min((MATE + now.value) / 2) * 2 + 2 < now.depth as i32;
        let nodes = self.context.nodes;
        is_mate_found || control.timer.end_iteration(nodes, self.stretch, is_forced || is_mate)
    }

    /// Asked for a mate, goes on with the proof for about as many nodes as the search has taken. True if there is such a
    /// mate, or if there is none.
    fn is_problem_solved(&mut self) -> bool {
        let PendingSearch { context, position, limits, moves, best, nodes, prover, .. } = self;
        let (Some(most), Some(control)) = (limits.mate, &mut context.control) else { return false };
        let own = *nodes;
        let mut goes_on = |nodes| nodes < own + AHEAD && !control.must_stop(own);
        if let Some(line) = prover.prove(position, moves, most, &mut goes_on) {
            let (depth, time) = (line.len() as u32, control.timer.elapsed());
            let value = MATE - line.len() as i32;
            let mate = Thinking { depth, rank: 1, value, nodes: own, time, line };
            control.show(&mate);
            best[0] = mate;
            return true;
        }
        prover.refuted >= most
    }

    /// Waits until the move may be sent.
    fn conclude(mut self) -> Outcome {
        let nodes = self.context.nodes;
        self.context.control.iter_mut().for_each(|control| control.wait(nodes));
        let (nodes, time) = (self.nodes, self.elapsed());
        let best = self.best.into_iter().next().expect("the first iteration is not stopped");
        let Thinking { depth, value, line, .. } = best;
        let no_mate_in = Some(self.prover.refuted).filter(|&moves| moves > 0);
        Outcome { depth, value, nodes, time, line, no_mate_in, stats: None }
    }

    fn elapsed(&self) -> Duration {
        self.context.control.as_ref().map_or(Duration::ZERO, |control| control.timer.elapsed())
    }
}

/// Returns the percentage of the usual time after an iteration: less if the best move is still the same, more if it has
/// changed or its value has fallen.
fn stretch_after(stretch: u32, has_changed: bool, fall: i32) -> u32 {
    let settled = if has_changed { 160 } else { (stretch * 85 / 100).max(55) };
    (settled + fall.clamp(0, 60) as u32).min(200)
}

#[cfg(test)]
mod tests {
    use std::iter::successors;
    use std::time::Duration;

    use cleave_clock::Clock;

    use super::*;
    use crate::search::Searcher;

    #[test]
    fn a_mate_ends_a_search_on_the_clock_when_no_shorter_one_can_be_hidden() {
        let two_rooks = "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1";
        let root = Game::from(Position::from_fen(two_rooks).expect("it is legal"));
        let remaining = Duration::from_secs(600);
        let clock = Clock::Game { remaining, increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock, ..Limits::default() };
        let mut searcher = Searcher::new(1).expect("memory");
        let found = searcher.search_sequentially(&root, &limits, &mut |_: &_| {});
        // The mate takes three plies. The search goes four plies deeper, no more.
        assert_eq!((MATE - found.value, found.depth), (3, 7));
    }

    #[test]
    fn a_move_that_stays_the_best_gets_less_time_step_by_step() {
        let times: Vec<u32> =
            successors(Some(160), |&it| Some(stretch_after(it, false, 0))).take(9).collect();
        assert!(times.is_sorted_by(|before, after| before >= after), "{times:?}");
        assert!(times[1] > 130 && times[4] < 100, "{times:?}");
        assert_eq!(times.last(), Some(&55));
    }

    #[test]
    fn another_best_move_and_a_falling_value_get_more_time() {
        assert!(stretch_after(60, true, 0) > 100);
        assert_eq!(stretch_after(60, false, 30), stretch_after(60, false, 0) + 30);
        assert_eq!(stretch_after(60, false, -30), stretch_after(60, false, 0));
        assert_eq!(stretch_after(200, true, 29_000), 200);
    }
}
