//! Statistics of lists of figures.

/// Returns the quantile of a share, 0 to 1, interpolated; 0 for no figures.
pub fn quantile(figures: &[f64], share: f64) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

/// Returns the median; 0 for no figures.
pub fn median(figures: &[f64]) -> f64 {
    quantile(figures, 0.5)
}

/// Returns the geometric mean of positive figures; 1 for no figures. It suits ratios: the mean of the inverses is the
/// inverse of the mean, so it does not matter which program is divided by which.
pub fn geometric_mean(figures: &[f64]) -> f64 {
    (figures.iter().map(|figure| figure.ln()).sum::<f64>() / figures.len().max(1) as f64).exp()
}

/// Returns the arithmetic mean; 0 for no figures.
pub fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len().max(1) as f64
}

/// Returns the standard deviation of a sample; 0 for fewer than two figures.
pub fn standard_deviation(figures: &[f64]) -> f64 {
    let middle = mean(figures);
    let square: f64 = figures.iter().map(|figure| (figure - middle).powi(2)).sum();
    (square / figures.len().saturating_sub(1).max(1) as f64).sqrt()
}

/// Returns the correlation of pairs of figures, -1 to 1; 0 if one side does not vary.
pub fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let (middle, other_middle) = (mean(one), mean(other));
    let products = one.iter().zip(other).map(|(x, y)| (x - middle) * (y - other_middle));
    let pairs = one.len().min(other.len()).saturating_sub(1).max(1) as f64;
    let scatter = standard_deviation(one) * standard_deviation(other);
    if scatter > 0.0 { products.sum::<f64>() / pairs / scatter } else { 0.0 }
}

/// Returns the least and the greatest figure; 0 for no figures.
pub fn range(figures: &[f64]) -> (f64, f64) {
    (quantile(figures, 0.0), quantile(figures, 1.0))
}

/// Rounds a figure to this many decimals: measurements are no more precise, and files stay readable.
pub fn round(figure: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (figure * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(&[7.0]), 7.0);
    }

    #[test]
    fn quantiles_lie_between_the_ends() {
        let figures = [5.0, 1.0, 3.0, 2.0, 4.0];
        assert_eq!(range(&figures), (1.0, 5.0));
        assert_eq!(quantile(&figures, 0.25), 2.0);
        assert!((quantile(&figures, 0.1) - 1.4).abs() < 1e-12);
    }

    #[test]
    fn twice_and_half_as_fast_cancel_out() {
        assert!((geometric_mean(&[2.0, 0.5]) - 1.0).abs() < 1e-12);
        assert!((geometric_mean(&[1.0, 4.0]) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_standard_deviation_is_that_of_a_sample() {
        assert_eq!(standard_deviation(&[2.0, 4.0, 6.0]), 2.0);
        assert_eq!((standard_deviation(&[]), standard_deviation(&[3.0])), (0.0, 0.0));
    }

    #[test]
    fn quantities_that_grow_together_are_correlated() {
        let one = [1.0, 2.0, 4.0];
        assert!((correlation(&one, &one.map(|x| 3.0 * x + 1.0)) - 1.0).abs() < 1e-12);
        assert!((correlation(&one, &one.map(|x| -x)) + 1.0).abs() < 1e-12);
        assert!((correlation(&[1.0, 2.0, 3.0], &[1.0, 3.0, 2.0]) - 0.5).abs() < 1e-12);
        assert_eq!(correlation(&one, &[5.0; 3]), 0.0);
    }

    #[test]
    fn no_figures_have_harmless_statistics() {
        assert_eq!(
            (median(&[]), mean(&[]), geometric_mean(&[]), range(&[])),
            (0.0, 0.0, 1.0, (0.0, 0.0))
        );
    }
}
