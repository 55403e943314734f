//! Runs null-window searches on the device. Every lane must equal its twin.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use cleave_board::{Move, Position};
use cleave_gpu::device::{Gpu, Searcher, SearcherOptions};
use cleave_gpu::kernels::{Generator, Stack};
use cleave_gpu::search::{Batch, Limits, Root, SearchMethod, Windows};
use cleave_gpu::twin::{Lane, Table, Twins};
use cleave_gpu::{Answer, DeviceError, Packed, Rules, Test, Tester};

use cleave_movegen::legal_moves;

use crate::common::{minimax, random_positions};

const EACH: Rules = Rules { captures: 0, together: false };
const FOREVER: Duration = Duration::from_secs(100);

/// Returns the answers of the device.
fn answers(gpu: &Gpu, options: SearcherOptions, tests: &[Test]) -> Vec<Answer> {
    asked(&mut Searcher::new(gpu, options).expect("a kernel"), tests)
}

fn asked(searcher: &mut Searcher, tests: &[Test]) -> Vec<Answer> {
    searcher.begin(0, tests).expect("a start");
    let answers = searcher.answers(0, FOREVER).expect("no fault").expect("an end");
    assert_eq!(answers.len(), tests.len());
    answers
}

/// Returns tests around the evaluations of random positions.
fn tests(count: usize, depth: u32) -> Vec<Test> {
    let positions = random_positions(count);
    let test = |(place, position): (usize, &Position)| {
        let position = Packed::new(position);
        let bound = cleave_gpu::twin::evaluate(&position) + [-60, -1, 0, 1, 60][place % 5];
        Test { position, bound, depth }
    };
    positions.iter().enumerate().map(test).collect()
}

#[test]
fn a_thousand_lanes_are_equal_to_their_twins() {
    let gpu = Gpu::open().expect("a device");
    let tests = tests(1000, 3);
    for generator in [Generator::Compiled, Generator::Table] {
        for rules in [EACH, Rules { captures: 2, together: false }] {
            let options = SearcherOptions { generator, ..SearcherOptions::new(rules) };
            for (test, answer) in tests.iter().zip(answers(&gpu, options, &tests)) {
                assert_eq!(answer, Lane::run(*test, rules, None), "{test:?}, {rules:?}");
            }
        }
    }
}

#[test]
fn lanes_on_one_path_are_equal_to_their_twin() {
    let gpu = Gpu::open().expect("a device");
    for (generator, captures) in [(Generator::Compiled, 0), (Generator::Table, 2)] {
        let rules = Rules { captures, together: true };
        let tests = tests(200, 3);
        let options = SearcherOptions { generator, ..SearcherOptions::new(rules) };
        for (test, answer) in tests.iter().zip(answers(&gpu, options, &tests)) {
            assert_eq!(answer, Lane::run(*test, rules, None), "{test:?}, {rules:?}");
        }
    }
}

#[test]
fn one_lane_with_a_table_is_equal_to_its_twin() {
    let gpu = Gpu::open().expect("a device");
    let tests = tests(60, 3);
    let rules = Rules { captures: 1, together: false };
    let options = SearcherOptions { table: Some(10), paths: 1, ..SearcherOptions::new(rules) };
    let mut table = Table::new(10);
    for (test, answer) in tests.iter().zip(answers(&gpu, options, &tests)) {
        assert_eq!(answer, Lane::run(*test, rules, Some(&mut table)), "{test:?}");
    }
}

#[test]
fn answers_do_not_depend_on_how_the_work_is_split() {
    let gpu = Gpu::open().expect("a device");
    let tests = tests(80, 3);
    let plain = SearcherOptions::new(EACH);
    let expected = answers(&gpu, plain, &tests);
    for (group, steps, paths, stack) in [
        (8, 500, 512, Stack::Private),
        (64, 9, 64, Stack::Memory),
        (16, 100, 48, Stack::Workgroup),
        (1, 50, 7, Stack::Private),
    ] {
        let options = SearcherOptions { group, steps, paths, stack, depth: 4, ..plain };
        assert_eq!(answers(&gpu, options, &tests), expected, "{options:?}");
    }
    for (table, group, rules) in [
        (Some(8), 32, EACH),
        (Some(16), 64, EACH),
        (Some(12), 32, Rules { together: true, ..EACH }),
    ] {
        let options = SearcherOptions { table, group, ..SearcherOptions::new(rules) };
        let reaches =
            |answers: &[Answer]| answers.iter().map(|answer| answer.reaches).collect::<Vec<_>>();
        assert_eq!(reaches(&answers(&gpu, options, &tests)), reaches(&expected), "{options:?}");
    }
}

