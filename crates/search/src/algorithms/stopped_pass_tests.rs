//! Stops searches by `aphid` in the middle of a pass. The best proven move must be played.

use cleave_algorithms::{Algorithm, Arena};
use cleave_board::{Position, Value};
use cleave_smp::instrument::Grain;
use cleave_smp::{Params, RootSearch, Step, Worker, WorkerId};
use cleave_tt::Mapping;

use crate::bench;
use crate::context::setup::RootSetup;
use crate::context::worker_state::WorkerState;
use crate::context::{SearchContext, SharedRefs};
use crate::control::Control;
use crate::control::Limits;
use crate::control::host::Undisturbed;
use crate::evaluation::Evaluation;
use crate::node::ChessNode;
use crate::path::GameKeys;
use crate::root::report::RootResults;
use crate::root::tallies::Tally;
use crate::table::Table;
use crate::testing::root;
use crate::units::Depth;

/// The proven values of the best move.
#[derive(Clone, Copy)]
struct Proven {
    /// By earlier passes.
    before: Option<Value>,
    /// By the pass under way.
    in_this_pass: Option<Value>,
}

fn best(results: &RootResults) -> Option<Value> {
    results.newest_best().map(|(_, best)| best.value)
}

/// Searches with two workers that step in turn, and stops as soon as the condition holds after a step. Returns the
/// proven values at that moment and the value of the best move after the stop. Returns `None` if the condition never
/// holds.
fn stop_when(
    position: Position,
    holds: impl Fn(Proven) -> bool,
) -> Option<(Proven, Option<Value>)> {
    const DEPTH: i32 = 6;
    let table = Mapping::new(1).expect("1 MiB is available");
    let arena = Arena::<ChessNode>::new(2).expect("two workers are allowed");
    arena.memory().select(Algorithm::Aphid);
    let tallies = Tally::of_team(2).expect("a page is available");
    let shared = SharedRefs::new(Table::over(&table), arena.shared(), &tallies, None);
    let mut states = [0, 1].map(|_| WorkerState::new(Evaluation::default()));
    let mut hosts = [Undisturbed, Undisturbed];
    let [main_state, helper_state] = &mut states;
    let [main_host, helper_host] = &mut hosts;
    let limits = Limits::default();
    let main_context =
        &mut SearchContext::new(shared, main_state, Control::start(&limits, main_host));
    let helper_context = &mut SearchContext::new(
        shared.of_helper(WorkerId::new(1)),
        helper_state,
        Control::start(&limits, helper_host),
    );

    let (iteration, game) = (Depth::new(DEPTH), GameKeys::new(&[]));
    let setup = RootSetup { search: 1, root: position, game, iteration, ..RootSetup::none() };
    main_context.begin_search(&setup);
    main_context.begin_iteration(iteration, false);
    let node = root(main_context, (-Value::INFINITE.get(), Value::INFINITE.get()), DEPTH);
    let [mut main_worker, mut helper] = [0, 1].map(|id| Worker::new(&arena, WorkerId::new(id)));
    let params = Params::default().with_grain(Grain::Node);
    main_worker.begin(main_context, &RootSearch::of(&node, &setup), &params).unwrap();
    let team_results = arena.shared().root_report.of(iteration).results();
    let at_stop = loop {
        if main_worker.step(main_context).unwrap() == Step::Left {
            return None;
        }
        helper.step(helper_context).unwrap();
        let own_results = main_context.state.own_root.results();
        let proven = Proven { before: best(team_results), in_this_pass: best(own_results) };
        if holds(proven) {
            break proven;
        }
    };
    main_worker.thread_stop().unwrap();
    while main_worker.step(main_context).unwrap() != Step::Left {}
    Some((at_stop, best(team_results)))
}

#[test]
fn a_pass_that_is_stopped_takes_nothing_away() {
    let stopped = stop_when(Position::start(), |proven| proven.before > proven.in_this_pass);
    let (at_stop, after) = stopped.expect("a pass begins with nothing");
    assert_eq!(after, at_stop.before);
}

#[test]
fn a_better_move_proven_in_the_pass_that_is_stopped_stands() {
    let is_better =
        |Proven { before, in_this_pass }: Proven| before.is_some() && in_this_pass > before;
    let stopped = bench::positions().find_map(|position| stop_when(position, is_better));
    let (at_stop, after) = stopped.expect("a later pass proves a better move somewhere");
    assert_eq!(after, at_stop.in_this_pass);
}
