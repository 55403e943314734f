//! The text of book/src/measured/speedup.md: a template, and what stands in it for each name between braces.

use std::fmt::Write;

use cleave_kit::statistics::median;
use cleave_kit::table::Align;

use super::data::{Data, SIXTEEN, whole};
use super::{commands, shares, tables};
use crate::report::pictures::Picture;
use crate::searches::Goal;
use crate::time_to_depth::amdahl::Amdahl;
use crate::time_to_depth::table::{SPEEDUP, markdown};
use crate::time_to_depth::{Figures, Measurement, Row, Work};
use crate::trees::Sweep;
use crate::validate::validation::Validation;

/// The page. A section is left out if something that it names has not been measured.
const TEMPLATE: &str = include_str!("speedup.md.template");

/// Before each section but the first.
const SECTION: &str = "<!-- section -->\n";

/// Returns the whole page.
pub(super) fn text(data: &Data, pictures: &[Box<dyn Picture>]) -> String {
    let sections = TEMPLATE.split(SECTION);
    sections.filter_map(|section| fill(section, |name| named(data, pictures, name))).collect()
}

/// Returns the text with a value for each name, unless a name has none.
fn fill(text: &str, value: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut parts = text.split("{{");
    let mut filled = parts.next()?.to_string();
    for part in parts {
        let (name, rest) = part.split_once("}}")?;
        filled += value(name)?.trim_end();
        filled += rest;
    }
    Some(filled)
}

fn named(data: &Data, pictures: &[Box<dyn Picture>], name: &str) -> Option<String> {
    Some(match name.split_once(':') {
        None if name == "conclusion" => conclusion(data),
        None => commands::text(data),
        Some(("picture", name)) => pictures.iter().find(|picture| picture.name() == name)?.image(),
        Some(("trees", _)) => sweeps(data.trees.as_ref()?),
        Some(("validation", figure)) => of_validation(data.validation.as_ref()?, figure),
        Some((measurement, part)) => of_measurement(data.measurements.get(measurement)?, part),
    })
}

fn of_measurement(measurement: &Measurement<Work>, part: &str) -> String {
    match part {
        "setting" => setting(measurement),
        "summaries" => summaries(measurement),
        "medians" => medians(measurement),
        "shares" => tables::shares(&shares::columns(measurement)),
        _ => {
            let table = tables::positions(measurement);
            format!("<details><summary>Position by position</summary>\n\n{table}\n</details>")
        }
    }
}

fn of_validation(validation: &Validation, figure: &str) -> String {
    match figure {
        "table" => tables::validation(validation),
        "seconds" => validation.seconds.to_string(),
        "runs" => validation.runs.to_string(),
        "seeds" => validation.seeds.to_string(),
        _ => match &validation.other_trees[..] {
            [] => "One worker, real or virtual, searches exactly the tree of P_seq.".into(),
            others => {
                format!("One worker does not search the tree of P_seq in {}.", others.join(", "))
            }
        },
    }
}

/// Returns the most important figures that were measured, as sentences.
fn conclusion(data: &Data) -> String {
    let mut text = String::new();
    if let Some(model) = data.measurements.get("virtual") {
        let _ = writeln!(text, "* **Virtual time**: {} as the sequential search.", gains(model));
    }
    if let Some(model) = data.measurements.get(SIXTEEN) {
        let gains = gains(model);
        let _ =
            writeln!(text, "* **At the prices of a machine with sixteen processors**: {gains}.");
    }
    for (name, backend) in [("processes", "fork"), ("threads", "thread")] {
        let measurement = data.measurements.get(backend);
        if let Some(row) = measurement.and_then(|measurement| measurement.rows().pop()) {
            let _ = writeln!(text, "* **{} {name}** are {}.", row.team.workers, gain(&row));
        }
    }
    text
}

