//! Perft, and the functions that a search calls at each node, on middlegame positions.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench movegen`

use std::hint::black_box;

use cleave_board::{Move, Position};
use cleave_movegen::{
    Counter, Masks, MoveList, captures, gives_check, is_legal, legal_moves, perft, quiets,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const POSITION_4: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
const POSITION_6: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

fn perft_speed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(20);
    for (name, fen, depth) in [
        ("start", Position::START_FEN, 5),
        ("kiwipete", KIWIPETE, 4),
        ("position 4", POSITION_4, 5),
    ] {
        let position = Position::from_fen(fen).expect("a legal FEN");
        group.throughput(Throughput::Elements(perft(&position, depth)));
        group.bench_function(name, |bencher| bencher.iter(|| perft(black_box(&position), depth)));
    }
    group.finish();
}

/// Positions after every legal move of some middlegames: related, as in a search, but not equal.
fn positions() -> Vec<Position> {
    [KIWIPETE, POSITION_4, POSITION_6]
        .into_iter()
        .map(|fen| Position::from_fen(fen).expect("a legal FEN"))
        .flat_map(|position| {
            let moves = legal_moves(&position);
            moves.into_iter().map(|mv| position.make(mv)).collect::<Vec<_>>()
        })
        .collect()
}

fn node_work(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("node");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut measure = |name: &str, work: &mut dyn FnMut(&Position)| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| positions.iter().for_each(|position| work(black_box(position))));
        });
    };
    measure("masks", &mut |position| {
        black_box(Masks::new(position));
    });
    measure("captures", &mut |position| {
        let mut list = MoveList::new();
        captures(position, &Masks::new(position), &mut list);
        black_box(&list);
    });
    measure("quiets", &mut |position| {
        let mut list = MoveList::new();
        quiets(position, &Masks::new(position), &mut list);
        black_box(&list);
    });
    measure("count quiets", &mut |position| {
        let mut counter = Counter::default();
        quiets(position, &Masks::new(position), &mut counter);
        black_box(counter);
    });
    group.finish();
}

fn move_work(criterion: &mut Criterion) {
    let moves: Vec<(Position, Masks, Move)> = positions()
        .into_iter()
        .flat_map(|position| {
            let masks = Masks::new(&position);
            let moves = legal_moves(&position);
            moves.into_iter().map(|mv| (position, masks, mv)).collect::<Vec<_>>()
        })
        .collect();
    let mut group = criterion.benchmark_group("move");
    group.throughput(Throughput::Elements(moves.len() as u64));
    let mut measure = |name: &str, work: fn(&Position, &Masks, Move)| {
        group.bench_function(name, |bencher| {
            let all = || {
                for (position, masks, mv) in &moves {
                    work(position, masks, *mv);
                }
            };
            bencher.iter(all);
        });
    };
    measure("make", |position, _, mv| {
        black_box(position.make(mv));
    });
    measure("is_legal", |position, masks, mv| {
        black_box(is_legal(position, masks, mv));
    });
    measure("gives_check", |position, _, mv| {
        black_box(gives_check(position, mv));
    });
    measure("see_ge", |position, _, mv| {
        black_box(position.see_ge(mv, 0));
    });
    group.finish();
}

criterion_group!(benches, perft_speed, node_work, move_work);
criterion_main!(benches);
