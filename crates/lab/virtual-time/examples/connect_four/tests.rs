//! The search against a plain solver that shares no code with it.

use std::collections::HashMap;
use std::ops::Range;

use cleave_algorithms::{Arena, SetAlgorithm};
use cleave_smp::driver::{self, Interrupt};
use cleave_smp::random::Rng;
use cleave_smp::{Node, Opened, Params};
use cleave_virtual_time::virtual_time::{Machine, VirtualTeam};

use super::*;
use cleave_games::connect_four::{BadMoves, COLUMNS, ROWS, column_squares};
use table::{Bounds, Table};

/// A game as a referee would keep it, without bits: the owner of each stone, column by column from below.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Plain {
    columns: [Vec<u32>; COLUMNS as usize],
    stones: u32,
}

impl Plain {
    /// Drops a stone of the player to move. Returns true if that makes four in a row.
    fn play(&mut self, column: usize) -> bool {
        let player = self.stones % 2;
        self.columns[column].push(player);
        self.stones += 1;
        let (x, y) = (column as i32, self.columns[column].len() as i32 - 1);
        let has = |x: i32, y: i32| {
            let column = usize::try_from(x).ok().and_then(|x| self.columns.get(x));
            let stone = column.and_then(|column| column.get(usize::try_from(y).ok()?));
            stone == Some(&player)
        };
        let run = |dx, dy| (1..4).take_while(|&n| has(x + n * dx, y + n * dy)).count();
        let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
        lines.into_iter().any(|(dx, dy)| run(dx, dy) + run(-dx, -dy) >= 3)
    }

    fn open_columns(&self) -> Vec<usize> {
        let is_open = |&column: &usize| self.columns[column].len() < ROWS as usize;
        (0..COLUMNS as usize).filter(is_open).collect()
    }

    /// Negamax with a memory, and nothing else.
    fn value(&self, known: &mut HashMap<Plain, i8>) -> i8 {
        if let Some(&value) = known.get(self) {
            return value;
        }
        let mut best = None;
        for column in self.open_columns() {
            let mut child = self.clone();
            let value = if child.play(column) { 1 } else { -child.value(known) };
            best = best.max(Some(value));
        }
        let value = best.unwrap_or(0);
        known.insert(self.clone(), value);
        value
    }
}

/// Returns a position of this many stones, by random play.
fn position(rng: &mut Rng, stones: u32) -> (Plain, Position) {
    loop {
        let (mut plain, mut columns, mut is_over) = (Plain::default(), String::new(), false);
        while plain.stones < stones && !is_over {
            let open = plain.open_columns();
            let column = open[rng.below(open.len() as u64) as usize];
            is_over = plain.play(column);
            columns += &(column + 1).to_string();
        }
        if !is_over {
            return (plain, Position::after(&columns).expect("all moves are possible"));
        }
    }
}

/// Positions that plain negamax can solve, with their values.
fn positions(rng: &mut Rng, count: usize) -> Vec<(Position, i8)> {
    let solved = |_| {
        let (plain, position) = position(rng, 29);
        (position, plain.value(&mut HashMap::new()))
    };
    (0..count).map(solved).collect()
}

/// Leaves a search at the node of this number.
struct Patience(u64);

impl Interrupt<ConnectFour> for Patience {
    fn is_raised(&mut self) -> bool {
        self.0 -= 1;
        self.0 == 0
    }
}

/// Searches by the driver, without a team: the answer, and the nodes. Returns `None` if it takes `nodes` nodes.
fn alone_within(table: &Table, position: Position, alpha: i8, nodes: u64) -> Option<(i8, u64)> {
    let mut stack = vec![ConnectFour::root(position, alpha); ConnectFour::STACK];
    let mut player = Player::new(table);
    let value = match stack[0].look(&player) {
        Opened::Value(value) => value,
        Opened::Live => driver::search(&mut player, &mut stack, &mut Patience(nodes))?,
    };
    Some((value, player.nodes))
}

fn alone(table: &Table, position: Position, alpha: i8) -> (i8, u64) {
    alone_within(table, position, alpha, u64::MAX).expect("it has all the nodes it wants")
}

/// Returns a position that plain negamax cannot solve, with its value. Its first question takes the driver a number of
/// nodes within this range.
fn deep(rng: &mut Rng, nodes: Range<u64>) -> (Position, i8) {
    loop {
        let arena: Arena<ConnectFour> = Arena::new(1).unwrap();
        let (_, position) = position(rng, 14);
        let found = alone_within(arena.shared(), position, 0, nodes.end);
        if found.is_some_and(|(_, searched)| nodes.contains(&searched)) {
            return (position, value_alone(arena.shared(), position));
        }
    }
}

