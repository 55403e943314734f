//! Communicates with the rest of a cluster, if there is one, and takes over the findings of other ranks.

use cleave_board::Value;

use super::SearchContext;
use crate::cluster::Exchange;
use crate::cluster::{Aim, Finding};
use crate::root::value::RootValue;
use crate::root::value::Verdict;
use crate::units::Depth;

impl<'a> SearchContext<'a> {
    /// Returns the depth of the next iteration: `next`, unless the cluster has reached that depth already.
    pub(crate) fn choose_depth(&mut self, next: Depth) -> Depth {
        let view = self.view();
        match self.control.cluster() {
            Some(cluster) => Depth::new(cluster.choose_depth(&view, next.get() as u32) as i32),
            None => next,
        }
    }

    /// Informs the cluster that a search of the root for the best line begins.
    pub(crate) fn announce_root(&mut self, (alpha, beta): (Value, Value)) {
        let view = self.view();
        let aim = Aim { depth: self.setup.iteration.get() as u32, alpha, beta };
        if let Some(cluster) = self.control.cluster() {
            cluster.begin(&view, &aim);
        }
    }

    /// Informs the cluster of the result of a search of the root for the best line.
    pub(crate) fn announce_result(&mut self, verdict: Verdict) {
        let view = self.view();
        let Some((best, (_, value))) = self.root.get(0).zip(self.root.best()) else { return };
        let (depth, line) = (self.setup.iteration.get() as u32, best.line().moves().to_vec());
        if let Some(cluster) = self.control.cluster() {
            cluster.finished(&view, &Finding { depth, value, verdict, line });
        }
    }

    /// Exchanges entries and results, and stops the search of the root if its result is known.
    #[cold]
    pub(super) fn exchange(&mut self) {
        let view = self.view();
        let Some(cluster) = self.control.cluster() else { return };
        let Some(finding) = cluster.exchange(&view) else { return };
        // The search may be confined to some of the moves.
        if finding.line.first().is_some_and(|&mv| self.root.contains(mv)) {
            self.control.supersede(finding);
        }
    }

    /// Takes over another rank's finding, if it has stopped the search of the root, together with its iteration.
    pub(crate) fn take_over(&mut self, (alpha, beta): (Value, Value)) -> Option<RootValue> {
        let Finding { depth, value, verdict, line } = self.control.take_finding()?;
        if let Some(cluster) = self.control.cluster() {
            cluster.taken_over();
        }
        let depth = Depth::new(depth as i32);
        if depth > self.setup.iteration {
            self.begin_iteration(depth, false);
        }
        let window = match verdict {
            Verdict::Exact => (-Value::INFINITE, Value::INFINITE),
            Verdict::AtLeast | Verdict::AtMost => (alpha, beta),
        };
        self.root.take_over(value, verdict, &line);
        Some(RootValue { value, window })
    }

    /// Exchanges entries and results while a search that has finished waits for the host.
    pub(super) fn exchange_while_waiting(&mut self) {
        let view = self.view();
        if let Some(cluster) = self.control.cluster() {
            // The search has finished, so no search is under way that could be settled.
            cluster.exchange(&view);
        }
    }

    fn view(&self) -> Exchange<'a> {
        Exchange::new(self.shared.table, self.shared.traffic, self.control.driver_time())
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::{Move, Position};
    use cleave_clock::Signal;

    use super::*;
    use crate::cluster::Cluster;
    use crate::control::host::{Host, Status, Thinking};
    use crate::testing::mv;
    use crate::{Limits, Root, Searcher};

    /// The iteration in which the other rank is faster.
    const ITERATION: u32 = 11;

    /// Another rank, which finds the result of that iteration first: this move. By then the first move has been
    /// searched here.
    struct OtherRank {
        best: Move,
        /// The search under way here, and its current root move.
        aim: Option<Aim>,
        number: usize,
        calls: Vec<&'static str>,
        shown: Vec<Thinking>,
    }

    impl OtherRank {
        fn new(position: &Position) -> OtherRank {
            let best = mv(position, "h4");
            OtherRank { best, aim: None, number: 0, calls: Vec::new(), shown: Vec::new() }
        }

        /// Returns the number of times that the search has called this.
        fn count(&self, call: &str) -> usize {
            self.calls.iter().filter(|other| **other == call).count()
        }
    }

    impl Cluster for OtherRank {
        fn choose_depth(&mut self, _: &Exchange<'_>, next: u32) -> u32 {
            self.calls.push("choose_depth");
            next
        }

        fn begin(&mut self, _: &Exchange<'_>, aim: &Aim) {
            self.calls.push("begin");
            self.aim = Some(*aim);
        }

        fn exchange(&mut self, _: &Exchange<'_>) -> Option<Finding> {
            let is_here = |aim: &Aim| aim.depth == ITERATION && self.number > 1;
            let Aim { depth, .. } = self.aim.filter(is_here)?;
            let value = Value::new(7);
            Some(Finding { depth, value, verdict: Verdict::Exact, line: vec![self.best] })
        }

        fn taken_over(&mut self) {
            self.calls.push("taken_over");
        }

        fn finished(&mut self, _: &Exchange<'_>, _: &Finding) {
            self.calls.push("finished");
        }
    }

    impl Host for OtherRank {
        fn poll(&mut self, status: &Status) -> Signal {
            self.number = status.move_number;
            Signal::Continue
        }

        fn thinking(&mut self, line: &Thinking) {
            self.shown.push(line.clone());
        }

        fn cluster(&mut self) -> Option<&mut dyn Cluster> {
            Some(self)
        }
    }

    fn search(multi_pv: usize) -> OtherRank {
        let position = Position::start();
        let mut other = OtherRank::new(&position);
        let limits = Limits { multi_pv, ..Limits::to_depth(ITERATION + 1) };
        let mut searcher = Searcher::new(1).expect("1 MiB is available");
        searcher.search(&Root::from(position), &limits, &mut other);
        other
    }

    /// The search that it interrupts has found nothing worth showing in addition.
    #[test]
    fn a_finding_of_another_rank_replaces_the_iteration() {
        let other = search(1);
        assert_eq!(other.count("choose_depth"), ITERATION as usize + 1);
        assert_eq!(other.count("taken_over"), 1);
        assert!(other.count("begin") > other.count("finished"), "one was given up");
        assert!(other.count("finished") >= ITERATION as usize);
        let shown: Vec<_> = other.shown.iter().filter(|shown| shown.depth == ITERATION).collect();
        let [line] = shown.as_slice() else { panic!("one line: {shown:?}") };
        assert_eq!((line.value, &line.line[..]), (Value::new(7), &[other.best][..]));
    }

    /// Ranks agree on the best line only.
    #[test]
    fn a_search_for_several_lines_is_not_shared_with_other_ranks() {
        let other = search(2);
        assert!(other.calls.is_empty(), "{:?}", other.calls);
        let is_second = |shown: &Thinking| shown.rank == 2 && shown.depth == ITERATION;
        assert!(other.shown.iter().any(is_second));
    }
}
