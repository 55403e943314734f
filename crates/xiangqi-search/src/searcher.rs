//! Iterative deepening, alone or with a team.

use std::time::{Duration, Instant};

use cleave_smp::driver::{self, Never};
use cleave_smp::{
    Algorithm, ArenaError, Backend, End, HelperSlot, IteratingTeam, Node, RootSearch, Team,
};
use cleave_tt::{Mapping, Table};
use cleave_xiangqi::{Move, Position, Rules, Step};

use crate::context::{SearchContext, Setup, Width};
use crate::history::History;
use crate::node::XiangqiNode;
use crate::value::{INFINITE, MATES, is_decided};

/// What is to be searched: a position, and how it came about.
#[derive(Clone, Debug)]
pub struct Root {
    /// The position.
    pub position: Position,
    /// The steps of the game, the last of which leads to the position.
    pub steps: Vec<Step>,
    /// How repetitions are judged.
    pub rules: Rules,
}

impl From<Position> for Root {
    fn from(position: Position) -> Root {
        Root { steps: vec![Step::first(&position)], position, rules: Rules::default() }
    }
}

/// When a search ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// After this iteration.
    pub depth: Option<u32>,
    /// When the main worker has searched so many nodes.
    pub nodes: Option<u64>,
    /// At this time; no iteration begins after half of it.
    pub time: Option<Duration>,
}

impl Limits {
    /// A search to a depth.
    pub fn to_depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}

/// What is known after an iteration.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Its depth in plies.
    pub depth: u32,
    /// The value for the side to move.
    pub value: i32,
    /// Nodes of all workers so far.
    pub nodes: u64,
    /// The best line.
    pub line: Vec<Move>,
}

/// What a search has found.
pub type Outcome = Thinking;

/// Depths that are searched at most.
const MAX_DEPTH: u32 = 60;

/// Keeps what lives from one search to the next: table, history, team.
pub struct Searcher {
    mapping: Option<Mapping>,
    team: Team<XiangqiNode>,
    width: Width,
}

impl Searcher {
    /// A searcher of so many workers, threads with one table of 16 MiB.
    pub fn new(workers: usize) -> Result<Searcher, ArenaError> {
        let team = Team::new(workers, Backend::Thread)?;
        Ok(Searcher { mapping: Mapping::new(16).ok(), team, width: Width::default() })
    }

    /// Sets the size of the table in MiB; without one if it is 0 or there is no memory.
    pub fn set_table(&mut self, mib: usize) {
        self.mapping = (mib > 0).then(|| Mapping::new(mib).ok()).flatten();
    }

    /// Which part of the tree is searched.
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// How the workers share the tree.
    pub fn set_algorithm(&mut self, algorithm: Algorithm) {
        self.team.set_algorithm(algorithm);
    }

    /// Lets all workers start even if there are fewer processors.
    pub fn oversubscribe(&mut self) {
        let workers = self.team.workers();
        self.team.set_processors(workers);
    }

    /// Forgets what the table and the history know.
    pub fn new_game(&mut self) {
        table_over(self.mapping.as_ref()).inspect(Table::clear);
        self.team.arena().shared().clear();
    }

