//! The scores of all matches.

use std::fmt::Write;

use cleave_kit::games::score::MatchScore;

use super::pairing::{Cluster, Opponent, Pair};
use crate::searches::Team;

/// Returns the score of each team, in the order of the pairs.
pub(super) fn scores(pairs: &[Pair]) -> Vec<(Team, MatchScore)> {
    let of_team = |pairs: &[Pair]| {
        let mut score = MatchScore::default();
        pairs.iter().for_each(|pair| score.add(pair.as_white, pair.as_black));
        (pairs[0].team, score)
    };
    pairs.chunk_by(|one, other| one.team == other.team).map(of_team).collect()
}

/// Returns a line for each match.
pub(super) fn text(pairs: &[Pair], opponent: Opponent) -> String {
    let against = match opponent {
        Opponent::PSeq => "against P_seq".into(),
        Opponent::Team(algorithm) => format!("against {algorithm}"),
        Opponent::Rank(Cluster { ranks, .. }) => format!("{ranks} ranks against one"),
    };
    let mut text = String::new();
    for (Team { algorithm, workers, ranks, .. }, score) in scores(pairs) {
        let groups = ranks.map_or(String::new(), |groups| format!("{groups} groups of "));
        let _ = writeln!(text, "{groups}{:<22} x{workers:<4} {against}: {score}", algorithm.name());
    }
    text
}
