//! A search context, nodes and a host for tests.

use cleave_algorithms::Team;
use cleave_board::{Move, Position, Value};
use cleave_clock::Signal;
use cleave_movegen::parse_move;
use cleave_smp::Backend;
use cleave_tt::Mapping;

use crate::context::setup::{RootSetup, Width};
use crate::context::worker_state::WorkerState;
use crate::context::{SearchContext, SharedRefs};
use crate::control::Control;
use crate::control::Limits;
use crate::control::host::{Host, Status, Thinking, Undisturbed};
use crate::evaluation::Evaluation;
use crate::node::{Action, ChessNode, Effort, Job, NodeType, Opened};
use crate::path::GameKeys;
use crate::root::tallies::Tally;
use crate::table::Table;
use crate::units::Depth;

/// Runs a test with the context of a worker that is about to search this root.
pub(crate) fn with_worker(root: &Position, test: impl FnOnce(&mut SearchContext)) {
    with_limited_worker(root, &Limits::default(), test);
}

/// As [`with_worker`], in a search with these limits.
pub(crate) fn with_limited_worker(
    root: &Position,
    limits: &Limits,
    test: impl FnOnce(&mut SearchContext),
) {
    let table = Mapping::new(1).expect("1 MiB is available");
    let team = Team::<ChessNode>::new(1, Backend::Thread).expect("one worker is allowed");
    let tallies = Tally::of_team(1).expect("a page is available");
    let mut state = WorkerState::new(Evaluation::default());
    let mut host = Undisturbed;
    let shared = SharedRefs::new(Table::over(&table), team.arena().shared(), &tallies, None);
    let control = Control::start(limits, &mut host);
    let context = &mut SearchContext::new(shared, &mut state, control);
    let (width, iteration) = (Width::Selective, Depth::new(6));
    let game = GameKeys::new(&[]);
    let setup = RootSetup { search: 1, root: *root, game, width, iteration, ..RootSetup::none() };
    context.begin_search(&setup);
    test(context);
}

/// Records the lines it is shown.
#[derive(Default)]
pub(crate) struct Audience(pub(crate) Vec<Thinking>);

impl Host for Audience {
    fn poll(&mut self, _: &Status) -> Signal {
        Signal::Continue
    }

    fn thinking(&mut self, line: &Thinking) {
        self.0.push(line.clone());
    }
}

/// Returns a move of a position, in any notation.
pub(crate) fn mv(position: &Position, text: &str) -> Move {
    parse_move(position, text).expect("a legal move")
}

/// Returns the root as a live node with this window and depth.
pub(crate) fn root(context: &mut SearchContext, window: (i32, i32), depth: i32) -> ChessNode {
    let mut node = ChessNode::default();
    let window = (Value::new(window.0), Value::new(window.1));
    node.open_root(context, 0, window, Depth::new(depth));
    node
}

/// Returns the job to search `action` with a null window whose upper end, as the child sees it, is `beta`.
pub(crate) fn scout(action: Action, beta: i32, depth: i32, node_type: NodeType) -> Job {
    let depth = Depth::new(depth);
    Job {
        action,
        alpha: Value::new(beta - 1),
        beta: Value::new(beta),
        depth,
        full_depth: depth,
        effort: Effort::Scout,
        node_type,
        number: 1,
    }
}

/// Returns the child that a job describes. Opening it must not return a value.
pub(crate) fn live_child(context: &mut SearchContext, parent: &ChessNode, job: &Job) -> ChessNode {
    let mut child = ChessNode::default();
    child.enter(context, parent, job);
    assert!(matches!(child.open(context, job), Opened::Live), "{job:?}");
    child
}
