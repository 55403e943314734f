use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use cleave_board::Move;
use cleave_virtual_time::virtual_time::{Machine, VirtualTeam};

use super::pending::DriverParts;
use super::*;
use crate::bench;
use crate::control::host::Undisturbed;
use crate::iterate::team::TeamDriver;
use crate::params::aspiration_window;
use crate::root::value::Verdict;
use crate::testing::Audience;

/// Searches a position with cleared tables. Returns the outcome and the fingerprint of the tree.
pub(super) fn search(
    searcher: &mut Searcher,
    position: &Position,
    limits: &Limits,
) -> (Outcome, u64) {
    searcher.new_game();
    let outcome = searcher.search(&Root::from(*position), limits, &mut Undisturbed);
    (outcome, fingerprint(searcher))
}

/// Returns a hash of the table, and so of the nodes of the only search since it was cleared: their positions, windows
/// and depths, and the order of those that compete for a place.
fn fingerprint(searcher: &Searcher) -> u64 {
    let words = searcher.table.mapping.words().iter().map(|word| word.load(Relaxed));
    words.fold(0, |hash: u64, word| {
        (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    })
}

pub(super) fn team(algorithm: Algorithm, workers: usize) -> Searcher {
    let mut searcher = Searcher::new(4).unwrap();
    searcher.set_algorithm(algorithm);
    let backend = Backend::Thread;
    searcher.set_mode(SearchMode::Parallel { workers, backend }).unwrap();
    // Independent of this machine, so that all workers take part.
    searcher.set_processors(workers);
    searcher
}

#[test]
fn a_team_uses_the_processors_that_it_is_given() {
    let mut searcher = team(Algorithm::Dts, 4);
    assert_eq!(searcher.processors(), 4);
    searcher.set_processors(3);
    assert_eq!(searcher.processors(), 3);
    searcher.set_processors(None);
    assert!(searcher.processors() > 0);
}

#[test]
fn an_impossible_or_unchanged_number_of_workers_changes_nothing() {
    let mut searcher = team(Algorithm::Dts, 3);
    let tallies = searcher.workers.tallies.as_ptr();
    for workers in [3, 0, usize::MAX] {
        let possible = searcher.workers.resize(workers);
        let asked = possible.err().map(|error| match error {
            ArenaError::Workers { asked } => asked,
            error => panic!("{error}"),
        });
        assert_eq!(asked, (workers != 3).then_some(workers));
        assert_eq!(searcher.workers.tallies.as_ptr(), tallies);
    }
    searcher.workers.resize(5).unwrap();
    assert_eq!(searcher.workers.tallies.len(), 5);
}

#[test]
fn root_moves_are_searched_together_if_that_is_set_or_the_algorithm_does_so() {
    let mut searcher = team(Algorithm::Dts, 2);
    let together = [false, true, false].map(|is_on| {
        searcher.set_best_together(is_on);
        searcher.searches_best_together()
    });
    assert_eq!(together, [false, true, false]);
}

#[test]
fn one_worker_searches_the_tree_of_the_sequential_program() {
    let mut alone = Searcher::new(4).unwrap();
    let cases =
        Algorithm::ALL.into_iter().flat_map(|algorithm| [(algorithm, 4, 1), (algorithm, 4, 3)]);
    for (algorithm, min_thread_depth, multi_pv) in cases.chain([(Algorithm::Dts, 1, 1)]) {
        let mut one = team(algorithm, 1);
        one.split_params().min_thread_depth = min_thread_depth;
        let limits = Limits { multi_pv, ..Limits::to_depth(8) };
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
    let machine = Machine::new(1);
    for (position, algorithm) in bench::positions().zip(Algorithm::ALL.into_iter().cycle()) {
        one.set_algorithm(algorithm);
        let (expected, tree) = search(&mut alone, &position, &Limits::to_depth(7));
        one.new_game();
        let root = Root::from(position);
        let (found, run) =
            one.search_by(&root, &Limits::to_depth(7), &mut Undisturbed, |session| {
                let DriverParts { arena, params, helpers, search, .. } = session;
                let mut team = VirtualTeam::new(arena, machine, params, helpers);
                (search.run(&mut TeamDriver::new(&mut team)), team.run())
            });
        let same_tree = fingerprint(&one);
        assert_eq!((found.nodes, same_tree), (expected.nodes, tree), "{position:?}");
        assert_eq!((found.value, &found.line), (expected.value, &expected.line), "{position:?}");
        assert_eq!(run.accounts[0].search, machine.costs.sequential(found.nodes));
    }
}

/// Teams of 2 to 8. A helper that iterates by itself may return the value of one ply more. With `uidpabs`, a share of
/// the moves may be any number of plies ahead, except at the first depth with shares.
#[test]
fn a_team_finds_the_sequential_value() {
    const DEPTH: u32 = 5;
    let mut alone = Searcher::new(4).unwrap();
    alone.set_width(Width::Full);
    // Every seventh team searches the same positions.
    let mut known = BTreeMap::new();
    for (algorithm, workers) in Algorithm::ALL.into_iter().zip((2..=8).cycle()) {
        let mut team = team(algorithm, workers);
        team.set_width(Width::Full);
        team.split_params().min_thread_depth = 1;
        let depth = if algorithm == Algorithm::Uidpabs { 3 } else { DEPTH };
        let (mut joins, mut values) = (0, 0);
        for position in bench::positions().skip(workers % 7).step_by(7) {
            let (found, _) = search(&mut team, &position, &Limits::to_depth(depth));
            let mut value = |depth| {
                let by_alone = || search(&mut alone, &position, &Limits::to_depth(depth)).0.value;
                *known.entry((position.to_fen(), depth)).or_insert_with(by_alone)
            };
            let expected = value(depth);
            let is_right = match algorithm {
                _ if found.value == expected => true,
                // The value of each move may belong to one ply more.
                Algorithm::LazyTexel => true,
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
fn helpers_of_lazy_stockfish_vote() {
    use Algorithm::{LazyStockfish10, LazyStockfish13, LazyStockfish18};
    let algorithms = [LazyStockfish10, LazyStockfish13, LazyStockfish18].into_iter().cycle();
    let mut voters = 0;
    for (position, algorithm) in bench::positions().step_by(6).zip(algorithms) {
        let mut team = team(algorithm, 4);
        team.make_room_for(4).unwrap();
        let limits = Limits { nodes: Some(40_000), ..Limits::default() };
        team.search_by(&Root::from(position), &limits, &mut Undisturbed, |session| {
            let DriverParts { arena, params, helpers, search, .. } = session;
            let mut team = VirtualTeam::new(arena, Machine::new(4), params, helpers);
            search.run(&mut TeamDriver::new(&mut team))
        });
        for vote in
            team.workers.helpers.all().filter_map(|helper| helper.ballot.read(team.searches))
        {
            assert!(vote.depth > Depth::ZERO && vote.mv().is_some());
            assert_line_is_legal(&position, vote.line.moves());
            voters += 1;
        }
    }
    assert!(voters >= 20, "{voters} votes of 24");
}

#[test]
fn lines_of_a_team_are_legal_and_its_arena_is_left_empty() {
    for (algorithm, workers) in Algorithm::ALL.into_iter().zip([4, 2, 3].into_iter().cycle()) {
        let mut team = team(algorithm, workers);
        team.split_params().min_thread_depth = 2;
        let step = if algorithm == Algorithm::Dts { 1 } else { 4 };
        for position in bench::positions().step_by(step) {
            let limits = Limits { multi_pv: 2, ..Limits::to_depth(8) };
            let (found, _) = search(&mut team, &position, &limits);
            assert_line_is_legal(&position, &found.line);
            assert_eq!(found.best, found.line.first().copied());
            assert_eq!(found.nodes, found.stats.unwrap().nodes(), "nodes are counted once");
            assert_eq!(team.blocks_in_use(), 0, "blocks have leaked");
        }
    }
}

#[test]
fn a_large_team_divides_into_groups_and_counts_their_work() {
    let mut searcher = team(Algorithm::Dts, 5);
    assert_eq!(searcher.group_sizes(), [5], "one tree has work for five");
    searcher.set_group_size(2);
    assert_eq!((searcher.group_sizes(), searcher.team_size()), (vec![2, 2, 1], 5));
    for position in bench::positions().step_by(6) {
        let (found, _) = search(&mut searcher, &position, &Limits::to_depth(9));
        assert_line_is_legal(&position, &found.line);
        let stats = found.stats.unwrap();
        assert_eq!((stats.workers.len(), stats.nodes()), (5, found.nodes), "all are counted");
        let of_others: u64 = stats.workers[2..].iter().map(|worker| worker.counters.nodes).sum();
        assert!(of_others > 0, "only the first group has searched");
        assert_eq!(searcher.blocks_in_use(), 0, "blocks have leaked");
    }
    // One tree again where several groups are of no use.
    let of_mate = Limits { mate: Some(2), ..Limits::to_depth(6) };
    for limits in [Limits { nodes: Some(2_000), ..Limits::default() }, of_mate] {
        let (found, _) = search(&mut searcher, &Position::start(), &limits);
        assert_eq!(found.stats.unwrap().workers.len(), 5, "{limits:?}");
        assert_eq!(searcher.workers.team.workers(), 5, "{limits:?}");
    }
    searcher.set_algorithm(Algorithm::Lazy);
    assert_eq!((searcher.group_sizes(), searcher.team_size()), (vec![5], 5));
    let (found, _) = search(&mut searcher, &Position::start(), &Limits::to_depth(6));
    assert_eq!(found.stats.unwrap().workers.len(), 5);
    searcher.set_processors(1);
    searcher.set_algorithm(Algorithm::Dts);
    assert_eq!(searcher.group_sizes(), [1], "there is one processor");
}

#[test]
fn groups_search_with_the_settings_of_the_first() {
    let mut searcher = team(Algorithm::Dts, 3);
    searcher.set_group_size(1);
    let search = |searcher: &mut Searcher, limits: &Limits| {
        searcher.search(&Root::from(Position::start()), limits, &mut Undisturbed)
    };
    search(&mut searcher, &Limits::to_depth(6));
    let others = |searcher: &Searcher| searcher.groups.others.len();
    assert_eq!(others(&searcher), 2);
    searcher.set_contempt(30);
    searcher.split_params().next_from = 0;
    search(&mut searcher, &Limits::to_depth(6));
    for group in &searcher.groups.others {
        assert_eq!((group.settings.contempt, group.workers.team.params.next_from), (30, 0));
        assert!(Arc::ptr_eq(&group.table.mapping, &searcher.table.mapping));
    }
    searcher.set_table_size(1).unwrap();
    assert_eq!(others(&searcher), 0, "the table that they had is no longer used");
    let first = cleave_movegen::parse_move(&Position::start(), "h4").unwrap();
    let limits = Limits { included: vec![first], ..Limits::to_depth(7) };
    assert_eq!(search(&mut searcher, &limits).best, Some(first));
    assert_eq!(others(&searcher), 2);
    assert!(
        searcher
            .groups
            .others
            .iter()
            .all(|group| Arc::ptr_eq(&group.table.mapping, &searcher.table.mapping))
    );
    searcher.set_evaluation(Evaluation::by_built_in_network());
    assert_eq!(others(&searcher), 0);
}

fn assert_line_is_legal(position: &Position, line: &[Move]) {
    let mut position = *position;
    for &mv in line {
        assert!(cleave_movegen::legal_moves(&position).into_iter().any(|legal| legal == mv));
        position = position.make(mv);
    }
}

/// A small table forgets entries, and forgotten positions are searched again.
#[test]
fn a_searcher_with_another_table_searches_as_if_it_had_always_had_it() {
    let nodes = |searcher: &mut Searcher| {
        search(searcher, &Position::start(), &Limits::to_depth(15)).0.nodes
    };
    let mut searcher = Searcher::new(1).unwrap();
    let few = nodes(&mut searcher);
    searcher.set_table_size(32).unwrap();
    let many = nodes(&mut searcher);
    assert_ne!(many, few);
    assert_eq!(many, nodes(&mut Searcher::new(32).unwrap()));
}

/// A new best move is shown while the other moves of the root are still to be searched.
#[test]
fn a_new_best_move_is_shown_at_once() {
    let mut early = 0;
    for position in bench::positions() {
        let mut searcher = Searcher::new(4).unwrap();
        let limits = Limits { nodes: Some(60_000), ..Limits::default() };
        let mut audience = Audience::default();
        searcher.search(&Root::from(position), &limits, &mut audience);
        for pair in audience.0.windows(2) {
            let [before, news] = pair else { unreachable!() };
            // A move that fails high ends the search of the root. A move inside the window does not.
            let is_inside =
                before.verdict == Verdict::Exact && news.value - before.value < aspiration_window();
            if news.line[0] != before.line[0] && news.verdict == Verdict::AtLeast && is_inside {
                early += 1;
            }
        }
    }
    assert!(early >= 5, "{early} new best moves were shown before the iteration ended");
}
