//! Runs a search from the first playout to the move: clock, host, and lines of thinking.
//!
//! The workers run in slices of time. This thread checks the clock and the host meanwhile, once per millisecond.
//! Between two slices it reads the tree.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use cleave_board::{Move, Value};
use cleave_mates::{Answer, Prover};
use cleave_mcts::{Candidate, ModeName, NodeId, Params, Proof, Search, Settings, Tree};
use cleave_movegen::legal_moves;

use super::game::{ChessGame, chess_move};
use super::leaf::{LeafSearch, Leaves, value_of};
use super::{LeafValue, PLAYING};
use crate::control::Control;
use crate::control::Limits;
use crate::control::host::{Host, Thinking};
use crate::root::value::Verdict;
use crate::searcher::outcome::Outcome;
use crate::searcher::{Root, Searcher};
use crate::units::Depth;

/// The time between two checks of clock and host.
const LOOK: Duration = Duration::from_millis(1);

/// A slice takes a quarter of the time so far, within these bounds.
const SLICE: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(500));

/// The time between two lines of thinking.
const SHOW: Duration = Duration::from_secs(1);

/// A search to a depth ends after this number of playouts times two to the power of the depth, even if its leaves are
/// less deep.
const PLAYOUTS_OF_PLY: u64 = 100;

/// The share of the usual time that a search takes if two moves stay equal, in percent.
const STRETCH: u32 = 130;

impl Searcher {
    /// Searches by playouts until a limit is reached or the host stops the search.
    pub(crate) fn run_monte_carlo(
        &mut self,
        root: &Root,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let (mode, leaf) =
            self.monte_carlo.mode.unwrap_or((ModeName::TreeLockfree, LeafValue::Search));
        let memory = self.table.mapping.mib() << 20;
        let locks = if mode == ModeName::TreeLocal { memory / 5 } else { 0 };
        let has_threads = has_threads();
        let workers = if has_threads { self.workers.team.size() } else { 1 };
        let params = Params { lines: limits.multi_pv.max(1) as u32, ..PLAYING };
        let settings = Settings { mode, workers, params, memory: memory - locks, seed: 0 };
        let control = Control::start(limits, host);
        if limits.allowed(&legal_moves(&root.position)).is_empty() {
            return Thought::wait(control, limits, Outcome::without_moves(&root.position));
        }
        self.with_trees(root, limits, &settings, leaf, |search, leaves| {
            let before = visits(search);
            let (nodes, has_move, proof) = (0, false, begin_proof(root, limits, workers));
            Thought {
                search,
                leaves,
                control,
                limits,
                has_threads,
                before,
                nodes,
                has_move,
                memory,
                proof,
            }
            .think()
        })
    }
}

/// Returns true if the system starts threads. WebAssembly without shared memory has a single one.
fn has_threads() -> bool {
    thread::Builder::new().spawn(|| ()).is_ok_and(|thread| thread.join().is_ok())
}

/// A search by playouts while it runs.
struct Thought<'a, 's, 'c> {
    search: &'a mut Search<ChessGame, LeafSearch<'s>>,
    leaves: &'a Leaves,
    control: Control<'c>,
    limits: &'a Limits,
    /// The workers have threads of their own.
    has_threads: bool,
    /// Playouts of earlier searches that the tree has kept.
    before: u64,
    nodes: u64,
    has_move: bool,
    memory: usize,
    /// The proof of the requested mate, or of its absence.
    proof: Option<(Prover, Answer)>,
}

/// Returns the number of playouts until a limit, after `nodes` of them. At least one finds a move.
fn playouts_left(control: &Control, limits: &Limits, nodes: u64, has_move: bool) -> u64 {
    let last =
        limits.nodes.unwrap_or(u64::MAX).min(control.timer().last_node().unwrap_or(u64::MAX));
    last.saturating_sub(nodes).max(u64::from(!has_move))
}

