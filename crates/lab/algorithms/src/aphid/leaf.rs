//! A leaf of the main worker's tree: the path to it, the question about it, and its known results.

use cleave_shared_memory::Plain;
use cleave_smp::Window;

use super::MAX_UPPER_PLIES;
use crate::traits::CompleteNode;

/// The first search of a leaf is at most this many plies less deep than required. The following ones go on ply by ply.
const FIRST_STEP: i32 = 2;

/// A leaf of the main worker's tree.
#[derive(Clone, Copy, Plain)]
pub(super) struct Leaf<N: CompleteNode> {
    pub(super) question: Question<N>,
    /// The results of the last two depths searched, by parity. A deeper result replaces the one two plies less deep.
    results: [Option<Results<N>>; 2],
    /// The game's estimate without a search.
    estimate: N::Value,
}

/// The main worker's question about a leaf, and the path to it. A helper copies this.
#[derive(Clone, Copy, Plain)]
pub(super) struct Question<N: CompleteNode> {
    /// The nodes' additions to the path, from the child of the root to the parent of the leaf.
    pub(super) steps: [Option<N::PathStep>; MAX_UPPER_PLIES - 1],
    pub(super) parent: N,
    /// The job that leads from the parent to the leaf.
    pub(super) job: N::Job,
    pub(super) wanted: Wanted,
}

/// The depth and the window required for a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(super) struct Wanted {
    /// The depth in plies.
    pub(super) depth: i32,
    pub(super) window: Window,
}

/// The results of searches of a leaf to one depth.
#[derive(Clone, Copy, Plain)]
struct Results<N: CompleteNode> {
    depth: i32,
    /// The best lower bound.
    least: Option<N::Value>,
    /// The best upper bound.
    greatest: Option<N::Value>,
    last: Finding<N>,
    /// The last value was within the window of its search.
    is_exact: bool,
}

/// A value and the line to it.
#[derive(Clone, Copy, Plain)]
pub(super) struct Finding<N: CompleteNode> {
    pub(super) value: N::Value,
    pub(super) line: N::Line,
}

/// The known result of a leaf that the main worker visits.
#[derive(Clone, Copy)]
pub(super) enum Reply<N: CompleteNode> {
    /// A result that proves the required value.
    Certain(Finding<N>),
    /// A result of another depth or another window, or an estimate.
    Guess(Finding<N>),
}

impl<N: CompleteNode> Leaf<N> {
    pub(super) fn new(question: Question<N>, estimate: N::Value) -> Leaf<N> {
        Leaf { question, results: [None; 2], estimate }
    }

    /// Returns the known result for the last question.
    pub(super) fn reply(&self) -> Reply<N> {
        let wanted = self.question.wanted;
        let answer =
            self.results_at(wanted.depth).and_then(|results| results.answer(wanted.window));
        answer.map_or_else(|| Reply::Guess(self.guess()), Reply::Certain)
    }

    /// Returns the last value of the deepest search.
    fn guess(&self) -> Finding<N> {
        let deepest = self.results.iter().flatten().max_by_key(|results| results.depth);
        let estimate = || Finding { value: self.estimate, line: *N::default().line() };
        deepest.map_or_else(estimate, |results| results.last)
    }

    /// Returns the plies from the depth searched to the required depth, at least 1. Returns 0 if nothing is left to
    /// find out.
    pub(super) fn plies_behind(&self) -> i32 {
        match self.reply() {
            Reply::Certain(_) => 0,
            Reply::Guess(_) => (self.question.wanted.depth - self.reached()).max(1),
        }
    }

    /// Returns the greatest depth searched, up to the required one; 0 if there is none.
    fn reached(&self) -> i32 {
        let depths = self.results.iter().flatten().map(|results| results.depth);
        depths.filter(|&depth| depth <= self.question.wanted.depth).max().unwrap_or(0)
    }

    /// Returns true if the leaf has been searched a ply deeper than required.
    pub(super) fn is_ahead(&self) -> bool {
        self.results_at(self.question.wanted.depth + 1).is_some()
    }

    /// Returns the depth of the next search: towards the required one, and then a ply deeper.
    pub(super) fn next_depth(&self) -> i32 {
        let wanted = self.question.wanted.depth;
        if self.plies_behind() == 0 {
            return wanted + 1;
        }
        (self.reached() + 1).max(wanted - FIRST_STEP).clamp(1, wanted)
    }

