//! The configuration of searches by commands that work on files.

use cleave_search::team::Algorithm;
use cleave_tools::searching::{EvaluatedBy, SearchOptions};

use super::configuration::Configuration;
use super::error::ConfigurationError;
use super::general::BACKENDS;
use super::option::Change;

impl Configuration {
    /// Returns the default search of `cleave annotate`, `test` and `analyse`: with this table, these workers, this
    /// network and these endgame tables.
    ///
    /// # Errors
    /// Any option cannot have its value.
    pub fn search_options(&self) -> Result<SearchOptions, ConfigurationError> {
        let changes = self.read()?;
        let mut options = SearchOptions::default();
        let mut uses_tables = true;
        let (mut network, mut by_network) = ("", true);
        for (entry, change) in changes {
            match (entry.name, change) {
                ("Hash", Change::Number(_, mib)) => options.hash = Some(mib as usize),
                ("Threads", Change::Number(_, cores)) => options.workers = Some(cores as u16),
                ("Backend", Change::Choice(_, choice)) => {
                    options.backend = Some(BACKENDS[choice]);
                }
                ("Algorithm", Change::Choice(_, choice)) => {
                    options.algorithm = Some(Algorithm::ALL[choice]);
                }
                // Naming a network switches it on. The last setting counts.
                ("EvalFile", Change::File(_, file)) => {
                    network = file;
                    by_network |= !file.is_empty();
                }
                ("Use NNUE", Change::Check(_, on)) => by_network = on,
                ("SyzygyPath", Change::File(_, path)) => options.syzygy = Some(path.into()),
                ("SyzygyProbeLimit", Change::Number(_, pieces)) => uses_tables = pieces > 0,
                _ => {}
            }
        }
        options.evaluated_by = EvaluatedBy::chosen(network, by_network);
        options.syzygy = options.syzygy.filter(|path| uses_tables && !path.is_empty());
        Ok(options)
    }
}
