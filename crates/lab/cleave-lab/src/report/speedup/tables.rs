//! Tables in Markdown.

use cleave_kit::table::{Align, markdown};

use crate::report::pictures::shares::{Column, KINDS};
use crate::time_to_depth::{Measurement, Work};
use crate::trees::Sweep;
use crate::validate::validation::Validation;

/// Speed-up against P_seq, position by position.
pub(super) fn positions(measurement: &Measurement<Work>) -> String {
    let teams = measurement.teams();
    let sizes: String = teams.iter().map(|team| format!(" | N = {}", team.workers)).collect();
    let heads = format!("position | depth | P_seq, s | nodes{sizes}");
    markdown(Align::Right, &heads, measurement.by_position(&teams, 2))
}

/// Returns the table of the use of the workers' time.
pub(super) fn shares(columns: &[Column]) -> String {
    markdown(
        Align::Right,
        &format!("workers | {}", KINDS.join(" | ")),
        columns.iter().map(|column| {
            let mut row = vec![column.workers.to_string()];
            row.extend(column.shares.iter().map(|share| format!("{:.1} %", 100.0 * share)));
            row
        }),
    )
}

/// Speed-up and nodes of teams on artificial trees, by the property that varies.
pub(super) fn sweep(sweep: &Sweep) -> String {
    let teams = sweep.points.first().map_or(&[][..], |point| &point.teams);
    let sizes: String =
        teams.iter().map(|team| format!(" | N = {} | nodes", team.workers)).collect();
    markdown(
        Align::Right,
        &format!("{} | P_seq{sizes}", sweep.property),
        sweep.points.iter().map(|point| {
            let mut row = vec![point.value.to_string(), point.nodes.to_string()];
            for team in &point.teams {
                row.extend([team.speedup, team.node_ratio].map(|figure| format!("{figure:.2}")));
            }
            row
        }),
    )
}

/// Real and virtual figures.
pub(super) fn validation(validation: &Validation) -> String {
    let heads = " | real | virtual | difference | standard error";
    markdown(Align::Right, heads, validation.rows())
}
