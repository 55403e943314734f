//! The best results at the root, and their finders.

use super::{Aim, Finding};
use crate::root::value::Verdict;

/// The best results of one search at the root, each with its finder: a rank of a cluster, or a group.
#[derive(Clone, Debug)]
pub struct RootResults<Finder> {
    /// The deepest exact result; the first of its depth.
    exact: Option<(Finder, Finding)>,
    /// The last bound of a depth greater than the exact result's. There is one place for all depths. Most searches that
    /// could use a bound are at its depth when it arrives.
    bound: Option<(Finder, Finding)>,
}

impl<Finder> Default for RootResults<Finder> {
    fn default() -> RootResults<Finder> {
        RootResults { exact: None, bound: None }
    }
}

impl<Finder: PartialEq> RootResults<Finder> {
    /// Takes in a result. Returns false if it is nothing new.
    pub fn learn(&mut self, finder: Finder, finding: &Finding) -> bool {
        if finding.depth <= self.exact().map_or(0, |exact| exact.depth) {
            return false;
        }
        let place = match finding.verdict {
            Verdict::Exact => {
                self.bound.take_if(|(_, bound)| bound.depth <= finding.depth);
                &mut self.exact
            }
            Verdict::AtLeast | Verdict::AtMost => &mut self.bound,
        };
        let is_new = place.as_ref().is_none_or(|(_, old)| old != finding);
        *place = Some((finder, finding.clone()));
        is_new
    }

    /// Returns a result of a finder other than `this` that settles its search of the root.
    pub fn settling(&self, this: &Finder, aim: &Aim) -> Option<&(Finder, Finding)> {
        let mut known = [&self.exact, &self.bound].into_iter().flatten();
        known.find(|(finder, finding)| finder != this && finding.settles(aim))
    }

    /// Returns the deepest exact result.
    pub fn exact(&self) -> Option<&Finding> {
        self.exact.as_ref().map(|(_, finding)| finding)
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::{Move, Value};

    use super::*;

    fn finding(depth: u32, value: i32, verdict: Verdict) -> Finding {
        Finding { depth, value: Value::new(value), verdict, line: vec![Move::NONE] }
    }

    /// Returns the value that settles a search of this depth by `this`, in a window from -10 to 10.
    fn settling(results: &RootResults<u8>, this: u8, depth: u32) -> Option<i32> {
        let aim = Aim { depth, alpha: Value::new(-10), beta: Value::new(10) };
        results.settling(&this, &aim).map(|(_, found)| found.value.get())
    }

    #[test]
    fn the_first_exact_result_of_a_depth_settles_it_for_all_others() {
        let mut results = RootResults::default();
        assert!(results.learn(1, &finding(8, 3, Verdict::Exact)));
        assert_eq!([7, 8, 9].map(|depth| settling(&results, 0, depth)), [Some(3), Some(3), None]);
        assert_eq!(settling(&results, 1, 8), None, "its own");
        assert!(!results.learn(2, &finding(8, 4, Verdict::Exact)));
        assert_eq!(settling(&results, 0, 8), Some(3), "the first counts");
        assert!(results.learn(2, &finding(9, 5, Verdict::Exact)));
        assert_eq!(results.exact(), Some(&finding(9, 5, Verdict::Exact)));
        let settled = [(0, 8), (1, 9), (2, 9)].map(|(this, depth)| settling(&results, this, depth));
        assert_eq!(settled, [Some(5), Some(5), None]);
    }

    #[test]
    fn a_bound_settles_a_window_that_it_misses_at_its_depth() {
        let mut results = RootResults::default();
        assert!(results.learn(1, &finding(8, 12, Verdict::AtLeast)));
        assert_eq!([7, 8, 9].map(|depth| settling(&results, 0, depth)), [None, Some(12), None]);
        assert!(results.learn(1, &finding(8, 9, Verdict::AtLeast)));
        assert_eq!(settling(&results, 0, 8), None, "the value may be inside");
        assert!(results.learn(1, &finding(8, 9, Verdict::Exact)));
        assert!(!results.learn(1, &finding(8, 12, Verdict::AtLeast)));
        assert_eq!(settling(&results, 0, 8), Some(9), "a late bound says nothing");
        assert!(results.learn(1, &finding(10, 12, Verdict::AtLeast)));
        assert!(results.learn(1, &finding(9, 13, Verdict::AtLeast)));
        assert_eq!([9, 10].map(|depth| settling(&results, 0, depth)), [Some(13), None]);
    }

    /// Ranks pass on what is new.
    #[test]
    fn a_known_result_is_not_new() {
        let mut results = RootResults::default();
        for (found, is_new) in [
            (finding(5, 20, Verdict::AtLeast), true),
            (finding(5, 20, Verdict::AtLeast), false),
            (finding(5, 30, Verdict::AtLeast), true),
            (finding(5, 31, Verdict::Exact), true),
            (finding(5, 31, Verdict::Exact), false),
            (finding(6, 25, Verdict::Exact), true),
        ] {
            assert_eq!(results.learn(1, &found), is_new, "{found:?}");
        }
    }
}
