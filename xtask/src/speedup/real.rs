//! Real time: everybody in turn, again and again.

use std::error::Error;
use std::time::Duration;

use cleave_search::{Backend, Searcher};
use indicatif::{ProgressBar, ProgressStyle};

use super::Aim;
use super::contestant::Contestant;
use super::positions::Entry;
use super::{scout, split};
use crate::figures::measurement::{Searched, Setting, TeamRuns};

/// Searches every position with every program.
pub(crate) fn measure(
    entries: &[Entry],
    setting: &Setting,
    aim: &Aim,
    backend: Backend,
) -> Result<Vec<Searched>, Box<dyn Error>> {
    // Finds the depths; not one of the contestants, which would know some of the positions then.
    let mut scout = Searcher::new(setting.hash)?;
    let mut sequential = Contestant::sequential(setting.hash)?;
    let split = split::params(&setting.split)?;
    let mut teams = Vec::new();
    for &workers in &setting.workers {
        teams.push(Contestant::team(workers, backend, setting.hash)?.splitting(split));
    }
    let searches = entries.len() * setting.runs * (1 + teams.len());
    // Without a thread that ticks: a process is forked only while it has one thread.
    let bar = ProgressBar::new(searches as u64).with_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len} searches, {elapsed} gone, {eta} left  {msg}",
    )?);
    let mut all = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        bar.set_message(entry.id.clone());
        bar.tick();
        let depth = match aim {
            Aim::Depth(depth) => *depth,
            Aim::Depths(depths) => depths[index],
            Aim::Time(time) => {
                let by_the_clock = |elapsed: Duration, _| elapsed;
                scout::depth_near(&mut scout, &entry.position, *time, by_the_clock)
            }
        };
        let mut searched = Searched {
            set: entry.set.clone(),
            id: entry.id.clone(),
            fen: entry.fen.clone(),
            depth,
            sequential: Vec::new(),
            teams: setting
                .workers
                .iter()
                .map(|&workers| TeamRuns { workers, runs: Vec::new() })
                .collect(),
        };
        for prelude in 0..setting.runs as u64 {
            searched.sequential.push(sequential.run(&entry.position, depth, prelude));
            bar.inc(1);
            for (team, runs) in teams.iter_mut().zip(&mut searched.teams) {
                runs.runs.push(team.run(&entry.position, depth, prelude));
                bar.inc(1);
            }
        }
        all.push(searched);
    }
    bar.finish_and_clear();
    Ok(all)
}
