//! Measuring in virtual time: it is exact, so programs need not take turns, and all processors measure at
//! once. Every search can be kept in a file as it is done: trees of the size of the published ones take
//! hours.

use std::time::{Duration, Instant};

use cleave_kit::experiment::{Entries, Entry, Experiment};
use cleave_kit::{Error, Result};
use cleave_search::team::SplitParams;
use cleave_search::{SearchMode, Searcher};
use serde::{Deserialize, Serialize};

use super::plan::{Plan, VirtualTime};
use super::run::Run;
use super::searched::Searched;
use crate::options::split;
use crate::searches::roots::{self, SearchKey};
use crate::searches::{
    Goal, Roots, Team, TestPosition, become_team, perturb, search, search_virtual,
};
use crate::setting::Setting;

/// A search that has been done.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptSearch {
    /// The file of the position, and its id there.
    position: String,
    fen: String,
    /// The number of the perturbation and of the jitter.
    seed: u64,
    /// Who searched; none is P_seq.
    team: Option<Team>,
    depth: u32,
    run: Run,
}

impl Entry for KeptSearch {
    type Key = SearchKey;
    type Team = Option<Team>;

    fn key(&self) -> SearchKey {
        (self.position.clone(), self.seed, self.team)
    }

    fn team(&self) -> Option<Team> {
        self.team
    }
}

/// The searches of a measurement: of every position by every program with every seed, each of which has
/// its own perturbation.
pub(crate) struct Searches<'p> {
    positions: &'p [TestPosition],
    roots: Roots<'p>,
    virtual_time: VirtualTime,
    split: SplitParams,
    setting: Setting<Goal>,
}

impl<'p> Searches<'p> {
    /// The searches of this plan, from these positions.
    ///
    /// # Errors
    /// Two positions have the same name, or the plan changes a parameter of splitting that there is not.
    pub(crate) fn new(
        positions: &'p [TestPosition],
        plan: &Plan,
        virtual_time: VirtualTime,
    ) -> Result<Searches<'p>> {
        let Plan { goal, hash, split, .. } = plan.clone();
        let VirtualTime { costs, jitter, .. } = virtual_time;
        Ok(Searches {
            positions,
            roots: Roots::new(positions, goal, costs)?,
            virtual_time,
            split: split::params(&split)?,
            setting: Setting { goal, hash, jitter, split, costs, bench: None },
        })
    }

    /// Each position is searched to the same depth as in these searches.
    pub(crate) fn set_depths(&self, real: &[Searched]) {
        for (position, searched) in self.positions.iter().zip(real) {
            self.roots.set_depth(&position.name(), searched.depth);
        }
    }

    /// All searches: seed by seed, with P_seq first for each.
    pub(super) fn keys(&self, plan: &Plan) -> Vec<SearchKey> {
        (0..plan.runs).flat_map(|run| self.of_seed(plan, run)).collect()
    }

    fn seed(&self, run: usize) -> u64 {
        self.virtual_time.seed.wrapping_add(run as u64)
    }

    /// The searches with the seed of this number.
    fn of_seed(&self, plan: &Plan, run: usize) -> Vec<SearchKey> {
        roots::of_seed(self.positions, self.seed(run), &plan.teams())
    }

    /// Sorts what has been found. If the last seeds are incomplete they are left out, and the plan says so.
    ///
    /// # Errors
    /// No seed is complete.
    fn collect(&self, plan: &mut Plan, found: &Entries<KeptSearch>) -> Result<Vec<Searched>> {
        let is_whole =
            |run: &usize| self.of_seed(plan, *run).iter().all(|key| found.contains_key(key));
        plan.runs = (0..plan.runs).take_while(is_whole).count();
        if plan.runs == 0 {
            let reason = "the budget does not suffice for one seed of all positions";
            return Err(Error::refused(reason));
        }
        let searched = |position: &TestPosition| {
            let of = |run, team| &found[&(position.name(), self.seed(run), team)];
            let runs = |team| (0..plan.runs).map(|run| of(run, team).run.clone()).collect();
            Searched::new(position, of(0, None).depth, plan, runs)
        };
        Ok(self.positions.iter().map(searched).collect())
    }
}

impl Experiment for Searches<'_> {
    type Entry = KeptSearch;
    type Setting = Setting<Goal>;
    type Worker = Searcher;

    const PIECES: &'static str = "searches";

    fn setting(&self) -> &Setting<Goal> {
        &self.setting
    }

    fn worker(&self) -> Result<Searcher> {
        Ok(Searcher::new(self.setting.hash)?)
    }

    fn learn(&mut self, done: &Entries<KeptSearch>, due: &[SearchKey]) -> Result<()> {
        for KeptSearch { position, fen, .. } in done.values() {
            let here = self.roots.position(position);
            if let Some(here) = here.filter(|here| here.fen != *fen) {
                let reason = format!("{position} is {fen} in the file, not {}", here.fen);
                return Err(Error::refused(reason));
            }
        }
        self.roots.learn(done, due, |search| Some(search.depth));
        Ok(())
    }

    fn perform(&self, searcher: &mut Searcher, key: &SearchKey) -> Result<KeptSearch> {
        let (name, seed, team) = key.clone();
        let (position, depth) = self.roots.get(&name, searcher);
        let run = match team {
            None => self.alone(searcher, position, depth, seed)?,
            Some(team) => self.run_virtual(searcher, position, depth, seed, team)?,
        };
        Ok(KeptSearch { position: name, fen: position.fen.clone(), seed, team, depth, run })
    }
}

impl Searches<'_> {
    /// P_seq: its time is that of its nodes.
    fn alone(
        &self,
        searcher: &mut Searcher,
        position: &TestPosition,
        depth: u32,
        seed: u64,
    ) -> Result<Run> {
        searcher.set_mode(SearchMode::Sequential)?;
        perturb(searcher, seed);
        let outcome = search(searcher, &position.position, depth);
        let time = self.setting.costs.sequential(outcome.nodes);
        Ok(Run { team: None, ..Run::of_chess(&outcome, time.into()) })
    }

    fn run_virtual(
        &self,
        searcher: &mut Searcher,
        position: &TestPosition,
        depth: u32,
        seed: u64,
        team: Team,
    ) -> Result<Run> {
        let machine = self.virtual_time.machine(team.workers, seed);
        become_team(searcher, team, self.split, seed)?;
        let (outcome, run) = search_virtual(searcher, machine, &position.position, depth)?;
        Ok(Run::of_chess(&outcome, run.time.into()).with_virtual_run(seed, &run))
    }
}

/// Measures what the file has not yet. If the budget of time is short, the last seeds are left out, and the
/// plan says so.
///
/// # Errors
/// A team of this size is not possible, the budget does not suffice for one seed, or the file cannot be
/// used.
pub(crate) fn measure(
    searches: &mut Searches<'_>,
    plan: &mut Plan,
    budget: Option<Duration>,
    file: Option<&cleave_kit::files::Destination>,
) -> Result<Vec<Searched>> {
    let deadline = budget.map(|budget| Instant::now() + budget);
    let keys = searches.keys(plan);
    let found = cleave_kit::experiment::complete(searches, file, &keys, deadline)?;
    searches.collect(plan, &found)
}

#[cfg(test)]
mod tests;
