//! A comparison as a table for the terminal.

use std::fmt::Write;

use cleave_smp_lab::critical_path::Rule;

use crate::figures::comparison::Comparison;
use crate::figures::comparison_summary::{Estimate, paths, rows};

/// A line for each team.
pub(super) fn text(comparison: &Comparison) -> String {
    let mut text = format!(
        "trees of about {} nodes\n{:<22} {:>7} {:>16} {:>14} {:>7} {:>7} {:>7} {:>9} {:>9}\n",
        comparison.setting.nodes,
        "algorithm",
        "workers",
        "speed-up",
        "nodes",
        "idle",
        "locks",
        "copying",
        "joins",
        "waits"
    );
    for row in rows(comparison) {
        let _ = writeln!(
            text,
            "{:<22} {:>7} {:>7.2} +- {:<5.2} {:>6.3} +- {:<5.3} {:>5.1} % {:>5.1} % {:>5.1} % {:>9.0} {:>9.0}",
            row.team,
            row.team.workers,
            row.speedup.mean,
            row.speedup.error,
            row.node_ratio.mean,
            row.node_ratio.error,
            100.0 * row.idle,
            100.0 * row.locks,
            100.0 * row.copying,
            row.joins,
            row.waits
        );
    }
    let bounds = Rule::ALL.map(|rule| {
        let Estimate { mean, error } = paths(comparison, rule);
        format!("{} {mean:.2} +- {error:.2}", rule.name())
    });
    let _ = writeln!(text, "W / C: {}", bounds.join(", "));
    text
}
