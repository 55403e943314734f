//! The position of a node in the tree of blocks.

use cleave_shared_memory::Plain;

/// The position of a node in the tree of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(crate) struct TreePosition {
    /// The number of blocks above it.
    pub(crate) ply: u16,
    /// Plies from the leftmost branch, which consists of the root, its eldest child, that child's eldest child, and so
    /// on. 0 for a node on the branch.
    pub(crate) off_branch: u16,
    /// It is the eldest child of its parent.
    pub(crate) is_eldest: bool,
    /// The minimal tree contains it (Knuth and Moore 1975), if the first child of each node is the best.
    pub(crate) is_mandatory: bool,
}

impl Default for TreePosition {
    fn default() -> TreePosition {
        TreePosition::ROOT
    }
}

impl TreePosition {
    /// The position of the root.
    pub(crate) const ROOT: TreePosition =
        TreePosition { ply: 0, off_branch: 0, is_eldest: false, is_mandatory: true };

    /// Returns the position of a child.
    pub(crate) fn child(self, is_eldest: bool) -> TreePosition {
        let off_branch = if is_eldest && self.is_leftmost() { 0 } else { self.off_branch + 1 };
        let is_mandatory = self.is_mandatory && (is_eldest || !self.is_right_brother());
        TreePosition { ply: self.ply + 1, off_branch, is_eldest, is_mandatory }
    }

    /// Returns true on the leftmost branch.
    pub(crate) fn is_leftmost(self) -> bool {
        self.off_branch == 0
    }

    /// Returns true for a node that its eldest child may refute: a younger child of a node on the leftmost branch, and
    /// every second ply below. In the plies between, all children must be searched.
    pub(crate) fn is_right_brother(self) -> bool {
        !self.off_branch.is_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the child reached from the root by these steps: true for the eldest, false for a younger one.
    fn below_root(steps: &[bool]) -> TreePosition {
        steps.iter().fold(TreePosition::ROOT, |position, &is_eldest| position.child(is_eldest))
    }

    #[test]
    fn the_minimal_tree_is_mandatory() {
        let (eldest, younger) = (true, false);
        for steps in [
            &[eldest, eldest, eldest][..],
            // Right brothers of the branch, and their eldest children.
            &[younger],
            &[eldest, younger, eldest],
            // All children of these are right brothers again.
            &[younger, eldest, younger, eldest],
            &[younger, eldest, eldest, eldest],
        ] {
            assert!(below_root(steps).is_mandatory, "{steps:?}");
        }
        for steps in [
            &[younger, younger][..],
            &[younger, younger, eldest],
            &[eldest, younger, eldest, younger, younger],
            &[younger, eldest, eldest, younger],
        ] {
            assert!(!below_root(steps).is_mandatory, "{steps:?}");
        }
    }

    #[test]
    fn right_brothers_are_every_second_ply_beside_the_branch() {
        let right_brothers =
            [&[][..], &[true], &[false], &[false, true], &[true, false, false, true]]
                .map(|steps| below_root(steps).is_right_brother());
        assert_eq!(right_brothers, [false, false, true, false, true]);
    }
}
