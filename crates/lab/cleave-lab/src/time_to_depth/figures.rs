//! The figures that a file keeps of a team's search, next to its time and its nodes.

use std::fmt::Debug;

use cleave_cluster::Statistics;
use cleave_kit::statistics::{median, range, round};
use cleave_search::team::Stats;
use cleave_virtual_time::virtual_time::{Account, Ticks, VirtualRun};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::pairs::Pairs;
use super::row::Means;
use super::table::{Column, percent};
use crate::searches::{Found, Part};

/// Figures that a measurement keeps of each search of a team.
pub(crate) trait Figures:
    Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync
{
    /// The measurement wants the critical paths of P_seq's trees as well.
    const TRACES: bool = false;
    /// The measurement keeps the values of the searches.
    const KEEPS_VALUES: bool = false;

    /// The columns of a table that show the means.
    const COLUMNS: &'static [Column];

    /// Returns the figures of a search.
    fn of(found: &Found) -> Self;

    /// Their means over the searches of a team, by name.
    fn means(pairs: &Pairs<'_, Self>) -> Means;

    /// Returns its nodes.
    fn nodes(found: &Found) -> u64 {
        found.parts[0].nodes
    }
}

/// The work of a team.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Work {
    /// Share of the workers' time without work.
    pub(crate) idle_share: f64,
    /// Nodes of the worker that searched most, divided by the nodes of the worker that searched least (by one if it
    /// searched none).
    pub(crate) load_balance: f64,
    pub(crate) splits: u64,
    pub(crate) joins: u64,
    /// Bytes copied on joining.
    pub(crate) join_bytes: u64,
    /// Jobs aborted because of a cutoff elsewhere.
    pub(crate) aborts: u64,
    /// How often a worker slept for a lock, or in virtual time waited for one.
    pub(crate) lock_waits: u64,
    /// A hash of all steps of all workers in virtual time, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) trace: Option<String>,
    /// The use of the time of all workers in virtual time, in nanoseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) account: Option<Account>,
}

impl Work {
    /// Returns the work of one team.
    pub(crate) fn of_team(Part { stats, run, .. }: &Part) -> Work {
        Work {
            idle_share: round(stats.idle_share(), 6),
            load_balance: round(stats.load_balance(), 6),
            splits: stats.sum(|tally| tally.splits),
            joins: stats.sum(|tally| tally.joins),
            join_bytes: stats.sum(|tally| tally.join_bytes),
            aborts: stats.sum(|tally| tally.aborts),
            lock_waits: stats.lock_waits(),
            trace: run.as_ref().map(|run| format!("{:016x}", run.hash)),
            account: run.as_ref().map(VirtualRun::account),
        }
    }
}

impl Figures for Work {
    const KEEPS_VALUES: bool = true;
    const COLUMNS: &'static [Column] = &[
        ("idle", 7, |row| percent(row.means["idle"])),
        ("balance", 8, |row| format!("{:.2}", row.means["balance"])),
        ("joins", 8, |row| format!("{:.0}", row.means["joins"])),
        ("aborts", 8, |row| format!("{:.0}", row.means["aborts"])),
        ("bytes a join", 12, |row| format!("{:.0}", row.means["bytes_per_join"])),
    ];

    fn of(found: &Found) -> Work {
        Work::of_team(&found.parts[0])
    }

    fn means(pairs: &Pairs<'_, Work>) -> Means {
        let joins = pairs.mean(|work| work.joins as f64);
        let bytes = pairs.mean(|work| work.join_bytes as f64);
        Means::from([
            ("idle", pairs.mean(|work| work.idle_share)),
            ("balance", median(&pairs.all(|work| work.load_balance))),
            ("joins", round(joins, 1)),
            ("aborts", round(pairs.mean(|work| work.aborts as f64), 1)),
            ("bytes_per_join", if joins > 0.0 { round(bytes / joins, 1) } else { 0.0 }),
        ])
    }
}

/// The losses of a team, all its groups together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Losses {
    /// Share of the workers' time without work.
    pub(crate) idle: f64,
    /// Share of the workers' time spent waiting for locks.
    pub(crate) locks: f64,
    /// Share of the workers' time spent copying.
    pub(crate) copying: f64,
    /// How often a worker joined others, and copied what it needed for that.
    pub(crate) joins: u64,
    /// How often a worker waited for a lock.
    pub(crate) waits: u64,
}

