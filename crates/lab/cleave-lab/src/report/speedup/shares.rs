//! Where the time goes, from the accounts of virtual time.

use cleave_kit::statistics::mean;
use cleave_smp_lab::virtual_time::Account;

use crate::report::pictures::shares::{Column, KINDS};
use crate::speedup::measurement::Measurement;
use crate::speedup::run::Run;

/// A column for each team of a measurement: means over all its positions.
pub(super) fn columns(measurement: &Measurement) -> Vec<Column> {
    let teams = measurement.plan.workers.iter().enumerate();
    let column = |(team, &workers)| {
        let positions = measurement.positions.iter();
        let all: Vec<_> = positions.filter_map(|p| of_position(p.pairs(team))).collect();
        let shares = std::array::from_fn(|kind| {
            mean(&all.iter().map(|shares: &[f64; KINDS.len()]| shares[kind]).collect::<Vec<_>>())
        });
        Column { workers, shares }
    };
    teams.map(column).collect()
}

/// Shares of all runs of one position, in the order of [`KINDS`]. Search is useful up to the time of
/// P_seq, and extra beyond it; a team that searched less than P_seq has no extra nodes. `None` if a run
/// has no account.
fn of_position<'r>(pairs: impl Iterator<Item = (&'r Run, &'r Run)>) -> Option<[f64; KINDS.len()]> {
    let (mut alone, mut account) = (0.0, Account::default());
    for (seq, run) in pairs {
        alone += seq.seconds * 1e9;
        account += run.in_virtual_time.as_ref()?.account;
    }
    let all = account.total().0.max(1) as f64;
    let share = |time: u64| time as f64 / all;
    let search = share(account.search.0);
    let useful = search.min(alone / all);
    Some([
        useful,
        search - useful,
        share(account.split.0 + account.signals.0),
        share(account.sharing.0),
        share(account.copy.0),
        share(account.locks.0),
        share(account.look.0 + account.idle.0),
    ])
}

#[cfg(test)]
mod tests {
    use cleave_smp_lab::virtual_time::Ticks;

    use super::*;
    use crate::speedup::invented;
    use crate::speedup::run::InVirtualTime;

    fn run(nanoseconds: f64, account: Option<Account>) -> Run {
        let in_virtual_time =
            account.map(|account| InVirtualTime { account, ..InVirtualTime::default() });
        Run { in_virtual_time, ..invented::run(nanoseconds / 1e9, 1) }
    }

    /// Each item is another power of two of a thousandth, so that none can be mistaken for another.
    fn account() -> Account {
        Account {
            search: Ticks(1000 - 255 + 1),
            sharing: Ticks(2),
            split: Ticks(4),
            copy: Ticks(8),
            locks: Ticks(16),
            signals: Ticks(32),
            look: Ticks(64),
            idle: Ticks(128),
        }
    }

    #[test]
    fn every_item_has_its_place_and_all_sum_to_1() {
        assert_eq!(account().total(), Ticks(1000));
        let pair = (run(500.0, None), run(1000.0, Some(account())));
        let shares = of_position([(&pair.0, &pair.1)].into_iter()).unwrap();
        let of_thousand = shares.map(|share| (1000.0 * share).round() as u64);
        assert_eq!(of_thousand, [500, 246, 4 + 32, 2, 8, 16, 64 + 128]);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_team_faster_than_p_seq_has_no_extra_nodes() {
        let pair = (run(2000.0, None), run(1000.0, Some(account())));
        let shares = of_position([(&pair.0, &pair.1)].into_iter()).unwrap();
        assert_eq!((shares[0], shares[1]), (0.746, 0.0));
    }
}
