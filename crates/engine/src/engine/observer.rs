//! Actions before each search begins, and after it ends but before the protocol concludes it.

use cleave_search::Outcome;

use super::Engine;
use super::adaptive_table::AdaptiveTable;
use super::cluster::ClusterReport;
use super::missing_workers::MissingWorkers;
use super::statistics::Statistics;
use crate::conversation::protocol::Protocol;
use crate::options::tablebase::TableProblems;
use crate::task::SearchTask;

/// An action before and after a search.
pub(crate) trait Observer {
    /// Called when a search in this protocol is about to begin.
    fn begin(&mut self, _: &mut Engine, _: &SearchTask, _: &dyn Protocol) {}

    /// Called when the search has ended.
    fn end(&mut self, engine: &mut Engine, search: &SearchTask, outcome: &Outcome);
}

/// Returns all observers, in the order of their messages.
pub(crate) fn all() -> [Box<dyn Observer>; 5] {
    [
        Box::new(Statistics),
        Box::new(ClusterReport),
        Box::new(MissingWorkers),
        Box::new(AdaptiveTable::default()),
        Box::new(TableProblems),
    ]
}
