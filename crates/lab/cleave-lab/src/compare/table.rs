//! A comparison as a table for the terminal.

use cleave_kit::estimate::Estimate;
use cleave_kit::table::{self, Columns};
use cleave_virtual_time::critical_path::Rule;

use super::comparison::{Comparison, paths, rows};
use super::kind::Kind;

const COLUMNS: Columns<'static> = &[
    ("algorithm", -22),
    ("workers", 7),
    ("speed-up", 16),
    ("nodes", 14),
    ("idle", 7),
    ("locks", 7),
    ("copying", 7),
    ("joins", 9),
    ("waits", 9),
];

/// A line for each team.
pub(super) fn text(comparison: &Comparison) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let table = table::text(
        COLUMNS,
        rows(comparison).into_iter().map(|row| {
            vec![
                Kind::of(row.team).to_string(),
                row.team.workers_of_all().to_string(),
                format!("{:.2} +- {:<5.2}", row.speedup.mean, row.speedup.error),
                format!("{:>6.3} +- {:<5.3}", row.node_ratio.mean, row.node_ratio.error),
                percent(row.idle),
                percent(row.locks),
                percent(row.copying),
                format!("{:.0}", row.joins),
                format!("{:.0}", row.waits),
            ]
        }),
    );
    let bounds = Rule::ALL.map(|rule| {
        let Estimate { mean, error } = paths(comparison, rule);
        format!("{} {mean:.2} +- {error:.2}", rule.name())
    });
    format!("trees of about {} nodes\n{table}W / C: {}\n", comparison.nodes(), bounds.join(", "))
}
