//! Figures: what a search has cost, what many searches come to, and the files they are kept in.
//! Shared by the commands that measure and the one that reports.

pub(crate) mod amdahl;
mod json;
pub(crate) mod measurement;
pub(crate) mod run;
pub(crate) mod statistics;
pub(crate) mod summary;
pub(crate) mod timeline;
pub(crate) mod trees;
pub(crate) mod validation;

/// Speed-up published for the positions of the DTS article, by processors (ICCA Journal 20(1), 1997).
pub(crate) const PUBLISHED: [(usize, f64); 5] =
    [(1, 1.0), (2, 2.0), (4, 3.7), (8, 6.6), (16, 11.1)];

/// The published speed-up with so many processors, where there is one.
pub(crate) fn published(workers: usize) -> Option<f64> {
    PUBLISHED.iter().find(|(size, _)| *size == workers).map(|(_, figure)| *figure)
}
