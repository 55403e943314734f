//! A cluster in virtual time: repeatable, sound on a bad network, and nothing but the plain search with
//! one rank.

use cleave_board::{Position, Value};
use cleave_cluster::{Receivers, Sharing};
use cleave_lab::chess::VirtualSearch;
use cleave_lab::virtual_cluster::{
    ClusterModel, ClusterRun, Faults, Network, VirtualCluster, search,
};
use cleave_movegen::legal_moves;
use cleave_search::team::Algorithm;
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_virtual_time::virtual_time::{Machine, Ticks};

const MIDDLE_GAME: &str = "r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - 0 1";
const MATE_IN_2: &str = "3R4/2R5/8/8/7k/8/1K5N/8 w - - 0 1";

fn searchers(ranks: usize, algorithm: Algorithm) -> Vec<Searcher> {
    let searcher = |_| {
        let mut searcher = Searcher::new(2).unwrap();
        searcher.set_algorithm(algorithm);
        searcher
    };
    (0..ranks).map(searcher).collect()
}

/// Ranks of this many workers, with Gigabit Ethernet between them.
fn model(workers: usize, faults: &Faults) -> ClusterModel {
    ClusterModel {
        machine: Machine::new(workers),
        network: Network::GIGABIT,
        faults: *faults,
        sharing: Sharing::default(),
    }
}

fn root(fen: &str) -> Root {
    Root::from(Position::from_fen(fen).unwrap())
}

fn run(ranks: usize, fen: &str, depth: u32, faults: &Faults) -> ClusterRun {
    let mut searchers = searchers(ranks, Algorithm::Dts);
    search(&mut searchers, &model(2, faults), &root(fen), &Limits::to_depth(depth))
}

fn assert_legal(fen: &str, run: &ClusterRun) {
    assert_legal_line(Position::from_fen(fen).unwrap(), &run.outcome);
}

fn assert_legal_line(mut position: Position, outcome: &Outcome) {
    assert_eq!(outcome.best, outcome.line.first().copied());
    for &mv in &outcome.line {
        let is_legal = legal_moves(&position).into_iter().any(|legal| legal == mv);
        assert!(is_legal, "{mv} in {}", position.to_fen());
        position = position.make(mv);
    }
}

#[test]
fn one_rank_searches_exactly_as_without_a_cluster() {
    let model = model(4, &Faults::default());
    for algorithm in [Algorithm::Dts, Algorithm::Lazy] {
        let (root, limits) = (root(MIDDLE_GAME), Limits::to_depth(8));
        let plain = &mut searchers(1, algorithm)[0];
        let without = VirtualSearch::on(model.machine);
        let (plain, run) = without.run(plain, &root, &limits, &mut Undisturbed).unwrap();
        let cluster = search(&mut searchers(1, algorithm), &model, &root, &limits);
        assert_eq!(cluster.run, run);
        assert_eq!((cluster.outcome.value, cluster.outcome.line), (plain.value, plain.line));
    }
}

#[test]
fn a_run_is_repeated_exactly_and_the_ranks_help_each_other() {
    for ranks in [2, 5] {
        let first = run(ranks, MIDDLE_GAME, 10, &Faults::default());
        let again = run(ranks, MIDDLE_GAME, 10, &Faults::default());
        assert_eq!(again.trace, first.trace);
        assert_eq!(again.run, first.run);
        assert_eq!(again.statistics, first.statistics);
        assert_legal(MIDDLE_GAME, &first);
        for statistics in &first.statistics {
            assert!(statistics.entries_sent > 0 && statistics.entries_received > 0);
            assert_eq!(statistics.malformed, 0);
        }
        let used: u64 = first.statistics.iter().map(|statistics| statistics.entries_used).sum();
        let results: u64 = first.statistics.iter().flat_map(|of| &of.results_used).sum();
        assert!(used > 0 && results > 0, "{:?}", first.statistics);
    }
}

#[test]
fn a_run_does_not_depend_on_games_before() {
    let mut searchers = searchers(2, Algorithm::Dts);
    let mut run = |fen| {
        searchers.iter_mut().for_each(Searcher::new_game);
        search(&mut searchers, &model(2, &Faults::default()), &root(fen), &Limits::to_depth(9))
    };
    let first = run(MIDDLE_GAME);
    for fen in [MIDDLE_GAME, MATE_IN_2, MIDDLE_GAME] {
        let again = run(fen);
        assert_eq!(again.trace == first.trace, fen == MIDDLE_GAME);
        assert_eq!(again.statistics == first.statistics, fen == MIDDLE_GAME);
    }
}

