//! Published speed-ups of Dynamic Tree Splitting.

/// Speed-up of DTS by processors, as published in the ICCA Journal 20(1), 1997.
pub(crate) const PUBLISHED_1997: [(usize, f64); 5] =
    [(1, 1.0), (2, 2.0), (4, 3.7), (8, 6.6), (16, 11.1)];

/// Speed-up of DTS by processors, as published in Hyatt's dissertation, 1988.
pub(crate) const PUBLISHED_1988: [(usize, f64); 1] = [(16, 8.81)];

/// Returns the speed-ups published for this number of processors, each with its year where they differ.
pub(crate) fn text(workers: usize) -> String {
    let published = |figures: &[(usize, f64)]| {
        figures.iter().find(|(size, _)| *size == workers).map(|(_, figure)| *figure)
    };
    match (published(&PUBLISHED_1988), published(&PUBLISHED_1997)) {
        (Some(older), Some(newer)) => format!("{older:.2} (1988), {newer:.1} (1997)"),
        (_, newer) => newer.map_or(String::new(), |figure| format!("{figure:.1}")),
    }
}
