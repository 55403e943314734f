use cleave_board::Move;
use cleave_smp_lab::critical_path::Rule;

use super::*;
use crate::bench;
use crate::control::host::{Signal, Status, Thinking, Undisturbed};
use crate::params::ASPIRATION_WINDOW;
use crate::root::value::Verdict;

/// Searches a position with cleared tables. Returns the outcome and the fingerprint of the nodes that
/// the first worker visited.
fn search(searcher: &mut Searcher, position: &Position, limits: &Limits) -> (Outcome, u64) {
    searcher.new_game();
    lock(&searcher.worker_states[0]).fingerprint = 0;
    let root = Root { position: *position, history: Vec::new() };
    let outcome = searcher.search(&root, limits, &mut Undisturbed);
    let fingerprint = lock(&searcher.worker_states[0]).fingerprint;
    (outcome, fingerprint)
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn team(algorithm: Algorithm, workers: usize) -> Searcher {
    let mut searcher = Searcher::new(4).unwrap();
    searcher.set_algorithm(algorithm);
    let backend = Backend::Thread;
    searcher.set_mode(SearchMode::Parallel { workers, backend }).unwrap();
    // Independent of this machine, so that all workers take part.
    searcher.set_processors(workers);
    searcher
}

#[test]
fn one_worker_searches_the_tree_of_the_sequential_program() {
    let mut alone = Searcher::new(4).unwrap();
    let cases =
        Algorithm::ALL.into_iter().flat_map(|algorithm| [(algorithm, 4, 1), (algorithm, 4, 3)]);
    for (algorithm, min_thread_depth, multi_pv) in cases.chain([(Algorithm::Dts, 1, 1)]) {
        let mut one = team(algorithm, 1);
        one.split_params().min_thread_depth = min_thread_depth;
        let limits = Limits { multi_pv, ..to_depth(8) };
        let step = if algorithm == Algorithm::Dts { 1 } else { 8 };
        for position in bench::positions().step_by(step) {
            let (expected, tree) = search(&mut alone, &position, &limits);
            let (found, same_tree) = search(&mut one, &position, &limits);
            assert_eq!(found.nodes, expected.nodes, "{position:?}");
            assert_eq!(same_tree, tree, "{position:?}");
            assert_eq!(found.value, expected.value, "{position:?}");
            assert_eq!(found.line, expected.line, "{position:?}");
        }
    }
}

#[test]
fn one_virtual_worker_searches_the_tree_of_the_sequential_program() {
    let mut alone = Searcher::new(4).unwrap();
    let mut one = Searcher::new(4).unwrap();
    one.set_mode(SearchMode::Virtual(Machine::new(1))).unwrap();
    for (position, algorithm) in bench::positions().zip(Algorithm::ALL.into_iter().cycle()) {
        one.set_algorithm(algorithm);
        let (expected, tree) = search(&mut alone, &position, &to_depth(7));
        let (found, same_tree) = search(&mut one, &position, &to_depth(7));
        assert_eq!((found.nodes, same_tree), (expected.nodes, tree), "{position:?}");
        assert_eq!((found.value, &found.line), (expected.value, &expected.line), "{position:?}");
        let run = found.virtual_run.unwrap();
        assert_eq!(run.accounts[0].search, Machine::new(1).costs.sequential(found.nodes));
    }
}

#[test]
fn a_virtual_search_repeats_exactly() {
    let run = |algorithm, seed, memory| {
        let mut team = Searcher::new(memory).unwrap();
        team.set_algorithm(algorithm);
        let machine = Machine { seed, jitter: 5, ..Machine::new(16) };
        team.set_mode(SearchMode::Virtual(machine)).unwrap();
        let (found, _) = search(&mut team, &Position::start(), &to_depth(9));
        assert_line_is_legal(&Position::start(), &found.line);
        assert_eq!(team.team.arena().blocks_in_use(), 0, "blocks have leaked");
        (found.nodes, found.virtual_run.unwrap())
    };
    for algorithm in Algorithm::ALL {
        let first = run(algorithm, 1, 4);
        assert_eq!(run(algorithm, 1, 4), first);
        assert_ne!(run(algorithm, 2, 4).1.hash, first.1.hash);
    }
}

/// The main worker checks the limit, busy or idle.
#[test]
fn a_virtual_search_respects_a_node_limit() {
    for workers in [1, 8, 64] {
        let mut team = Searcher::new(4).unwrap();
        team.set_mode(SearchMode::Virtual(Machine::new(workers))).unwrap();
        let limits = Limits { nodes: Some(40_000), ..Limits::default() };
        let (found, _) = search(&mut team, &Position::start(), &limits);
        // Nodes not published yet, and those searched while the main worker sleeps.
        let late = if workers == 1 { 0 } else { (512 + 4_500) * workers as u64 };
        let stopped = found.nodes >= 40_000 && found.nodes <= 40_000 + late;
        assert!(stopped, "{workers} workers, {} nodes", found.nodes);
    }
}

/// Teams of 2 to 8. A helper that iterates by itself may give the value of one ply more. A share of the moves
/// of `uidpabs` may be any number of plies ahead, but for the first depth with shares.
#[test]
fn a_team_finds_the_sequential_value() {
    const DEPTH: u32 = 5;
    let mut alone = Searcher::new(4).unwrap();
    alone.set_width(Width::Full);
    for (algorithm, workers) in Algorithm::ALL.into_iter().zip((2..=8).cycle()) {
        let mut team = team(algorithm, workers);
        team.set_width(Width::Full);
        team.split_params().min_thread_depth = 1;
        let depth = if algorithm == Algorithm::Uidpabs { 3 } else { DEPTH };
        let (mut joins, mut values) = (0, 0);
        for position in bench::positions().skip(workers % 7).step_by(7) {
            let (found, _) = search(&mut team, &position, &to_depth(depth));
            let mut value = |depth| search(&mut alone, &position, &to_depth(depth)).0.value;
            let expected = value(depth);
            let is_right = match algorithm {
                _ if found.value == expected => true,
                Algorithm::Lazy | Algorithm::AbdadaApproximate => found.value == value(depth + 1),
                _ => false,
            };
            assert!(is_right, "{algorithm}, {workers} workers: {}, {position:?}", found.value);
            assert_line_is_legal(&position, &found.line);
            joins += found.stats.expect("a team keeps statistics").sum(|counters| counters.joins);
            values += 1;
        }
        assert!(joins > 0 && values >= 6, "{algorithm}: {joins} joins in {values} searches");
    }
}

#[test]
fn lines_of_a_team_are_legal_and_its_arena_is_left_empty() {
    for (algorithm, workers) in Algorithm::ALL.into_iter().zip([4, 2, 3].into_iter().cycle()) {
        let mut team = team(algorithm, workers);
        team.split_params().min_thread_depth = 2;
        let step = if algorithm == Algorithm::Dts { 1 } else { 4 };
        for position in bench::positions().step_by(step) {
            let limits = Limits { multi_pv: 2, ..to_depth(8) };
            let (found, _) = search(&mut team, &position, &limits);
            assert_line_is_legal(&position, &found.line);
            assert_eq!(found.best, found.line.first().copied());
            assert_eq!(found.nodes, found.stats.unwrap().nodes(), "nodes are counted once");
            assert_eq!(team.blocks_in_use(), 0, "blocks have leaked");
        }
    }
}

fn assert_line_is_legal(position: &Position, line: &[Move]) {
    let mut position = *position;
    for &mv in line {
        assert!(cleave_movegen::legal_moves(&position).into_iter().any(|legal| legal == mv));
        position = position.make(mv);
    }
}

#[test]
fn a_virtual_search_does_not_depend_on_the_search_before_it() {
    let mut team = Searcher::new(4).unwrap();
    let mut run = |workers, depth| {
        team.set_mode(SearchMode::Virtual(Machine::new(workers))).unwrap();
        team.new_game();
        search(&mut team, &Position::start(), &to_depth(depth)).0.virtual_run.unwrap().hash
    };
    let first = run(16, 8);
    run(64, 9);
    assert_eq!(run(16, 8), first);
}

/// A small table forgets, and what it has forgotten is searched again.
#[test]
fn a_searcher_with_another_table_searches_as_if_it_had_always_had_it() {
    let nodes =
        |searcher: &mut Searcher| search(searcher, &Position::start(), &to_depth(15)).0.nodes;
    let mut searcher = Searcher::new(1).unwrap();
    let few = nodes(&mut searcher);
    searcher.set_table_size(32).unwrap();
    let many = nodes(&mut searcher);
    assert_ne!(many, few);
    assert_eq!(many, nodes(&mut Searcher::new(32).unwrap()));
}

/// Many search the same root, and meet in the table: the depth is reached sooner than by one.
#[test]
fn workers_that_meet_in_the_table_gain_time() {
    let time = |algorithm, workers| -> u64 {
        let mut team = Searcher::new(16).unwrap();
        team.set_algorithm(algorithm);
        team.set_mode(SearchMode::Virtual(Machine::new(workers))).unwrap();
        let of = |position| {
            let (found, _) = search(&mut team, &position, &to_depth(10));
            let stats = found.stats.unwrap();
            assert!(stats.workers.iter().skip(1).all(|worker| worker.counters.joins > 0));
            found.virtual_run.unwrap().time.0
        };
        bench::positions().step_by(9).map(of).sum()
    };
    let one = time(Algorithm::SharedTable, 1);
    for algorithm in [
        Algorithm::Lazy,
        Algorithm::Abdada,
        Algorithm::AbdadaSimplified,
        Algorithm::AbdadaApproximate,
    ] {
        let four = time(algorithm, 4);
        assert!(four < one * 8 / 10, "{one} ns by one, {four} ns by four workers of {algorithm}");
    }
}

#[test]
fn tracing_the_critical_path_changes_nothing_in_the_search() {
    let mut searcher = Searcher::new(4).unwrap();
    let root = Root { position: Position::start(), history: Vec::new() };
    let alone = searcher.search(&root, &to_depth(9), &mut Undisturbed);
    searcher.new_game();
    let (traced, path) = searcher.trace_critical_path(&root, &to_depth(9));
    assert_eq!((traced.nodes, traced.value, traced.line), (alone.nodes, alone.value, alone.line));
    assert_eq!(path.work, alone.nodes);
    let gains = Rule::ALL.map(|rule| path.parallelism(rule));
    assert!(gains.iter().all(|&gain| gain > 1.0), "{gains:?}");
    assert!(path.parallelism(Rule::Unlimited) > path.parallelism(Rule::Dts), "{gains:?}");
    // The leftmost branch goes on below the first move of the root, the largest subtree.
    let [root, pv_split] = [Rule::Root, Rule::PvSplit].map(|rule| path.parallelism(rule));
    assert!(pv_split > 1.2 * root, "{gains:?}");
}

/// Records the lines it is shown.
#[derive(Default)]
struct Audience(Vec<Thinking>);

impl Host for Audience {
    fn poll(&mut self, _: &Status) -> Signal {
        Signal::Continue
    }

    fn thinking(&mut self, line: &Thinking) {
        self.0.push(line.clone());
    }
}

/// A new best move is shown while the other moves of the root are still to be searched.
#[test]
fn a_new_best_move_is_shown_at_once() {
    let mut early = 0;
    for position in bench::positions() {
        let mut searcher = Searcher::new(4).unwrap();
        let limits = Limits { nodes: Some(60_000), ..Limits::default() };
        let mut audience = Audience::default();
        searcher.search(&Root { position, history: Vec::new() }, &limits, &mut audience);
        for pair in audience.0.windows(2) {
            let [before, news] = pair else { unreachable!() };
            // A move that fails high ends the search of the root; one inside the window does not.
            let is_inside =
                before.verdict == Verdict::Exact && news.value - before.value < ASPIRATION_WINDOW;
            if news.line[0] != before.line[0] && news.verdict == Verdict::AtLeast && is_inside {
                early += 1;
            }
        }
    }
    assert!(early >= 5, "{early} new best moves were shown before the iteration ended");
}
