//! A measurement as a table for the terminal.

use cleave_kit::table::{self, Columns};

use super::amdahl::Amdahl;
use super::measurement::Measurement;
use super::summary::Summary;
use crate::searches::Team;

/// For each algorithm a row for each position, and a row for each size of the team.
pub(super) fn text(measurement: &Measurement) -> String {
    let Measurement { design, summary, sets, .. } = measurement;
    let positions = measurement.results().positions();
    let mut text = match &design.split[..] {
        [] => String::new(),
        changes => format!("split parameters changed: {}\n", changes.join(", ")),
    };
    let sizes = design.workers.len();
    for (place, algorithm) in design.algorithms.iter().enumerate() {
        let teams = place * sizes..(place + 1) * sizes;
        text += &format!("{}{algorithm}\n", if place > 0 { "\n\n" } else { "" });
        text += &by_position(measurement, &design.teams()[teams.clone()]);
        for (set, summary) in sets {
            let is_of_set = |position: &&&str| position.starts_with(&format!("{set} "));
            let count = positions.iter().filter(is_of_set).count();
            text += &summaries(&format!("{set}, {count} positions"), &summary[teams.clone()]);
        }
        text += &summaries(&format!("all {} positions", positions.len()), &summary[teams]);
    }
    text
}

/// Speed-up against P_seq, position by position.
fn by_position(measurement: &Measurement, teams: &[Team]) -> String {
    let sizes: Vec<_> = teams.iter().map(|team| format!("x{}", team.workers)).collect();
    let mut columns = vec![("position", -12), ("depth", 5), ("P_seq s", 10), ("nodes", 12)];
    columns.extend(sizes.iter().map(|size| (size.as_str(), 7)));
    let rows = measurement.by_position(teams, 3).into_iter().map(|mut row| {
        row[0] = row[0].chars().take(12).collect();
        row
    });
    table::text(&columns, rows)
}

const COLUMNS: Columns<'static> = &[
    ("workers", 7),
    ("mean", 7),
    ("±", 5),
    ("(runs)", 13),
    ("(positions)", 15),
    ("total time", 11),
    ("(runs)", 13),
    ("vs one", 7),
    ("DTS'88", 7),
    ("DTS'97", 7),
    ("nodes", 7),
    ("nps", 7),
    ("idle", 7),
    ("balance", 8),
    ("joins", 8),
    ("aborts", 8),
    ("bytes/join", 11),
];

fn summaries(title: &str, summaries: &[Summary]) -> String {
    let published = |figure: Option<f64>| figure.map_or("-".into(), |figure| format!("{figure:?}"));
    let rows = summaries.iter().map(|row| {
        vec![
            row.workers.to_string(),
            format!("{:.2}", row.speedup_vs_seq),
            format!("{:.2}", row.speedup_error),
            range(row.speedup_range),
            range(row.speedup_extremes),
            format!("{:.2}", row.speedup_total_time),
            range(row.speedup_total_time_range),
            format!("{:.2}", row.speedup_vs_one),
            published(row.published_1988),
            published(row.published),
            format!("{:.3}", row.node_ratio),
            format!("{:.2}", row.nps_ratio),
            format!("{:.1}%", 100.0 * row.idle_share),
            format!("{:.2}", row.load_balance),
            format!("{:.0}", row.joins_per_search),
            format!("{:.0}", row.aborts_per_search),
            format!("{:.0}", row.bytes_per_join),
        ]
    });
    let table = table::text(COLUMNS, rows);
    let law = Amdahl::of(summaries).and_then(|law| {
        let (percent, bound) = (100.0 * law.serial, law.bound()?);
        Some(format!(
            "Amdahl: as if {percent:.1}% of the work could not be divided; at most {bound:.0}x\n"
        ))
    });
    format!("\n{title}\n{table}{}", law.unwrap_or_default())
}

fn range((least, most): (f64, f64)) -> String {
    format!("({least:.2} {most:.2})")
}
