//! Virtual and real time side by side: histograms of the figures of all searches.

use cleave_kit::pictures::canvas::{Align, Canvas, Drawn, Type};
use cleave_kit::pictures::frame::{Axis, Scale};
use cleave_kit::pictures::theme::Colour;
use cleave_kit::statistics::{median, quantile};

use super::picture::{Caption, Picture};
use crate::validate::validation::Validation;

/// Bins of a histogram, without those for the outliers.
const BINS: usize = 40;
/// Width of a bin for outliers, and of the gap that sets it apart.
const OUTLIERS: f64 = 16.0;
const GAP: f64 = 12.0;
/// Height of a histogram, and the floors of the two rows.
const HEIGHT: f64 = 118.0;
const FLOORS: [f64; 2] = [214.0, 364.0];
/// Part of the height that is left for labels.
const HEADROOM: f64 = 0.16;

/// The picture of a comparison.
pub(in crate::report) struct Distributions(pub(in crate::report) Validation);

impl Picture for Distributions {
    fn caption(&self) -> Caption {
        let Validation { positions, workers, runs, backend, seeds, .. } = &self.0;
        Caption {
            name: "validation",
            alternative: {
                let (real, model) = self.0.all(|sample| &sample.speedup);
                let [real, model] = [real, model].map(|all| median(&all));
                format!(
                    "Distributions of speed-up and node ratio of {workers} workers. Real and virtual time have the same shape; the median \
                     speed-ups are {real:.2} and {model:.2}."
                )
            },
            size: (960, 432),
            title: "A team, real and virtual",
            subtitle: format!(
                "{workers} workers, {} positions: {runs} real runs each ({backend}), {seeds} seeds in virtual time; hollow columns hold the outliers",
                positions.len(),
            ),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        let validation = &self.0;
        let speedup = validation.all(|sample| &sample.speedup);
        let nodes = validation.all(|sample| &sample.node_ratio);
        let panels = [
            Panel::new("speed-up", (64.0, 464.0), [speedup.0, speedup.1]),
            Panel::new("nodes, divided by nodes of P_seq", (536.0, 936.0), [nodes.0, nodes.1]),
        ];
        let most = panels.iter().map(Panel::most).fold(0.0, f64::max) / (1.0 - HEADROOM);
        panels.iter().try_for_each(|panel| panel.draw(canvas, most))
    }
}

/// The histograms of one figure: in real time above, in virtual time below.
struct Panel {
    name: &'static str,
    across: (f64, f64),
    rows: [Histogram; 2],
    axis: Axis,
    /// Figures beyond are outliers.
    range: (f64, f64),
}

/// Shares of the figures, 0 to 1.
struct Histogram {
    bins: [f64; BINS],
    below: f64,
    above: f64,
    median: f64,
}

impl Panel {
    fn new(name: &'static str, across: (f64, f64), rows: [Vec<f64>; 2]) -> Panel {
        let all = rows.concat();
        let range = (quantile(&all, 0.01).min(0.9), quantile(&all, 0.99).max(1.1));
        let inner = (across.0 + OUTLIERS + GAP, across.1 - OUTLIERS - GAP);
        // Logarithmic, so that twice and half are equally far from 1.
        let axis = Axis::new(Scale::Log2, range, inner);
        let rows = rows.map(|figures| Histogram::new(&figures, range));
        Panel { name, across, rows, axis, range }
    }

    fn most(&self) -> f64 {
        self.rows.iter().map(Histogram::most).fold(0.0, f64::max)
    }

