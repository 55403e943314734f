//! Measuring in real time: every program in turn, again and again.

use std::error::Error;
use std::time::Duration;

use cleave_search::{Backend, Searcher};

use super::Depths;
use super::calibrate_depth::calibrate_depth;
use super::positions::Entry;
use super::split;
use super::timed::TimedSearcher;
use crate::figures::measurement::{Searched, Setting, TeamRuns};
use crate::{processors, progress};

/// Searches every position with every program.
pub(crate) fn measure(
    entries: &[Entry],
    setting: &Setting,
    depths: &Depths,
    backend: Backend,
) -> Result<Vec<Searched>, Box<dyn Error>> {
    processors::warn_if_fewer_than(setting.workers.iter().copied().max().unwrap_or(1));
    // Calibrates depths. The timed searchers must not: they would know some of the positions.
    let mut calibrator = Searcher::new(setting.hash)?;
    let mut sequential = TimedSearcher::sequential(setting.hash)?;
    let split = split::params(&setting.split)?;
    let mut teams = Vec::new();
    for (algorithm, workers) in setting.teams() {
        let team = TimedSearcher::team(algorithm, workers, backend, setting.hash)?;
        teams.push(team.splitting(split));
    }
    let searches = entries.len() * setting.runs * (1 + teams.len());
    let bar = progress::bar("searches", searches as u64);
    let mut all = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        bar.set_message(entry.id.clone());
        bar.tick();
        let depth = match depths {
            Depths::Same(depth) => *depth,
            Depths::Each(depths) => depths[index],
            Depths::Time(time) => {
                let by_the_clock = |elapsed: Duration, _| elapsed;
                calibrate_depth(&mut calibrator, &entry.position, *time, by_the_clock)
            }
        };
        let mut searched = Searched {
            set: entry.set.clone(),
            id: entry.id.clone(),
            fen: entry.fen.clone(),
            depth,
            sequential: Vec::new(),
            teams: setting
                .teams()
                .into_iter()
                .map(|(algorithm, workers)| TeamRuns { algorithm, workers, runs: Vec::new() })
                .collect(),
        };
        for perturbation in 0..setting.runs as u64 {
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
