//! Operations on windows of values, for games and other algorithms. Dynamic Tree Splitting only passes them on.

use crate::arena::Window;

impl Window {
    /// Returns true if a search with this window that returns this score proves it exact.
    pub fn holds(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Returns true for a window without a value inside. Its search only decides on which side the value is.
    pub fn is_null(self) -> bool {
        self.alpha.checked_add(1) == Some(self.beta)
    }

    /// Returns true if no value is between the bounds, so that the node needs no search.
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Returns the window as the other side sees it.
    pub fn negated(self) -> Window {
        Window { alpha: self.beta.saturating_neg(), beta: self.alpha.saturating_neg() }
    }

    /// Returns true if a search with this window that returns this score needs no repetition: the score is exact, or a
    /// bound at the end of `all` values.
    pub fn settles(self, score: i32, all: Window) -> bool {
        let fails_low = score <= self.alpha && self.alpha > all.alpha;
        let fails_high = score >= self.beta && self.beta < all.beta;
        !fails_low && !fails_high
    }

    /// Returns the part of this window at most `width` away from this score, or from the nearest score inside. It is
    /// never empty.
    pub fn around(self, score: i32, width: i32) -> Window {
        let score = score.clamp(self.alpha + 1, self.beta - 1);
        let (alpha, beta) = (score.saturating_sub(width), score.saturating_add(width));
        Window { alpha, beta }.within(self)
    }

    /// Returns the part of this window within `limits`.
    pub fn within(self, limits: Window) -> Window {
        Window { alpha: self.alpha.max(limits.alpha), beta: self.beta.min(limits.beta) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_end_of_all_values_a_bound_settles_a_search_and_windows_are_not_empty() {
        let all = Window { alpha: -10, beta: 10 };
        let window = Window { alpha: -3, beta: 3 };
        assert!(window.settles(2, all) && !window.settles(-3, all) && !window.settles(3, all));
        assert!(all.settles(-10, all) && all.settles(10, all));
        assert_eq!(all.around(0, 4), Window { alpha: -4, beta: 4 });
        assert_eq!(all.around(30, 4), Window { alpha: 5, beta: 10 });
        let open_above = Window { alpha: -3, ..all };
        assert!(open_above.settles(10, all) && !open_above.settles(-3, all));
    }
}
