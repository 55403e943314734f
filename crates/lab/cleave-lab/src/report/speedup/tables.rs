//! Tables in Markdown.

use cleave_kit::estimate::Estimate;
use cleave_kit::table::{Align, markdown};

use crate::report::pictures::shares::{Column, KINDS};
use crate::speedup::measurement::Measurement;
use crate::speedup::summary::Summary;
use crate::trees::Sweep;
use crate::validate::rows::Row;
use crate::validate::validation::Validation;

/// The summary of teams of each size.
pub(super) fn summary(rows: &[Summary]) -> String {
    let heads = "workers | mean | runs | positions | total time | runs | vs one | DTS | \
        nodes | nps | idle | balance | joins | aborts | bytes a join";
    markdown(
        Align::Right,
        heads,
        rows.iter().map(|row| {
            vec![
                row.workers.to_string(),
                bold_mean(row.speedup()),
                range(row.speedup_range),
                range(row.speedup_extremes),
                format!("**{:.2}**", row.speedup_total_time),
                range(row.speedup_total_time_range),
                format!("{:.2}", row.speedup_vs_one),
                published(row),
                format!("{:.3}", row.node_ratio),
                format!("{:.2}", row.nps_ratio),
                format!("{:.1} %", 100.0 * row.idle_share),
                format!("{:.2}", row.load_balance),
                format!("{:.0}", row.joins_per_search),
                format!("{:.0}", row.aborts_per_search),
                format!("{:.0}", row.bytes_per_join),
            ]
        }),
    )
}

/// An estimate with its mean in bold.
fn bold_mean(estimate: Estimate) -> String {
    let text = estimate.to_string();
    match text.split_once(' ') {
        Some((mean, error)) => format!("**{mean}** {error}"),
        None => format!("**{text}**"),
    }
}

/// The figures published for DTS on as many processors, each with its year where they differ.
fn published(row: &Summary) -> String {
    match (row.published_1988, row.published) {
        (Some(older), Some(newer)) => format!("{older:.2} (1988), {newer:.1} (1997)"),
        (_, newer) => newer.map_or(String::new(), |figure| format!("{figure:.1}")),
    }
}

/// Speed-up against P_seq, position by position.
pub(super) fn positions(measurement: &Measurement) -> String {
    let design = &measurement.design;
    let sizes: String = design.workers.iter().map(|workers| format!(" | N = {workers}")).collect();
    let heads = format!("position | depth | P_seq, s | nodes{sizes}");
    markdown(Align::Right, &heads, measurement.by_position(&design.teams(), 2))
}

/// Where the time goes.
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
    let figure = |figure: f64| format!("{figure:.3}");
    let rows = validation.rows().into_iter().map(|Row { name, pair, standard_error }| {
        vec![
            name,
            figure(pair.real),
            figure(pair.model),
            format!("{:+.1} %", pair.error()),
            standard_error.map_or(String::new(), |error| format!("{error:.1}")),
        ]
    });
    markdown(Align::Right, " | real | virtual | difference | standard error", rows)
}

fn range((least, most): (f64, f64)) -> String {
    format!("{least:.2}–{most:.2}")
}