#[test]
fn answers_around_the_value_of_every_move_agree_with_minimax() {
    const FROM_VALUE: [i32; 9] = [-300, -40, -2, -1, 0, 1, 2, 40, 300];
    let gpu = Gpu::open().expect("a device");
    for (table, together) in [(None, false), (Some(14), false), (Some(14), true)] {
        let rules = Rules { captures: 0, together };
        let options = SearcherOptions { table, ..SearcherOptions::new(rules) };
        let mut searcher = Searcher::new(&gpu, options).expect("a kernel");
        for position in random_positions(12) {
            let (mut tests, mut expected) = (Vec::new(), Vec::new());
            for mv in &legal_moves(&position) {
                let child = position.make(mv);
                let value = minimax(&child, 2, 0);
                for bound in FROM_VALUE.map(|distance| value + distance) {
                    tests.push(Test { position: Packed::new(&child), bound, depth: 2 });
                    expected.push(value >= bound);
                }
            }
            let reached: Vec<bool> =
                asked(&mut searcher, &tests).iter().map(|answer| answer.reaches).collect();
            assert_eq!(reached, expected, "{}, {options:?}", position.to_fen());
        }
    }
}

#[test]
fn tests_that_do_not_fit_are_refused() {
    let gpu = Gpu::open().expect("a device");
    let tests = tests(9, 3);
    for (most, depth) in [(8, 12), (100, 2)] {
        let options = SearcherOptions { tests: most, depth, ..SearcherOptions::new(EACH) };
        let mut searcher = Searcher::new(&gpu, options).expect("a kernel");
        let refused = searcher.begin(0, &tests);
        assert!(matches!(refused, Err(DeviceError::TooSmall { .. })), "{refused:?}");
    }
    let table = SearcherOptions { table: Some(31), ..SearcherOptions::new(EACH) };
    let refused = Searcher::new(&gpu, table).err().map(|error| error.to_string());
    assert!(
        refused.as_ref().is_some_and(|error| error.contains("the table of 34359738368 bytes")),
        "{refused:?}"
    );
}

#[test]
fn a_restarted_slot_forgets_its_tests() {
    let gpu = Gpu::open().expect("a device");
    let mut searcher = Searcher::new(&gpu, SearcherOptions::new(EACH)).expect("a kernel");
    searcher.begin(1, &tests(500, 4)).expect("a start");
    assert_eq!(searcher.answers(1, Duration::ZERO), Ok(None));
    let short = tests(20, 1);
    searcher.begin(1, &short).expect("a start");
    let expected: Vec<Answer> = short.iter().map(|&test| Lane::run(test, EACH, None)).collect();
    assert_eq!(searcher.answers(1, FOREVER), Ok(Some(expected)));
}

/// Plays a game of `plies` plies, and returns its moves, each with its number of nodes.
fn game(
    search: &mut dyn SearchMethod,
    tester: &mut dyn Tester,
    depth: u32,
    plies: usize,
) -> Vec<(Move, u64)> {
    let mut root = Root { position: Position::start(), history: Vec::new() };
    let mut moves = Vec::new();
    while moves.len() < plies {
        let limits = Limits { depth, stop: &|| false };
        let Some(found) = search.run(&root, &limits, tester, &mut |_| ()).expect("no fault") else {
            break;
        };
        root.history.push(root.position.key());
        root.position = root.position.make(found.best);
        moves.push((found.best, found.nodes));
    }
    moves
}

#[test]
fn the_device_plays_the_games_of_its_twin() {
    let gpu = Gpu::open().expect("a device");
    let windows = || Box::new(Windows { count: 8 });
    let batch = || Box::new(Batch { plies: 2, size: 100 });
    let searches: [(Rules, Box<dyn SearchMethod>); 3] = [
        (Rules { captures: 1, together: false }, windows()),
        (Rules { captures: 1, together: false }, batch()),
        (Rules { captures: 0, together: true }, windows()),
    ];
    for (rules, mut search) in searches {
        let mut searcher = Searcher::new(&gpu, SearcherOptions::new(rules)).expect("a kernel");
        let on_device = game(&mut *search, &mut searcher, 3, 4);
        assert_eq!(on_device, game(&mut *search, &mut Twins::new(rules, None), 3, 4), "{rules:?}");
        let table = SearcherOptions { table: Some(16), ..SearcherOptions::new(rules) };
        let mut searcher = Searcher::new(&gpu, table).expect("a kernel");
        let moves = |game: &[(Move, u64)]| game.iter().map(|turn| turn.0).collect::<Vec<_>>();
        assert_eq!(moves(&game(&mut *search, &mut searcher, 3, 4)), moves(&on_device), "{rules:?}");
    }
}

#[test]
fn a_stopped_search_soon_ends_and_keeps_its_result() {
    let gpu = Gpu::open().expect("a device");
    let mut searcher = Searcher::new(&gpu, SearcherOptions::new(EACH)).expect("a kernel");
    let root = Root { position: Position::start(), history: Vec::new() };
    let searches: [&mut dyn SearchMethod; 2] =
        [&mut Windows { count: 64 }, &mut Batch { plies: 2, size: 4000 }];
    for search in searches {
        let (start, deepest) = (Instant::now(), AtomicU32::new(0));
        let stop =
            || deepest.load(Ordering::Relaxed) == 2 || start.elapsed() > Duration::from_secs(20);
        let limits = Limits { depth: 10, stop: &stop };
        let found = search.run(&root, &limits, &mut searcher, &mut |found| {
            deepest.store(found.depth, Ordering::Relaxed);
        });
        assert_eq!(found.expect("no fault").map(|found| found.depth), Some(2));
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}
