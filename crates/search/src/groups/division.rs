//! The number of groups, and their sizes.

/// The number of workers for which one tree has enough work.
pub const GROUP_SIZE: usize = 16;

/// Returns the sizes of the groups of a team, the largest first: about `group_size` each. No two differ by more than
/// one.
///
/// # Panics
/// If `group_size` is 0.
pub fn group_sizes(workers: usize, group_size: usize) -> impl Iterator<Item = usize> {
    let groups = ((workers + group_size / 2) / group_size).max(1);
    (0..groups).map(move |group| (workers + groups - 1 - group) / groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_workers_are_in_a_group_of_about_the_size_wanted() {
        let sizes = |workers| group_sizes(workers, 16).collect::<Vec<_>>();
        assert_eq!(sizes(1), [1]);
        assert_eq!(sizes(23), [23]);
        assert_eq!(sizes(24), [12, 12]);
        assert_eq!(sizes(41), [14, 14, 13]);
        assert_eq!(sizes(64), [16; 4]);
        for workers in 1..300 {
            let sizes = sizes(workers);
            assert_eq!(sizes.iter().sum::<usize>(), workers);
            assert!(sizes.iter().all(|&size| size < 24), "{workers}: {sizes:?}");
            assert!(
                sizes.is_sorted_by(|one, next| one >= next)
                    && sizes[0] - sizes[sizes.len() - 1] <= 1
            );
        }
    }

    #[test]
    fn a_size_of_one_is_a_group_for_each_worker() {
        assert_eq!(group_sizes(5, 1).collect::<Vec<_>>(), [1; 5]);
    }
}