#[test]
fn a_bad_network_gives_no_illegal_line_and_no_wrong_mate() {
    for seed in 0..6 {
        let faults = Faults::all(250, seed);
        let found = run(3, MIDDLE_GAME, 9, &faults);
        assert_legal(MIDDLE_GAME, &found);
        assert!(!found.outcome.value.is_decisive(), "{:?}", found.outcome.value);
        let garbled: u64 = found.statistics.iter().map(|statistics| statistics.malformed).sum();
        assert!(garbled > 0, "the faults reached nobody");
        let mate = run(3, MATE_IN_2, 12, &faults);
        assert_legal(MATE_IN_2, &mate);
        assert_eq!(mate.outcome.value, Value::mate_in(3), "seed {seed}");
    }
}

/// The idle workers of each rank begin the next iteration. It ends when another rank has found the value of the
/// iteration under way, or has gone deeper.
#[test]
fn iterations_begun_ahead_are_overtaken_by_other_ranks() {
    let run = |next_from, fen, depth, faults: &Faults| {
        let mut searchers = searchers(3, Algorithm::Dts);
        searchers.iter_mut().for_each(|searcher| searcher.split_params().next_from = next_from);
        search(&mut searchers, &model(4, faults), &root(fen), &Limits::to_depth(depth))
    };
    for seed in 0..4 {
        let faults = if seed == 0 { Faults::default() } else { Faults::all(100, seed) };
        let found = run(3, MIDDLE_GAME, 11, &faults);
        assert_legal(MIDDLE_GAME, &found);
        let used: u64 = found.statistics.iter().flat_map(|of| &of.results_used).sum();
        assert!(used > 0, "no search was ended by another rank");
        let without = run(0, MIDDLE_GAME, 11, &faults);
        assert_ne!(found.trace, without.trace, "nothing was begun ahead");
        let mate = run(3, MATE_IN_2, 12, &faults);
        assert_legal(MATE_IN_2, &mate);
        assert_eq!(mate.outcome.value, Value::mate_in(3), "seed {seed}");
    }
}

#[test]
fn a_network_that_delivers_nothing_leaves_the_first_rank_alone() {
    let nothing = Faults { lost: 1000, ..Faults::default() };
    let lonely = run(3, MIDDLE_GAME, 9, &nothing);
    // One rank is no comparison: it notes no entries for others, and makes fewer blocks.
    let of_two = run(2, MIDDLE_GAME, 9, &nothing);
    assert_eq!(lonely.outcome.nodes, of_two.outcome.nodes);
    assert_eq!(lonely.outcome.line, of_two.outcome.line);
    assert!(lonely.statistics[0].entries_sent > 0);
    assert_eq!(lonely.statistics[0].results_used.iter().sum::<u64>(), 0);
    assert!(lonely.statistics.iter().all(|rank| rank.entries_received == 0));
    // Lazy workers make no blocks.
    let by_lazy = |ranks, faults| {
        let (model, root) = (model(2, faults), root(MIDDLE_GAME));
        let mut searchers = searchers(ranks, Algorithm::Lazy);
        let outcome = search(&mut searchers, &model, &root, &Limits::to_depth(8)).outcome;
        (outcome.nodes, outcome.line)
    };
    assert_eq!(by_lazy(3, &nothing), by_lazy(1, &Faults::default()));
}

/// Ranks with a distributed table.
fn run_with_homes(ranks: usize, fen: &str, depth: u32, faults: &Faults) -> ClusterRun {
    let sharing = Sharing { receivers: Receivers::HOME, ..Sharing::default() };
    let model = ClusterModel { sharing, ..model(2, faults) };
    search(&mut searchers(ranks, Algorithm::Dts), &model, &root(fen), &Limits::to_depth(depth))
}

