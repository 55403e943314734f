//! How memory is divided: the table gets what the rest of the program leaves.

/// The memory of the program with one worker, without the table, in MiB: 11.8 measured in a build for
/// debugging; the rest is for larger libraries of other systems.
const PROGRAM_MIB: usize = 13;

/// The memory of each further worker, in MiB: an evaluator with its tables, nodes, split blocks.
const WORKER_MIB: usize = 3;

/// What a helper learns in tables of its own, or a group that learns together, in MiB.
const LEARNT_MIB: usize = 4;

/// The memory that helpers keep of the main worker's, in MiB: they are forked with its evaluator, and
/// when it writes to that it gets a copy. Helpers forked together share the one that they keep. It is
/// set aside for threads, too, which keep none.
const KEPT_BY_HELPERS_MIB: usize = 2;

/// The memory that groups of these sizes, whose workers learn apart or together, need besides the table, in MiB.
pub(crate) fn besides_table(groups: &[usize], learn_apart: bool) -> usize {
    let workers: usize = groups.iter().sum();
    let with_helpers = groups.iter().filter(|&&size| size > 1).count();
    let learning = if learn_apart { workers } else { groups.len() };
    PROGRAM_MIB
        + WORKER_MIB * (workers - 1)
        + LEARNT_MIB * (learning - 1)
        + KEPT_BY_HELPERS_MIB * with_helpers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_group_has_what_one_that_learns_together_has() {
        assert_eq!(besides_table(&[1], false), 13);
        assert_eq!(besides_table(&[2], true), 13 + 3 + 4 + 2);
        assert_eq!(besides_table(&[16], false), 13 + 15 * 3 + 2);
        assert_eq!(besides_table(&[16, 16], false), 13 + 31 * 3 + 4 + 2 * 2);
        assert_eq!(besides_table(&[2, 2, 1], true), 13 + 4 * 3 + 4 * 4 + 2 * 2);
    }
}
