//! Measuring in real time: every program in turn, again and again.

use cleave_board::Position;
use cleave_kit::Result;
use cleave_kit::{processors, progress};
use cleave_search::Searcher;
use cleave_search::team::Backend;

use super::in_turn::{Program, Programs};
use super::plan::Plan;
use super::run::Run;
use super::searched::Searched;
use super::timed::TimedSearcher;
use crate::options::split;
use crate::searches::depth::Time;
use crate::searches::{Team, TestPosition};

/// Searches every position with every program.
pub(crate) fn measure(
    positions: &[TestPosition],
    plan: &Plan,
    backend: Backend,
) -> Result<Vec<Searched>> {
    processors::warn_if_fewer_than(plan.workers.iter().copied().max().unwrap_or(1));
    // Calibrates depths. The timed searchers must not: they would know some of the positions.
    let mut calibrator = Searcher::new(plan.hash)?;
    let split = split::params(&plan.split)?;
    let team = |team: Team| -> Result<TimedSearcher> {
        let team = TimedSearcher::team(team.algorithm, team.workers, backend, plan.hash)?;
        Ok(team.splitting(split))
    };
    let mut programs = Programs {
        sequential: TimedSearcher::sequential(plan.hash)?,
        teams: plan.teams().into_iter().map(team).collect::<Result<_>>()?,
    };
    let bar = progress::bar("searches", (positions.len() * programs.searches(plan)) as u64);
    let search = |entry: &TestPosition| {
        bar.set_message(entry.id.clone());
        bar.tick();
        let depth = plan.goal.depth(&mut calibrator, &entry.position, Time::Real);
        programs.search(entry, depth, plan, &bar)
    };
    let all = positions.iter().map(search).collect();
    bar.finish_and_clear();
    Ok(all)
}

impl Program<Position> for TimedSearcher {
    fn run(&mut self, position: &Position, depth: u32, perturbation: u64) -> Run {
        TimedSearcher::run(self, position, depth, perturbation)
    }
}
