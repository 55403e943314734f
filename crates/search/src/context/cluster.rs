//! Asking the rest of a cluster, if there is one, and taking over what another rank has found.

use cleave_board::Value;

use super::SearchContext;
use crate::cluster::Exchange;
use crate::cluster::{Aim, Finding};
use crate::root::value::RootValue;
use crate::root::value::Verdict;
use crate::units::Depth;

impl<'a> SearchContext<'a> {
    /// The depth of the next iteration: `next`, unless the cluster knows that deep already.
    pub(crate) fn choose_depth(&mut self, next: Depth) -> Depth {
        let view = self.view();
        match self.control.cluster() {
            Some(cluster) => Depth::new(cluster.choose_depth(&view, next.get() as u32) as i32),
            None => next,
        }
    }

    /// Tells the cluster that a search of the root for the best line begins.
    pub(crate) fn announce_root(&mut self, (alpha, beta): (Value, Value)) {
        let view = self.view();
        let aim = Aim { depth: self.setup.iteration.get() as u32, alpha, beta };
        if let Some(cluster) = self.control.cluster() {
            cluster.begin(&view, &aim);
        }
    }

    /// Tells the cluster what a search of the root for the best line has found.
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

    /// Takes over what another rank has found, if that has stopped the search of the root, and the
    /// iteration that it belongs to.
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
            // The search has finished: nothing is under way that could be settled.
            cluster.exchange(&view);
        }
    }

    fn view(&self) -> Exchange<'a> {
        Exchange::new(self.shared.table, self.shared.traffic, self.control.driver_time())
    }
}
