//! Iterative deepening: each iteration searches one ply deeper and orders the moves of the next.

#[cfg(test)]
mod clock_tests;
pub(crate) mod driver;
mod progress;
pub(crate) mod team;

use cleave_board::Value;

use crate::context::SearchContext;
use crate::control::Limits;
use crate::params;
use crate::root::value::Verdict;
use crate::units::Depth;
use driver::{Driver, RootRequest, end_root};
use progress::Progress;

/// Searches the root with increasing depth until a limit is reached. Returns the last depth
/// finished; `context.root` holds the moves, best first.
pub(crate) fn iterate(
    context: &mut SearchContext,
    driver: &mut dyn Driver,
    last: Depth,
    limits: &Limits,
) -> Depth {
    let lines = limits.multi_pv.clamp(1, context.root.len());
    let mut progress = Progress::default();
    let mut finished = Depth::ZERO;
    let mut depth = Depth::new(1);
    while depth <= last {
        // Ranks of a cluster agree on the best line only.
        let is_shared = lines == 1 && context.control.has_cluster();
        if is_shared {
            depth = context.choose_depth(depth).min(last);
        }
        context.begin_iteration(depth, driver.has_begun(depth));
        let is_followed = lines == 1 && depth < last;
        let mode = IterationMode { is_shared, is_followed };
        for rank in 0..lines {
            aspirate(context, driver, rank, mode);
            if context.is_stopped() {
                return finished;
            }
        }
        // A later line may turn out better than one before it.
        if context.root.sort_first(lines) {
            (0..lines).for_each(|rank| context.show_best(rank, Verdict::Exact));
        }
        depth = context.setup().iteration;
        finished = depth;
        if let Some((best, value)) = context.root.best() {
            progress.note(best, value);
        }
        log_iteration(context);
        if finds_mate(limits, &progress) || is_enough(context, limits, &progress, depth) {
            break;
        }
        depth += 1;
    }
    finished
}

fn log_iteration(context: &SearchContext) {
    if let Some(best) = context.root.get(0).filter(|_| log::log_enabled!(log::Level::Debug)) {
        let line: Vec<String> = best.line().moves().iter().map(ToString::to_string).collect();
        let (depth, nodes) = (context.setup().iteration.get(), context.nodes_of_all());
        let value = best.value().map_or_else(String::new, |value| value.to_string());
        log::debug!("depth {depth} is done: {value}, {nodes} nodes, {}", line.join(" "));
    }
}

/// The other machines and workers that take part in an iteration.
#[derive(Clone, Copy)]
struct IterationMode {
    /// Other ranks of a cluster search the same root.
    is_shared: bool,
    /// Workers without work may begin the next iteration.
    is_followed: bool,
}

/// Searches the root with a narrow window around the last value, and widens it while the value falls outside. A deeper
/// iteration of another rank replaces this one.
fn aspirate(
    context: &mut SearchContext,
    driver: &mut dyn Driver,
    rank: usize,
    IterationMode { is_shared, is_followed }: IterationMode,
) {
    let depth = context.setup().iteration;
    let full = (-Value::INFINITE, Value::INFINITE);
    let mut width = params::aspiration_window();
    let (mut alpha, mut beta) = match context.root.ranked_from(rank)[0].value() {
        Some(expected) if depth >= params::aspiration_depth() && !expected.is_decisive() => {
            (expected - width, expected + width)
        }
        _ => full,
    };
    loop {
        if is_shared {
            context.announce_root((alpha, beta));
        }
        let request = RootRequest { rank, window: (alpha, beta), depth, is_followed };
        let own = driver.search_root(context, &request);
        end_root(context, own.as_ref());
        let Some(found) = own.or_else(|| context.take_over((alpha, beta))) else {
            return;
        };
        let (value, verdict) = (found.value, found.verdict());
        if is_shared && own.is_some() {
            context.announce_result(verdict);
        }
        context.show_best(rank, verdict);
        match verdict {
            Verdict::Exact => return,
            Verdict::AtMost => {
                beta = Value::new((alpha.get() + beta.get()) / 2);
                alpha = value - width;
            }
            Verdict::AtLeast => beta = value + width,
        }
        width += width / 2;
        if width > 500 || value.is_decisive() {
            (alpha, beta) = full;
        }
        alpha = alpha.max(-Value::INFINITE);
        beta = beta.min(Value::INFINITE);
    }
}

/// Returns true if the search is for a mate and has found one that is short enough.
fn finds_mate(limits: &Limits, progress: &Progress) -> bool {
    let found = progress.value().mate_distance().filter(|moves| *moves > 0);
    limits.mate.zip(found).is_some_and(|(wanted, moves)| moves.unsigned_abs() <= wanted)
}

