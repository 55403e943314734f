use cleave_board::Position;
use cleave_smp::random::Rng;
use cleave_virtual_time::artificial::{Shape, minimax, random_shape};

use super::*;
use crate::artificial::{Chosen, Graph, Tree};
use crate::chess::Chess;
use crate::message::{Message, Packet};
use crate::rank::Scheme;
use crate::searcher::Searcher;

const SCHEMES: [Scheme; 3] = [Scheme::Tds, Scheme::OwnTables, Scheme::DistributedTable];

fn ranks(count: u16) -> Ranks {
    Ranks::new(count).unwrap()
}

/// Gigabit Ethernet.
fn wires() -> Wires {
    Wires {
        latency: Duration::from_micros(50),
        bandwidth: 110_000_000,
        node: Duration::from_micros(1),
        deaths: Vec::new(),
    }
}

fn plan(scheme: Scheme, depth: u8, grain: u8) -> Plan {
    Plan { scheme, depth, grain, table_bits: 12, ..Plan::default() }
}

fn nodes(found: &Simulated) -> u64 {
    found.ranks.iter().map(|rank| rank.nodes).sum()
}

#[test]
fn artificial_trees_have_their_minimax_values() {
    let mut random = Rng::new(1);
    for number in 0..12 {
        let shape = random_shape(&mut random, 4_000);
        let expected = minimax(&shape);
        let (tree, depth) = (Tree(shape), shape.height as u8);
        assert_eq!(Searcher::new(tree.clone(), 12).search(&shape.root(), depth), expected);
        for scheme in SCHEMES {
            for count in [1, 2, 7, 64] {
                for grain in [1, 2] {
                    let plan = plan(scheme, depth, grain);
                    let found = simulate(&tree, &shape.root(), plan, ranks(count), &wires());
                    assert_eq!(found.value, expected, "{number} {shape:?} {plan:?} {count}");
                }
            }
        }
    }
}

/// A table of two entries forgets almost everything.
#[test]
fn graphs_have_their_minimax_values_with_a_large_table_and_with_a_tiny_one() {
    for seed in 0..4 {
        let graph = Graph { seed, moves: 8 };
        let root = Chosen::default();
        let expected = graph.minimax(&root, 6);
        for scheme in SCHEMES {
            for (count, table_bits) in [(1, 12), (5, 12), (5, 0), (16, 12)] {
                let plan = Plan { table_bits, ..plan(scheme, 6, 2) };
                let found = simulate(&graph, &root, plan, ranks(count), &wires());
                assert_eq!(found.value, expected, "{seed} {plan:?} {count}");
            }
        }
    }
}

#[test]
fn chess_has_the_value_of_the_sequential_program() {
    for (fen, depth) in [
        ("r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - 0 1", 4),
        ("3R4/2R5/8/8/7k/8/1K5N/8 w - - 0 1", 5),
        ("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47", 5),
    ] {
        let root = Position::from_fen(fen).unwrap();
        let expected = Searcher::new(Chess, 16).search(&root, depth);
        for scheme in SCHEMES {
            for count in [1, 4, 64] {
                let plan = Plan { table_bits: 14, ..plan(scheme, depth, 2) };
                let found = simulate(&Chess, &root, plan, ranks(count), &wires());
                assert_eq!(found.value, expected, "{fen} {scheme:?} {count}");
            }
        }
    }
    let mate = Position::from_fen("3R4/2R5/8/8/7k/8/1K5N/8 w - - 0 1").unwrap();
    assert!(Searcher::new(Chess, 16).search(&mate, 5) > 90_000, "a mate in two moves");
}

#[test]
fn one_rank_visits_about_the_nodes_of_the_sequential_program_and_several_are_faster() {
    let root = Position::start();
    let mut alone = Searcher::new(Chess, 16);
    alone.search(&root, 5);
    let run = |count| {
        let plan = Plan { table_bits: 16, ..plan(Scheme::Tds, 5, 2) };
        simulate(&Chess, &root, plan, ranks(count), &wires())
    };
    let one = run(1);
    let ratio = nodes(&one) as f64 / alone.nodes as f64;
    assert!((0.7..1.4).contains(&ratio), "{} and {}", nodes(&one), alone.nodes);
    assert_eq!(one.ranks[0].packets, 0);
    let (eight, again) = (run(8), run(8));
    assert_eq!(eight, again, "it is repeated exactly");
    assert!(eight.time < one.time / 2, "{:?} and {:?}", eight.time, one.time);
}

