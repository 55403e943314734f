//! Begins a search: the main worker publishes the data that the others need.

use cleave_sync::Instant;

use super::peer::Peer;
use super::root_search::RootSearch;
use crate::arena::{Alarmed, SearchSetup};
use crate::event::{Counters, Event};
use crate::node::Node;
use crate::params::Params;

impl<N: Node> Peer<'_, N> {
    /// Publishes the setup of a new search. The worker that begins the search calls this, while no worker is busy.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn publish(
        &mut self,
        context: &mut N::Context<'_>,
        search: &RootSearch<'_, N>,
        params: &Params,
    ) -> Result<(), Alarmed> {
        self.common.begin_search();
        self.meter.begin_search(self.id);
        self.tree = self.common.team_state().under_way();
        for id in self.common.team() {
            self.common.mailbox(id).begin_search();
        }
        self.put_setup(search, params)?;
        self.counters = Counters::default();
        self.report(Event::Entered { looks: 0 });
        self.start_search(context, search.setup);
        self.busy_since = Instant::now();
        Ok(())
    }

    /// Makes the next iteration the one under way. The main worker calls this after the end of the iteration before.
    ///
    /// # Errors
    /// The alarm is on.
    pub(super) fn adopt_next(
        &mut self,
        context: &mut N::Context<'_>,
        search: &RootSearch<'_, N>,
        params: &Params,
    ) -> Result<(), Alarmed> {
        self.put_setup(search, params)?;
        log::trace!("{} adopts the next iteration", self.id);
        self.common.team_state().adopt_next();
        self.start_search(context, search.setup);
        Ok(())
    }

    fn put_setup(&mut self, search: &RootSearch<'_, N>, params: &Params) -> Result<(), Alarmed> {
        let team_state = self.common.team_state();
        let params = params.for_search(team_state.team_size(), search.root.depth());
        let search_setup = &team_state.search_setup;
        search_setup.lock(&self.lock_context)?.put(SearchSetup { setup: *search.setup, params });
        self.params = params;
        Ok(())
    }
}
