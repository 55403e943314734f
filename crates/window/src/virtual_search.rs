//! Makes one search in virtual time.

use cleave_search::driver::ChessNode;
use cleave_search::driver::{
    Depth, Driver, DriverParts, RootRequest, RootValue, SearchContext, TeamDriver,
};
use cleave_search::team::Stats;
use cleave_search::{Host, Limits, Outcome, Root, Searcher, Signal, Status, Thinking};
use cleave_smp::ArenaError;
use cleave_virtual_time::virtual_time::{CostModel, Machine, Ticks, VirtualRun, VirtualTeam};

/// The measured prices of a machine.
const COSTS: &str = include_str!("../../../data/costs.json");

/// Returns the measured prices of data/costs.json, which the laboratory takes by default.
pub fn measured_costs() -> CostModel {
    serde_json::from_str(COSTS).expect("a test reads it")
}

/// A host that remembers whether it has stopped a search.
pub(crate) struct Remembering<'h> {
    host: &'h mut dyn Host,
    has_stopped: bool,
}

impl<'h> Remembering<'h> {
    pub(crate) fn of(host: &'h mut dyn Host) -> Remembering<'h> {
        Remembering { host, has_stopped: false }
    }

    /// Returns none if the host has stopped a search.
    pub(crate) fn must_go_on(&self) -> Option<()> {
        (!self.has_stopped).then_some(())
    }
}

impl Host for Remembering<'_> {
    fn poll(&mut self, status: &Status) -> Signal {
        let signal = self.host.poll(status);
        self.has_stopped |= matches!(signal, Signal::Stop);
        signal
    }

    fn thinking(&mut self, thinking: &Thinking) {
        self.host.thinking(thinking);
    }
}

/// The setup of a search in virtual time.
#[derive(Clone, Copy, Debug)]
pub struct VirtualSearch {
    /// The machine.
    pub machine: Machine,
    /// Stop after this virtual time, but not before one iteration is finished. `None` means no
    /// limit.
    pub time: Option<Ticks>,
}

impl VirtualSearch {
    /// Returns a search on this machine without a limit of time.
    pub fn on(machine: Machine) -> VirtualSearch {
        VirtualSearch { machine, time: None }
    }

    /// Searches with the table and the history of this searcher. A limit of wall-clock time makes
    /// no sense here.
    ///
    /// # Errors
    /// The number of workers is out of range, or their memory is not available.
    pub fn run(
        &self,
        searcher: &mut Searcher,
        root: &Root,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Result<(Outcome, VirtualRun), ArenaError> {
        searcher.make_room_for(self.machine.workers)?;
        // Without a depth the search would wait for its host after the time is up.
        let depth = limits.depth.or(self.time.map(|_| Limits::DEEPEST));
        let limits = Limits { depth, ..limits.clone() };
        Ok(searcher.search_by(root, &limits, host, |session| self.run_with(session)))
    }

    fn run_with(&self, session: DriverParts<'_>) -> (Outcome, VirtualRun) {
        let DriverParts { arena, params, helpers, clock, search, .. } = session;
        let mut team = VirtualTeam::new(arena, self.machine, params, helpers);
        team.show_time_on(clock);
        let mut driver = VirtualDriver { driver: TeamDriver::new(&mut team), time: self.time };
        let outcome = search.run(&mut driver);
        (outcome, team.run())
    }
}

/// A team in virtual time that stops the search when the time is up.
struct VirtualDriver<'d, 't, 'c> {
    driver: TeamDriver<'d, VirtualTeam<'t, 'c, ChessNode>>,
    time: Option<Ticks>,
}

impl Driver for VirtualDriver<'_, '_, '_> {
    fn search_root(
        &mut self,
        context: &mut SearchContext<'_>,
        request: &RootRequest,
    ) -> Option<RootValue> {
        // The first iteration is always finished, so there is a move to play.
        let has_move = context.has_move();
        self.driver.team.set_deadline(self.time.filter(|_| has_move));
        let value = self.driver.search_root(context, request);
        if value.is_none() && self.driver.team.is_time_up() {
            context.stop();
        }
        value
    }

    fn has_begun(&self, iteration: Depth) -> bool {
        self.driver.has_begun(iteration)
    }

    fn finish(&mut self, context: &mut SearchContext<'_>) {
        self.driver.finish(context);
    }

    fn stats(&self) -> Option<&Stats> {
        self.driver.stats()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Counts polls, and stops a search at one of them.
    pub(crate) struct StopsAt<'p> {
        pub(crate) poll: u32,
        pub(crate) polls: &'p mut u32,
    }

    impl Host for StopsAt<'_> {
        fn poll(&mut self, _: &Status) -> Signal {
            *self.polls += 1;
            if *self.polls == self.poll { Signal::Stop } else { Signal::Continue }
        }

        fn thinking(&mut self, _: &Thinking) {}
    }
}
