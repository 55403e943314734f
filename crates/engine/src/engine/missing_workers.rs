//! Workers that the user has requested but that do not search, because a processor or memory is missing or because they
//! have died.

use cleave_search::Outcome;
use cleave_search::resources;

use super::Engine;
use super::observer::Observer;
use crate::client::notice::Notice;
use crate::conversation::protocol::Protocol;
use crate::task::SearchTask;

/// Warns if the team is smaller than the user knows.
pub(super) struct MissingWorkers;

impl Observer for MissingWorkers {
    fn begin(&mut self, engine: &mut Engine, _: &SearchTask, _: &dyn Protocol) {
        engine.report_missing_processors();
    }

    fn end(&mut self, engine: &mut Engine, _: &SearchTask, outcome: &Outcome) {
        let Engine { session, searcher, known_workers, .. } = engine;
        let workers = outcome.stats.as_ref().map_or(0, |stats| stats.workers.len());
        if workers == 0 {
            return;
        }
        if let Some(missing) = resources::missing_tables(searcher) {
            session.client.say(&Notice::Warning(&missing));
        }
        if workers < *known_workers {
            let missing = resources::missing_workers(workers, searcher);
            session.client.say(&Notice::Warning(&missing));
        }
        *known_workers = workers;
    }
}

impl Engine {
    /// Warns if there are fewer processors than requested workers, unless the user knows.
    pub fn report_missing_processors(&mut self) {
        if let Some(warning) = self.take_processor_warning() {
            self.session.client.say(&Notice::Warning(&warning));
        }
    }

    /// Returns the warning about fewer processors than requested workers, unless the user knows. From then on the user
    /// knows.
    pub fn take_processor_warning(&mut self) -> Option<String> {
        let workers = self.searcher.team_size();
        if workers >= self.known_workers {
            return None;
        }
        self.known_workers = workers;
        resources::missing_processors(&self.searcher)
    }
}
