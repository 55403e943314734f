//! The tables of book/src/measured/algorithms.md.

use cleave_kit::games::score::{MatchScore, signed};
use cleave_kit::table::{Align, markdown};
use cleave_search::team::Algorithm;
use cleave_virtual_time::critical_path::Rule;

use super::baselines;
use crate::compare::{Comparison, Kind};
use crate::report::speedup::page::setting;
use crate::searches::Team;
use crate::time_to_depth::table::percent;
use crate::time_to_depth::{Figures, Losses, Measurement, Row, Work};
use crate::virtual_games::Duels;

/// Returns the sizes of the teams that have searched.
fn team_sizes(comparison: &Comparison) -> Vec<usize> {
    let mut sizes: Vec<usize> = comparison.teams().iter().map(Team::workers_of_all).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Returns a table of figures with a column for each size of team.
fn by_team_size(first: &str, sizes: &[usize], rows: impl Iterator<Item = Vec<String>>) -> String {
    let sizes: String = sizes.iter().map(|workers| format!(" | N = {workers}")).collect();
    markdown(Align::RightOfName, &format!("{first}{sizes}"), rows)
}

/// Returns for each size of tree the speed-up of every team.
pub(super) fn speedup(comparisons: &[Comparison]) -> String {
    by_size(comparisons, |comparison| {
        let (rows, sizes) = (comparison.rows(), team_sizes(comparison));
        let cells = rows.chunk_by(|one, other| Kind::of(one.team) == Kind::of(other.team)).map(
            |of_algorithm| {
                let cell = |&workers: &usize| {
                    let row = of_algorithm.iter().find(|row| row.team.workers_of_all() == workers);
                    row.map_or(String::new(), |row| row.speedup.to_string())
                };
                let name = format!("`{}`", Kind::of(of_algorithm[0].team));
                std::iter::once(name).chain(sizes.iter().map(cell)).collect()
            },
        );
        by_team_size("algorithm", &sizes, cells)
    })
}

/// Returns for each size of tree a table of how the teams of 16 spend their time. W / C is given for the algorithms
/// whose rule of joining has been measured. The speed-up by P_best is at least as given.
pub(super) fn costs(comparisons: &[Comparison]) -> String {
    by_size(comparisons, |comparison| {
        let mut rows = comparison.rows();
        rows.retain(|row| row.team.workers_of_all() == 16);
        let best = baselines::nodes_of_best(comparison);
        let heads = ["algorithm, N = 16", "speed-up", "efficiency", "by P_best", "W / C", "nodes"];
        let heads = heads.into_iter().chain(Losses::COLUMNS.iter().map(|(head, ..)| *head));
        let cells = rows.iter().map(|row| {
            let bound = rule_of(row.team.algorithm).map(|rule| comparison.paths(rule).mean);
            let mut cells = vec![
                format!("`{}`", Kind::of(row.team)),
                row.speedup.to_string(),
                efficiency(row),
                format!("{:.2}", best * row.speedup.mean),
                bound.map_or("-".into(), |bound| format!("{bound:.1}")),
                row.node_ratio.to_string(),
            ];
            cells.extend(Losses::COLUMNS.iter().map(|(.., cell)| cell(row)));
            cells
        });
        let heads = heads.collect::<Vec<_>>().join(" | ");
        markdown(Align::RightOfName, &heads, cells)
    })
}

fn efficiency(row: &Row) -> String {
    format!("{:.0} %", 100.0 * row.efficiency)
}

/// Returns for each size of tree the teams that would be better sequential programs than P_seq.
pub(super) fn baselines(comparisons: &[Comparison]) -> String {
    by_size(comparisons, baselines::table)
}

/// Returns the rule by which an algorithm joins. It has the algorithm's name, or the name of an algorithm that joins at
/// the same nodes.
fn rule_of(algorithm: Algorithm) -> Option<Rule> {
    let of_same_nodes = match algorithm {
        Algorithm::YbwcHelpful | Algorithm::Jamboree => Algorithm::Ybwc,
        other => other,
    };
    Rule::ALL.into_iter().find(|rule| rule.name() == of_same_nodes.name())
}

/// Returns W / C by size of tree.
pub(super) fn critical_paths(comparisons: &[Comparison]) -> String {
    let heads = format!("nodes of P_seq's tree | {}", Rule::ALL.map(Rule::name).join(" | "));
    markdown(
        Align::RightOfName,
        &heads,
        comparisons.iter().map(|comparison| {
            let cells = Rule::ALL.map(|rule| comparison.paths(rule).to_string());
            std::iter::once(comparison.nodes().to_string()).chain(cells).collect()
        }),
    )
}

/// Teams of real workers. The range is over the rounds of runs, each over all positions.
pub(super) fn real(measurement: &Measurement<Work>) -> String {
    let all = measurement.rows();
    let of_one = |team: &Row| {
        let same = |other: &&Row| other.team == Team::new(team.team.algorithm, 1);
        all.iter().find(same).map(|one| one.speedup.mean)
    };
    let rows = all.iter().filter(|row| row.team.workers > 1).map(|row| {
        let (least, most) = row.speedup_of_rounds;
        vec![
            format!("`{}`", row.team.algorithm),
            row.team.workers.to_string(),
            row.speedup.to_string(),
            efficiency(row),
            format!("{least:.2} to {most:.2}"),
            format!("{:.2}", row.total_time),
            row.node_ratio.to_string(),
            format!("{:.2}", row.nps_ratio),
            percent(row.means["idle"]),
            of_one(row).map_or("-".into(), |one| format!("{one:.2}")),
        ]
    });
    let heads = "algorithm | threads | speed-up | efficiency | runs | by total time | nodes | nodes/s | idle | one thread";
    format!("{}\n\n{}", setting(measurement), markdown(Align::RightOfName, heads, rows))
}

/// Returns the matches against P_seq.
pub(super) fn games(scores: &[(Team, MatchScore)]) -> String {
    matches(
        "algorithm",
        scores.iter().map(|&(team, score)| (format!("`{}`", team.algorithm), team, score)),
    )
}

/// Returns the matches of teams against each other.
pub(super) fn duels(duels: &[Duels]) -> String {
    let named = duels.iter().flat_map(|Duels { against, time, scores }| {
        scores.iter().map(move |&(team, score)| {
            let groups = team.ranks.map_or(String::new(), |groups| format!(" in {groups} groups"));
            let time = time.0 as f64 / 1e6;
            (format!("`{}`{groups} against `{against}`, {time} ms", team.algorithm), team, score)
        })
    });
    matches("duel", named)
}

fn matches(heading: &str, scores: impl Iterator<Item = (String, Team, MatchScore)>) -> String {
    markdown(
        Align::RightOfName,
        &format!(
            "{heading} | N | games | result | Elo, from two standard errors below to two above"
        ),
        scores.map(|(name, team, score)| {
            let (least, elo, most) = score.elo();
            let range = if least < most {
                format!("{} ({} to {})", signed(elo), signed(least), signed(most))
            } else {
                format!("{} (error unknown)", signed(elo))
            };
            let (workers, games) = (team.workers_of_all().to_string(), score.games().to_string());
            vec![name, workers, games, score.counts(), range]
        }),
    )
}

/// Returns for each size of tree how much faster `dts` is than every other team of the same size.
pub(super) fn pairs(comparisons: &[Comparison]) -> String {
    by_size(comparisons, |comparison| {
        let sizes = team_sizes(comparison);
        let teams = comparison.teams();
        let of_kind = teams.chunk_by(|&one, &other| Kind::of(one) == Kind::of(other));
        let dts = |workers| Team::new(Algorithm::Dts, workers);
        let others = of_kind.filter(|of_kind| Kind::of(of_kind[0]) != Kind::of(dts(1)));
        let cells = others.map(|of_kind| {
            let cell = |&workers: &usize| {
                let other = of_kind.iter().find(|team| team.workers_of_all() == workers);
                let ratio = other.and_then(|&other| comparison.faster(dts(workers), other));
                ratio.map_or(String::new(), |ratio| ratio.to_string())
            };
            std::iter::once(format!("`{}`", Kind::of(of_kind[0])))
                .chain(sizes.iter().map(cell))
                .collect()
        });
        by_team_size("speed-up of `dts` over", &sizes, cells)
    })
}

/// Returns the trees and the positions of a comparison, and the number of seeds for teams of each size.
fn caption(comparison: &Comparison) -> String {
    let sets: Vec<_> = comparison
        .sets()
        .into_iter()
        .map(|(set, count)| format!("{} of {set}", plural(count, "position")))
        .collect();
    let mut seeds: Vec<(Vec<String>, usize)> = Vec::new();
    for workers in team_sizes(comparison) {
        let count = comparison.seeds_of(workers);
        match seeds.iter_mut().find(|(_, other)| *other == count) {
            Some((sizes, _)) => sizes.push(workers.to_string()),
            None => seeds.push((vec![workers.to_string()], count)),
        }
    }
    let seeds: Vec<_> = seeds
        .into_iter()
        .map(|(sizes, count)| format!("N = {}: {}", sizes.join(", "), plural(count, "seed")))
        .collect();
    let (nodes, hash) = (comparison.nodes(), comparison.setting.hash);
    let (sets, seeds) = (sets.join(" and "), seeds.join("; "));
    format!("Trees of about {nodes} nodes, {sets}; a table of {hash} MiB. {seeds}.")
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn by_size(comparisons: &[Comparison], table: impl Fn(&Comparison) -> String) -> String {
    let tables = comparisons
        .iter()
        .map(|comparison| format!("{}\n\n{}", caption(comparison), table(comparison)));
    tables.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_belongs_to_the_algorithm_of_its_name() {
        assert_eq!(rule_of(Algorithm::Dts), Some(Rule::Dts));
        assert_eq!(rule_of(Algorithm::Jamboree), Some(Rule::Ybwc));
        assert_eq!(rule_of(Algorithm::AbdadaSimplified), None);
    }
}
