//! The recursive driver, with a clock for each rule.

use cleave_smp::{Absorbed, Context, Node, Opened, Params};

use super::path::CriticalPath;
use super::rule::{Moment, Rule};

/// Searches the live root `stack[0]` as [`cleave_smp::driver::search`] does, node for node, and measures the tree.
/// Returns `None` if the search was given up.
pub fn search<N: Node>(
    context: &mut N::Context<'_>,
    stack: &mut [N],
    params: &Params,
) -> Option<(N::Value, CriticalPath)> {
    let before = context.nodes();
    let mut tracer = Tracer { context, params };
    let (value, chains) = tracer.search(stack, Branch { is_root: true, is_leftmost: true })?;
    Some((value, CriticalPath { work: tracer.context.nodes() - before, chains }))
}

/// For each rule a number of nodes that must wait for each other.
type Chains = [u64; Rule::ALL.len()];

/// The place of a node in the tree.
#[derive(Clone, Copy)]
struct Branch {
    is_root: bool,
    is_leftmost: bool,
}

struct Tracer<'t, 'c, N: Node> {
    context: &'t mut N::Context<'c>,
    params: &'t Params,
}

impl<N: Node> Tracer<'_, '_, N> {
    fn search(&mut self, stack: &mut [N], branch: Branch) -> Option<(N::Value, Chains)> {
        let node = stack.first().expect("the stack is deeper than any line");
        let depth = node.depth();
        let mut clocks = [Clock::default(); Rule::ALL.len()];
        let mut is_first = true;
        loop {
            let node = &mut stack[0];
            let hint = node.split_hint();
            let Some(job) = node.next(self.context) else {
                return Some((node.finish(self.context), clocks.map(|clock| clock.all_back)));
            };
            // Null move and exclusion search come before the moves and are no children.
            let is_child = hint.is_some();
            let is_leftmost = branch.is_leftmost && is_first && is_child;
            is_first &= !is_child;
            let (done, length) = self.job(stack, job, Branch { is_root: false, is_leftmost })?;
            let moment = Moment { hint, depth, ..Moment::of(branch) };
            let ends = std::array::from_fn(|place| {
                let waits = !Rule::ALL[place].allows(&moment, self.params);
                clocks[place].run(length[place], waits)
            });
            if let Some(value) = done {
                return Some((value, ends));
            }
        }
    }

    /// Searches one child as often as its node asks for. Returns the value of the node, if the child has
    /// decided it.
    fn job(
        &mut self,
        stack: &mut [N],
        mut job: N::Job,
        branch: Branch,
    ) -> Option<(Option<N::Value>, Chains)> {
        let (node, below) = stack.split_first_mut().expect("the node is on the stack");
        let mut length = Chains::default();
        loop {
            let before = self.context.nodes();
            below[0].enter(self.context, node, &job);
            let opened = below[0].open(self.context, &job);
            let nodes = self.context.nodes() - before;
            let (value, chains) = match opened {
                Opened::Value(value) => (value, Chains::default()),
                Opened::Live => self.search(below, branch)?,
            };
            if self.context.must_stop() {
                return None;
            }
            for (length, chain) in length.iter_mut().zip(chains) {
                *length += nodes + chain;
            }
            match node.absorb(self.context, &job, value, below[0].line()) {
                Absorbed::Research(again) => job = again,
                Absorbed::Continue => return Some((None, length)),
                Absorbed::Settled(value) => return Some((Some(value), length)),
            }
        }
    }
}

impl Moment {
    fn of(Branch { is_root, is_leftmost }: Branch) -> Moment {
        Moment { hint: None, depth: 0, is_root, is_leftmost }
    }
}

/// The time at a node under one rule.
#[derive(Clone, Copy, Default)]
struct Clock {
    /// The start of a job that need not wait: the end of the last job that had to wait.
    free: u64,
    /// When all jobs so far are back.
    all_back: u64,
}

impl Clock {
    /// Runs a job of this length. Returns when it ends.
    fn run(&mut self, length: u64, waits: bool) -> u64 {
        if waits {
            self.free = self.all_back;
        }
        let end = self.free + length;
        if waits {
            self.free = end;
        }
        self.all_back = self.all_back.max(end);
        end
    }
}

