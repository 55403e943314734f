use cleave_shared_memory::SharedSlice;

use super::*;
use crate::from_root::plan::PartialResult;
use crate::testing::TinyNode;

const ASKED: Window = Window { alpha: -500, beta: 500 };

/// Returns a search of this depth by two workers.
fn search_to(depth: i32) -> TeamSearch<TinyNode> {
    let root = TinyNode::root_with_window(depth, ASKED);
    TeamSearch { root, step: 0, key: Some(1), partial: PartialResult::of(2) }
}

fn found(value: i32) -> Found<TinyNode> {
    found_in(Some(ASKED), value)
}

fn found_in(window: Option<Window>, value: i32) -> Found<TinyNode> {
    Found { value, line: 0, window }
}

fn begun(next: Next<TinyNode>) -> RootTask {
    let Next::Search(task) = next else { panic!("a search is begun") };
    task
}

fn alpha(next: Next<TinyNode>) -> i32 {
    begun(next).window.expect("shares have windows").alpha
}

fn with_plans(test: impl for<'a> FnOnce(SharePlan<'a, TinyNode>, SharePlan<'a, TinyNode>)) {
    let best: SharedSlice<BestByDepth> = SharedSlice::new("best-by-depth", 1).unwrap();
    let stops = AtomicU32::new(0);
    let plan = |worker| SharePlan::new(&best[0], &stops, WorkerId::new(worker));
    test(plan(0), plan(1));
}

#[test]
fn the_moves_are_dealt_out_after_two_plies_in_common() {
    with_plans(|mut first, mut second| {
        assert_eq!(begun(first.enter(&mut 0, &mut search_to(2))), RootTask::AS_ASKED);
        first.finish_late(&mut 0, found(0));
        assert!(first.finished.is_none(), "a result of all moves is none of the share");
        let share = |plan: &mut SharePlan<'_, TinyNode>| {
            let task = begun(plan.enter(&mut 0, &mut search_to(3)));
            assert!(plan.keeps_its_search() && task.deeper == 0);
            task.moves
        };
        assert_eq!(share(&mut first), RootMoves::Share { place: 0, of: 2 });
        assert_eq!(share(&mut second), RootMoves::Share { place: 1, of: 2 });
    });
}

/// A depth is done when all shares have reached it. Its value is the best of their values.
#[test]
fn the_last_share_concludes_with_the_best_value() {
    for values in [[10, 20], [20, 10]] {
        with_plans(|mut first, mut second| {
            let team_search = &mut search_to(3);
            first.enter(&mut 0, team_search);
            second.enter(&mut 0, team_search);
            let next = begun(first.finish(&mut 0, team_search, found(values[0])));
            assert_eq!((next.deeper, next.moves), (1, RootMoves::Own), "it waits for nobody");
            let Next::Conclude(best) = second.finish(&mut 0, team_search, found(values[1])) else {
                panic!("both shares are done")
            };
            assert_eq!(best.value, 20);
        });
    }
}

#[test]
fn a_share_that_is_ahead_reports_at_once() {
    with_plans(|mut first, mut second| {
        first.enter(&mut 0, &mut search_to(3));
        first.finish_late(&mut 0, found(10));
        first.finish_late(&mut 0, found(12));
        // It has reached depth 4.
        let team_search = &mut search_to(4);
        assert!(matches!(first.enter(&mut 0, team_search), Next::Search(_)));
        assert_eq!(team_search.partial.parts.done, 1);
        second.enter(&mut 0, team_search);
        let end = second.finish(&mut 0, team_search, found(8));
        assert!(matches!(end, Next::Conclude(Found { value: 12, .. })));
    });
}

/// A search under way continues in the team's next search.
#[test]
fn a_share_goes_on_from_search_to_search() {
    with_plans(|mut first, _| {
        let team_search = &mut search_to(3);
        first.enter(&mut 0, team_search);
        first.finish(&mut 0, team_search, found(10));
        first.finish(&mut 0, team_search, found(12));
        // It is at depth 5.
        for (depth, deeper) in [(4, 1), (5, 0)] {
            let next = first.enter(&mut 0, &mut search_to(depth));
            assert!(matches!(next, Next::Resume { deeper: found } if found == deeper), "{depth}");
        }
    });
}

