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

impl Bound {
    /// The bound that a fail-soft search with this window has found.
    #[inline]
    pub fn of<V: PartialOrd + Copy>(value: V, alpha: V, beta: V) -> Bound {
        match () {
            () if value >= beta => Bound::Lower,
            () if value > alpha => Bound::Exact,
            () => Bound::Upper,
        }
    }

    /// True if a value read so is enough for a search with this window.
    #[inline]
    pub fn proves<V: PartialOrd + Copy>(self, value: V, alpha: V, beta: V) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    /// True if a value read so is a better estimate than `eval`.
    #[inline]
    pub fn refines<V: PartialOrd + Copy>(self, value: V, eval: V) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value > eval,
            Bound::Upper => value < eval,
        }
    }
}
