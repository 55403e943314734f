//! The search against a plain solver that shares no code with it.

use std::collections::HashMap;

use cleave_smp::driver::{self, Never};
use cleave_smp::random::Rng;
use cleave_smp::{Arena, Params};
use cleave_smp_lab::virtual_time::{Machine, VirtualTeam};

use super::*;

/// A game as a referee would keep it, without bits: who has a stone where, column by column from below.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Plain {
    columns: [Vec<u32>; COLUMNS as usize],
    stones: u32,
}

impl Plain {
    /// Drops a stone of the player to move. True if that makes four in a row.
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

/// A position of so many stones, by random play.
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

fn alone(table: &Table, position: Position) -> (i8, u64) {
    let mut stack = vec![ConnectFour::new(position); ConnectFour::STACK];
    let mut player = Player::new(table);
    let value = match stack[0].look() {
        Opened::Value(value) => value,
        Opened::Live => driver::search(&mut player, &mut stack, &mut Never).unwrap(),
    };
    (value, player.nodes)
}

#[test]
fn a_search_by_the_driver_alone_agrees_with_plain_negamax() {
    let arena: Arena<ConnectFour> = Arena::new(1).unwrap();
    let mut rng = Rng::new(1);
    let mut values = [0; 3];
    for (position, value) in positions(&mut rng, 150) {
        assert_eq!(alone(arena.shared(), position).0, value, "{position:?}");
        values[(value + 1) as usize] += 1;
    }
    assert!(values.iter().all(|&count| count > 2), "all results occur: {values:?}");
}

#[test]
fn every_algorithm_finds_the_values_in_virtual_time() {
    let mut rng = Rng::new(2);
    for algorithm in Algorithm::ALL {
        for workers in [1, 2, 4, 16] {
            let arena: Arena<ConnectFour> = Arena::new(workers).unwrap();
            arena.set_algorithm(algorithm);
            let helpers = (1..workers).map(|_| Player::new(arena.shared())).collect();
            let machine = Machine { is_checked: true, ..Machine::new(workers) };
            let params = Params { min_thread_depth: 3, min_thread_share: 0, ..Params::default() };
            let mut team = VirtualTeam::new(&arena, machine, params, helpers);
            for (position, value) in positions(&mut rng, 8) {
                let mut root = ConnectFour::new(position);
                let Opened::Live = root.look() else { continue };
                let finished = team.search(&mut Player::new(arena.shared()), &root, &0);
                assert_eq!(finished.end, End::Value(value), "{algorithm} {position:?}");
            }
        }
    }
}

#[test]
fn every_algorithm_finds_the_values_with_threads() {
    let mut rng = Rng::new(3);
    let helper = |slot: &HelperSlot<'_, ConnectFour>| slot.serve(&mut Player::new(slot.shared()));
    for algorithm in Algorithm::ALL {
        let mut team = Team::new(3, Backend::Thread).unwrap();
        team.set_algorithm(algorithm);
        for (position, value) in positions(&mut rng, 8) {
            let found = team.session(&helper, |main_worker| solve(main_worker, position));
            assert_eq!(found.0, value, "{algorithm} {position:?}");
        }
    }
}

#[test]
fn a_worker_of_dts_alone_searches_the_tree_of_the_driver() {
    let (_, position) = position(&mut Rng::new(4), 20);
    let arena: Arena<ConnectFour> = Arena::new(1).unwrap();
    let (_, nodes) = alone(arena.shared(), position);
    assert!(nodes > 1_000, "{nodes}");
    let arena: Arena<ConnectFour> = Arena::new(1).unwrap();
    let mut team = VirtualTeam::new(&arena, Machine::new(1), Params::default(), Vec::new());
    let mut root = ConnectFour::new(position);
    assert!(matches!(root.look(), Opened::Live));
    let mut player = Player::new(arena.shared());
    team.search(&mut player, &root, &0);
    assert_eq!(player.nodes, nodes);
}

#[test]
fn columns_are_read_or_refused() {
    assert_eq!(Position::after("4").unwrap().all.count_ones(), 1);
    for columns in ["8", "0", "x", "1111111", "1212121"] {
        assert_eq!(Position::after(columns), None, "{columns}");
    }
}