/// Returns the value found by the driver, without a team.
fn value_alone(table: &Table, position: Position) -> i8 {
    match alone(table, position, 0).0 {
        0 => alone(table, position, -1).0,
        value => value,
    }
}

#[test]
fn a_search_by_the_driver_alone_agrees_with_plain_negamax() {
    let arena: Arena<ConnectFour> = Arena::new(1).unwrap();
    let mut values = [0; 3];
    for (position, value) in positions(&mut Rng::new(1), 150) {
        assert_eq!(value_alone(arena.shared(), position), value, "{position:?}");
        values[(value + 1) as usize] += 1;
    }
    assert!(values.iter().all(|&count| count > 2), "all results occur: {values:?}");
}

/// A bound that is too low would be taken for the value.
#[test]
fn no_value_is_above_the_follow_up_bound() {
    let mut rng = Rng::new(5);
    let mut found = [0; 2];
    for stones in (29..=38).cycle().take(10_000) {
        let (plain, position) = position(&mut rng, stones);
        let limit = follow_up::limit(position);
        if limit < 1 {
            let value = plain.value(&mut HashMap::new());
            assert!(value <= limit, "{position:?}: the value is {value}, the bound {limit}");
            found[(limit + 1) as usize] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 250), "both bounds occur: {found:?}");
}

#[test]
fn every_algorithm_finds_the_values_in_virtual_time() {
    let mut rng = Rng::new(2);
    let truth: Arena<ConnectFour> = Arena::new(1).unwrap();
    let deep = [(); 2].map(|()| deep(&mut rng, 2_000..5_000));
    for algorithm in Algorithm::ALL {
        let mut of_helpers = 0;
        for workers in [2, 16] {
            let arena: Arena<ConnectFour> = Arena::new(workers).unwrap();
            arena.memory().select(algorithm);
            let helpers = (1..workers).map(|_| Player::new(arena.shared())).collect();
            let machine = Machine { is_checked: true, ..Machine::new(workers) };
            let params = Params::default().with(|params| {
                params.min_thread_depth = 3;
                params.min_thread_share = 0;
            });
            let mut team = VirtualTeam::new(&arena, machine, params, helpers);
            for (position, value) in positions(&mut rng, 8).into_iter().chain(deep) {
                let mut player = Player::new(arena.shared());
                let found = solve(&mut team, &mut player, position);
                assert_eq!(found.value, value, "{algorithm} {position:?}");
                assert_best_column(truth.shared(), position, &found);
                let Bounds { least, greatest } = arena.shared().bounds(position);
                assert!((least..=greatest).contains(&value), "{algorithm} {position:?}");
                of_helpers += found.nodes - player.nodes;
            }
        }
        assert!(of_helpers > 0, "{algorithm}: nobody helped");
    }
}

#[test]
fn every_algorithm_finds_the_values_with_threads() {
    let mut rng = Rng::new(3);
    let truth: Arena<ConnectFour> = Arena::new(1).unwrap();
    let mut positions = positions(&mut rng, 4);
    positions.extend([(); 4].map(|()| deep(&mut rng, 50_000..200_000)));
    for algorithm in Algorithm::ALL {
        let mut joins = 0;
        let mut team = Team::new(3, Backend::Thread).unwrap();
        team.set_processors(3);
        team.set_algorithm(algorithm);
        for &(position, value) in &positions {
            let found = solve_with(&mut team, position);
            assert_eq!(found.value, value, "{algorithm} {position:?}");
            assert_best_column(truth.shared(), position, &found);
            joins += found.joins;
        }
        assert!(joins > 0, "{algorithm}: nobody helped");
    }
}

/// The column leads to the value; a position that is lost has none.
fn assert_best_column(table: &Table, position: Position, found: &Solution) {
    assert_eq!(found.best_column.is_some(), found.value >= 0, "{position:?} {found:?}");
    let Some(column) = found.best_column else { return };
    let square = position.playable() & column_squares(column);
    let is_win = position.wins(position.own) & square != 0;
    let child = || value_alone(table, position.play(square));
    assert_eq!(if is_win { 1 } else { -child() }, found.value, "{position:?} {found:?}");
}

/// The algorithms differ in this game too: in windows, depths, shares and guesses.
#[test]
fn no_two_algorithms_search_alike() {
    let mut rng = Rng::new(8);
    let mut deep = std::iter::repeat_with(|| deep(&mut rng, 20_000..50_000));
    // A draw needs two questions. Helpers of `lazy` go on from one to the other.
    let (position, _) = deep.find(|&(_, value)| value == 0).expect("there are draws");
    let trace = |algorithm| {
        let arena: Arena<ConnectFour> = Arena::new(4).unwrap();
        arena.memory().select(algorithm);
        let helpers = (1..4).map(|_| Player::new(arena.shared())).collect();
        let mut team = VirtualTeam::new(&arena, Machine::new(4), Params::default(), helpers);
        solve(&mut team, &mut Player::new(arena.shared()), position);
        team.run().hash
    };
    let mut by_trace = HashMap::new();
    // A question has one depth and a null window, and only an exact value is a helper's result: here the main worker answers
    // first in all of them. The game has neither reductions nor corrections.
    let is_like_lazy = |algorithm: Algorithm| algorithm.name().starts_with("lazy-stockfish");
    for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| !is_like_lazy(algorithm)) {
        let same = by_trace.insert(trace(algorithm), algorithm);
        assert!(same.is_none(), "{algorithm} is {same:?}");
    }
}

