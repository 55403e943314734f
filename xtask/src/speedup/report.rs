//! What the figures come to.

use std::fmt;

use serde::Serialize;

use super::measure::Run;
use super::{geometric_mean, typical};

/// Speed-up published for the DTS article's positions, by processors (ICCA Journal 20(1), 1997).
const PUBLISHED: [(usize, f64); 5] = [(1, 1.0), (2, 2.0), (4, 3.7), (8, 6.6), (16, 11.1)];

/// All searches of one position.
#[derive(Serialize)]
pub(super) struct Row {
    fen: String,
    depth: u32,
    pub(super) sequential: Vec<Run>,
    /// By team, in the order of the summary.
    pub(super) teams: Vec<Vec<Run>>,
}

impl Row {
    /// A position that nothing is known of yet.
    pub(super) fn new(fen: String, depth: u32, teams: usize) -> Row {
        let teams = std::iter::repeat_with(Vec::new).take(teams).collect();
        Row { fen, depth, sequential: Vec::new(), teams }
    }
}

/// What a team comes to over all positions; ratios are geometric means.
#[derive(Serialize)]
struct Summary {
    workers: usize,
    backend: &'static str,
    /// Time of P_seq by time of the team; the least and the most of any position as well.
    speedup_vs_seq: f64,
    speedup_range: (f64, f64),
    /// Time of the team of one by time of the team.
    speedup_vs_one: f64,
    /// Nodes of the team by nodes of P_seq.
    node_ratio: f64,
    /// Nodes per second of the team by those of P_seq.
    nps_ratio: f64,
    idle_share: f64,
    load_balance: f64,
    joins_per_search: f64,
    bytes_per_join: f64,
    /// The figure published for DTS, where there is one.
    published: Option<f64>,
}

/// Everything.
#[derive(Serialize)]
pub(super) struct Report {
    summary: Vec<Summary>,
    positions: Vec<Row>,
}

impl Report {
    pub(super) fn new(sizes: &[usize], backend: &'static str, positions: Vec<Row>) -> Report {
        let summary = sizes
            .iter()
            .enumerate()
            .map(|(team, &workers)| summarize(&positions, team, workers, backend))
            .collect();
        Report { summary, positions }
    }
}

fn summarize(rows: &[Row], team: usize, workers: usize, backend: &'static str) -> Summary {
    let seconds = |runs: &[Run]| typical(runs, |run| run.seconds);
    let nodes = |runs: &[Run]| typical(runs, |run| run.nodes);
    let speed = |runs: &[Run]| typical(runs, |run| run.nodes / run.seconds);
    let each = |figure: &dyn Fn(&Row) -> f64| rows.iter().map(figure).collect::<Vec<f64>>();
    let against_seq = each(&|row| seconds(&row.sequential) / seconds(&row.teams[team]));
    // The team of one comes first.
    let against_one = each(&|row| seconds(&row.teams[0]) / seconds(&row.teams[team]));
    let mean = |figure: &dyn Fn(&Run) -> f64| {
        let figures = each(&|row| typical(&row.teams[team], figure));
        figures.iter().sum::<f64>() / figures.len().max(1) as f64
    };
    let joins = mean(&|run| run.joins);
    Summary {
        workers,
        backend,
        speedup_vs_seq: geometric_mean(&against_seq),
        speedup_range: (
            against_seq.iter().copied().fold(f64::INFINITY, f64::min),
            against_seq.iter().copied().fold(0.0, f64::max),
        ),
        speedup_vs_one: geometric_mean(&against_one),
        node_ratio: geometric_mean(&each(&|row| nodes(&row.teams[team]) / nodes(&row.sequential))),
        nps_ratio: geometric_mean(&each(&|row| speed(&row.teams[team]) / speed(&row.sequential))),
        idle_share: mean(&|run| run.idle_share),
        load_balance: mean(&|run| run.load_balance),
        joins_per_search: joins,
        bytes_per_join: if joins > 0.0 { mean(&|run| run.join_bytes) / joins } else { 0.0 },
        published: PUBLISHED.iter().find(|(size, _)| *size == workers).map(|(_, figure)| *figure),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} positions", self.positions.len())?;
        writeln!(
            f,
            "workers  vs P_seq  (least   most)  vs one  DTS'97  nodes    nps   idle  balance   joins  bytes/join"
        )?;
        for row in &self.summary {
            let published = row.published.map_or("-".into(), |figure| format!("{figure:.1}"));
            writeln!(
                f,
                "{:>7} {:>9.2}  ({:>5.2}  {:>5.2}) {:>7.2} {published:>7} {:>6.2} {:>6.2} {:>5.1}% {:>8.2} {:>7.0} {:>11.0}",
                row.workers,
                row.speedup_vs_seq,
                row.speedup_range.0,
                row.speedup_range.1,
                row.speedup_vs_one,
                row.node_ratio,
                row.nps_ratio,
                100.0 * row.idle_share,
                row.load_balance,
                row.joins_per_search,
                row.bytes_per_join,
            )?;
        }
        Ok(())
    }
}
