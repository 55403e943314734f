//! Published speed-ups of Dynamic Tree Splitting.

/// Speed-up of DTS by processors, as published in the ICCA Journal 20(1), 1997.
pub(crate) const PUBLISHED_1997: [(usize, f64); 5] =
    [(1, 1.0), (2, 2.0), (4, 3.7), (8, 6.6), (16, 11.1)];

/// Speed-up of DTS by processors, as published in Hyatt's dissertation, 1988.
pub(crate) const PUBLISHED_1988: [(usize, f64); 1] = [(16, 8.81)];

/// The published speed-up for this number of processors, where there is one.
pub(crate) fn published(figures: &[(usize, f64)], workers: usize) -> Option<f64> {
    figures.iter().find(|(size, _)| *size == workers).map(|(_, figure)| *figure)
}
