//! Many small panels side by side, each with a curve of its own scale.

use super::canvas::{Align, Canvas, Drawn, Type, picture};
use super::frame::{Axis, Frame, Scale};
use super::theme::Theme;
use crate::error::Result;

/// A picture of small panels, three in a row.
pub struct Panels {
    /// The heading.
    pub title: String,
    /// A remark about all panels.
    pub subtitle: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
}

/// A curve.
pub struct Panel {
    /// Its name.
    pub name: String,
    /// A remark next to the name.
    pub remark: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// A figure to compare with, as a line across.
    pub reference: f64,
}

const COLUMNS: usize = 3;
const LEFT: f64 = 24.0;
const TOP: f64 = 72.0;
/// From panel to panel.
const PITCH: (f64, f64) = (312.0, 156.0);
/// The curve's area in its panel.
const AREA: (f64, f64, f64, f64) = (48.0, 30.0, 288.0, 118.0);

impl Panels {
    /// Returns the text of an SVG file, on a light page.
    ///
    /// # Errors
    /// The backend refuses to draw.
    pub fn svg(&self) -> Result<String> {
        let rows = self.panels.len().div_ceil(COLUMNS);
        let size = (960.0, TOP + PITCH.1 * rows as f64);
        picture((size.0 as u32, size.1 as u32), &Theme::ALL[0], |canvas| {
            canvas.block((0.0, 0.0), size, canvas.theme.page, 1.0)?;
            canvas.text(&self.title, (LEFT, 26.0), Type::new(17.0, canvas.theme.text).bold())?;
            canvas.text(&self.subtitle, (LEFT, 48.0), Type::new(12.0, canvas.theme.muted))?;
            for (number, panel) in self.panels.iter().enumerate() {
                let (row, column) = (number / COLUMNS, number % COLUMNS);
                let corner = (LEFT + PITCH.0 * column as f64, TOP + PITCH.1 * row as f64);
                panel.draw(canvas, corner)?;
            }
            Ok(())
        })
    }
}

impl Panel {
    fn draw(&self, canvas: &Canvas<'_>, (left, top): (f64, f64)) -> Drawn {
        let (from, upper, to, lower) = AREA;
        canvas.text(&self.name, (left, top + 12.0), Type::new(12.0, canvas.theme.text).bold())?;
        canvas.label(&self.remark, (left + to, top + 12.0), Align::Right)?;
        let (xs, ys) = (self.x_range(), self.y_range());
        let frame = Frame {
            x: Axis::new(Scale::Linear, xs, (left + from, left + to)),
            y: Axis::new(Scale::Linear, ys, (top + lower, top + upper)),
        };
        let tick = |figure: f64| (figure, short(figure));
        frame.rows(canvas, &[tick(ys.0), tick(ys.1)])?;
        frame.columns(canvas, &[tick(xs.0), tick(xs.1)])?;
        let across = [frame.at(xs.0, self.reference), frame.at(xs.1, self.reference)];
        canvas.line(&across, canvas.theme.neutral, 1.0)?;
        let curve: Vec<_> = self.points.iter().map(|&(x, y)| frame.at(x, y)).collect();
        canvas.line(&curve, canvas.theme.hues[0], 1.5)
    }

    fn x_range(&self) -> (f64, f64) {
        let ends = (self.points.first(), self.points.last());
        let (Some(&(first, _)), Some(&(last, _))) = ends else { return (0.0, 1.0) };
        (first, last.max(first + 1.0))
    }

    /// Returns the range of the figures, which the reference belongs to, and a little more.
    fn y_range(&self) -> (f64, f64) {
        let figures = || self.points.iter().map(|point| point.1).chain([self.reference]);
        let least = figures().fold(f64::INFINITY, f64::min);
        let most = figures().fold(f64::NEG_INFINITY, f64::max);
        let space = (0.1 * (most - least)).max(1e-3 * most.abs()).max(0.01);
        (least - space, most + space)
    }
}

/// Returns a figure with three digits or more.
fn short(figure: f64) -> String {
    let digits = if figure.abs() >= 100.0 || figure == figure.round() { 0 } else { 1 };
    format!("{figure:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_panel_has_its_name_and_a_curve() {
        let panel = |name: &str, points: Vec<(f64, f64)>| Panel {
            name: name.into(),
            remark: format!("{name} moves"),
            points,
            reference: 80.0,
        };
        let flat = panel("flat", vec![(0.0, 80.0)]);
        assert!(flat.x_range().0 < flat.x_range().1 && flat.y_range().0 < flat.y_range().1);
        let steep = panel("steep", vec![(0.0, 80.0), (1.0, 70.0), (9.0, 95.0)]);
        assert_eq!((steep.x_range(), steep.y_range()), ((0.0, 9.0), (67.5, 97.5)));
        let panels = vec![flat, steep, panel("none", Vec::new()), panel("fourth", Vec::new())];
        let svg = Panels { title: "T".into(), subtitle: "S".into(), panels }.svg().unwrap();
        for name in ["flat moves", "steep moves", "none moves", "fourth moves"] {
            assert!(svg.contains(name), "{name}");
        }
        assert!(svg.contains("width=\"960\" height=\"384\""), "two rows: {svg}");
        assert!(!svg.contains("NaN"));
    }
}
