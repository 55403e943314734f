//! Every algorithm's counts on a few artificial trees in virtual time, compared exactly.
//!
//! The figures show the cost of an algorithm, which its value does not. A rule that no longer holds may leave the value
//! right, and only waste time. They are the same on every machine. If a change is intended, write the file anew, and
//! explain it in the commit:
//!
//! ```text
//! CLEAVE_BLESS=1 cargo test -p cleave-virtual-time --test all figures
//! ```

use std::fmt::Write;
use std::{env, fs};

use cleave_algorithms::{Algorithm, Arena};
use cleave_smp::{End, Params, Stats};
use cleave_virtual_time::artificial::{ArtificialNode, Explorer, Shape, minimax};
use cleave_virtual_time::virtual_time::{Machine, VirtualTeam};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/figures.txt");

/// Searches of one root in a row, so that helpers which iterate get ahead.
const SEARCHES: usize = 3;

/// Returns a tree as chess has them, and a wide one in bad order.
fn trees() -> [(&'static str, Shape); 2] {
    let ordered = Shape { height: 9, branching: 4, ordering: 85, ..Shape::default() };
    let wide = Shape { height: 5, branching: 12, ordering: 40, granularity: 8, ..Shape::default() };
    [("ordered", ordered), ("wide", wide)]
}

/// One line: the algorithm, the tree, the workers, and the counts of all searches together.
fn line(algorithm: Algorithm, tree: &str, shape: &Shape, workers: usize) -> String {
    let arena: Arena<ArtificialNode> = Arena::new(workers).unwrap();
    arena.memory().select(algorithm);
    let helpers = (1..workers).map(|_| Explorer::new(arena.shared())).collect();
    let mut team = VirtualTeam::new(&arena, Machine::new(workers), Params::default(), helpers);
    let mut main_worker = Explorer::new(arena.shared());
    main_worker.set_deepening(1);
    let mut stats = Stats::default();
    for _ in 0..SEARCHES {
        main_worker.prepare(shape);
        let root = ArtificialNode::root(&mut main_worker);
        let finished = team.search(&mut main_worker, &root, shape);
        assert_eq!(finished.end, End::Value(minimax(shape)), "{algorithm}, {tree}");
        stats += finished.stats;
    }
    let run = team.run();
    let mut text =
        format!("{algorithm:18} {tree:7} {workers:2} {:9} {:016x}", run.time.0, run.hash);
    for (name, count) in counts(&stats) {
        write!(text, " {name} {count}").expect("a string takes everything");
    }
    text
}

/// Returns the counts of a search that are not zero, by name.
fn counts(stats: &Stats) -> Vec<(&'static str, u64)> {
    let counts = [
        ("nodes", stats.nodes()),
        ("offers", stats.sum(|counters| counters.offers)),
        ("splits", stats.sum(|counters| counters.splits)),
        ("joins", stats.sum(|counters| counters.joins)),
        ("claims", stats.sum(|counters| counters.claims)),
        ("aborts", stats.sum(|counters| counters.aborts)),
        ("wasted", stats.sum(|counters| counters.wasted)),
        ("cutoffs", stats.sum(|counters| counters.cutoffs)),
        ("scans", stats.sum(|counters| counters.scans)),
        ("waits", stats.sum(|counters| counters.waits)),
        ("sleeps", stats.sum(|counters| counters.sleeps)),
        ("locks", stats.sum(|counters| counters.locks)),
        ("join-bytes", stats.sum(|counters| counters.join_bytes)),
        ("reports", stats.sum(|counters| counters.reports)),
        ("report-bytes", stats.sum(|counters| counters.report_bytes)),
    ];
    counts.into_iter().filter(|&(_, count)| count != 0).collect()
}

#[test]
fn figures_match_the_committed_file() {
    let mut found = String::from(
        "# Searches of artificial trees in virtual time; see crates/smp/tests/figures.rs\n\
         # algorithm, tree, workers, nanoseconds, trace, counts\n",
    );
    for algorithm in Algorithm::ALL {
        for (tree, shape) in trees() {
            for workers in [1, 4, 16] {
                found.push_str(&line(algorithm, tree, &shape, workers));
                found.push('\n');
            }
        }
    }
    if env::var_os("CLEAVE_BLESS").is_some() {
        fs::write(FILE, &found).unwrap();
    }
    let committed = fs::read_to_string(FILE).unwrap_or_default();
    for (found, committed) in found.lines().zip(committed.lines()) {
        assert_eq!(found, committed, "an algorithm has changed, or a price");
    }
    assert_eq!(found.lines().count(), committed.lines().count(), "an algorithm is new, or gone");
}
