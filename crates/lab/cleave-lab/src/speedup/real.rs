//! Measuring in real time: every program in turn, again and again.

use std::time::{Duration, Instant};

use cleave_kit::Result;
use cleave_kit::statistics::{range, round};
use cleave_kit::{processors, progress};

use crate::searches::depth::Time;
use crate::searches::{DepthSearcher, Team, TestPosition};
use crate::time_to_depth::{Cell, Measurement, Setting, Work};

/// Searches every position `runs` times with each team, position by position. `None` is P_seq.
///
/// # Errors
/// A team of this size is not possible, or the setting changes an unknown parameter of splitting.
pub(crate) fn measure<P: DepthSearcher>(
    positions: &[TestPosition<P::Position>],
    setting: Setting,
    teams: &[Option<Team>],
    runs: u64,
) -> Result<Measurement<Work>> {
    let backend = setting.goal.backend.real().expect("real workers");
    let most = teams.iter().flatten().map(|team| team.workers).max();
    processors::warn_if_fewer_than(most.unwrap_or(1));
    // Calibrates depths. The timed searchers must not: they would know some of the positions.
    let mut calibrator = P::new(setting.hash)?;
    let mut programs = Vec::new();
    for &team in teams {
        programs.push((team, P::real(team, backend, setting.hash, &setting.split)?));
    }
    let searches = positions.len() as u64 * runs * programs.len() as u64;
    let bar = progress::bar("searches", searches);
    let mut cells = Vec::new();
    for entry in positions {
        bar.set_message(entry.id.clone());
        bar.tick();
        let TestPosition { position, fen, .. } = entry;
        let depth = calibrator.depth(position, setting.goal.goal, Time::Real);
        for seed in 0..runs {
            for (team, program) in &mut programs {
                program.perturb(position, seed);
                let begun = Instant::now();
                let found = match team {
                    None => program.search_sequentially(position, depth),
                    Some(_) => program.search(position, depth),
                };
                let time = nanoseconds(begun.elapsed());
                cells.push(Cell {
                    position: entry.name(),
                    fen: team.is_none().then(|| fen.clone()),
                    seed,
                    team: *team,
                    depth,
                    time,
                    nodes: found.nodes,
                    value: Some(found.value),
                    chains: found.chains.clone(),
                    figures: team.map(|_| Work::of_team(&found)),
                });
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    Ok(Measurement { setting, cells })
}

/// On a quiet machine the fastest and the slowest position of one worker differ by less than this factor.
const MOST_SPREAD: f64 = 1.5;

/// Returns a warning if the machine was too busy for the figures to be believed. On a quiet machine one worker is about
/// as fast as P_seq, node for node, in every position. Otherwise other programs had the processor.
pub(crate) fn warning(measurement: &Measurement<Work>) -> Option<String> {
    let teams = measurement.teams().into_iter().filter(|team| team.workers == 1);
    let speeds = teams.map(|team| {
        range(&measurement.pairs(team).by_position(|alone, one| one.speed() / alone.speed()))
    });
    let (least, most) =
        speeds.max_by(|one, other| (one.1 / one.0).total_cmp(&(other.1 / other.0)))?;
    (most > MOST_SPREAD * least).then(|| {
        format!(
            "warning: the machine was too busy to believe these figures. One worker made {least:.2} to {most:.2} times \
             the nodes a second of P_seq; on a quiet machine the two differ by less than {MOST_SPREAD} times"
        )
    })
}

/// Whole microseconds: clocks are no more precise.
fn nanoseconds(time: Duration) -> u64 {
    1_000 * round(time.as_secs_f64() * 1e6, 0) as u64
}

#[cfg(test)]
mod tests {
    use cleave_search::team::Algorithm;

    use super::*;
    use crate::time_to_depth::backend::BackendKind;
    use crate::time_to_depth::invented::{measurement, searched};

    #[test]
    fn a_busy_machine_is_told_by_one_worker() {
        let teams = [1, 2].map(|workers| Team::new(Algorithm::Dts, workers));
        let warned = |times_as_fast: [f64; 2]| {
            let positions = times_as_fast.map(|times| {
                let seconds = move |team: Option<Team>| match team {
                    Some(Team { workers: 1, .. }) => 1.0 / times,
                    Some(_) => 0.1,
                    None => 1.0,
                };
                let runs = move |team| [(seconds(team), 1000); 2];
                searched(BackendKind::Fork, &format!("a {times}"), &teams, runs)
            });
            warning(&measurement(BackendKind::Fork, positions.concat()))
        };
        assert_eq!(warned([0.9, 1.1]), None);
        let busy = warned([0.16, 3.94]).expect("too busy");
        assert!(busy.contains("One worker made 0.16 to 3.94 times the nodes a second"), "{busy}");
    }
}