impl Thought<'_, '_, '_> {
    fn think(mut self) -> Outcome {
        let mut shown = Duration::ZERO;
        loop {
            let before = self.nodes;
            let is_over = self.run_slice();
            self.nodes = visits(self.search) - self.before;
            let candidates = self.search.candidates();
            self.has_move = candidates.first().is_some_and(|first| first.counts.visits > 0);
            if !self.has_move {
                if is_over && self.nodes == before {
                    break; // There will be no visits: the root is proven.
                }
                continue; // The workers have not run yet.
            }
            // A tree that has proved a long mate may leave the question open.
            if self.is_problem_solved() || is_over || self.is_enough(&candidates) {
                break;
            }
            if self.control.elapsed() >= shown + SHOW {
                shown = self.control.elapsed();
                self.show(&candidates);
            }
        }
        let candidates = self.search.candidates();
        let position = self.search.trees()[0].root().position;
        let Some(&best) = candidates.first() else {
            let best = self.limits.allowed(&legal_moves(&position)).first().copied();
            let outcome = Outcome { best, ..Outcome::without_moves(&position) };
            return Thought::wait(self.control, self.limits, outcome);
        };
        self.show(&candidates);
        let (value, line) = self.show_mate().unwrap_or_else(|| (self.value(best), self.line(best)));
        let refuted = self.proof.as_ref().map(|(prover, _)| prover.refuted());
        let outcome = Outcome {
            best: line.first().copied(),
            ponder: line.get(1).copied(),
            value,
            depth: self.leaves.mean_depth(),
            nodes: self.nodes,
            line,
            no_mate_in: refuted.filter(|&moves| moves > 0),
            effort: candidates.iter().map(|c| (chess_move(c.mv), c.counts.visits.into())).collect(),
            ..Outcome::without_moves(&position)
        };
        Thought::wait(self.control, self.limits, outcome)
    }

    /// Runs the workers until the slice is over or a limit is reached. Returns true if no work is left.
    fn run_slice(&mut self) -> bool {
        if !self.has_threads {
            return self.run_turn();
        }
        let Thought { search, leaves, control, limits, nodes, has_move, .. } = self;
        let left = playouts_left(control, limits, *nodes, *has_move);
        let end = Instant::now() + (control.elapsed() / 4).clamp(SLICE.0, SLICE.1);
        let is_stopped = AtomicBool::new(false);
        let this = thread::current();
        let depth = Depth::new(1);
        let is_started = thread::scope(|scope| {
            let work = || {
                search.run(left, &is_stopped);
                this.unpark();
            };
            let Ok(workers) = thread::Builder::new().spawn_scoped(scope, work) else {
                return false;
            };
            while !workers.is_finished() {
                control.check(*nodes, *nodes, depth, *has_move);
                if control.is_due(*nodes) {
                    leaves.is_urgent.store(true, Relaxed);
                }
                if control.is_stopped() || Instant::now() >= end {
                    is_stopped.store(true, Relaxed);
                }
                thread::park_timeout(LOOK);
            }
            true
        });
        // The system may refuse a thread for a while.
        if is_started { !is_stopped.load(Relaxed) || control.is_stopped() } else { self.run_turn() }
    }

    /// Makes a playout in this thread, and checks clock and host. Returns true if no work is left.
    fn run_turn(&mut self) -> bool {
        let Thought { search, control, limits, before, nodes, has_move, .. } = self;
        let left = playouts_left(control, limits, *nodes, *has_move);
        search.run(left.min(1), &AtomicBool::new(false));
        control.check(*nodes, *nodes, Depth::new(1), *has_move);
        let made = visits(search) - *before - *nodes;
        made == 0 || left <= 1 || control.is_stopped()
    }

    /// Returns true if more time is not worthwhile: the best move has most of the visits, or it is the only one.
    fn is_enough(&self, candidates: &[Candidate]) -> bool {
        let Thought { control, limits, nodes, .. } = self;
        // The mean grows with the logarithm of the playouts, and not at all once memory is full.
        let is_deep = |depth: u32| {
            self.leaves.mean_depth() >= depth || *nodes >= PLAYOUTS_OF_PLY << depth.min(40)
        };
        if limits.depth.is_some_and(is_deep) {
            return true;
        }
        let first = candidates[0].counts;
        let mate = self.value(candidates[0]).mate_distance().filter(|&moves| moves > 0);
        if mate.zip(limits.mate).is_some_and(|(moves, most)| moves.unsigned_abs() <= most) {
            return true;
        }
        let may_hurry = limits.included.is_empty() && !limits.uses_all_time;
        if control.timer().is_running() && may_hurry && candidates.len() == 1 {
            return true;
        }
        let second = candidates[1..].iter().map(|other| other.counts.visits).max().unwrap_or(0);
        // Visits of earlier searches form a lead without this search's knowledge.
        let all = (self.before + *nodes).max(1);
        let lead = u64::from(first.visits.saturating_sub(second)) * 100 / all;
        let stretch = STRETCH * 100 / (100 + lead.min(300) as u32);
        control.timer().is_enough(*nodes, stretch)
    }

    /// Continues the proof for the length of a slice, if a mate was requested. Returns true if there is such a mate, or
    /// if there is none.
    fn is_problem_solved(&mut self) -> bool {
        let Thought { control, limits, nodes, proof, .. } = self;
        let (Some(most), Some((prover, answer))) = (limits.mate, proof) else { return false };
        let end = Instant::now() + (control.elapsed() / 4).clamp(SLICE.0, SLICE.1);
        *answer = prover.prove(&mut |_| {
            control.check(*nodes, *nodes, Depth::new(1), true);
            !control.is_stopped() && Instant::now() < end
        });
        matches!(answer, Answer::Mate(_)) || prover.refuted() >= most
    }

    fn show(&mut self, candidates: &[Candidate]) {
        let visited = candidates.iter().filter(|candidate| candidate.counts.visits > 0);
        for (rank, &candidate) in (1..).zip(visited.take(self.limits.multi_pv.max(1))) {
            let used: usize =
                self.search.trees().iter().map(|tree| tree.size() as usize * 32).sum();
            let thinking = Thinking {
                depth: self.leaves.mean_depth(),
                selective_depth: self.leaves.deepest(),
                value: self.value(candidate),
                verdict: Verdict::Exact,
                rank,
                elapsed: self.control.elapsed(),
                nodes: self.nodes,
                hashfull: (used * 1000 / self.memory) as u32,
                tablebase_hits: 0,
                line: self.line(candidate),
            };
            self.control.show(&thinking);
        }
    }

    /// Shows the proved mate. Returns its value and its line.
    fn show_mate(&mut self) -> Option<(Value, Vec<Move>)> {
        let Some((prover, Answer::Mate(line))) = &self.proof else { return None };
        let (line, plies) = (line.clone(), 2 * prover.refuted() + 1);
        let thinking = Thinking {
            depth: plies,
            selective_depth: plies,
            value: Value::mate_in(plies as usize),
            verdict: Verdict::Exact,
            rank: 1,
            elapsed: self.control.elapsed(),
            nodes: self.nodes,
            hashfull: 0,
            tablebase_hits: 0,
            line: line.clone(),
        };
        self.control.show(&thinking);
        Some((thinking.value, line))
    }

    fn line(&self, candidate: Candidate) -> Vec<Move> {
        self.search.line_after(candidate.mv).into_iter().map(chess_move).collect()
    }

    /// Returns the value of a move of the root: exact if proven.
    fn value(&self, candidate: Candidate) -> Value {
        let proof = candidate.counts.proof;
        let plies = || {
            let plies = self.search.trees().iter().filter_map(|tree| {
                let mut children = tree.children(NodeId::ROOT);
                let is_it =
                    |&id: &NodeId| tree.mv(id) == candidate.mv && tree.counts(id).proof == proof;
                children.find(is_it).map(|id| 1 + plies_to_end(tree, id))
            });
            plies.min().unwrap_or(1)
        };
        match proof {
            Proof::Win => Value::mate_in(plies()),
            Proof::Loss => Value::mated_in(plies()),
            Proof::Draw => Value::ZERO,
            Proof::None => value_of(candidate.counts.mean().unwrap_or(0.5)),
        }
    }

    /// Waits while a search that has finished must not end by itself.
    fn wait(mut control: Control<'_>, limits: &Limits, outcome: Outcome) -> Outcome {
        let uses_all_time = limits.must_use_all_time() && outcome.best.is_some();
        while control.must_wait(limits.is_endless(), uses_all_time) {
            control.check(outcome.nodes, outcome.nodes, Depth::new(1), true);
            thread::sleep(LOOK);
        }
        outcome
    }
}

/// Begins the proof of a mate, if one was requested.
fn begin_proof(root: &Root, limits: &Limits, workers: usize) -> Option<(Prover, Answer)> {
    let prover = Prover::new(&root.position, limits.mate?, workers);
    let prover = prover.inspect_err(|error| {
        log::warn!("searches for a mate without a proof that none exists: {error}");
    });
    let allowed = limits.allowed(&legal_moves(&root.position));
    Some((prover.ok()?.confined_to(allowed), Answer::Unknown))
}

fn visits(search: &Search<ChessGame, LeafSearch<'_>>) -> u64 {
    search.trees().iter().map(|tree| u64::from(tree.counts(NodeId::ROOT).visits)).sum()
}

/// Returns the plies from a node with a proven win of either side to the mate. The winner takes the shortest way, the
/// loser the longest.
fn plies_to_end(tree: &Tree<ChessGame>, id: NodeId) -> usize {
    let wins = |child: &NodeId| tree.counts(*child).proof == Proof::Win;
    let plies = |child| 1 + plies_to_end(tree, child);
    match tree.counts(id).proof {
        Proof::Win => tree.children(id).map(plies).max().unwrap_or(0),
        _ => tree.children(id).filter(wins).map(plies).min().unwrap_or(0),
    }
}
