//! The use of the workers' time, from the accounts of virtual time.

use cleave_kit::statistics::mean;
use cleave_virtual_time::virtual_time::Account;

use crate::report::pictures::shares::{Column, KINDS};
use crate::searches::Team;
use crate::time_to_depth::{Cell, Measurement, Work};

/// Returns a column for each team of a measurement: means over all its positions.
pub(super) fn columns(measurement: &Measurement<Work>) -> Vec<Column> {
    let column = |team: Team| {
        let pairs = measurement.pairs(team);
        let all: Vec<_> = pairs.positions().filter_map(|pairs| of_position(pairs.iter())).collect();
        let shares = std::array::from_fn(|kind| {
            mean(&all.iter().map(|shares: &[f64; KINDS.len()]| shares[kind]).collect::<Vec<_>>())
        });
        Column { workers: team.workers, shares }
    };
    measurement.teams().into_iter().map(column).collect()
}

/// A search of P_seq, and one of a team.
type Pair<'c> = (&'c Cell<Work>, &'c Cell<Work>);

/// Shares of all searches of one position, in the order of [`KINDS`]. Search is useful up to the time of P_seq, and
/// extra beyond it; a team that searched less than P_seq has no extra nodes. Returns `None` if a search has no account.
fn of_position<'c>(pairs: impl Iterator<Item = Pair<'c>>) -> Option<[f64; KINDS.len()]> {
    let (mut alone, mut account) = (0.0, Account::default());
    for (seq, run) in pairs {
        alone += seq.seconds() * 1e9;
        account += run.figures.as_ref()?.account?;
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
    use cleave_search::team::Algorithm;
    use cleave_virtual_time::virtual_time::Ticks;

    use super::*;
    use crate::time_to_depth::backend::BackendKind;
    use crate::time_to_depth::invented::searched;

    /// Returns the shares of a team that takes a millisecond, where P_seq takes this many.
    fn shares(alone: f64) -> [f64; KINDS.len()] {
        let team = Team::new(Algorithm::Dts, 1);
        let searched = searched(BackendKind::Virtual, "a 1", &[team], |team| {
            [(if team.is_some() { 1e-3 } else { 1e-3 * alone }, 1); 2]
        });
        let with_account = |cell: &Cell<Work>| {
            let figures = cell.figures.clone();
            let account = Some(account());
            Cell { figures: figures.map(|work| Work { account, ..work }), ..cell.clone() }
        };
        let [alone, team] = [&searched[0], &searched[2]].map(with_account);
        of_position([(&alone, &team)].into_iter()).unwrap()
    }

    /// Each item is another power of two of a thousandth, so that none can be mistaken for another.
    fn account() -> Account {
        Account {
            search: Ticks(746_000),
            sharing: Ticks(2_000),
            split: Ticks(4_000),
            copy: Ticks(8_000),
            locks: Ticks(16_000),
            signals: Ticks(32_000),
            look: Ticks(64_000),
            idle: Ticks(128_000),
        }
    }

    #[test]
    fn every_item_has_its_place_and_all_sum_to_1() {
        assert_eq!(account().total(), Ticks(1_000_000));
        let shares = shares(0.5);
        let of_thousand = shares.map(|share| (1000.0 * share).round() as u64);
        assert_eq!(of_thousand, [500, 246, 4 + 32, 2, 8, 16, 64 + 128]);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_team_faster_than_p_seq_has_no_extra_nodes() {
        let shares = shares(2.0);
        assert_eq!((shares[0], shares[1]), (0.746, 0.0));
    }
}
