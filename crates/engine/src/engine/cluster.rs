//! Other machines that take part in the engine's searches, as the engine sees them.

use cleave_search::settings::Pace;
use cleave_search::{Host, Outcome, Searcher};

use super::Engine;
use super::observer::Observer;
use crate::client::notice::Notice;
use crate::task::SearchTask;

/// Milliseconds between two calls of [`Cluster::keep_in_touch`].
pub(crate) const PAUSE: u8 = 50;

/// An option and its value, as a user writes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name of the option.
    pub name: &'static str,
    /// Its value.
    pub value: String,
}

/// Other machines that take part in searches. The engine works without any. `cleave-cluster` has some.
pub trait Cluster {
    /// Searches as [`Searcher::search`] does, with the help of the others. They first receive these settings.
    fn search(
        &mut self,
        searcher: &mut Searcher,
        settings: &[Setting],
        search: &SearchTask,
        host: &mut dyn Host,
    ) -> Outcome;

    /// Receives the messages of the others, and repeats important ones. Never waits. Called several times a second
    /// while the program waits for input.
    fn keep_in_touch(&mut self);

    /// Called when a new game begins.
    fn new_game(&mut self);

    /// Returns statistics since the program began: entries sent, received and used.
    fn statistics(&self) -> Vec<String>;

    /// Returns warnings for the user that have not been returned yet.
    fn take_warnings(&mut self) -> Vec<String>;
}

/// Returns true if others may take part. A search limited to a number of nodes, as for play below full strength, must
/// give the same result everywhere.
pub(crate) fn may_help(search: &SearchTask) -> bool {
    search.limits.nodes.is_none() && !matches!(search.limits.pace, Pace::Nodes(_))
}

/// Reports the work of the other machines, and their problems.
pub(super) struct ClusterReport;

impl Observer for ClusterReport {
    fn end(&mut self, engine: &mut Engine, search: &SearchTask, _: &Outcome) {
        let Engine { session, cluster: Some(cluster), .. } = engine else { return };
        if !may_help(search) {
            return;
        }
        if session.settings.shown.shows_statistics() {
            for line in cluster.statistics() {
                session.client.say(&Notice::Comment(&line));
            }
        }
        for warning in cluster.take_warnings() {
            session.client.say(&Notice::Warning(&warning));
        }
    }
}
