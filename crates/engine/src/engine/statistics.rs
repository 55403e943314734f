//! Search statistics, in words.

use cleave_io::count;
use cleave_search::Outcome;
use cleave_search::team::Stats;

use super::Engine;
use super::observer::Observer;
use crate::client::notice::Notice;
use crate::task::SearchTask;

/// Shows the counts of the search and the statistics of the team, if the user has chosen that.
pub(super) struct Statistics;

impl Observer for Statistics {
    fn end(&mut self, engine: &mut Engine, _: &SearchTask, outcome: &Outcome) {
        if !engine.session.settings.shown.shows_statistics() {
            return;
        }
        let team = outcome.stats.as_ref().map(|stats| lines(stats, outcome.torn_rejected));
        // Monte-Carlo search, and a search with only one move, have no tree to count.
        let tree = (outcome.tree.table_probes > 0).then(|| outcome.tree.to_string());
        for line in team.into_iter().flatten().chain(tree) {
            engine.session.client.say(&Notice::Comment(&line));
        }
    }
}

/// Returns a line for each worker, and one for the team.
pub fn lines(stats: &Stats, torn_rejected: u64) -> Vec<String> {
    let mut lines = Vec::new();
    for (id, worker) in stats.workers.iter().enumerate() {
        let counters = &worker.counters;
        lines.push(format!(
            "worker {id}: {} nodes, {:.0} % busy, {} splits, {} joins, {} aborts, {} wasted, {} lock waits",
            count(counters.nodes),
            100.0 * counters.busy_ns as f64 / stats.wall.as_nanos().max(1) as f64,
            counters.splits,
            counters.joins,
            counters.aborts,
            counters.wasted,
            worker.lock_waits,
        ));
    }
    let workers = match stats.workers.len() {
        1 => "1 worker".into(),
        workers => format!("{workers} workers"),
    };
    lines.push(format!(
        "{workers}: {} nodes, {:.1} % idle, load balance {:.2}, {:.0} bytes per join, {:.0} per report, {torn_rejected} torn table entries rejected",
        count(stats.nodes()),
        100.0 * stats.idle_share(),
        stats.load_balance(),
        stats.bytes_per_join(),
        stats.bytes_per_report(),
    ));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_may_be_one_worker() {
        for (size, team) in [(1, "1 worker: "), (2, "2 workers: ")] {
            let stats = Stats { workers: vec![Default::default(); size], ..Stats::default() };
            let lines = lines(&stats, 0);
            assert_eq!(lines.len(), size + 1);
            assert!(lines[size].starts_with(team), "{lines:?}");
        }
    }
}
