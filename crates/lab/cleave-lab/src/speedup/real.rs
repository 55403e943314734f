//! Measuring in real time: every program in turn, again and again.

use std::time::{Duration, Instant};

use cleave_kit::Result;
use cleave_kit::statistics::round;
use cleave_kit::{processors, progress};
use cleave_search::team::Backend;

use super::design::Design;
use crate::searches::depth::Time;
use crate::searches::{DepthSearcher, TestPosition};
use crate::time_to_depth::{Cell, Work};

/// Searches every position with P_seq and with every team, position by position.
///
/// # Errors
/// A team of this size is not possible, or the design changes a parameter of splitting that there is not.
pub(crate) fn measure<P: DepthSearcher>(
    positions: &[TestPosition<P::Position>],
    design: &Design,
    backend: Backend,
) -> Result<Vec<Cell<Work>>> {
    processors::warn_if_fewer_than(design.workers.iter().copied().max().unwrap_or(1));
    // Calibrates depths. The timed searchers must not: they would know some of the positions.
    let mut calibrator = P::new(design.hash)?;
    let mut programs = Vec::new();
    for team in design.programs() {
        programs.push((team, P::real(team, backend, design.hash, &design.split)?));
    }
    let searches = positions.len() * design.runs * programs.len();
    let bar = progress::bar("searches", searches as u64);
    let mut cells = Vec::new();
    for entry in positions {
        bar.set_message(entry.id.clone());
        bar.tick();
        let TestPosition { position, fen, .. } = entry;
        let depth = calibrator.depth(position, design.goal, Time::Real);
        for seed in 0..design.runs as u64 {
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
    Ok(cells)
}

/// Whole microseconds: clocks are no more precise.
fn nanoseconds(time: Duration) -> u64 {
    1_000 * round(time.as_secs_f64() * 1e6, 0) as u64
}
