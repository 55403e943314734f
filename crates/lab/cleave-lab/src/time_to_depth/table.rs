//! Rows as a table, for the terminal and in Markdown.

use cleave_kit::estimate::Estimate;
use cleave_kit::table::{self, Align};

use super::published;
use super::row::Row;
use crate::compare::Kind;
use crate::searches::Team;

/// A heading, its width on a terminal (negative: the cells begin at its left), and the cell of a row.
pub(crate) type Column = (&'static str, i32, fn(&Row) -> String);

/// The columns that name a team.
pub(super) const TEAM: &[Column] = &[
    ("algorithm", -22, |row| Kind::of(Team { ranks: None, ..row.team }).to_string()),
    ("ranks", 5, |row| row.team.ranks.map_or("-".into(), |ranks| ranks.to_string())),
];

/// The columns of any measurement.
pub(crate) const SPEEDUP: &[Column] = &[
    ("workers", 7, |row| row.team.workers_of_all().to_string()),
    ("mean", 12, |row| bold_mean(row.speedup)),
    ("efficiency", 10, |row| format!("{:.0} %", 100.0 * row.efficiency)),
    ("runs", 11, |row| range(row.speedup_of_rounds)),
    ("positions", 11, |row| range(row.speedup_of_positions())),
    ("total time", 10, |row| format!("**{:.2}**", row.total_time)),
    ("runs", 11, |row| range(row.total_time_of_rounds)),
    ("vs one", 6, |row| row.speedup_over_one.map_or("-".into(), |figure| format!("{figure:.2}"))),
    ("DTS", 24, |row| published::text(row.team.workers_of_all())),
    ("nodes", 7, |row| format!("{:.3}", row.node_ratio.mean)),
    ("nps", 7, |row| format!("{:.2}", row.nps_ratio)),
];

/// Returns the table for the terminal.
pub(super) fn text(columns: &[Column], rows: &[Row]) -> String {
    let heads: Vec<_> = columns.iter().map(|&(head, width, _)| (head, width)).collect();
    let plain = |cells: Vec<String>| cells.iter().map(|cell| cell.replace("**", "")).collect();
    table::text(&heads, cells(columns, rows).map(plain))
}

/// Returns the table in Markdown.
pub(crate) fn markdown(align: Align, columns: &[Column], rows: &[Row]) -> String {
    let heads: Vec<_> = columns.iter().map(|(head, ..)| *head).collect();
    table::markdown(align, &heads.join(" | "), cells(columns, rows))
}

fn cells(columns: &[Column], rows: &[Row]) -> impl Iterator<Item = Vec<String>> {
    rows.iter().map(|row| columns.iter().map(|(.., cell)| cell(row)).collect())
}

/// Returns an estimate with its mean in bold.
fn bold_mean(estimate: Estimate) -> String {
    let text = estimate.to_string();
    match text.split_once(' ') {
        Some((mean, error)) => format!("**{mean}** {error}"),
        None => format!("**{text}**"),
    }
}

/// Returns a share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn range((least, most): (f64, f64)) -> String {
    format!("{least:.2}–{most:.2}")
}
