use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cleave_board::{Position, Value};
use cleave_clock::Clock;
use cleave_mcts::{Game, Outcome};
use cleave_movegen::parse_move;

use super::game::numbered;
use super::*;
use crate::control::host::Undisturbed;
use crate::testing::Audience;

fn searcher(leaf: LeafValue, mib: usize) -> Searcher {
    let mut searcher = Searcher::new(1).unwrap();
    searcher.set_monte_carlo(Some((ModeName::TreeLockfree, leaf)), mib).unwrap();
    searcher
}

fn root(fen: &str) -> Root {
    Position::from_fen(fen).unwrap().into()
}

fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

const MIDDLEGAME: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

#[test]
fn one_worker_equals_the_sequential_search_in_every_mode() {
    let contents = |mode, runs: fn(&mut Search<ChessGame, LeafSearch<'_>>)| {
        let settings = Settings { mode, params: PLAYING, memory: 1 << 20, ..Settings::default() };
        let (root, limits) = (root(MIDDLEGAME), Limits::default());
        let mut searcher = Searcher::new(1).unwrap();
        searcher.with_trees(&root, &limits, &settings, LeafValue::Shallow, |search, _| {
            runs(search);
            let mut contents = Vec::new();
            let tree = &search.trees()[0];
            tree.visit(|id, game, ply| contents.push((game.key(), ply, tree.counts(id))));
            contents
        })
    };
    let alone = contents(ModeName::Leaf, |search| search.run_sequentially(200));
    assert!(alone.len() > 100 && alone[0].2.visits == 200);
    for mode in ModeName::ALL {
        let found = contents(mode, |search| search.run(200, &AtomicBool::new(false)));
        assert_eq!(found, alone, "{mode:?}");
    }
}

#[test]
fn mates_are_proven_and_their_distance_is_known() {
    for (fen, plies) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3),
        ("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", 2),
    ] {
        let mut searcher = searcher(LeafValue::Search, 4);
        let found = searcher.search(&root(fen), &to_nodes(5_000), &mut Undisturbed);
        let mate = if plies % 2 == 1 { Value::mate_in(plies) } else { Value::mated_in(plies) };
        assert_eq!(found.value, mate, "{fen}");
    }
}

#[test]
fn games_that_are_over_have_no_move_and_a_forced_move_takes_no_time() {
    let mut searcher = searcher(LeafValue::Search, 2);
    for (fen, value) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Value::mated_in(0)),
        ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", Value::ZERO),
    ] {
        let found = searcher.search(&root(fen), &to_nodes(9), &mut Undisturbed);
        assert_eq!((found.best, found.value), (None, value), "{fen}");
    }
    let clock = Clock::Game {
        remaining: Duration::from_secs(36_000),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let limits = Limits { clock, ..Limits::default() };
    let forced = root("k7/8/8/8/8/8/1r6/K6r w - - 0 1");
    let found = searcher.search(&forced, &limits, &mut Undisturbed);
    assert_eq!(found.best.unwrap().to_string(), "a1b2");
}

/// A position that occurred once in the game may occur again; a position of the search may not.
#[test]
fn repetitions_are_draws_as_in_alpha_beta() {
    let start = Position::from_fen("k6r/8/8/8/8/8/8/K6R w - - 0 1").unwrap();
    let outcomes = |rounds_before: usize| {
        let mut root: Root = start.into();
        let round = ["h1g1", "h8g8", "g1h1", "g8h8"];
        for text in round.iter().cycle().take(4 * rounds_before) {
            root.history.push(root.position.key());
            root.position.play(parse_move(&root.position, text).unwrap());
        }
        let mut game = ChessGame::new(&root, &[]);
        let mut outcomes = vec![game.outcome()];
        for text in round {
            game.play(numbered(parse_move(&game.position, text).unwrap()));
            outcomes.push(game.outcome());
        }
        outcomes
    };
    let draw = Some(Outcome::Draw);
    assert_eq!(outcomes(0), [None, None, None, None, draw]);
    assert_eq!(outcomes(1), [None, None, None, None, draw]);
    assert_eq!(outcomes(2), [None, draw, draw, draw, draw], "but the root is searched");
}

#[test]
fn trees_keep_to_half_of_the_memory_and_go_on_after_two_moves() {
    let mut searcher = searcher(LeafValue::Quiescence, 2);
    let mut at = root(MIDDLEGAME);
    let found = searcher.search(&at, &to_nodes(4_000), &mut Undisturbed);
    assert_eq!(found.nodes, 4_000);
    let kept = |searcher: &Searcher| {
        let tree = &searcher.monte_carlo.kept.as_ref().unwrap().trees[0];
        (tree.size(), tree.counts(NodeId::ROOT).visits)
    };
    assert!((10_000..=32_768).contains(&kept(&searcher).0), "{:?}", kept(&searcher));
    for &mv in &found.line[..2] {
        at.history.push(at.position.key());
        at.position.play(mv);
    }
    searcher.search(&at, &to_nodes(10), &mut Undisturbed);
    assert!(kept(&searcher).1 > 100, "{:?}", kept(&searcher));
    searcher.new_game();
    searcher.search(&at, &to_nodes(10), &mut Undisturbed);
    assert_eq!(kept(&searcher).1, 10);
}