#[test]
fn ranks_with_a_distributed_table_ask_each_other_and_use_the_answers() {
    let first = run_with_homes(4, MIDDLE_GAME, 11, &Faults::default());
    let again = run_with_homes(4, MIDDLE_GAME, 11, &Faults::default());
    assert_eq!((again.trace, &again.statistics), (first.trace, &first.statistics));
    assert_legal(MIDDLE_GAME, &first);
    let passed = run(4, MIDDLE_GAME, 11, &Faults::default());
    for (with_homes, passed) in first.statistics.iter().zip(&passed.statistics) {
        assert!(with_homes.asks_sent > 0 && with_homes.asks_answered > 0, "{with_homes:?}");
        assert!(with_homes.entries_received > 0 && with_homes.malformed == 0, "{with_homes:?}");
        assert_eq!(passed.asks_sent, 0);
    }
    let sum = |run: &ClusterRun, count: fn(&cleave_cluster::Statistics) -> u64| {
        run.statistics.iter().map(count).sum::<u64>()
    };
    assert!(sum(&first, |rank| rank.entries_used) > 0, "{:?}", first.statistics);
    let [of_homes, of_all] = [&first, &passed].map(|run| sum(run, |rank| rank.entries_sent));
    assert!(of_homes < of_all, "{of_homes} entries to homes, {of_all} to all");
}

#[test]
fn a_distributed_table_over_a_bad_network_gives_no_illegal_line_and_no_wrong_mate() {
    for seed in 0..3 {
        let faults = Faults::all(250, seed);
        let found = run_with_homes(3, MIDDLE_GAME, 9, &faults);
        assert_legal(MIDDLE_GAME, &found);
        assert!(!found.outcome.value.is_decisive(), "{:?}", found.outcome.value);
        let mate = run_with_homes(3, MATE_IN_2, 12, &faults);
        assert_legal(MATE_IN_2, &mate);
        assert_eq!(mate.outcome.value, Value::mate_in(3), "seed {seed}");
    }
}

fn lasting(ranks: usize, faults: &Faults) -> VirtualCluster {
    VirtualCluster::new(searchers(ranks, Algorithm::Dts), &model(2, faults))
}

#[test]
fn the_first_search_of_a_lasting_cluster_equals_a_single_search() {
    let once = run(3, MIDDLE_GAME, 10, &Faults::default());
    let mut cluster = lasting(3, &Faults::default());
    let (outcome, run) = cluster.search(&root(MIDDLE_GAME), &Limits::to_depth(10), None);
    assert_eq!(run, once.run);
    assert_eq!(outcome.line, once.outcome.line);
}

/// A single search may take more nodes with its tables than without, since it is another search.
#[test]
fn a_cluster_that_lasts_keeps_its_tables() {
    let mut nodes = [0, 0];
    for depth in 7..=13 {
        let mut cluster = lasting(3, &Faults::default());
        for nodes in &mut nodes {
            let (outcome, _) = cluster.search(&root(MIDDLE_GAME), &Limits::to_depth(depth), None);
            *nodes += outcome.nodes;
        }
    }
    let [first, again] = nodes;
    assert!(again < first * 4 / 5, "{again} after {first}");
}

/// The order that begins a game arrives with the first word of it. Ranks that kept their tables would
/// have the results of the last game at once.
#[test]
fn a_new_game_begins_on_all_ranks() {
    let mut cluster = lasting(3, &Faults::default());
    let (first, _) = cluster.search(&root(MIDDLE_GAME), &Limits::to_depth(11), None);
    cluster.new_game();
    let (second, _) = cluster.search(&root(MIDDLE_GAME), &Limits::to_depth(11), None);
    assert!(second.nodes > first.nodes / 2, "{} {}", second.nodes, first.nodes);
}

#[test]
fn games_over_a_bad_network_have_legal_lines_only() {
    let time = Some(Ticks(1_000_000));
    let mut cluster = lasting(3, &Faults::all(250, 7));
    let mut plies = 0;
    for (opening, longest) in [(MIDDLE_GAME, 40), (MATE_IN_2, 20), (MIDDLE_GAME, 20)] {
        cluster.new_game();
        let mut root = root(opening);
        while root.history.len() < longest && !legal_moves(&root.position).as_slice().is_empty() {
            let (outcome, _) = cluster.search(&root, &Limits::default(), time);
            assert_legal_line(root.position, &outcome);
            let Some(best) = outcome.best else { panic!("no move in {:?}", root.position) };
            root.history.push(root.position.key());
            root.position = root.position.make(best);
            plies += 1;
        }
    }
    assert!(plies > 40, "the games were too short to say anything: {plies} plies");
    let statistics = cluster.end();
    assert!(statistics.iter().all(|rank| rank.malformed > 0), "the faults reached nobody");
    assert!(statistics[0].results_used.iter().sum::<u64>() > 0, "nobody helped");
}
