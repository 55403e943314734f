//! An entry of the table.

/// The data that the table stores about one position.
///
/// The table knows no chess. Moves and values are plain words, except for mates: see
/// [`MateThreshold`](crate::MateThreshold).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the move that failed high, or 0 for none.
    pub mv: u16,
    /// The value of the search, read according to `bound`. The least value with `Bound::Lower`
    /// carries no information: it serves to store a static evaluation alone.
    pub value: i16,
    /// The static evaluation, or the value that the search uses for 'unknown'.
    pub eval: i16,
    /// The depth to which the value was searched, in plies. The caller chooses which depth is 0.
    pub depth: u8,
    /// The way to read the value.
    pub bound: Bound,
    /// True if the position has been on a principal variation.
    pub pv: bool,
}

/// The way to read a value.
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

impl Bound {
    /// Returns the bound that follows from the value of a fail-soft search with this window.
    #[inline]
    pub fn of<V: PartialOrd + Copy>(value: V, alpha: V, beta: V) -> Bound {
        match () {
            () if value >= beta => Bound::Lower,
            () if value > alpha => Bound::Exact,
            () => Bound::Upper,
        }
    }

    /// Returns true if a value with this bound decides a search with this window.
    #[inline]
    pub fn proves<V: PartialOrd + Copy>(self, value: V, alpha: V, beta: V) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    /// Returns true if a value with this bound is a better estimate than `eval`.
    #[inline]
    pub fn refines<V: PartialOrd + Copy>(self, value: V, eval: V) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value > eval,
            Bound::Upper => value < eval,
        }
    }
}
