//! Virtual and real time side by side: how often which figure.

use std::error::Error;

use super::Picture;
use super::canvas::{Align, Canvas, Drawn, Type, picture};
use super::frame::{Axis, Scale, heading};
use super::theme::{Colour, Theme};
use crate::figures::statistics::{median, quantile};
use crate::figures::validation::Validation;

const SIZE: (u32, u32) = (820, 400);
/// Columns of a histogram.
const BINS: usize = 44;

/// The picture of a comparison.
pub(in crate::report) struct Distributions(pub(in crate::report) Validation);

impl Picture for Distributions {
    fn name(&self) -> &'static str {
        "validation"
    }

    fn alternative(&self) -> String {
        "Distributions of speed-up and node ratio of two workers, real and virtual".into()
    }

    fn draw(&self, theme: &Theme) -> Result<String, Box<dyn Error>> {
        let validation = &self.0;
        picture(SIZE, |canvas| {
            let subtitle = format!(
                "Searches of {} positions: {} real runs each ({}), {} seeds in virtual time; lines mark medians",
                validation.positions.len(),
                validation.runs,
                validation.backend,
                validation.seeds,
            );
            heading(canvas, theme, "Two workers, real and virtual", &subtitle)?;
            let speedup = validation.all(|sample| &sample.speedup);
            let nodes = validation.all(|sample| &sample.node_ratio);
            draw_panel(canvas, theme, "speed-up", &speedup, (84.0, 420.0))?;
            draw_panel(canvas, theme, "nodes by nodes of P_seq", &nodes, (466.0, 796.0))?;
            for (name, y, colour) in
                [("real", 150.0, theme.hues[1]), ("virtual", 274.0, theme.hues[0])]
            {
                let look = Type::new(12.5, colour).bold().align(Align::Right);
                canvas.text(name, (72.0, y), look)?;
            }
            Ok(())
        })
    }
}

fn draw_panel(
    canvas: &Canvas<'_>,
    theme: &Theme,
    name: &str,
    (real, model): &(Vec<f64>, Vec<f64>),
    across: (f64, f64),
) -> Drawn {
    let all: Vec<f64> = real.iter().chain(model).copied().collect();
    // Logarithmic, so that twice and half are equally far from 1; without the last few in a hundred.
    let range = (quantile(&all, 0.01).min(0.9), quantile(&all, 0.99).max(1.1));
    let axis = Axis::new(Scale::Log2, range, across);
    for tick in [0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 8.0] {
        if (range.0..=range.1).contains(&tick) {
            let x = axis.at(tick);
            canvas.line(&[(x, 84.0), (x, 322.0)], theme.grid, 0.75)?;
            let look = Type::new(11.0, theme.muted).align(Align::Middle);
            canvas.text(&tick.to_string(), (x, 338.0), look)?;
        }
    }
    let look = Type::new(12.0, theme.text).align(Align::Middle);
    canvas.text(name, (f64::midpoint(across.0, across.1), 366.0), look)?;
    draw_histogram(canvas, &axis, across, real, 196.0, theme.hues[1], theme)?;
    draw_histogram(canvas, &axis, across, model, 320.0, theme.hues[0], theme)
}

/// Columns that stand on `floor`, as high as their share of the figures; and the median.
fn draw_histogram(
    canvas: &Canvas<'_>,
    axis: &Axis,
    across: (f64, f64),
    figures: &[f64],
    floor: f64,
    colour: Colour,
    theme: &Theme,
) -> Drawn {
    let width = (across.1 - across.0) / BINS as f64;
    let mut bins = [0.0f64; BINS];
    for &figure in figures {
        let bin = ((axis.at(figure) - across.0) / width).clamp(0.0, BINS as f64 - 1.0);
        bins[bin as usize] += 1.0;
    }
    let most = bins.iter().copied().fold(1.0, f64::max);
    for (bin, count) in bins.iter().enumerate().filter(|(_, count)| **count > 0.0) {
        let left = across.0 + width * bin as f64;
        let top = floor - 86.0 * count / most;
        canvas.block((left + 0.5, top), (left + width - 0.5, floor), colour, 0.75)?;
    }
    canvas.line(&[(across.0, floor), (across.1, floor)], theme.muted, 0.75)?;
    let middle = median(figures);
    let x = axis.at(middle);
    canvas.line(&[(x, floor), (x, floor - 96.0)], theme.text, 1.4)?;
    let look = Type::new(12.0, theme.text).bold();
    canvas.text(&format!("{middle:.2}"), (x + 6.0, floor - 92.0), look)
}
