//! The depths that helpers of `lazy-stockfish-10` skip, so that not all of them search the same depth.

use cleave_smp::WorkerId;

/// The depths that a helper skips: it searches a run of depths, then skips the same number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Skips {
    /// The length of a run.
    run: i32,
    /// The depths by which its runs begin earlier than those of others.
    phase: i32,
}

impl Skips {
    /// All depths are searched.
    pub(super) const NONE: Skips = Skips { run: i32::MAX, phase: 0 };

    /// The longest run. Further helpers use the runs of the first ones again.
    const LONGEST: i32 = 4;

    /// Returns the skips of a helper. Two helpers have runs of one depth, the next four of two depths, six of three,
    /// and so on, each with another phase. The main worker skips nothing.
    pub(super) fn of(who: WorkerId) -> Skips {
        let Some(helper) = who.index().checked_sub(1) else { return Skips::NONE };
        let different = Self::LONGEST * (Self::LONGEST + 1);
        let (mut run, mut phase) = (1, helper as i32 % different);
        while phase >= 2 * run {
            phase -= 2 * run;
            run += 1;
        }
        Skips { run, phase }
    }

    fn leave_out(self, depth: i32) -> bool {
        (depth + self.phase) / self.run % 2 != 0
    }

    /// Returns the first depth from this one on that it searches.
    pub(super) fn from(self, mut depth: i32) -> i32 {
        while self.leave_out(depth) {
            depth += 1;
        }
        depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_each_depth_half_of_the_helpers_are_missing_and_no_two_skip_the_same_depths() {
        let all: Vec<Skips> = (1..=20).map(|id| Skips::of(WorkerId::new(id))).collect();
        for depth in 1..100 {
            assert_eq!(all.iter().filter(|skips| skips.leave_out(depth)).count(), 10);
            assert_eq!(Skips::of(WorkerId::MAIN).from(depth), depth);
        }
        let searched = |skips: &Skips| (1..50).filter(|&depth| !skips.leave_out(depth)).collect();
        let mut different: Vec<Vec<i32>> = all.iter().map(searched).collect();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), 20);
        assert_eq!(Skips::of(WorkerId::new(21)), Skips::of(WorkerId::new(1)));
    }
}
