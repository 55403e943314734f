//! Fifty years of parallel game-tree search: published figures, and figures measured here.

use cleave_kit::table::{Align, markdown};

use crate::compare::{Comparison, Kind, Row};

/// The published algorithms by year: name, year, source and published speed-up. That speed-up belongs to another
/// program, other trees and another machine. The last column is the name of the algorithm here, or the reason why it is
/// not built. For most of those algorithms the reason names the nearest relative that is built: too little has been
/// published about them to build them faithfully.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_whole_and_in_the_order_of_their_years() {
        let mut last = 0;
        for line in HISTORY.lines() {
            let cells: Vec<&str> = line.split(" | ").collect();
            assert_eq!(cells.len(), 5, "{line}");
            assert!(cells.iter().all(|cell| !cell.trim().is_empty()), "{line}");
            let year: u32 = cells[1].split([',', ' ']).next().unwrap().parse().unwrap_or(last);
            assert!(year >= last, "{line}");
            last = year;
        }
    }

    #[test]
    fn the_searches_of_the_surveys_have_rows_with_reasons() {
        let history = text(None);
        for name in ["SSS*", "parallel SSS*", "HYBRID", "ER (evaluate and refute)", "Key Node"] {
            let row = history.lines().find(|line| line.starts_with(&format!("| {name} |")));
            assert!(row.is_some_and(|row| row.contains("| not built: ")), "{name}: {row:?}");
        }
    }
}
