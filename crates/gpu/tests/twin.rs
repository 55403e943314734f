//! The twin on the CPU, against what is known without it.

mod common;

use cleave_gpu::twin;
use common::suite;

#[test]
fn the_twin_counts_the_perft_suite() {
    for (packed, fen, counts) in suite(100_000) {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(twin::perft(&packed, depth), count, "{fen}: depth {depth}");
        }
    }
}
