//! A measurement as a table for the terminal.

use std::fmt;
use std::ops::Range;

use crate::figures::amdahl::Amdahl;
use crate::figures::measurement::Measurement;
use crate::figures::summary::Summary;

/// For each algorithm a row for each position, and a row for each size of the team.
pub(super) struct Table<'a>(pub(super) &'a Measurement);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let measurement = self.0;
        if !measurement.setting.split.is_empty() {
            writeln!(f, "split parameters changed: {}", measurement.setting.split.join(", "))?;
        }
        let sizes = measurement.setting.workers.len();
        for (place, algorithm) in measurement.setting.algorithms.iter().enumerate() {
            let teams = place * sizes..(place + 1) * sizes;
            writeln!(f, "{}{algorithm}", if place > 0 { "\n\n" } else { "" })?;
            positions(f, measurement, teams.clone())?;
            for (set, summary) in &measurement.sets {
                let count =
                    measurement.positions.iter().filter(|position| position.set == *set).count();
                summaries(f, &format!("{set}, {count} positions"), &summary[teams.clone()])?;
            }
            let all = format!("all {} positions", measurement.positions.len());
            summaries(f, &all, &measurement.summary[teams])?;
        }
        Ok(())
    }
}

/// Speed-up against P_seq, position by position.
fn positions(
    f: &mut fmt::Formatter<'_>,
    measurement: &Measurement,
    teams: Range<usize>,
) -> fmt::Result {
    write!(f, "{:<12} {:>5} {:>10} {:>12}", "position", "depth", "P_seq s", "nodes")?;
    for workers in &measurement.setting.workers {
        write!(f, " {:>7}", format!("x{workers}"))?;
    }
    writeln!(f)?;
    for position in &measurement.positions {
        let (id, depth) = (&position.id, position.depth);
        let seconds = position.alone(&measurement.setting, |run| run.seconds);
        let nodes = position.alone(&measurement.setting, |run| run.nodes as f64);
        write!(f, "{id:<12.12} {depth:>5} {seconds:>10.3} {nodes:>12.0}")?;
        for team in teams.clone() {
            write!(f, " {:>7.2}", position.speedup(&measurement.setting, team))?;
        }
        writeln!(f)?;
    }
    Ok(())
}

fn summaries(f: &mut fmt::Formatter<'_>, title: &str, summaries: &[Summary]) -> fmt::Result {
    writeln!(f, "\n{title}")?;
    writeln!(
        f,
        "workers    mean        (runs)     (positions)  total time        (runs)  vs one  DTS'88  DTS'97   nodes     nps    idle  balance    joins   aborts  bytes/join"
    )?;
    for row in summaries {
        let published = |figure: Option<f64>| figure.map_or("-".into(), |f| format!("{f:?}"));
        let (old, new) = (published(row.published_1988), published(row.published));
        writeln!(
            f,
            "{:>7} {:>7.2} {:>13} {:>15} {:>11.2} {:>13} {:>7.2} {old:>7} {new:>7} {:>7.3} {:>7.2} {:>6.1}% {:>8.2} {:>8.0} {:>8.0} {:>11.0}",
            row.workers,
            row.speedup_vs_seq,
            range(row.speedup_range),
            range(row.speedup_extremes),
            row.speedup_total_time,
            range(row.speedup_total_time_range),
            row.speedup_vs_one,
            row.node_ratio,
            row.nps_ratio,
            100.0 * row.idle_share,
            row.load_balance,
            row.joins_per_search,
            row.aborts_per_search,
            row.bytes_per_join,
        )?;
    }
    if let Some(law) = Amdahl::of(summaries)
        && let Some(bound) = law.bound()
    {
        let percent = 100.0 * law.serial;
        writeln!(
            f,
            "Amdahl: as if {percent:.1}% of the work could not be divided; at most {bound:.0}x"
        )?;
    }
    Ok(())
}

fn range((least, most): (f64, f64)) -> String {
    format!("({least:.2} {most:.2})")
}