#[cfg(test)]
mod tests {
    use cleave_smp::random::Rng;

    use super::*;
    use crate::artificial::{
        ArtificialNode, Explorer, Shape, StopControl, random_shape, sequential,
    };

    fn traced(shape: &Shape, frontier: i32) -> (i32, CriticalPath) {
        let control = StopControl::new();
        let mut explorer = Explorer::new(&control);
        explorer.prepare(shape);
        let mut stack = vec![ArtificialNode::default(); ArtificialNode::STACK];
        stack[0] = ArtificialNode::root(&mut explorer);
        let params = Params::default().with(|params| params.idle_thread_depth = frontier);
        search(&mut explorer, &mut stack, &params).expect("nothing interrupts")
    }

    /// Three children, three plies, perfectly ordered, 19 nodes. They are A and its children AA, AB, AC, then B with
    /// BA, and C with CA, and the leaves below AA (3), AB, AC (1 each), BA, CA (3 each).
    const SMALL: Shape = Shape {
        seed: 1,
        height: 3,
        branching: 3,
        ragged: false,
        ordering: 100,
        granularity: 10,
        phases: false,
        work: 0,
    };

    #[test]
    fn the_chains_of_a_small_tree_have_the_lengths_computed_by_hand() {
        let (_, path) = traced(&SMALL, 1);
        assert_eq!(path.work, 19);
        // dts: AA takes 1 + 1 + 1, A 1 + 3 + 2; BA takes 1 + 1 (all at once), B 1 + 2; the sum is 6 + 3.
        assert_eq!(path.chain(Rule::Dts), 9);
        // ybwc: BA 1 + 1 + 1, B 1 + 3.
        assert_eq!(path.chain(Rule::Ybwc), 10);
        // pv-split: B is searched by one worker: 1 + 1 + 3.
        assert_eq!(path.chain(Rule::PvSplit), 11);
        // root: so is A: 1 + 4 + 2 + 2.
        assert_eq!(path.chain(Rule::Root), 14);
        assert_eq!(path.chain(Rule::Unlimited), 9);
        assert_eq!(path.parallelism(Rule::PvSplit), 19.0 / 11.0);
    }

    #[test]
    fn below_the_frontier_all_but_the_unlimited_rule_wait() {
        let (_, path) = traced(&SMALL, 2);
        // AA is 4 now and A 7, BA 4 and B 5.
        assert_eq!(path.chain(Rule::Dts), 12);
        assert_eq!(path.chain(Rule::Unlimited), 9);
        let (_, path) = traced(&SMALL, 4);
        assert_eq!(path.chain(Rule::Dts), path.work);
    }

    #[test]
    fn a_rule_that_allows_more_never_has_the_longer_chain() {
        let mut rng = Rng::new(1);
        for _ in 0..300 {
            let shape = random_shape(&mut rng, 3_000);
            let (value, path) = traced(&shape, 1 + rng.below(3) as i32);
            let alone = sequential(&shape);
            assert_eq!((value, path.work), (alone.value, alone.visits.nodes), "{shape:?}");
            let chains = [Rule::Root, Rule::PvSplit, Rule::Ybwc, Rule::Dts, Rule::Unlimited]
                .map(|rule| path.chain(rule));
            assert!(chains.is_sorted_by(|one, next| one >= next), "{chains:?} {shape:?}");
            assert!(path.work >= chains[0], "{shape:?}");
        }
    }

    #[test]
    fn a_waiting_job_begins_when_all_are_back_and_the_next_ones_when_it_ends() {
        let mut clock = Clock::default();
        let jobs = [(3, false), (2, false), (4, true), (1, false), (2, false), (1, true)];
        let ends = jobs.map(|(length, waits)| clock.run(length, waits));
        assert_eq!((ends, clock.all_back), ([3, 2, 7, 8, 9, 10], 10));
    }

    #[test]
    fn searches_one_after_another_add_up() {
        let (_, one) = traced(&SMALL, 1);
        let mut both = one;
        both += one;
        assert_eq!((both.work, both.chain(Rule::Ybwc)), (38, 20));
        assert_eq!(both.parallelism(Rule::Root), one.parallelism(Rule::Root));
        assert_eq!(CriticalPath::default().parallelism(Rule::Dts), 1.0);
    }
}
