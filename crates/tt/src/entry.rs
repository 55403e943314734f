//! An entry of the table.

/// What the table remembers about one position.
///
/// The table knows no chess. Moves and values are words to it, except for mates: see
/// [`MateThreshold`](crate::MateThreshold).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that failed high; 0 for none.
    pub mv: u16,
    /// The value of the search, to be read according to `bound`. The least value with `Bound::Lower`
    /// says nothing, so that a static evaluation alone can be stored.
    pub value: i16,
    /// The static evaluation, or the search's value for 'unknown'.
    pub eval: i16,
    /// The depth to which the value was searched, in plies from where the search considers least.
    pub depth: u8,
    /// How the value is to be read.
    pub bound: Bound,
    /// True if the position has been on a principal variation.
    pub pv: bool,
}

/// How a value is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The search failed low: the true value is at most this.
    Upper = 1,
    /// The search failed high: the true value is at least this.
    Lower = 2,
    /// The value is exact.
    Exact = 3,
}
