//! How much a draw is disliked, by the ratings of the players.

/// Contempt by ratings is never more than this, in centipawns.
const MOST: i64 = 50;

/// Points of rating that make a centipawn of contempt.
const POINTS_PER_CENTIPAWN: i64 = 10;

/// The contempt of a player with the rating `own` for one with the rating `other`, in centipawns; `None` if
/// one is 0, which means unknown.
pub fn by_ratings(own: i64, other: i64) -> Option<i32> {
    let contempt = (own - other) / POINTS_PER_CENTIPAWN;
    (own > 0 && other > 0).then_some(contempt.clamp(-MOST, MOST) as i32)
}
