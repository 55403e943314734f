//! Four words as an array.

/// Four words.
#[derive(Clone, Copy)]
pub(crate) struct Quad([u64; 4]);

impl Quad {
    #[inline(always)]
    pub(crate) const fn new(words: [u64; 4]) -> Quad {
        Quad(words)
    }

    #[inline(always)]
    pub(crate) const fn words(self) -> [u64; 4] {
        self.0
    }

    #[inline(always)]
    fn zip(self, other: Quad, f: impl Fn(u64, u64) -> u64) -> Quad {
        let (a, b) = (self.0, other.0);
        Quad([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Quad) -> Quad {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Quad) -> Quad {
        self.zip(other, |a, b| a | b)
    }

    /// Returns the bits of `self` that are not in `other`.
    #[inline(always)]
    pub(crate) fn without(self, other: Quad) -> Quad {
        self.zip(other, |a, b| a & !b)
    }

    /// Keeps each word whose counterpart in `condition` is not zero, and clears the others.
    #[inline(always)]
    pub(crate) fn where_any(self, condition: Quad) -> Quad {
        self.zip(condition, |a, b| if b != 0 { a } else { 0 })
    }

    /// Shifts each word left by its own distance, which is less than 64.
    #[inline(always)]
    pub(crate) fn left(self, by: Quad) -> Quad {
        self.zip(by, |a, by| a << (by & 63))
    }

    /// Shifts each word right by its own distance, which is less than 64.
    #[inline(always)]
    pub(crate) fn right(self, by: Quad) -> Quad {
        self.zip(by, |a, by| a >> (by & 63))
    }
}