#[test]
fn duplicates_meet_at_their_home_and_cutoffs_cancel() {
    let graph = Graph { seed: 3, moves: 12 };
    let sum = |scheme, count: fn(&Statistics) -> u64| -> u64 {
        let plan = Plan { table_bits: 14, ..plan(scheme, 7, 2) };
        let found = simulate(&graph, &Chosen::default(), plan, ranks(8), &wires());
        found.ranks.iter().map(count).sum()
    };
    assert!(sum(Scheme::Tds, |rank| rank.met) > 0);
    assert!(sum(Scheme::Tds, |rank| rank.answered) > 0);
    assert!(sum(Scheme::Tds, |rank| rank.cancelled) > 0);
    assert_eq!(sum(Scheme::Tds, |rank| rank.asked), 0, "no rank asks another");
    assert!(sum(Scheme::DistributedTable, |rank| rank.asked) > 0);
    let [tds, own] = [Scheme::Tds, Scheme::OwnTables].map(|scheme| sum(scheme, |rank| rank.nodes));
    assert!(tds < own * 9 / 10, "{tds} nodes with shared entries, {own} without");
}

/// The work of the dead is done again, and the value is right.
#[test]
fn ranks_that_die_are_survived() {
    let root = Position::start();
    let expected = Searcher::new(Chess, 16).search(&root, 5);
    for scheme in SCHEMES {
        let plan = Plan { table_bits: 14, ..plan(scheme, 5, 2) };
        let undisturbed = simulate(&Chess, &root, plan, ranks(4), &wires());
        for share in [0, 1, 5, 9] {
            let dies = |rank, part| (Rank::new(rank), undisturbed.time * part / 10);
            let deaths = vec![dies(2, share), dies(1, share + 1)];
            let found = simulate(&Chess, &root, plan, ranks(4), &Wires { deaths, ..wires() });
            assert_eq!(found.value, expected, "{scheme:?} {share}");
            assert!(found.time > plan.patience, "the deaths were noticed");
        }
    }
}

#[test]
fn a_network_that_is_full_delays_messages_and_loses_none() {
    let shape = Shape { height: 5, branching: 12, ..Shape::default() };
    let slow = Wires { bandwidth: 100_000, latency: Duration::from_millis(5), ..wires() };
    let plan = plan(Scheme::Tds, 5, 1);
    let found = simulate(&Tree(shape), &shape.root(), plan, ranks(3), &slow);
    assert_eq!(found.value, minimax(&shape));
}

/// A network of one rank whose packets the test provides.
#[derive(Default)]
struct Desk(std::collections::VecDeque<(Rank, Vec<u8>)>);

impl Net for Desk {
    fn now(&mut self, _: Option<Duration>) -> Duration {
        Duration::ZERO
    }

    fn try_send(&mut self, _: Rank, _: &[u8]) -> Result<(), Full> {
        Ok(())
    }

    fn try_receive(&mut self) -> Option<(Rank, Vec<u8>)> {
        self.0.pop_front()
    }

    fn in_flight(&self) -> usize {
        0
    }

    fn is_closed(&self) -> bool {
        false
    }

    fn wait(&mut self) {}
}

/// Any messages in any order, with a right checksum.
#[test]
fn hostile_messages_end_no_rank() {
    let mut random = Rng::new(7);
    let root = Position::start();
    for this in [0, 1] {
        let plan = plan(Scheme::DistributedTable, 3, 1);
        let mut rank = TdsRank::new(Rank::new(this), ranks(3), plan, Chess, &root);
        let mut desk = Desk::default();
        for _ in 0..3_000 {
            let packet = hostile_packet(&mut random, &root);
            let from = Rank::new(random.below(5) as u16);
            let mut bytes = packet.encode();
            if random.below(10) == 0 {
                bytes.truncate(random.below(bytes.len() as u64) as usize);
            }
            desk.0.push_back((from, bytes));
            rank.poll(Duration::from_millis(random.below(5_000)), &mut desk);
            rank.work();
        }
        assert!(rank.statistics().malformed > 100);
    }
}

fn hostile_packet(random: &mut Rng, root: &Position) -> Packet {
    use crate::message::Search;
    let mut number = |most: u64| random.below(most);
    let value = |random: u64| [0, 1, -1, 1 << 28, -(1 << 28)][random as usize % 5];
    let key = root.key().0;
    let mut search = || Search {
        key: [key, !key, number(3)][number(3) as usize],
        depth: [0, 1, 2, 3, 4, 255][number(6) as usize],
        bound: value(number(5)),
    };
    let (search, parent) = (search(), search());
    let best = [0, 5, u16::MAX][number(3) as usize];
    let mut position = root.to_shredder_fen().into_bytes();
    if number(4) == 0 {
        position.truncate(number(60) as usize);
    }
    let message = match number(8) {
        0 | 1 => Message::Job { parent, child: best, bound: search.bound, position },
        2 => Message::Result { parent, child: best, value: value(number(5)) },
        3 => Message::Cancel { search, parent },
        4 => Message::Probe(search),
        5 => Message::Answer { search, lower: value(number(5)), upper: value(number(5)), best },
        6 => Message::Store { search, value: value(number(5)), best },
        _ => Message::Alive,
    };
    let dead = (0..number(4)).map(|_| Rank::new(number(5) as u16)).collect();
    let epoch = if number(50) == 0 { number(9) as u32 } else { 0 };
    Packet { epoch, dead, messages: vec![message] }
}
