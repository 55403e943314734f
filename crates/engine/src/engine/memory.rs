//! How memory is divided: the table gets what the rest of the program leaves.

/// The memory of the program with one worker, without the table, in MiB: 11.8 measured in a build for
/// debugging; the rest is for larger libraries of other systems.
const PROGRAM_MIB: usize = 13;

/// The memory of each further worker, in MiB: an evaluator with its tables, nodes, split blocks.
const WORKER_MIB: usize = 3;

/// What a helper learns in tables of its own, in MiB.
const LEARNT_MIB: usize = 4;

/// The memory that helpers keep of the main worker's, in MiB: they are forked with its evaluator, and
/// when it writes to that it gets a copy. Helpers forked together share the one that they keep. It is
/// set aside for threads, too, which keep none.
const KEPT_BY_HELPERS_MIB: usize = 2;

/// The memory that this many workers, which learn apart or together, need besides the table, in MiB.
pub(crate) fn besides_table(workers: usize, learn_apart: bool) -> usize {
    let kept = if workers > 1 { KEPT_BY_HELPERS_MIB } else { 0 };
    let helper = WORKER_MIB + if learn_apart { LEARNT_MIB } else { 0 };
    PROGRAM_MIB + helper * (workers - 1) + kept
}