#[test]
fn a_search_goes_on_with_a_tree_of_its_own_kind_only() {
    let mut searcher = Searcher::new(1).unwrap();
    let at = root(MIDDLEGAME);
    let mut kept = |settings: Settings, value| {
        searcher.with_trees(&at, &Limits::default(), &settings, value, |search, _| {
            let kept = search.trees()[0].counts(NodeId::ROOT).visits;
            search.run_sequentially(50);
            kept
        })
    };
    let settings = Settings { params: PLAYING, memory: 1 << 20, ..Settings::default() };
    let (quiescence, shallow) = (LeafValue::Quiescence, LeafValue::Shallow);
    assert_eq!(kept(settings, quiescence), 0);
    assert_eq!(kept(settings, quiescence), 50);
    let lines = Params { lines: 3, ..PLAYING };
    assert_eq!(kept(Settings { params: lines, ..settings }, quiescence), 100, "only the lines");
    assert_eq!(kept(Settings { seed: 1, ..settings }, quiescence), 0);
    assert_eq!(kept(Settings { seed: 1, ..settings }, shallow), 0);
}

/// A search for several lines shows them from the first playouts on, even if one move looks far better.
#[test]
fn the_requested_number_of_lines_is_shown() {
    for (lines, nodes, shown) in [(1, 6, 1), (4, 6, 4), (4, 3, 2)] {
        let mut searcher = searcher(LeafValue::Search, 2);
        let limits = Limits { multi_pv: lines, ..to_nodes(nodes) };
        let mut audience = Audience::default();
        let at = root("k7/8/8/3q4/4P3/8/8/K7 w - - 0 1");
        let found = searcher.search(&at, &limits, &mut audience);
        // The lines at the end; on a busy machine some lines may have been shown before.
        let last = audience.0.iter().filter(|thinking| thinking.nodes == found.nodes);
        let ranks: Vec<usize> = last.map(|thinking| thinking.rank).collect();
        assert_eq!(ranks, (1..=shown).collect::<Vec<_>>());
    }
}

#[test]
fn only_requested_moves_are_searched() {
    let at = root(MIDDLEGAME);
    let included: Vec<_> =
        ["a3", "h3"].map(|text| parse_move(&at.position, text).unwrap()).to_vec();
    let limits = Limits { included: included.clone(), ..to_nodes(100) };
    let found = searcher(LeafValue::Search, 2).search(&at, &limits, &mut Undisturbed);
    assert!(found.effort.len() == 2 && included.contains(&found.best.unwrap()));
    let excluded = vec![found.best.unwrap()];
    let limits = Limits { included, excluded: excluded.clone(), ..to_nodes(100) };
    let found = searcher(LeafValue::Search, 2).search(&at, &limits, &mut Undisturbed);
    assert!(found.effort.len() == 1 && !excluded.contains(&found.best.unwrap()));
    let limits = Limits { excluded: excluded.clone(), ..to_nodes(100) };
    let found = searcher(LeafValue::Search, 2).search(&at, &limits, &mut Undisturbed);
    let tried: Vec<_> = found.effort.iter().map(|&(mv, _)| mv).collect();
    assert!(tried.len() > 20 && !tried.contains(&excluded[0]));
}

/// White is a queen up.
#[test]
fn all_leaves_know_who_wins() {
    let at = root("4k3/8/8/8/8/8/PPP5/3QK3 w - - 0 1");
    for leaf in LeafValue::ALL {
        let mut searcher = searcher(leaf, 2);
        for mode in ModeName::ALL {
            searcher.set_monte_carlo(Some((mode, leaf)), 2).unwrap();
            let found = searcher.search(&at, &to_nodes(60), &mut Undisturbed);
            // Games of random moves are mostly drawn.
            let least = if leaf == LeafValue::Random { -50 } else { 50 };
            assert!(found.value > Value::new(least), "{mode:?} {leaf:?}: {}", found.value);
        }
    }
}

/// Returns the nodes of the first leaves, and the value of the root for the player to move there.
fn first_leaves(fen: &str, contempt: i32, is_urgent: bool) -> (u32, f64) {
    let mut searcher = Searcher::new(1).unwrap();
    searcher.set_contempt(contempt);
    let (root, limits, settings) = (root(fen), Limits::default(), Settings::default());
    searcher.with_trees(&root, &limits, &settings, LeafValue::Search, |search, leaves| {
        leaves.is_urgent.store(is_urgent, Ordering::Relaxed);
        search.run_sequentially(2);
        let mean = search.trees()[0].counts(NodeId::ROOT).mean().unwrap();
        (search.usage(0).work, 1.0 - mean)
    })
}

#[test]
fn leaves_are_searched_deeply_unless_the_move_is_due() {
    let (urgent, thorough) =
        (first_leaves(MIDDLEGAME, 0, true).0, first_leaves(MIDDLEGAME, 0, false).0);
    assert!((10..3_000).contains(&urgent) && thorough > 10 * urgent, "{urgent} {thorough}");
}

#[test]
fn a_side_with_contempt_values_a_draw_less() {
    let worth = |contempt| first_leaves("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", contempt, false).1;
    assert!(worth(100) < worth(0) && worth(0) < worth(-100));
}
