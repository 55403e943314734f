//! Writes statistics of the cluster in words.

use cleave_cluster::{Member, Statistics};
use cleave_io::count;

/// Returns the numbers of entries sent, received and used, messages in flight, and bytes per second
/// in the last search.
pub(crate) fn lines(member: &Member, in_flight: usize, rate: u64) -> Vec<String> {
    let statistics = member.statistics();
    let others = count(member.nodes_of_others());
    let mut lines = vec![traffic(statistics, in_flight, rate)];
    if member.asks_from() > 0 {
        lines.push(questions(statistics));
    }
    lines.push(format!("other ranks: {others} nodes; {}", results(&statistics.results_used)));
    lines
}

fn traffic(statistics: &Statistics, in_flight: usize, rate: u64) -> String {
    let Statistics { entries_sent, entries_received, entries_used, entries_dropped, .. } =
        statistics;
    format!(
        "cluster: {} table entries sent, {} received, {} used, {} dropped; {} bytes a second, \
         {in_flight} messages in flight, at most {}",
        count(*entries_sent),
        count(*entries_received),
        count(*entries_used),
        count(*entries_dropped),
        count(rate),
        statistics.most_in_flight,
    )
}

/// Returns the numbers of questions to the homes of positions, and to this rank.
fn questions(statistics: &Statistics) -> String {
    let Statistics { asks_sent, asks_answered, asks_dropped, .. } = statistics;
    format!(
        "distributed table: {} questions asked, {} answered for others, {} dropped",
        count(*asks_sent),
        count(*asks_answered),
        count(*asks_dropped),
    )
}

/// Returns a text such as `results used: 12 of rank 1, 3 of rank 2`.
fn results(used: &[u64]) -> String {
    let used = used.iter().enumerate().filter(|&(_, &results)| results > 0);
    let by_rank: Vec<String> =
        used.map(|(rank, results)| format!("{results} of rank {rank}")).collect();
    match by_rank.is_empty() {
        true => "none of their results used".into(),
        false => format!("results used: {}", by_rank.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_name_all_counters() {
        let statistics = Statistics {
            entries_sent: 1,
            entries_received: 2,
            entries_used: 3,
            entries_dropped: 4,
            most_in_flight: 6,
            ..Statistics::default()
        };
        assert_eq!(
            traffic(&statistics, 5, 2000),
            "cluster: 1 table entries sent, 2 received, 3 used, 4 dropped; 2000 bytes a second, \
             5 messages in flight, at most 6"
        );
        let statistics =
            Statistics { asks_sent: 7, asks_answered: 8, asks_dropped: 9, ..Statistics::default() };
        assert_eq!(
            questions(&statistics),
            "distributed table: 7 questions asked, 8 answered for others, 9 dropped"
        );
        assert_eq!(results(&[0, 7, 0, 2]), "results used: 7 of rank 1, 2 of rank 3");
        assert_eq!(results(&[0, 0]), "none of their results used");
    }
}
