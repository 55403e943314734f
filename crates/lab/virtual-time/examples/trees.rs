//! Measures how well artificial trees split on this machine, with 1, 2, 4 and 8 workers as processes and as threads. It
//! prints time, nodes and joins, compared with the recursive driver alone.
//!
//! ```text
//! cargo run --release -p cleave-virtual-time --example trees [height]
//! ```

use std::time::{Duration, Instant};

use cleave_algorithms::Team;
use cleave_smp::{Backend, Stats};
use cleave_virtual_time::artificial::{self, Shape};

/// Trees searched in a row; the figures are sums over them.
const TREES: u64 = 5;

fn main() {
    let height = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(12);
    let shapes: Vec<_> = (0..TREES)
        .map(|seed| Shape { seed, height, branching: 6, work: 500, ..Shape::default() })
        .collect();

    let start = Instant::now();
    let nodes: u64 = shapes.iter().map(|shape| artificial::sequential(shape).visits.nodes).sum();
    let alone = start.elapsed();
    println!("alone      {:8.3} s {nodes:10} nodes", alone.as_secs_f64());

    for backend in [Backend::Fork, Backend::Thread] {
        let mut team = Team::new(8, backend).expect("a team of 8");
        // A row has a fixed number of workers, however many the machine has processors for.
        team.set_processors(8);
        for workers in [1, 2, 4, 8] {
            team.set_workers(workers).expect("at most 8");
            let start = Instant::now();
            let stats: Vec<_> = team.session(&artificial::helper, |main_worker| {
                let search = |shape| artificial::parallel(main_worker, shape).finished.stats;
                shapes.iter().map(search).collect()
            });
            report(backend, workers, start.elapsed(), alone, nodes, &stats);
        }
    }
}

fn report(
    backend: Backend,
    workers: usize,
    time: Duration,
    alone: Duration,
    nodes_alone: u64,
    stats: &[Stats],
) {
    let nodes: u64 = stats.iter().map(Stats::nodes).sum();
    let joins: u64 = stats.iter().map(|stats| stats.sum(|counters| counters.joins)).sum();
    let mean =
        |figure: fn(&Stats) -> f64| stats.iter().map(figure).sum::<f64>() / stats.len() as f64;
    println!(
        "{backend:?} {workers:3} {:8.3} s {nodes:10} nodes: {:.2} times as fast, {:.3} of the \
         nodes, {joins} joins of {:.0} bytes, {:.1} % idle, {:.0} lock waits",
        time.as_secs_f64(),
        alone.as_secs_f64() / time.as_secs_f64(),
        nodes as f64 / nodes_alone as f64,
        mean(Stats::bytes_per_join),
        100.0 * mean(Stats::idle_share),
        mean(|stats| stats.lock_waits() as f64),
    );
}
