//! The network on the positions that a search evaluates, in their order.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench network`

#[path = "../crates/nnue/tests/common.rs"]
mod common;

use std::hint::black_box;

use cleave_board::{Color, Move, PieceKind, Position, SEE_VALUES};
use cleave_movegen::legal_moves;
use cleave_nnue::NetworkEvaluator;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use common::Random;

/// Alpha-beta by material, with quiescence. It keeps every position that a search would evaluate.
#[derive(Default)]
struct PositionCollector {
    evaluated: Vec<Position>,
}

impl PositionCollector {
    fn search(&mut self, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if !position.in_check() {
            self.evaluated.push(*position);
        }
        if depth == 0 {
            alpha = alpha.max(material(position));
        }
        for mv in promising(position, depth) {
            if alpha >= beta {
                break;
            }
            let child = position.make(mv);
            alpha = alpha.max(-self.search(&child, depth.saturating_sub(1), -beta, -alpha));
        }
        alpha
    }
}

/// Captures that lose nothing, best first; above the horizon also the other moves.
fn promising(position: &Position, depth: u32) -> Vec<Move> {
    let gain =
        |mv: &Move| position.piece_on(mv.to()).map_or(0, |man| SEE_VALUES[man.kind().index()]);
    let sound = |mv: &Move| gain(mv) > 0 && position.see_ge(*mv, 0);
    let mut moves = legal_moves(position).to_vec();
    moves.retain(|mv| depth > 0 || sound(mv));
    moves.sort_by_key(|mv| if sound(mv) { -gain(mv) } else { 0 });
    moves
}

fn material(position: &Position) -> i32 {
    let side = |color: Color| {
        let count = |kind| position.pieces(color, kind).count() as i32;
        PieceKind::ALL.map(|kind| count(kind) * SEE_VALUES[kind.index()]).iter().sum::<i32>()
    };
    side(position.side()) - side(!position.side())
}

/// Some evaluations in a row from the search of each position of the bench: few enough for the caches,
/// in which a search has its positions.
fn evaluated() -> Vec<Position> {
    let lines = include_str!("../data/bench.epd").lines();
    let in_a_row = |line: &str| {
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        let position = Position::from_fen(&fen.join(" ")).expect("the bench holds legal positions");
        let mut search = PositionCollector::default();
        search.search(&position, 3, -100_000, 100_000);
        let middle = search.evaluated.len() / 2;
        search.evaluated.into_iter().skip(middle).take(64)
    };
    lines.filter(|line| !line.starts_with('#')).flat_map(in_a_row).collect()
}

fn evaluation(criterion: &mut Criterion) {
    let network = common::network(&mut Random(0x2018));
    let positions = evaluated();
    let mut group = criterion.benchmark_group("network");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut measure = |name: &str, work: &mut dyn FnMut(&Position)| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| positions.iter().for_each(|position| work(black_box(position))));
        });
    };
    measure("from nothing", &mut |position| {
        black_box(network.evaluate(position));
    });
    let mut evaluator = NetworkEvaluator::new(network.clone());
    measure("by difference", &mut |position| {
        black_box(evaluator.evaluate(position));
    });
    group.finish();
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