    /// Takes in the result of a search to this depth with this window.
    pub(super) fn take_in(&mut self, depth: i32, window: Window, found: Finding<N>) {
        let place = &mut self.results[place_of(depth)];
        let before = place.filter(|results| results.depth == depth);
        let (least, greatest) = before.map_or((None, None), |b| (b.least, b.greatest));
        let score = score::<N>(&found.value);
        let mut results = Results { depth, least, greatest, last: found, is_exact: false };
        if score >= window.beta {
            let is_as_good = |old: &N::Value| self::score::<N>(old) >= score;
            results.least = least.filter(is_as_good).or(Some(found.value));
        } else if score <= window.alpha {
            let is_as_good = |old: &N::Value| self::score::<N>(old) <= score;
            results.greatest = greatest.filter(is_as_good).or(Some(found.value));
        } else {
            results.is_exact = true;
        }
        *place = Some(results);
    }

    fn results_at(&self, depth: i32) -> Option<&Results<N>> {
        self.results[place_of(depth)].as_ref().filter(|results| results.depth == depth)
    }
}

impl<N: CompleteNode> Results<N> {
    /// Returns the value that a search with this window would prove, as far as it follows from the known results.
    fn answer(&self, window: Window) -> Option<Finding<N>> {
        if self.is_exact {
            return Some(self.last);
        }
        let above = self.least.filter(|least| score::<N>(least) >= window.beta);
        let below = self.greatest.filter(|greatest| score::<N>(greatest) <= window.alpha);
        above.or(below).map(|value| Finding { value, line: self.last.line })
    }
}

fn place_of(depth: i32) -> usize {
    (depth & 1) as usize
}

/// Returns the value as a number.
///
/// # Panics
/// If the game has no windows of numbers; then it has no leaves either.
pub(super) fn score<N: CompleteNode>(value: &N::Value) -> i32 {
    N::score(value).expect("a game whose nodes have windows has scores")
}

#[cfg(test)]
pub(super) mod tests {

    use super::*;
    use crate::testing::TinyNode;

    /// Returns a leaf without results that is required at depth 5.
    pub(in crate::aphid) fn leaf() -> Leaf<TinyNode> {
        let wanted = Wanted { depth: 5, window: Window { alpha: 0, beta: 10 } };
        let steps = [None; MAX_UPPER_PLIES - 1];
        Leaf::new(Question { steps, parent: TinyNode::default(), job: 0, wanted }, 0)
    }

    #[test]
    fn the_bounds_of_a_leaf_answer_at_the_wanted_depth() {
        let window = |alpha, beta| Window { alpha, beta };
        let found = |value| Finding { value, line: 0 };
        let mut leaf: Leaf<TinyNode> = leaf();
        let answer = |leaf: &mut Leaf<TinyNode>, alpha, beta| {
            leaf.question.wanted.window = window(alpha, beta);
            match leaf.reply() {
                Reply::Certain(found) => Ok(found.value),
                Reply::Guess(found) => Err(found.value),
            }
        };
        assert_eq!((leaf.plies_behind(), leaf.next_depth()), (5, 3));
        leaf.take_in(3, window(0, 10), found(4));
        assert_eq!(answer(&mut leaf, 0, 10), Err(4), "the depth is another");
        assert_eq!((leaf.plies_behind(), leaf.next_depth()), (2, 4));
        leaf.take_in(4, window(0, 10), found(3));
        leaf.take_in(5, window(19, 20), found(22));
        assert_eq!(answer(&mut leaf, 19, 20), Ok(22));
        assert_eq!(answer(&mut leaf, 25, 30), Err(22));
        assert_eq!((leaf.plies_behind(), leaf.next_depth()), (1, 5));
        leaf.take_in(5, window(39, 40), found(35));
        leaf.take_in(5, window(14, 15), found(17));
        assert_eq!(answer(&mut leaf, 21, 22), Ok(22), "a worse bound takes nothing away");
        assert_eq!(answer(&mut leaf, 35, 36), Ok(35));
        assert_eq!(answer(&mut leaf, 0, 100), Err(17));
        leaf.take_in(5, window(0, 100), found(30));
        assert_eq!(answer(&mut leaf, 0, 100), Ok(30));
        assert_eq!((leaf.plies_behind(), leaf.next_depth(), leaf.is_ahead()), (0, 6, false));
        leaf.take_in(6, window(0, 100), found(31));
        assert_eq!((leaf.is_ahead(), answer(&mut leaf, 29, 30)), (true, Ok(30)));
    }
}
