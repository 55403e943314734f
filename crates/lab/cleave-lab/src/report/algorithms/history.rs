//! Fifty years of parallel game-tree search: published figures, and figures measured here.

use cleave_kit::table::{Align, markdown};

use crate::compare::{Comparison, Kind, Row};

/// The published algorithms by year: name, year, source and published speed-up. That speed-up belongs to another
/// program, other trees and another machine. The last column is the name of the algorithm here, or the reason why it is
/// not built. Too little has been published about most of those to build them faithfully.
const HISTORY: &str = include_str!("history.txt");

/// Returns the table of all, with our speed-up on 16 processors where it has been measured.
pub(super) fn text(comparison: Option<&Comparison>) -> String {
    let rows = comparison.map(Comparison::rows).unwrap_or_default();
    let cells = HISTORY.lines().map(|line| {
        let mut cells: Vec<String> = line.split(" | ").map(String::from).collect();
        if let Some(last) = cells.last_mut() {
            *last = match last.strip_prefix("here: ") {
                Some(name) => ours(name, &rows),
                None if last.starts_with('[') => last.clone(),
                None => format!("not built: {last}"),
            };
        }
        cells
    });
    let size = comparison.map_or(String::new(), |comparison| {
        format!(", trees of about {} nodes", comparison.nodes())
    });
    let heads = format!("algorithm | year | source | published speed-up | here, N = 16{size}");
    markdown(Align::Left, &heads, cells)
}

fn ours(name: &str, rows: &[Row]) -> String {
    let Ok(kind) = name.parse::<Kind>() else { return "not built".into() };
    let is_ours = |row: &&Row| Kind::of(row.team) == kind && row.team.workers_of_all() == 16;
    match rows.iter().find(is_ours) {
        Some(row) => format!("`{name}`: {}", row.speedup),
        None => format!("`{name}`"),
    }
}
