//! What happens beside a search: before it begins, and after its end, before the protocol is told the result.

use cleave_search::Outcome;

use super::Engine;
use super::adaptive_table::AdaptiveTable;
use super::cluster::ClusterReport;
use super::missing_workers::MissingWorkers;
use super::statistics::Statistics;
use crate::conversation::protocol::Protocol;
use crate::options::tablebase::TableProblems;
use crate::task::SearchTask;

/// Something that happens beside a search.
pub(crate) trait Observer {
    /// A search in this protocol is about to begin.
    fn begin(&mut self, _: &mut Engine, _: &SearchTask, _: &dyn Protocol) {}

    /// The search has ended.
    fn end(&mut self, engine: &mut Engine, search: &SearchTask, outcome: &Outcome);
}

/// All observers, in the order in which they speak.
pub(crate) fn all() -> [Box<dyn Observer>; 5] {
    [
        Box::new(Statistics),
        Box::new(ClusterReport),
        Box::new(MissingWorkers),
        Box::new(AdaptiveTable::default()),
        Box::new(TableProblems),
    ]
}
