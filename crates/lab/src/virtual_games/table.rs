//! The scores of all matches.

use std::fmt::Write;

use super::pairing::{Cluster, Pair};
use crate::games::score::MatchScore;
use crate::searches::Team;

/// The score of each team, in the order of the pairs.
pub(super) fn scores(pairs: &[Pair]) -> Vec<(Team, MatchScore)> {
    let of_team = |pairs: &[Pair]| {
        let mut score = MatchScore::default();
        pairs.iter().for_each(|pair| score.add(pair.as_white, pair.as_black));
        (pairs[0].team, score)
    };
    pairs.chunk_by(|one, other| one.team == other.team).map(of_team).collect()
}

/// A line for each match, against P_seq or of clusters against one of their ranks.
pub(super) fn text(pairs: &[Pair], cluster: Option<Cluster>) -> String {
    let against = match cluster {
        None => "against P_seq".into(),
        Some(Cluster { ranks, .. }) => format!("{ranks} ranks against one"),
    };
    let mut text = String::new();
    for (team @ Team { workers, .. }, score) in scores(pairs) {
        let _ = writeln!(text, "{team:<22} x{workers:<4} {against}: {score}");
    }
    text
}
