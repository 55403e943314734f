//! Measuring in real time: every program in turn, again and again.

use cleave_search::Searcher;
use cleave_search::team::Backend;

use super::plan::Plan;
use super::searched::Searched;
use super::timed::TimedSearcher;
use crate::error::Result;
use crate::options::split;
use crate::searches::TestPosition;
use crate::searches::depth::Time;
use crate::{processors, progress};

/// Searches every position with every program.
pub(crate) fn measure(
    positions: &[TestPosition],
    plan: &Plan,
    backend: Backend,
) -> Result<Vec<Searched>> {
    processors::warn_if_fewer_than(plan.workers.iter().copied().max().unwrap_or(1));
    // Calibrates depths. The timed searchers must not: they would know some of the positions.
    let mut calibrator = Searcher::new(plan.hash)?;
    let mut sequential = TimedSearcher::sequential(plan.hash)?;
    let split = split::params(&plan.split)?;
    let mut teams = Vec::new();
    for team in plan.teams() {
        let team = TimedSearcher::team(team.algorithm, team.workers, backend, plan.hash)?;
        teams.push(team.splitting(split));
    }
    let searches = positions.len() * plan.runs * (1 + teams.len());
    let bar = progress::bar("searches", searches as u64);
    let mut all = Vec::new();
    for entry in positions {
        bar.set_message(entry.id.clone());
        bar.tick();
        let depth = plan.goal.depth(&mut calibrator, &entry.position, Time::Real);
        let mut searched = Searched::new(entry, depth, plan, |_| Vec::new());
        for perturbation in 0..plan.runs as u64 {
            searched.sequential.push(sequential.run(&entry.position, depth, perturbation));
            bar.inc(1);
            for (team, runs) in teams.iter_mut().zip(&mut searched.teams) {
                runs.runs.push(team.run(&entry.position, depth, perturbation));
                bar.inc(1);
            }
        }
        all.push(searched);
    }
    bar.finish_and_clear();
    Ok(all)
}