    fn draw(&self, canvas: &Canvas<'_>, most: f64) -> Drawn {
        let theme = canvas.theme;
        let (left, right) = (self.across.0 + OUTLIERS + GAP, self.across.1 - OUTLIERS - GAP);
        for tick in [0.125, 0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 8.0] {
            if (self.range.0..=self.range.1).contains(&tick) {
                let x = self.axis.at(tick);
                for floor in FLOORS {
                    canvas.line(&[(x, floor), (x, floor - HEIGHT)], theme.grid, 0.75)?;
                }
                canvas.label(&tick.to_string(), (x, FLOORS[1] + 15.0), Align::Middle)?;
            }
        }
        let (least, greatest) = self.range;
        let (first, last) = (self.across.0 + OUTLIERS / 2.0, self.across.1 - OUTLIERS / 2.0);
        canvas.label(&format!("< {least:.2}"), (first, FLOORS[1] + 15.0), Align::Middle)?;
        canvas.label(&format!("> {greatest:.1}"), (last, FLOORS[1] + 15.0), Align::Middle)?;
        let look = Type::new(12.5, theme.text).bold().align(Align::Middle);
        canvas.text(self.name, (f64::midpoint(left, right), FLOORS[1] + 40.0), look)?;
        let top = (self.across.0 - 36.0, FLOORS[0] - HEIGHT - 12.0);
        canvas.label("share of the searches", top, Align::Left)?;
        let colours = [("real", theme.hues[1]), ("virtual", theme.hues[0])];
        for ((row, floor), (name, colour)) in self.rows.iter().zip(FLOORS).zip(colours) {
            self.draw_scale(canvas, floor, most)?;
            self.draw_row(canvas, row, floor, most, colour)?;
            let look = Type::new(12.5, colour).bold();
            canvas.text(name, (self.across.0 + 4.0, floor - HEIGHT + 6.0), look)?;
        }
        Ok(())
    }

    /// Draws the vertical axis of a row.
    fn draw_scale(&self, canvas: &Canvas<'_>, floor: f64, most: f64) -> Drawn {
        let theme = canvas.theme;
        for percent in (0..=(100.0 * most) as u32).step_by(2) {
            let y = floor - HEIGHT * f64::from(percent) / 100.0 / most;
            let (colour, width) =
                if percent == 0 { (theme.muted, 1.0) } else { (theme.grid, 0.75) };
            canvas.line(&[(self.across.0, y), (self.across.1, y)], colour, width)?;
            canvas.label(&format!("{percent} %"), (self.across.0 - 8.0, y), Align::Right)?;
        }
        Ok(())
    }

    fn draw_row(
        &self,
        canvas: &Canvas<'_>,
        row: &Histogram,
        floor: f64,
        most: f64,
        colour: Colour,
    ) -> Drawn {
        let top = |share: f64| floor - HEIGHT * share / most;
        let (left, right) = (self.across.0 + OUTLIERS + GAP, self.across.1 - OUTLIERS - GAP);
        let width = (right - left) / BINS as f64;
        for (bin, &share) in row.bins.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let left = left + width * bin as f64;
            canvas.block((left + 0.5, top(share)), (left + width - 0.5, floor), colour, 0.75)?;
        }
        for (left, share) in [(self.across.0, row.below), (self.across.1 - OUTLIERS, row.above)] {
            if share > 0.0 {
                let corners = ((left + 3.0, top(share)), (left + OUTLIERS - 3.0, floor));
                canvas.frame(corners.0, corners.1, colour, 1.3)?;
            }
        }
        let x = self.axis.at(row.median);
        canvas.line(&[(x, floor), (x, floor - HEIGHT + 2.0)], canvas.theme.text, 1.4)?;
        let look = Type::new(12.0, canvas.theme.text).bold();
        canvas.text(&format!("median {:.2}", row.median), (x + 7.0, floor - HEIGHT + 6.0), look)
    }
}

impl Histogram {
    fn new(figures: &[f64], (least, greatest): (f64, f64)) -> Histogram {
        let one = 1.0 / figures.len().max(1) as f64;
        let mut histogram =
            Histogram { bins: [0.0; BINS], below: 0.0, above: 0.0, median: median(figures) };
        for &figure in figures {
            let share = (figure / least).ln() / (greatest / least).ln();
            let bin = match share {
                share if share < 0.0 => &mut histogram.below,
                share if share > 1.0 => &mut histogram.above,
                share => &mut histogram.bins[((share * BINS as f64) as usize).min(BINS - 1)],
            };
            *bin += one;
        }
        histogram
    }

    fn most(&self) -> f64 {
        self.bins.iter().copied().fold(self.below.max(self.above), f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_in_a_bin_or_an_outlier() {
        let figures = [0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
        let histogram = Histogram::new(&figures, (0.5, 8.0));
        assert_eq!((histogram.below, histogram.above, histogram.median), (0.25, 0.125, 1.5));
        let inside: Vec<_> = (0..BINS).filter(|&bin| histogram.bins[bin] > 0.0).collect();
        // Each doubling is a quarter of the axis; its end belongs to the last bin.
        assert_eq!(inside, [0, BINS / 4, BINS / 2, 3 * BINS / 4, BINS - 1]);
        assert!((histogram.bins.iter().sum::<f64>() - 0.625).abs() < 1e-12);
        assert_eq!(histogram.most(), 0.25);
    }
}
