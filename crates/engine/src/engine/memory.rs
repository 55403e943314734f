//! The division of memory: the table gets what the rest of the program leaves.

/// The memory of the program with one worker, without the table, in MiB. A debug build takes 11.8; the rest is for
/// larger libraries of other systems.
const PROGRAM_MIB: usize = 13;

/// The memory of each further worker, in MiB: an evaluator with its tables, nodes, split blocks.
const WORKER_MIB: usize = 3;

/// The memory of a helper's separate tables, or of the tables of a group that learns together, in MiB.
const LEARNT_MIB: usize = 4;

/// The memory of the main worker that helpers keep, in MiB: they are forked with its evaluator, and when it writes to
/// the evaluator it gets a copy. Helpers forked together share the copy that they keep. It is also reserved for
/// threads, which keep none.
const KEPT_BY_HELPERS_MIB: usize = 2;

/// Returns the memory in addition to the table, in MiB, for groups of these sizes whose workers learn apart or
/// together.
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
    fn each_group_needs_the_memory_of_a_team_that_learns_together() {
        assert_eq!(besides_table(&[1], false), 13);
        assert_eq!(besides_table(&[2], true), 13 + 3 + 4 + 2);
        assert_eq!(besides_table(&[16], false), 13 + 15 * 3 + 2);
        assert_eq!(besides_table(&[16, 16], false), 13 + 31 * 3 + 4 + 2 * 2);
        assert_eq!(besides_table(&[2, 2, 1], true), 13 + 4 * 3 + 4 * 4 + 2 * 2);
    }
}
