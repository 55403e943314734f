//! Search statistics of a team, in words.

use cleave_search::{SearchMode, Searcher, Stats};

/// A line for each worker, and one for the team.
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

/// What to say if there are fewer processors than workers wanted.
pub fn missing_processors(searcher: &Searcher) -> Option<String> {
    let SearchMode::Parallel { workers, .. } = searcher.mode() else { return None };
    (searcher.processors() < workers).then(|| match searcher.processors() {
        1 => "only 1 worker searches: there is 1 processor".into(),
        processors => {
            format!("only {processors} workers search: there are {processors} processors")
        }
    })
}

/// What to say if a team is smaller than it should be.
pub fn missing_workers(workers: usize, wanted: usize) -> String {
    format!(
        "only {workers} of {wanted} workers search: the others could not be started or have died; \
         the log says why (cleave --log FILE)"
    )
}

/// A large number in four digits or so: `12345`, `1.2M`.
pub fn count(number: u64) -> String {
    match number {
        0..=99_999 => number.to_string(),
        100_000..=999_999 => format!("{}k", number / 1000),
        1_000_000..=999_999_999 => format!("{}.{}M", number / 1_000_000, number / 100_000 % 10),
        _ => format!("{}.{}G", number / 1_000_000_000, number / 100_000_000 % 10),
    }
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
