//! The scores of all matches.

use std::fmt::Write;

use super::pairing::Pair;
use crate::figures::comparison::Team;
use crate::selfplay::score::MatchScore;

/// The score of each team against P_seq, in the order of the pairs.
pub(crate) fn scores(pairs: &[Pair]) -> Vec<(Team, MatchScore)> {
    let of_team = |pairs: &[Pair]| {
        let mut score = MatchScore::default();
        pairs.iter().for_each(|pair| score.add(pair.as_white, pair.as_black));
        (pairs[0].team, score)
    };
    pairs.chunk_by(|one, other| one.team == other.team).map(of_team).collect()
}

/// A line for each match.
pub(super) fn text(pairs: &[Pair]) -> String {
    let mut text = String::new();
    for (Team { algorithm, workers }, score) in scores(pairs) {
        let _ = writeln!(text, "{:<22} x{workers:<4} against P_seq: {score}", algorithm.name());
    }
    text
}
