//! Strength speed-up: how many playouts one worker needs to play as well as a team.

use cleave_kit::estimate::Estimate;
use cleave_kit::parallel;
use cleave_kit::processors;
use cleave_kit::progress;
use cleave_kit::statistics::{mean, round, standard_deviation};
use cleave_virtual_time::monte_carlo::Prices;
use cleave_virtual_time::virtual_time::Ticks;
use serde::{Deserialize, Serialize};

use super::positions::Hard;
use super::team::{NOTHING, Searched, Team, is_solved_alone, search};
use super::{Arguments, Rate};

/// A team of a size.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) team: String,
    pub(super) workers: u16,
    /// Share of positions in which the move keeps the value.
    pub(super) share: f64,
    /// The share, less the share of the same team without regard to pending playouts; only for teams that regard them.
    pub(super) over_nothing: Option<Estimate>,
    /// Playouts that one worker needs for the same share, by those that it makes in the same time. `None` if one worker
    /// needs more than was tried.
    pub(super) speed_up: Option<Estimate>,
    /// Its playouts, divided by one worker's in the same time.
    pub(super) playouts: f64,
    /// Mean plies of a playout within the tree.
    pub(super) depth: f64,
    /// Share of the nodes whose position is also in another tree.
    pub(super) overlap: f64,
    /// Shares of the time.
    pub(super) locks: f64,
    pub(super) lines: f64,
    pub(super) idle: f64,
}

/// Whether each position was solved.
type Solved = Vec<bool>;

/// Groups of the jackknife.
const GROUPS: usize = 20;

