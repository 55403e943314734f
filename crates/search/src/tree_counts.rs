//! Counts of the search tree, in addition to nodes.

use std::array;
use std::fmt;
use std::ops::{AddAssign, Sub};

/// Counts of a search. If a search began again after the death of a worker, its first attempt is included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeCounts {
    /// Nodes above quiescence that a move ended by reaching beta.
    pub cutoffs: u64,
    /// Cutoffs by the first move searched.
    pub first_move_cutoffs: u64,
    /// Lookups in the transposition table, including quiescence.
    pub table_probes: u64,
    /// Lookups that found the position.
    pub table_hits: u64,
    /// Nodes that the table ended at once.
    pub table_cutoffs: u64,
    /// Positions found in the endgame tables. Each group of a large team counts the positions at the root.
    pub tablebase_hits: u64,
}

impl TreeCounts {
    /// The number of counts.
    pub(crate) const LEN: usize = 6;

    /// Returns all counts, in the order of the fields.
    pub(crate) fn to_array(self) -> [u64; TreeCounts::LEN] {
        let TreeCounts {
            cutoffs,
            first_move_cutoffs,
            table_probes,
            table_hits,
            table_cutoffs,
            tablebase_hits,
        } = self;
        [cutoffs, first_move_cutoffs, table_probes, table_hits, table_cutoffs, tablebase_hits]
    }

    /// Makes counts from the result of [`TreeCounts::to_array`].
    pub(crate) fn from_array(counts: [u64; TreeCounts::LEN]) -> TreeCounts {
        let [cutoffs, first_move_cutoffs, table_probes, table_hits, table_cutoffs, tablebase_hits] =
            counts;
        TreeCounts {
            cutoffs,
            first_move_cutoffs,
            table_probes,
            table_hits,
            table_cutoffs,
            tablebase_hits,
        }
    }
}

impl Sub for TreeCounts {
    type Output = TreeCounts;

    /// Returns the counts since `earlier`.
    fn sub(self, earlier: TreeCounts) -> TreeCounts {
        let (now, earlier) = (self.to_array(), earlier.to_array());
        TreeCounts::from_array(array::from_fn(|index| now[index].wrapping_sub(earlier[index])))
    }
}

impl AddAssign for TreeCounts {
    fn add_assign(&mut self, more: TreeCounts) {
        let (sum, more) = (self.to_array(), more.to_array());
        *self =
            TreeCounts::from_array(array::from_fn(|index| sum[index].wrapping_add(more[index])));
    }
}

/// `90.1 % of cutoffs on the first move, 35.2 % of table lookups hit, 20.4 % cut off`
impl fmt::Display for TreeCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        write!(
            f,
            "{:.1} % of cutoffs on the first move, {:.1} % of table lookups hit, {:.1} % cut off",
            share(self.first_move_cutoffs, self.cutoffs),
            share(self.table_hits, self.table_probes),
            share(self.table_cutoffs, self.table_probes),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_differences_are_taken_count_by_count() {
        let few = TreeCounts::from_array([1, 2, 3, 4, 5, 6]);
        let many = TreeCounts::from_array([10, 30, 50, 70, 90, 110]);
        let mut sum = few;
        sum += many;
        assert_eq!(sum.to_array(), [11, 32, 53, 74, 95, 116]);
        assert_eq!(sum - few, many);
    }

    #[test]
    fn shares_are_of_cutoffs_and_of_lookups() {
        let counts = TreeCounts {
            cutoffs: 8,
            first_move_cutoffs: 7,
            table_probes: 200,
            table_hits: 50,
            table_cutoffs: 21,
            tablebase_hits: 3,
        };
        assert_eq!(
            counts.to_string(),
            "87.5 % of cutoffs on the first move, 25.0 % of table lookups hit, 10.5 % cut off"
        );
        assert!(TreeCounts::default().to_string().starts_with("0.0 % of cutoffs"));
    }
}