impl Figures for Losses {
    const TRACES: bool = true;
    const COLUMNS: &'static [Column] = &[
        ("idle", 7, |row| percent(row.means["idle"])),
        ("locks", 7, |row| percent(row.means["locks"])),
        ("copying", 7, |row| percent(row.means["copying"])),
        ("joins", 9, |row| format!("{:.0}", row.means["joins"])),
        ("waits for a lock", 16, |row| format!("{:.0}", row.means["waits"])),
    ];

    fn means(pairs: &Pairs<'_, Losses>) -> Means {
        Means::from([
            ("idle", pairs.mean(|losses| losses.idle)),
            ("locks", pairs.mean(|losses| losses.locks)),
            ("copying", pairs.mean(|losses| losses.copying)),
            ("joins", pairs.mean(|losses| losses.joins as f64)),
            ("waits", pairs.mean(|losses| losses.waits as f64)),
        ])
    }

    fn of(Found { parts, .. }: &Found) -> Losses {
        let accounts = parts.iter().filter_map(|part| Some(part.run.as_ref()?.account()));
        let account = accounts.fold(Account::default(), |sum, account| sum + account);
        let share = |part: Ticks| round(part.share_of(account.total()), 5);
        let sum = |figure: fn(&Stats) -> u64| parts.iter().map(|part| figure(&part.stats)).sum();
        Losses {
            idle: share(account.idle + account.look),
            locks: share(account.locks),
            copying: share(account.copy),
            joins: sum(|stats| stats.sum(|tally| tally.joins)),
            waits: sum(Stats::lock_waits),
        }
    }

    fn nodes(found: &Found) -> u64 {
        found.parts.iter().map(|part| part.nodes).sum()
    }
}

/// The messages between the ranks of a cluster.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Traffic {
    /// Share of the time of the first rank's workers without work.
    pub(crate) idle: f64,
    /// Table entries, of all ranks together.
    pub(crate) entries_sent: u64,
    pub(crate) entries_received: u64,
    pub(crate) entries_used: u64,
    pub(crate) entries_dropped: u64,
    /// Questions to the homes of positions, and answers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) asks_sent: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) asks_answered: u64,
    pub(crate) bytes_sent: u64,
    /// The most messages of one rank that were on their way.
    pub(crate) most_in_flight: usize,
    /// Results of other ranks that the first one used.
    pub(crate) results_used: u64,
}

/// Returns true for a count that a file leaves out.
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Figures for Traffic {
    const COLUMNS: &'static [Column] = &[
        ("idle", 7, |row| percent(row.means["idle"])),
        ("entries/s", 9, |row| format!("{:.0}", row.means["entries_sent"])),
        ("used", 8, |row| percent(row.means["used"])),
        ("lost", 8, |row| percent(row.means["dropped"])),
        ("asks/s", 8, |row| format!("{:.0}", row.means["asks_sent"])),
        ("answered", 8, |row| percent(row.means["answered"])),
        ("KB/s", 6, |row| format!("{:.0}", row.means["bytes_sent"] / 1000.0)),
        ("in flight", 9, |row| format!("{:.0}", row.means["most_in_flight"])),
        ("results", 7, |row| format!("{:.2}", row.means["results_used"])),
    ];

    /// Entries and bytes are per rank and second. `used` is a share of the entries received, and may be more than all.
    fn means(pairs: &Pairs<'_, Traffic>) -> Means {
        let total = |figure: fn(&Traffic) -> u64| {
            pairs.all(|traffic| figure(traffic) as f64).iter().sum::<f64>()
        };
        let of_ranks = |cell: &Cell<Traffic>| {
            cell.seconds() * f64::from(cell.team.and_then(|team| team.ranks).unwrap_or(1))
        };
        let rank_seconds: f64 = pairs.iter().map(|(_, cell)| of_ranks(cell)).sum();
        let sent = total(|traffic| traffic.entries_sent);
        let dropped = total(|traffic| traffic.entries_dropped);
        let received = total(|traffic| traffic.entries_received);
        let asks = total(|traffic| traffic.asks_sent);
        Means::from([
            ("idle", pairs.mean(|traffic| traffic.idle)),
            ("entries_sent", sent / rank_seconds),
            ("used", total(|traffic| traffic.entries_used) / received.max(1.0)),
            ("dropped", dropped / (sent + dropped).max(1.0)),
            ("asks_sent", asks / rank_seconds),
            ("answered", total(|traffic| traffic.asks_answered) / asks.max(1.0)),
            ("bytes_sent", total(|traffic| traffic.bytes_sent) / rank_seconds),
            ("most_in_flight", range(&pairs.all(|traffic| traffic.most_in_flight as f64)).1),
            ("results_used", pairs.mean(|traffic| traffic.results_used as f64)),
        ])
    }

    fn of(Found { parts, statistics }: &Found) -> Traffic {
        let sum = |figure: fn(&Statistics) -> u64| statistics.iter().map(figure).sum();
        let in_flight = statistics.iter().map(|statistics| statistics.most_in_flight);
        let of_first = statistics.iter().take(1).flat_map(|statistics| &statistics.results_used);
        Traffic {
            idle: round(parts[0].stats.idle_share(), 5),
            entries_sent: sum(|statistics| statistics.entries_sent),
            entries_received: sum(|statistics| statistics.entries_received),
            entries_used: sum(|statistics| statistics.entries_used),
            entries_dropped: sum(|statistics| statistics.entries_dropped),
            asks_sent: sum(|statistics| statistics.asks_sent),
            asks_answered: sum(|statistics| statistics.asks_answered),
            bytes_sent: sum(|statistics| statistics.bytes_sent),
            most_in_flight: in_flight.max().unwrap_or(0),
            results_used: of_first.sum(),
        }
    }
}