    /// Searches a root, and calls `each` after each iteration. Without a legal move the line is empty and the
    /// value that of a loss.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        mut each: impl FnMut(&Thinking),
    ) -> Outcome {
        let width = self.width;
        let setup = Setup::new(&root.steps, 1, root.rules, width);
        let table = table_over(self.mapping.as_ref());
        table.inspect(Table::new_search);
        let helper = |slot: &HelperSlot<'_, XiangqiNode>| {
            slot.serve(&mut SearchContext::new(table, slot.shared(), &setup));
        };
        self.team.session(&helper, |main_worker| {
            let mut context = SearchContext::new(table, main_worker.shared(), &setup);
            context.limit(limits.time.map(|time| Instant::now() + time), limits.nodes);
            search_by(main_worker, &mut context, root, limits, width, &mut each)
        })
    }

    /// The same by the sequential program, without a team.
    pub fn search_sequentially(
        &mut self,
        root: &Root,
        limits: &Limits,
        mut each: impl FnMut(&Thinking),
    ) -> Outcome {
        let width = self.width;
        let setup = Setup::new(&root.steps, 1, root.rules, width);
        let table = table_over(self.mapping.as_ref());
        table.inspect(Table::new_search);
        let history: &History = self.team.arena().shared();
        let mut context = SearchContext::new(table, history, &setup);
        context.limit(limits.time.map(|time| Instant::now() + time), limits.nodes);
        let mut stack = vec![XiangqiNode::vacant(); XiangqiNode::STACK];
        deepen(root, limits, &mut context, width, &mut each, |context, node, _| {
            let before = context.nodes;
            stack[0] = *node;
            let value = driver::search(context, &mut stack, &mut Never);
            let line = stack[0].line().moves().to_vec();
            (value.map(|value| (value, line)), context.nodes - before)
        })
    }
}

fn table_over(mapping: Option<&Mapping>) -> Option<Table<'_>> {
    mapping.map(|mapping| Table::over(mapping.words(), MATES))
}

/// Searches a root with a team, in real or in virtual time. The context is the main worker's, with the limits
/// that it stops at.
pub fn search_by(
    team: &mut impl IteratingTeam<XiangqiNode>,
    context: &mut SearchContext<'_>,
    root: &Root,
    limits: &Limits,
    width: Width,
    each: &mut impl FnMut(&Thinking),
) -> Outcome {
    deepen(root, limits, context, width, each, |context, node, setup| {
        loop {
            let found = team.search_iteration(context, &RootSearch::of(node, setup));
            match found.end {
                End::Value(value) => {
                    let line = found.line.moves().to_vec();
                    return (Some((value, line)), found.stats.nodes());
                }
                // The dead have been replaced.
                End::WorkerDied => {}
                End::Stopped => return (None, found.stats.nodes()),
            }
        }
    })
}

/// Half the width of the first window around the value of the last iteration.
const ASPIRATION: i32 = 40;

/// Searches one ply deeper each time. `search_root` returns value and line, unless stopped, and the nodes.
fn deepen<'a>(
    root: &Root,
    limits: &Limits,
    context: &mut SearchContext<'a>,
    width: Width,
    each: &mut impl FnMut(&Thinking),
    mut search_root: impl FnMut(
        &mut SearchContext<'a>,
        &XiangqiNode,
        &Setup,
    ) -> (Option<(i32, Vec<Move>)>, u64),
) -> Outcome {
    let begin = Instant::now();
    let moves = root.position.legal_moves();
    let lost = crate::value::lost_at(0);
    let line = moves.first().copied().into_iter().collect();
    let value = if moves.is_empty() { lost } else { 0 };
    let mut best = Thinking { depth: 0, value, nodes: 0, line };
    if moves.is_empty() {
        return best;
    }
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
        let setup = Setup::new(&root.steps, depth as i32, root.rules, width);
        context.prepare(&setup);
        let is_open = depth < 4 || is_decided(best.value);
        let mut half = if is_open { 2 * INFINITE } else { ASPIRATION };
        loop {
            let (alpha, beta) = (best.value - half, best.value + half);
            let window = (alpha.max(-INFINITE), beta.min(INFINITE));
            let node = XiangqiNode::root(context, &root.position, best.line[0], window);
            let (found, nodes) = search_root(context, &node, &setup);
            best.nodes += nodes;
            let Some((value, line)) = found else { return best };
            if window.0 < value && value < window.1 {
                best = Thinking { depth, value, line, ..best };
                break;
            }
            half *= 4;
        }
        each(&best);
        if limits.time.is_some_and(|time| begin.elapsed() * 2 > time) {
            break;
        }
    }
    best
}
