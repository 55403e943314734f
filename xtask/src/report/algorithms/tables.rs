//! The tables of docs/algorithms.md.

use std::fmt::Write;

use cleave_search::Algorithm;
use cleave_search::critical_path::Rule;

use crate::figures::comparison::{Comparison, Team};
use crate::figures::comparison_summary::{Estimate, paths, rows};
use crate::figures::measurement::Measurement;
use crate::figures::summary::Summary;
use crate::report::document::setting;
use crate::selfplay::score::{MatchScore, signed};

/// Where the cells of a table stand, but for the first, a name.
#[derive(Clone, Copy)]
pub(super) enum Align {
    /// Words.
    Left,
    /// Figures.
    Right,
}

/// A table whose rows begin with a name.
pub(super) fn table(
    align: Align,
    heads: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> String {
    let rule = match align {
        Align::Left => "---|",
        Align::Right => "---:|",
    };
    let rules = rule.repeat(heads.len() - 1);
    let mut text = format!("| {} |\n|---|{rules}\n", heads.join(" | "));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

fn estimate(Estimate { mean, error }: Estimate) -> String {
    format!("{mean:.2} ± {error:.2}")
}

/// For each size of tree the speed-up of every team.
pub(super) fn speedup(comparisons: &[Comparison]) -> String {
    by_size(comparisons, |comparison| {
        let rows = rows(comparison);
        let mut sizes: Vec<usize> = rows.iter().map(|row| row.team.workers).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let names: Vec<_> = sizes.iter().map(|workers| format!("N = {workers}")).collect();
        let mut heads = vec!["algorithm"];
        heads.extend(names.iter().map(String::as_str));
        let cells = rows.chunk_by(|one, other| one.team.algorithm == other.team.algorithm).map(
            |of_algorithm| {
                let cell = |&workers: &usize| {
                    let row = of_algorithm.iter().find(|row| row.team.workers == workers);
                    row.map_or(String::new(), |row| estimate(row.speedup))
                };
                let name = format!("`{}`", of_algorithm[0].team.algorithm);
                std::iter::once(name).chain(sizes.iter().map(cell)).collect()
            },
        );
        table(Align::Right, &heads, cells)
    })
}

/// For each size of tree what the teams of 16 do with their time. W / C stands beside those whose rule of
/// joining has been measured.
pub(super) fn costs(comparisons: &[Comparison]) -> String {
    let heads = [
        "algorithm, N = 16",
        "speed-up",
        "W / C",
        "nodes",
        "idle",
        "locks",
        "copying",
        "joins",
        "waits for a lock",
    ];
    by_size(comparisons, |comparison| {
        let rows = rows(comparison).into_iter().filter(|row| row.team.workers == 16);
        table(
            Align::Right,
            &heads,
            rows.map(|row| {
                let bound = rule_of(row.team.algorithm).map(|rule| paths(comparison, rule).mean);
                vec![
                    format!("`{}`", row.team.algorithm),
                    estimate(row.speedup),
                    bound.map_or("-".into(), |bound| format!("{bound:.1}")),
                    estimate(row.node_ratio),
                    percent(row.idle),
                    percent(row.locks),
                    percent(row.copying),
                    format!("{:.0}", row.joins),
                    format!("{:.0}", row.waits),
                ]
            }),
        )
    })
}

/// The rule by which an algorithm joins: that of its name; a helpful master joins where others do.
fn rule_of(algorithm: Algorithm) -> Option<Rule> {
    let name = algorithm.name();
    let name = name.strip_suffix("-helpful").unwrap_or(name);
    Rule::ALL.into_iter().find(|rule| rule.name() == name)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// W / C by size of tree.
pub(super) fn critical_paths(comparisons: &[Comparison]) -> String {
    let mut heads = vec!["nodes of P_seq's tree"];
    heads.extend(Rule::ALL.map(Rule::name));
    table(
        Align::Right,
        &heads,
        comparisons.iter().map(|comparison| {
            let cells = Rule::ALL.map(|rule| estimate(paths(comparison, rule)));
            std::iter::once(comparison.setting.nodes.to_string()).chain(cells).collect()
        }),
    )
}

/// Teams of real workers. The range is that of the rounds of runs, each over all positions.
pub(super) fn real(measurement: &Measurement) -> String {
    let of_one = |team: &Summary| {
        let same = |other: &&Summary| other.algorithm == team.algorithm && other.workers == 1;
        measurement.summary.iter().find(same).map(|one| one.speedup_vs_seq)
    };
    let rows = measurement.summary.iter().filter(|team| team.workers > 1).map(|team| {
        let (least, most) = team.speedup_range;
        vec![
            format!("`{}`", team.algorithm),
            team.workers.to_string(),
            format!("{:.2}", team.speedup_vs_seq),
            format!("{least:.2} to {most:.2}"),
            format!("{:.2}", team.speedup_total_time),
            format!("{:.2}", team.node_ratio),
            format!("{:.2}", team.nps_ratio),
            percent(team.idle_share),
            of_one(team).map_or("-".into(), |one| format!("{one:.2}")),
        ]
    });
    let heads = [
        "algorithm",
        "threads",
        "speed-up",
        "runs",
        "by total time",
        "nodes",
        "nodes/s",
        "idle",
        "one thread",
    ];
    format!("{}\n\n{}", setting(measurement), table(Align::Right, &heads, rows))
}

/// The matches against P_seq.
pub(super) fn games(scores: &[(Team, MatchScore)]) -> String {
    table(
        Align::Right,
        &["algorithm", "N", "games", "result", "Elo, from two standard errors below to two above"],
        scores.iter().map(|(team, score)| {
            let (least, elo, most) = score.elo();
            vec![
                format!("`{}`", team.algorithm),
                team.workers.to_string(),
                score.games().to_string(),
                score.counts(),
                format!("{} ({} to {})", signed(elo), signed(least), signed(most)),
            ]
        }),
    )
}

fn by_size(comparisons: &[Comparison], table: impl Fn(&Comparison) -> String) -> String {
    let tables = comparisons.iter().map(|comparison| {
        let (nodes, positions) = (comparison.setting.nodes, comparison.positions());
        format!("Trees of about {nodes} nodes, {positions} positions:\n\n{}", table(comparison))
    });
    tables.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_belongs_to_the_algorithm_of_its_name() {
        assert_eq!(rule_of(Algorithm::Dts), Some(Rule::Dts));
        assert_eq!(rule_of(Algorithm::AbdadaSimplified), None);
    }
}
