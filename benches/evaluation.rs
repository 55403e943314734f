//! The evaluation of all positions two plies after those of the bench, more than the tables hold.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench evaluation`

use std::hint::black_box;

use cleave_board::Position;
use cleave_eval::{DEFAULT_WEIGHTS, Evaluator, features, trace};
use cleave_movegen::legal_moves;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn positions() -> Vec<Position> {
    include_str!("../data/bench.epd")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let fen: Vec<&str> = line.split_whitespace().take(4).collect();
            Position::from_fen(&fen.join(" ")).expect("the bench holds legal positions")
        })
        .flat_map(after_a_move)
        .flat_map(after_a_move)
        .collect()
}

fn after_a_move(position: Position) -> impl Iterator<Item = Position> {
    let moves = legal_moves(&position).to_vec();
    moves.into_iter().map(move |mv| position.make(mv))
}

fn evaluation(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut measure = |name: &str, work: &mut dyn FnMut(&Position)| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| positions.iter().for_each(|position| work(black_box(position))));
        });
    };
    let mut evaluator = Evaluator::new();
    measure("pawn table warm", &mut |position| {
        black_box(evaluator.evaluate(position));
    });
    measure("trace", &mut |position| {
        black_box(trace(position, &DEFAULT_WEIGHTS));
    });
    measure("features", &mut |position| {
        black_box(features(position));
    });
    group.finish();
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
