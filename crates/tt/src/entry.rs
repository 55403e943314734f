//! What is remembered of one position.

/// What is remembered of one position.
///
/// The table knows no chess: moves and values are words to it, but for mates, see
/// [`MateThreshold`](crate::MateThreshold).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that failed high; 0 if none is known.
    pub mv: u16,
    /// The value of the search, which `bound` says how to read. With `Bound::Lower` and the least
    /// value there is, it says nothing: so a static evaluation alone can be stored.
    pub value: i16,
    /// The static evaluation, or whatever the search takes for 'not known'.
    pub eval: i16,
    /// The remaining depth that the value was searched to, in plies; 0 for quiescence.
    pub depth: u8,
    /// How to read the value.
    pub bound: Bound,
    /// True if the position has been on a principal variation.
    pub pv: bool,
}

/// How to read a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The search failed low: the true value is at most this.
    Upper = 1,
    /// The search failed high: the true value is at least this.
    Lower = 2,
    /// The value is exact: both bounds at once.
    Exact = 3,
}

impl Bound {
    /// The true value is at most the value stored (`Upper` or `Exact`).
    #[inline(always)]
    pub const fn is_upper(self) -> bool {
        self as u8 & Bound::Upper as u8 != 0
    }

    /// The true value is at least the value stored (`Lower` or `Exact`).
    #[inline(always)]
    pub const fn is_lower(self) -> bool {
        self as u8 & Bound::Lower as u8 != 0
    }
}