/// Returns true if another iteration should not be started.
fn is_enough(
    context: &mut SearchContext,
    limits: &Limits,
    progress: &Progress,
    depth: Depth,
) -> bool {
    // A mate confirmed well within the depth will not get shorter.
    let mate = progress.value().mate_distance().filter(|_| limits.multi_pv <= 1);
    let is_mate = mate.is_some_and(|moves| depth.get() > 2 * moves.abs() + 2);
    // A user who names the moves to search is interested in their values.
    let may_hurry = limits.included.is_empty() && !limits.uses_all_time;
    let is_decided = may_hurry && (context.root.len() == 1 || is_mate);
    let (nodes, stretch) = (context.nodes_of_all(), progress.stretch(context.root.share_of_best()));
    context.control.end_iteration(nodes, stretch, is_decided)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cleave_board::Position;

    use super::*;
    use crate::root::value::RootValue;
    use crate::testing::with_limited_worker;
    use crate::units::Ply;
    use cleave_clock::{Clock, Pace};
    use cleave_smp::WorkerId;

    /// Finds these values, and records the requested windows.
    struct Script {
        values: Vec<i32>,
        windows: Vec<(i32, i32)>,
    }

    impl Driver for Script {
        fn search_root(
            &mut self,
            context: &mut SearchContext<'_>,
            request: &RootRequest,
        ) -> Option<RootValue> {
            let (alpha, beta) = request.window;
            context.begin_root(request.rank, alpha, false);
            self.windows.push((alpha.get(), beta.get()));
            Some(request.result(Value::new(self.values.remove(0))))
        }
    }

    /// After a value below the window, beta moves to the middle of the window. After a value above it, alpha stays.
    /// Each window is wider by half than the one before. After a mate it is opened altogether.
    #[test]
    fn the_window_follows_the_value() {
        let width = params::aspiration_window();
        assert_eq!(width, 14, "the figures below are for this one");
        let all = Value::INFINITE.get();
        for (values, windows) in [
            (vec![10, 40, 41], vec![(16, 44), (-4, 30), (-4, 61)]),
            (vec![44, 30], vec![(16, 44), (16, 58)]),
            (vec![-30_990, 3], vec![(16, 44), (-all, all)]),
        ] {
            with_limited_worker(&Position::start(), &Limits::default(), |context| {
                let first = context.root.get(0).expect("the start has moves").mv();
                context.root.take_over(Value::new(30), Verdict::Exact, &[first]);
                let mode = IterationMode { is_shared: false, is_followed: false };
                let mut script = Script { values, windows: Vec::new() };
                aspirate(context, &mut script, 0, mode);
                assert_eq!((script.values, script.windows), (vec![], windows));
            });
        }
    }

    #[test]
    fn a_mate_is_found_if_it_is_short_enough() {
        let wanted = |mate| Limits { mate, ..Limits::default() };
        for (value, is_found) in [
            (Value::mate_in(3), true),
            (Value::mate_in(5), true),
            (Value::mate_in(7), false),
            (Value::mated_in(2), false),
            (Value::new(900), false),
        ] {
            let mut progress = Progress::default();
            progress.note(cleave_board::Move::NONE, value);
            assert_eq!(finds_mate(&wanted(Some(3)), &progress), is_found, "{value}");
            assert!(!finds_mate(&wanted(None), &progress), "{value}");
        }
    }

    /// With 53 s left a move has 1.56 s. It has 2.3 s if three quarters of the nodes are below it, and 4.1 s if a fifth
    /// of that is. 3.2 s have passed, most of them in the next iteration.
    #[test]
    fn nodes_of_the_next_iteration_do_not_make_the_best_move_less_certain() {
        let remaining = Duration::from_secs(53);
        let clock = Clock::Game { remaining, increment: Duration::ZERO, moves_to_go: None };
        let pace = Pace::Nodes(1000.try_into().unwrap());
        let limits = Limits { clock, pace, ..Limits::default() };
        with_limited_worker(&Position::start(), &limits, |context| {
            let depth = context.setup().iteration;
            context.begin_iteration(depth, false);
            context.begin_root(0, -Value::INFINITE, false);
            context.begin_next();
            let tallies = context.shared.tallies;
            for (iteration, number, nodes) in
                [(depth, 1, 600), (depth, 2, 200), (depth + 1, 1, 2_400)]
            {
                tallies.count(WorkerId::MAIN, iteration, number, nodes, Ply::ROOT);
            }
            context.end_root();
            assert_eq!(context.nodes_of_all(), 3_200);
            let mut progress = Progress::default();
            progress.note(context.root.get(0).expect("the start has moves").mv(), Value::ZERO);
            assert_eq!(context.root.share_of_best(), 75);
            assert!(is_enough(context, &limits, &progress, depth));
        });
    }
}
