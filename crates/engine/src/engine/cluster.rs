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

/// Other machines that search along. The engine works without any; `cleave-cluster` has some.
pub trait Cluster {
    /// Searches as [`Searcher::search`] does, with the help of the others, which first get these
    /// settings.
    fn search(
        &mut self,
        searcher: &mut Searcher,
        settings: &[Setting],
        search: &SearchTask,
        host: &mut dyn Host,
    ) -> Outcome;

    /// Takes in what the others say, and repeats what they must know; never waits. Called several
    /// times a second while the program waits for input.
    fn keep_in_touch(&mut self);

    /// A new game begins.
    fn new_game(&mut self);

    /// What has been sent, received and used since the program began: lines for the curious.
    fn statistics(&self) -> Vec<String>;

    /// What the user ought to know and has not been told yet.
    fn take_warnings(&mut self) -> Vec<String>;
}

/// True if others may take part: one that is limited to a number of nodes, such as play below full
/// strength, is the same wherever it runs.
pub(crate) fn may_help(search: &SearchTask) -> bool {
    search.limits.nodes.is_none() && !matches!(search.limits.pace, Pace::Nodes(_))
}

/// Says what the other machines have done, and what is wrong with them.
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