/// Positions, depths, runs and table of a measurement, as a sentence.
pub(in crate::report) fn setting(measurement: &Measurement<Work>) -> String {
    let (setting, runs) = (&measurement.setting, measurement.seeds().len());
    let depth = match setting.goal.goal {
        Goal::Depth { depth } => format!("depth {depth}"),
        Goal::Seconds { seconds } => format!("depths for which P_seq takes about {seconds} s"),
        Goal::Nodes { nodes } => format!("depths at which P_seq's trees have about {nodes} nodes"),
    };
    let run = if setting.goal.backend.is_virtual() { "seed" } else { "run" };
    let plural = if runs == 1 { "" } else { "s" };
    let split = match &setting.split[..] {
        [] => String::new(),
        changes => format!("; split parameters changed: {}", changes.join(", ")),
    };
    format!(
        "{} positions, {depth}, {runs} {run}{plural}, a table of {} MiB{split}.",
        measurement.results().positions().len(),
        setting.hash
    )
}

/// Returns the speed-ups of teams of all sizes, without the program that they are compared with.
pub(super) fn gains(measurement: &Measurement<Work>) -> String {
    let teams = measurement.rows().into_iter().filter(|row| row.team.workers > 1);
    let (workers, speedups): (Vec<_>, Vec<_>) =
        teams.map(|row| (row.team.workers.to_string(), row.speedup.to_string())).unzip();
    format!("{} workers are {} times as fast", listed(&workers), listed(&speedups))
}

/// Returns the speed-up of a team, and the ratios that it comes from.
pub(super) fn gain(row: &Row) -> String {
    format!(
        "{} times as fast, with {:.2} times the nodes a second and {:.2} times the nodes",
        row.speedup, row.nps_ratio, row.node_ratio.mean
    )
}

/// Returns the medians of the positions' speed-ups, as a sentence.
fn medians(measurement: &Measurement<Work>) -> String {
    let teams = measurement.teams().into_iter().filter(|team| team.workers > 1);
    let (workers, medians): (Vec<_>, Vec<_>) = teams
        .map(|team| {
            let speedups = measurement.pairs(team).speedups();
            (team.workers.to_string(), format!("{:.1}", median(&speedups)))
        })
        .unzip();
    format!("The median speed-ups of {} workers are {}.", listed(&workers), listed(&medians))
}

/// Returns a list as part of a sentence.
fn listed(items: &[String]) -> String {
    match items {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => items.concat(),
    }
}

/// Returns a table for each property of artificial trees.
fn sweeps(sweeps: &[Sweep]) -> String {
    sweeps.iter().fold(String::new(), |text, sweep| {
        let Sweep { property, meaning, .. } = sweep;
        text + &format!("**{property}**: {meaning}\n\n{}\n", tables::sweep(sweep))
    })
}

fn summaries(measurement: &Measurement<Work>) -> String {
    let mut text = String::new();
    let mut parts = measurement.rows_of_sets();
    if parts.len() > 1 {
        parts.push(whole(measurement));
    }
    for (name, rows) in parts {
        let columns = [SPEEDUP, Work::COLUMNS].concat();
        let _ = writeln!(text, "**{name}**\n\n{}", markdown(Align::Right, &columns, &rows));
        if let Some(law) = Amdahl::of(&rows)
            && let Some(bound) = law.bound()
        {
            let _ = writeln!(
                text,
                "Amdahl: as if {:.2} % of the work could not be divided; at most {bound:.0} times as fast.\n",
                100.0 * law.serial
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_a_sentence() {
        let list =
            |items: &[&str]| listed(&items.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!([list(&[]), list(&["1"])], ["", "1"]);
        assert_eq!([list(&["1", "2"]), list(&["1", "2", "3"])], ["1 and 2", "1, 2 and 3"]);
    }

    #[test]
    fn a_section_with_a_missing_value_is_left_out() {
        let value = |name: &str| (name == "one").then(|| "1\n".to_string());
        assert_eq!(fill("a\n{{one}}\nb {{one}}.\n", value).as_deref(), Some("a\n1\nb 1.\n"));
        assert_eq!(fill("a {{one}} {{two}}\n", value), None);
        assert_eq!(fill("a\n", value).as_deref(), Some("a\n"));
    }
}
