//! The tables, for the terminal and for a page. On the page they stand between `<!-- monte-carlo: NAME -->` and `<!--
//! end -->`; tables of Go follow `<!-- go: NAME -->`.

use cleave_kit::estimate::Estimate;
use cleave_kit::files::{Destination, read_text};
use cleave_kit::parts;
use cleave_kit::table::{Align, markdown};
use cleave_kit::{Error, Result};

use super::{Measurement, Rate, Row};
use crate::report::pictures::algorithms::{AlgorithmCurves, Curve};

/// The tables, with their names.
pub(super) fn tables(measurement: &Measurement) -> Vec<(&'static str, String)> {
    vec![
        ("strength", strength(measurement)),
        ("inside", inside(measurement)),
        ("rates", rates(measurement)),
        ("sequential", sequential(measurement)),
    ]
}

/// The strength speed-up of all teams.
pub(super) fn picture(measurement: &Measurement) -> AlgorithmCurves {
    let teams = measurement.rows.chunk_by(|one, other| one.team == other.team);
    let curves = teams.map(|rows| {
        let points = rows
            .iter()
            .filter(|row| row.workers > 1)
            .filter_map(|row| Some((row.workers.into(), row.speed_up?)));
        Curve {
            name: rows[0].team.clone(),
            is_famous: true,
            begins_at_one: true,
            points: points.collect(),
        }
    });
    let subtitle = format!(
        "Playouts that one worker needs to play as well, by those that it makes in the same time; {} hard positions of Connect Four; bars: standard error",
        measurement.positions
    );
    AlgorithmCurves::of_strength(subtitle, curves.collect())
}

fn sizes<T>(all: &[T], workers: impl Fn(&T) -> u16) -> Vec<u16> {
    let mut sizes: Vec<u16> = all.iter().map(workers).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn heads(first: &str, sizes: &[u16]) -> String {
    let sizes = sizes.iter().map(|workers| format!(" | N = {workers}"));
    first.to_string() + &sizes.collect::<String>()
}

fn strength(measurement: &Measurement) -> String {
    let sizes = sizes(&measurement.rows, |row| row.workers);
    let teams = measurement.rows.chunk_by(|one, other| one.team == other.team);
    let rows = teams.map(|rows| {
        let figures =
            rows.iter().map(|row| row.speed_up.map_or("-".into(), |figure| figure.to_string()));
        std::iter::once(rows[0].team.clone()).chain(figures).collect()
    });
    let table = markdown(Align::RightOfName, &heads("mode", &sizes), rows);
    format!(
        "{} hard positions, the time in which one worker makes {} playouts; a playout costs {} times that of \
         Connect Four.\n\n{table}",
        measurement.positions, measurement.playouts, measurement.scale
    )
}

fn inside(measurement: &Measurement) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let row = |row: &Row| {
        vec![
            row.team.clone(),
            row.workers.to_string(),
            percent(row.share),
            row.over_nothing.map_or("-".into(), |Estimate { mean, error }| {
                format!("{:+.1} ± {:.1}", 100.0 * mean, 100.0 * error)
            }),
            format!("{:.1}", row.playouts),
            format!("{:.1}", row.depth),
            percent(row.overlap),
            percent(row.locks),
            percent(row.lines),
            percent(row.idle),
        ]
    };
    let heads =
        "mode | N | optimal | over nothing | playouts | depth | overlap | locks | lines | idle";
    let shown = measurement.rows.iter().filter(|row| [1, 4, 16, 64].contains(&row.workers));
    markdown(Align::RightOfName, heads, shown.map(row))
}

fn rates(measurement: &Measurement) -> String {
    let sizes = sizes(&measurement.rates, |rate| rate.workers);
    let teams =
        measurement.rates.chunk_by(|one, other| one.team == other.team && one.scale == other.scale);
    let rows = teams.map(|rates: &[Rate]| {
        let first = [rates[0].team.clone(), rates[0].scale.to_string()];
        first.into_iter().chain(rates.iter().map(|rate| format!("{:.0}", rate.thousands))).collect()
    });
    markdown(Align::RightOfName, &heads("mode | price", &sizes), rows)
}

fn sequential(measurement: &Measurement) -> String {
    let rows = measurement
        .sequential
        .iter()
        .map(|(playouts, share)| vec![playouts.to_string(), format!("{:.1} %", 100.0 * share)]);
    markdown(Align::Right, "playouts | optimal", rows)
}

/// Writes the tables into a page that has a place for each.
pub(super) fn renew(
    page: &Destination,
    report: &str,
    tables: Vec<(&'static str, String)>,
) -> Result<()> {
    let path = page.path();
    let text = read_text(path)?;
    page.write(&renewed(&text, report, tables).map_err(|reason| Error::of_file(path, reason))?)
}

/// Returns the page with each table in its place.
pub(super) fn renewed(
    page: &str,
    report: &str,
    mut tables: Vec<(&'static str, String)>,
) -> Result<String, String> {
    let text = parts::renewed(page, report, |name| {
        let place = tables.iter().position(|(of_table, _)| *of_table == name);
        let place = place.ok_or_else(|| format!("unknown part '{name}'"))?;
        Ok(tables.swap_remove(place).1)
    })?;
    match tables.first() {
        Some((name, _)) => Err(format!("there is no place for '{name}'")),
        None => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::{read_json, read_text};

    use super::*;

    #[test]
    fn the_committed_page_shows_the_committed_measurement() {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        let measurement = read_json(&root.join("data/monte-carlo/connect-four.json")).unwrap();
        let page = read_text(&root.join("crates/mcts/MEASURED.md")).unwrap();
        assert_eq!(renewed(&page, "monte-carlo", tables(&measurement)), Ok(page));
        for (path, svg) in crate::report::drawn(&[Box::new(picture(&measurement))]).unwrap() {
            assert!(read_text(&root.join("crates/mcts").join(&path)).unwrap() == svg, "{path:?}");
        }
    }

    #[test]
    fn a_table_takes_the_place_of_the_old_one() {
        let page = "a\n<!-- monte-carlo: x -->\nold\n<!-- end -->\nb\n";
        let table = |name| (name, "new\n".to_string());
        assert_eq!(renewed(page, "monte-carlo", vec![table("x")]), Ok(page.replace("old", "new")));
        assert_eq!(
            renewed(page, "monte-carlo", vec![table("x"), table("y")]),
            Err("there is no place for 'y'".into())
        );
        assert_eq!(renewed(page, "monte-carlo", vec![table("y")]), Err("unknown part 'x'".into()));
    }
}
