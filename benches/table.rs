//! The cost of a probe, of a store and of clearing: `cargo bench --manifest-path benches/Cargo.toml --bench table`.
//!
//! The small table stays in the cache, so it measures instructions. The large one measures memory,
//! with a prefetch eight positions ahead, as in a search, and without.

use std::hint::black_box;

use cleave_tt::{Bound, Entry, Mapping, MateThreshold, Table};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const MATES: MateThreshold = MateThreshold::new(31_000);
const ENTRY: Entry =
    Entry { mv: 42, value: 17, eval: 12, depth: 6, bound: Bound::Lower, pv: false };
const AHEAD: u64 = 8;

/// The `n`-th key of a sequence that covers the whole table.
fn key(n: u64) -> u64 {
    (n ^ n >> 3).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn sequence(c: &mut Criterion, name: &str, mut step: impl FnMut(u64)) {
    let mut n = 0;
    c.bench_function(name, |b| {
        b.iter(|| {
            n += 1;
            step(n);
        });
    });
}

fn instructions(c: &mut Criterion) {
    let mapping = Mapping::new(1).expect("1 MiB is available");
    let table = Table::over(mapping.words(), MATES);
    sequence(c, "probe, miss, in cache", |n| {
        black_box(table.probe(key(n), 4));
    });
    sequence(c, "store, in cache", |n| table.store(key(n % 1000), 4, ENTRY));
    sequence(c, "probe, hit, in cache", |n| {
        black_box(table.probe(key(n % 1000), 4));
    });
}

fn memory(c: &mut Criterion) {
    let mapping = Mapping::new(512).expect("512 MiB are available");
    let table = Table::over(mapping.words(), MATES);
    table.clear();
    sequence(c, "probe, 512 MiB, no prefetch", |n| {
        black_box(table.probe(key(n), 4));
    });
    sequence(c, "probe, 512 MiB, prefetched", |n| {
        table.prefetch(key(n + AHEAD));
        black_box(table.probe(key(n), 4));
    });
    let mut group = c.benchmark_group("512 MiB");
    group.throughput(Throughput::Bytes(512 << 20)).sample_size(10);
    group.bench_function("clear", |b| b.iter(|| table.clear()));
    group.finish();
}

criterion_group!(benches, instructions, memory);
criterion_main!(benches);