/// Returns the sequential curve, and a row for each team and size.
pub(super) fn measure(
    arguments: &Arguments,
    positions: &[Hard],
    prices: &Prices,
) -> (Vec<(u32, f64)>, Vec<Row>) {
    let time = time_of(arguments.playouts, positions, prices);
    let most = arguments.workers.iter().copied().max().unwrap_or(1);
    let doublings = u32::from(most).ilog2() + 2;
    let bar = progress::bar(
        "searches of all positions",
        u64::from(doublings) + (arguments.teams().len() * arguments.workers.len()) as u64,
    );
    let mut curve = Vec::new();
    for doubling in 0..=doublings {
        let playouts = (arguments.playouts / 2) << doubling;
        let solved = over(positions, |hard, seed| is_solved_alone(hard, seed, playouts));
        curve.push((playouts, solved));
        bar.inc(1);
    }
    let mut searched: Vec<(Team, u16, Vec<Searched>)> = Vec::new();
    for &team in arguments.teams() {
        for &workers in &arguments.workers {
            let budget = (time, arguments.playouts);
            let all =
                over(positions, |hard, seed| search(team, workers, hard, seed, budget, prices));
            searched.push((team, workers, all));
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let solved_by = |all: &[Searched]| all.iter().map(|one| one.is_solved).collect::<Solved>();
    let nothing = |workers: u16| {
        let found = searched.iter().find(|(team, of, _)| *team == NOTHING && *of == workers);
        found.map(|(.., all)| solved_by(all))
    };
    let rows = searched.iter().map(|(team, workers, all)| {
        let solved = solved_by(all);
        let difference =
            nothing(*workers).filter(|_| team.mode == NOTHING.mode && *team != NOTHING);
        let over_nothing = difference.map(|nothing| gain_over(&nothing, &solved));
        let speed_up = speed_up(&curve, &solved, arguments.playouts);
        row(*team, *workers, all, arguments.playouts, over_nothing, speed_up)
    });
    let rows = rows.collect();
    let shares = curve.iter().map(|(playouts, solved)| (*playouts, round(share(solved, None), 4)));
    (shares.collect(), rows)
}

/// Returns the difference between the share of positions solved and the other searches' share, position by position.
pub(super) fn gain_over(others: &Solved, solved: &Solved) -> Estimate {
    let as_number = |is_solved: bool| f64::from(u8::from(is_solved));
    let gains = solved.iter().zip(others);
    let gains = gains.map(|(&own, &other)| as_number(own) - as_number(other));
    let gains: Vec<f64> = gains.collect();
    let error = standard_deviation(&gains) / (gains.len() as f64).sqrt();
    Estimate { mean: round(mean(&gains), 4), error: round(error, 4) }
}

/// Does something with every item and its number, on all processors.
pub(super) fn over<I: Sync, T: Send>(items: &[I], work: impl Fn(&I, u64) -> T + Sync) -> Vec<T> {
    let mut processors = vec![(); processors::available()];
    let all = parallel::each(&mut processors, items.len(), None, |(), piece| {
        work(&items[piece], piece as u64)
    });
    all.into_iter().flatten().collect()
}

/// Returns the time in which one worker makes this many playouts, the mean over some positions.
fn time_of(playouts: u32, positions: &[Hard], prices: &Prices) -> Ticks {
    let some = &positions[..positions.len().min(100)];
    // About as long: later in a search more playouts end at proven leaves, which cost little.
    let try_for = Ticks(200 * prices.playout_scale * u64::from(playouts));
    let runs =
        over(some, |hard, seed| search(NOTHING, 1, hard, seed, (try_for, 5_000), prices).run);
    let time: Ticks = runs.iter().map(|run| run.tree + run.playouts).sum();
    let made: u64 = runs.iter().map(|run| run.evaluated).sum();
    Ticks((time.0 as f64 / made.max(1) as f64 * f64::from(playouts)) as u64)
}

fn row(
    team: Team,
    workers: u16,
    all: &[Searched],
    playouts: u32,
    over_nothing: Option<Estimate>,
    speed_up: Option<Estimate>,
) -> Row {
    let of = |figure: &dyn Fn(&Searched) -> f64| {
        round(mean(&all.iter().map(figure).collect::<Vec<_>>()), 4)
    };
    Row {
        team: team.to_string(),
        workers,
        share: of(&|one| f64::from(u8::from(one.is_solved))),
        over_nothing,
        speed_up,
        playouts: of(&|one| one.run.evaluated as f64 / f64::from(playouts)),
        depth: of(&|one| one.run.mean_depth()),
        overlap: of(&|one| one.overlap),
        locks: of(&|one| one.run.locks.share_of(one.run.total())),
        lines: of(&|one| one.run.lines.share_of(one.run.total())),
        idle: of(&|one| one.run.idle.share_of(one.run.total())),
    }
}

/// Returns the share of solved positions, of all or without one group.
fn share(solved: &Solved, without: Option<usize>) -> f64 {
    let counted = solved.iter().enumerate().filter(|(place, _)| Some(place % GROUPS) != without);
    mean(&counted.map(|(_, &solved)| f64::from(u8::from(solved))).collect::<Vec<_>>())
}

/// Returns the playouts of one worker that give this share, interpolated in their logarithm.
pub(super) fn equivalent(curve: &[(u32, f64)], wanted: f64) -> Option<f64> {
    let (first, last) = (curve.first()?, curve.last()?);
    if wanted > last.1 {
        return None;
    }
    if wanted <= first.1 {
        return Some(f64::from(first.0));
    }
    let above = curve.iter().position(|point| point.1 >= wanted)?;
    let (low, high) = (curve[above - 1], curve[above]);
    let part = (wanted - low.1) / (high.1 - low.1);
    Some(f64::from(low.0) * (f64::from(high.0) / f64::from(low.0)).powf(part))
}

/// Returns the strength speed-up and its standard error.
fn speed_up(curve: &[(u32, Solved)], solved: &Solved, playouts: u32) -> Option<Estimate> {
    let of = |without: Option<usize>| {
        let curve: Vec<_> = curve.iter().map(|point| (point.0, share(&point.1, without))).collect();
        Some(equivalent(&curve, share(solved, without))? / f64::from(playouts))
    };
    let all = of(None)?;
    let groups: Option<Vec<f64>> = (0..GROUPS).map(|group| of(Some(group))).collect();
    let groups = groups?;
    let middle = mean(&groups);
    let squares: f64 = groups.iter().map(|group| (group - middle).powi(2)).sum();
    let error = (squares * (GROUPS - 1) as f64 / GROUPS as f64).sqrt();
    Some(Estimate { mean: round(all, 3), error: round(error, 3) })
}

/// Positions from which playouts a second are measured.
const RATED: usize = 20;

/// Playouts a second of a team.
pub(super) fn rate(
    team: Team,
    workers: u16,
    scale: u32,
    positions: &[Hard],
    prices: &Prices,
) -> Rate {
    let some = &positions[..positions.len().min(RATED)];
    let time = Ticks(300_000 * (2 + u64::from(scale)) / 3);
    let runs =
        over(some, |hard, seed| search(team, workers, hard, seed, (time, 1_000), prices).run);
    let rates: Vec<f64> =
        runs.iter().map(|run| run.evaluated as f64 * 1e6 / run.time.0.max(1) as f64).collect();
    let waits: Vec<f64> =
        runs.iter().map(|run| (run.locks + run.lines + run.idle).share_of(run.total())).collect();
    Rate {
        team: team.to_string(),
        scale,
        workers,
        thousands: round(mean(&rates), 1),
        waiting: round(mean(&waits), 4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_worth_the_playouts_that_give_it() {
        let curve = [(50, 0.2), (100, 0.4), (200, 0.6)];
        assert_eq!(equivalent(&curve, 0.4), Some(100.0));
        assert!((equivalent(&curve, 0.5).unwrap() - 100.0 * 2f64.sqrt()).abs() < 1e-9);
        assert_eq!((equivalent(&curve, 0.1), equivalent(&curve, 0.7)), (Some(50.0), None));
    }

    #[test]
    fn a_team_that_solves_the_positions_of_one_worker_has_its_speed_up_without_error() {
        let solved =
            |share: usize| (0..200).map(|place| place / GROUPS < share).collect::<Solved>();
        let curve = [(50, solved(2)), (100, solved(4)), (200, solved(6)), (400, solved(8))];
        assert_eq!(speed_up(&curve, &solved(6), 100), Some(Estimate { mean: 2.0, error: 0.0 }));
        assert_eq!(speed_up(&curve, &solved(9), 100), None);
    }
}