/// Otherwise moves that have changed places would be in no share, or in two.
#[test]
fn all_shares_are_of_one_deal() {
    with_plans(|mut first, mut second| {
        first.enter(&mut 0, &mut search_to(3));
        second.enter(&mut 0, &mut search_to(3));
        second.finish_late(&mut 0, found(10));
        // The search is stopped, and the next one requests the depth that only the second has reached.
        first.stops.store(1, Ordering::Relaxed);
        let moves = |plan: &mut SharePlan<'_, TinyNode>, search: &mut TeamSearch<TinyNode>| {
            begun(plan.enter(&mut 0, search)).moves
        };
        assert_eq!(moves(&mut first, &mut search_to(4)), RootMoves::Share { place: 0, of: 2 });
        assert_eq!(moves(&mut second, &mut search_to(4)), RootMoves::Share { place: 1, of: 2 });
        // The main worker skips depth 5, and the shares stay as they are.
        let task = begun(first.enter(&mut 0, &mut search_to(6)));
        assert_eq!((task.deeper, task.moves), (0, RootMoves::Own));
        second.finish_late(&mut 0, found(10));
        assert_eq!(moves(&mut second, &mut search_to(6)), RootMoves::Own);
        let mut larger = search_to(7);
        larger.partial.parts.seats = 3;
        assert_eq!(moves(&mut first, &mut larger), RootMoves::Share { place: 0, of: 3 });
    });
}

/// Its moves are decided. Without a limit it would deepen forever.
#[test]
fn a_share_that_is_far_ahead_waits_for_the_next_depth() {
    with_plans(|mut first, mut second| {
        let team_search = &mut search_to(3);
        let mut next = first.enter(&mut 0, team_search);
        for searched in 0..2 * MOST_AHEAD {
            let task = begun(next);
            assert_eq!(task.deeper, searched.min(MOST_AHEAD), "nobody else is busy");
            let value = if searched > MOST_AHEAD { -70 } else { 10 };
            next = first.finish(&mut 0, team_search, found_in(task.window, value));
        }
        assert!(first.finished.as_ref().is_some_and(|it| it.found.value == 10));
        second.enter(&mut 0, team_search);
        assert!(matches!(first.finish(&mut 0, team_search, found(10)), Next::Leave));
        let end = second.finish(&mut 0, team_search, found(8));
        assert!(matches!(end, Next::Conclude(Found { value: 10, .. })));
        let team_search = &mut search_to(4);
        second.enter(&mut 0, team_search);
        assert_eq!(begun(first.enter(&mut 0, team_search)).deeper, MOST_AHEAD);
        assert!(matches!(first.finish(&mut 0, team_search, found(10)), Next::Leave));
    });
}

#[test]
fn a_window_begins_at_the_best_value_known() {
    with_plans(|mut first, mut second| {
        let team_search = &mut search_to(3);
        assert_eq!(alpha(first.enter(&mut 0, team_search)), i32::MIN);
        let deeper = first.finish(&mut 0, team_search, found(10));
        assert_eq!(alpha(deeper), 10 - MARGIN, "nobody has come to depth 4");
        assert_eq!(alpha(second.enter(&mut 0, team_search)), 10);
        // All its moves are worse than 10, the best value at depth 3, which is sufficient.
        let low = found_in(Some(Window { alpha: 10, beta: 500 }), 10);
        assert!(matches!(second.finish(&mut 0, team_search, low), Next::Conclude(_)));
        assert_eq!(second.finished.map(|finished| finished.depth), Some(3));
    });
}

/// No move of any share is better than the expectation for the depth.
#[test]
fn a_window_that_was_too_high_for_all_is_opened() {
    with_plans(|mut first, _| {
        let team_search = &mut search_to(3);
        first.enter(&mut 0, team_search);
        let window = begun(first.finish(&mut 0, team_search, found(10))).window;
        let again = first.finish(&mut 0, team_search, found_in(window, -10));
        assert_eq!((begun(again).deeper, alpha(again)), (1, i32::MIN));
    });
}