/// A hundred million nodes and more for each algorithm. `cargo xtask soak` runs it, and
///
/// ```text
/// cargo test --release -p cleave-virtual-time --example connect_four -- --ignored --nocapture
/// ```
#[test]
#[ignore = "takes minutes; part of cargo xtask soak"]
fn the_first_player_wins_from_the_empty_board() {
    for algorithm in [
        Algorithm::Dts,
        Algorithm::YbwcHelpful,
        Algorithm::AbdadaSimplified,
        Algorithm::WindowNull,
        Algorithm::Aphid,
    ] {
        let mut team = Team::new(4, Backend::Thread).unwrap();
        team.set_processors(4);
        team.set_algorithm(algorithm);
        let begin = Instant::now();
        let found = solve_with(&mut team, Position::EMPTY);
        println!("{algorithm}: {}", in_words(Position::EMPTY, &found, begin.elapsed()));
        assert_eq!((found.value, found.best_column), (1, Some(3)), "{algorithm}");
        assert!(found.joins > 0, "{algorithm}: nobody helped");
    }
}

#[test]
fn a_worker_of_dts_alone_searches_the_tree_of_the_driver() {
    let (_, position) = position(&mut Rng::new(4), 16);
    let arena: Arena<ConnectFour> = Arena::new(1).unwrap();
    let (_, nodes) = alone(arena.shared(), position, 0);
    assert!(nodes > 1_000, "{nodes}");
    let arena: Arena<ConnectFour> = Arena::new(1).unwrap();
    let mut team = VirtualTeam::new(&arena, Machine::new(1), Params::default(), Vec::new());
    let mut player = Player::new(arena.shared());
    let mut root = ConnectFour::root(position, 0);
    assert!(matches!(root.look(&player), Opened::Live));
    team.search(&mut player, &root, &());
    assert_eq!(player.nodes, nodes);
}

/// Returns the position with left and right changed over.
fn mirrored(position: Position) -> Position {
    let lowest = |column| column_squares(column).trailing_zeros();
    let mirror = |stones| {
        (0..COLUMNS).fold(0, |mirrored, column| {
            let of_column = (stones & column_squares(column)) >> lowest(column);
            mirrored | of_column << lowest(COLUMNS - 1 - column)
        })
    };
    Position { own: mirror(position.own), all: mirror(position.all) }
}

#[test]
fn mirror_images_and_nothing_else_have_the_same_key() {
    let [left, right] = ["1123654", "7765234"].map(|columns| Position::after(columns).unwrap());
    assert_eq!(mirrored(left), right);
    let mut by_key = HashMap::new();
    let mut rng = Rng::new(7);
    for stones in (1..30).cycle().take(10_000) {
        let (_, position) = position(&mut rng, stones);
        assert_eq!(position.mirror_key(), mirrored(position).mirror_key());
        let before = *by_key.entry(position.mirror_key()).or_insert(position);
        assert!(before == position || before == mirrored(position), "{before:?} {position:?}");
    }
}

#[test]
fn columns_are_read_or_refused() {
    assert_eq!(Position::after("4").unwrap().all.count_ones(), 1);
    let refusal = |columns| Position::after(columns).unwrap_err();
    assert_eq!(["8", "40", "x"].map(refusal), ['8', '0', 'x'].map(BadMoves::NoColumn));
    assert_eq!(refusal("1111111"), BadMoves::Full { number: 7, column: 1 });
    assert_eq!(refusal("1212121"), BadMoves::Over(7));
}

#[test]
fn the_command_line_is_as_it_should_be() {
    use clap::CommandFactory;
    Options::command().debug_assert();
    let options = Options::try_parse_from(["", "--moves", "4445", "--algorithm", "lazy"]).unwrap();
    assert_eq!((options.moves.all.count_ones(), options.algorithm), (4, Algorithm::Lazy));
    for (option, value) in [("--workers", "0"), ("--algorithm", "lasy"), ("--moves", "49")] {
        let error = Options::try_parse_from(["", option, value]).err().unwrap().to_string();
        assert!(error.contains(&format!("'{value}'")), "{error}");
    }
}
