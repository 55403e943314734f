//! Where the time goes, from the accounts of virtual time.

use super::pictures::shares::Column;
use crate::figures::measurement::{Measurement, Searched};
use crate::figures::run::Run;
use crate::figures::statistics::mean;

/// The columns of a measurement, and the positions they are of: the first file's.
pub(super) fn columns(measurement: &Measurement) -> (String, Vec<Column>) {
    let name = super::sets(measurement).first().map(|(name, _)| name.clone()).unwrap_or_default();
    let is_whole = measurement.sets.is_empty();
    let positions: Vec<&Searched> =
        measurement.positions.iter().filter(|p| is_whole || p.set == name).collect();
    let columns = measurement.setting.workers.iter().enumerate().map(|(team, &workers)| {
        let runs: Vec<[f64; 6]> = positions
            .iter()
            .flat_map(|position| position.pairs(team))
            .filter_map(|(alone, run)| of_run(alone, run))
            .collect();
        let shares = std::array::from_fn(|kind| {
            mean(&runs.iter().map(|shares| shares[kind]).collect::<Vec<_>>())
        });
        Column { workers, shares }
    });
    (name, columns.collect())
}

/// Shares of one run. Useful is as much searching as P_seq needed for the same; what is searched
/// beyond that is extra. A run that searched less than P_seq has no extra nodes.
fn of_run(alone: &Run, run: &Run) -> Option<[f64; 6]> {
    let account = run.in_virtual_time.as_ref()?.account;
    let all = account.total().0.max(1) as f64;
    let share = |time: u64| time as f64 / all;
    let search = share(account.search.0);
    let useful = search.min(alone.seconds * 1e9 / all);
    Some([
        useful,
        search - useful,
        share(account.split.0 + account.signals.0),
        share(account.copy.0),
        share(account.locks.0),
        share(account.look.0 + account.idle.0),
    ])
}
