//! P_best: the best sequential program that a comparison knows.
//!
//! One processor can take the steps of all workers of a team in turn. It then searches the team's tree alone, and is a
//! sequential program. Where that tree is smaller than P_seq's, the program is better than P_seq, as far as the switch
//! between workers costs nothing.

use cleave_kit::table::{Align, markdown};

use crate::compare::{Comparison, Kind, Row};

/// Returns the nodes of P_best divided by the nodes of P_seq: at most 1.
pub(super) fn nodes_of_best(comparison: &Comparison) -> f64 {
    better_than_sequential(comparison).first().map_or(1.0, |row| row.node_ratio.mean)
}

/// Returns the teams that search fewer nodes than P_seq.
pub(super) fn table(comparison: &Comparison) -> String {
    let rows = better_than_sequential(comparison);
    if rows.is_empty() {
        return "No team searches fewer nodes than P_seq.\n".into();
    }
    let cells = rows.iter().map(|row| {
        let (kind, workers) = (Kind::of(row.team), row.team.workers_of_all());
        vec![format!("`{kind}`"), workers.to_string(), row.node_ratio.to_string()]
    });
    markdown(Align::RightOfName, "team | N | nodes by P_seq's", cells)
}

/// Returns the teams that search fewer nodes than P_seq, first the team with the fewest. A search that finds no line is
/// another program, and is left out.
fn better_than_sequential(comparison: &Comparison) -> Vec<Row> {
    let mut rows = comparison.rows();
    rows.retain(|row| row.team.algorithm.finds_a_line() && row.node_ratio.mean < 1.0);
    rows.sort_by(|one, other| one.node_ratio.mean.total_cmp(&other.node_ratio.mean));
    rows
}

#[cfg(test)]
mod tests {
    use cleave_search::team::Algorithm;

    use super::*;
    use crate::searches::Team;
    use crate::time_to_depth::invented::{alone, by, comparison};

    fn with_nodes(nodes: [u64; 3]) -> Comparison {
        let algorithms = [Algorithm::Dts, Algorithm::Ybwc, Algorithm::WindowNull];
        let teams = algorithms.map(|algorithm| Team::new(algorithm, 4));
        let cells =
            teams.into_iter().zip(nodes).map(|(team, nodes)| by("a 1", 0, team, 100, nodes));
        comparison([alone("a 1", 0, 1_000)].into_iter().chain(cells).collect())
    }

    #[test]
    fn the_team_with_the_fewest_nodes_is_the_best_program() {
        let comparison = with_nodes([900, 800, 100]);
        assert_eq!(nodes_of_best(&comparison), 0.8);
        let rows: Vec<_> = table(&comparison).lines().skip(2).map(String::from).collect();
        assert_eq!(rows, ["| `ybwc` | 4 | 0.80 |", "| `dts` | 4 | 0.90 |"]);
    }

    #[test]
    fn p_seq_is_best_if_every_team_searches_more() {
        let comparison = with_nodes([1_000, 1_100, 100]);
        assert_eq!(nodes_of_best(&comparison), 1.0);
        assert!(table(&comparison).starts_with("No team"));
    }
}
