//! Speed-up by workers. Both scales double, so that linear speed-up is a straight line.

use cleave_kit::estimate::Estimate;
use cleave_kit::pictures::canvas::{Canvas, Drawn, Point, Type};
use cleave_kit::pictures::frame::{Axis, Frame, Scale, apart, doublings};
use cleave_kit::pictures::theme::{Colour, Theme};

use super::picture::{Caption, Picture};
use crate::time_to_depth::Row;
use crate::time_to_depth::published::{PUBLISHED_1988, PUBLISHED_1997};

/// A curve: the mean speed-up of the positions by workers.
pub(in crate::report) struct Curve {
    pub(in crate::report) name: String,
    pub(in crate::report) points: Vec<Row>,
    /// The points at the prices of a machine with sixteen processors. A band leads to them.
    pub(in crate::report) other_prices: Vec<Row>,
}

/// All curves, the most important first.
pub(in crate::report) struct Curves(pub(in crate::report) Vec<Curve>);

const ACROSS: (f64, f64) = (56.0, 520.0);
const TOP: f64 = 84.0;
const BOTTOM: f64 = 500.0;

/// The opacity of a band.
const BAND: f64 = 0.22;

/// The place of the legend.
const LEGEND: Point = (604.0, 108.0);

impl Picture for Curves {
    fn caption(&self) -> Caption {
        let of_virtual = self.0.iter().find(|curve| curve.is_line());
        let gains = |points: &[Row]| {
            let (workers, speedups): (Vec<_>, Vec<_>) = points
                .iter()
                .filter(|point| point.team.workers > 1)
                .map(|point| (point.team.workers.to_string(), format!("{:.2}", point.speedup.mean)))
                .unzip();
            format!("{} workers are {} times as fast", workers.join(", "), speedups.join(", "))
        };
        let gained = of_virtual.map(|curve| gains(&curve.points)).unwrap_or_default();
        let others = of_virtual.map_or(&[][..], |curve| &curve.other_prices);
        let others = match others {
            [] => String::new(),
            rows => format!(" At the prices of a machine with 16 processors {}.", gains(rows)),
        };
        Caption {
            name: "speedup",
            alternative: format!(
                "Speed-up over the sequential search in virtual time. {gained}.{others}"
            ),
            size: (960, 560),
            title: "Speed-up of Dynamic Tree Splitting",
            subtitle: "Time in which the best sequential search finishes a depth, divided by the time of the team; bars: standard error"
                .into(),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        let theme = canvas.theme;
        let most = self.most();
        let frame = Frame {
            x: Axis::new(Scale::Log2, (1.0, most), ACROSS),
            y: Axis::new(Scale::Log2, (1.0, most), (BOTTOM, TOP)),
        };
        let ticks = doublings(most);
        frame.rows(canvas, &ticks)?;
        frame.columns(canvas, &ticks)?;
        frame.x_name(canvas, "workers")?;
        canvas.line(&[frame.at(1.0, 1.0), frame.at(most, most)], theme.neutral, 1.0)?;
        for (index, curve) in self.0.iter().enumerate() {
            draw_band(canvas, &frame, curve, Look::of(index, curve, theme))?;
        }
        // The first is drawn last, so that no other covers it.
        for (index, curve) in self.0.iter().enumerate().rev() {
            draw_curve(canvas, &frame, curve, Look::of(index, curve, theme))?;
        }
        for &(workers, speedup) in PUBLISHED_1997.iter().filter(|(workers, _)| *workers > 1) {
            canvas.ring(frame.at(workers as f64, speedup), 6.0, theme.text, 1.4)?;
        }
        for (workers, speedup) in PUBLISHED_1988 {
            canvas.diamond(frame.at(workers as f64, speedup), 8.0, theme.text, Some(1.4))?;
        }
        self.draw_ends(canvas, &frame)?;
        self.draw_legend(canvas)
    }
}

impl Curves {
    /// The end of both scales.
    fn most(&self) -> f64 {
        let workers = self.0.iter().flat_map(|curve| &curve.points).map(|point| point.team.workers);
        2f64.powf((workers.chain([16]).max().unwrap_or(16) as f64).log2().ceil())
    }

    /// The speed-up at the end of each line.
    fn draw_ends(&self, canvas: &Canvas<'_>, frame: &Frame) -> Drawn {
        let lines = self.0.iter().enumerate().filter(|(_, curve)| curve.is_line());
        let mut ends: Vec<_> = lines
            .filter_map(|(index, curve)| {
                let speedup = curve.points.last()?.speedup.mean;
                Some((frame.y.at(speedup), speedup, Look::of(index, curve, canvas.theme).colour))
            })
            .collect();
        ends.sort_by(|one, other| one.0.total_cmp(&other.0));
        let places = apart(&ends.iter().map(|end| end.0).collect::<Vec<_>>(), 15.0);
        for (y, (_, speedup, colour)) in places.into_iter().zip(ends) {
            let digits = if speedup < 20.0 { 1 } else { 0 };
            let text = format!("{speedup:.digits$}");
            canvas.text(&text, (ACROSS.1 + 9.0, y), Type::new(12.5, colour).bold())?;
        }
        Ok(())
    }

    /// The marks and names of all curves, to the right of them.
    fn draw_legend(&self, canvas: &Canvas<'_>) -> Drawn {
        let theme = canvas.theme;
        let mut rows = (0..).map(|row| (LEGEND.0, LEGEND.1 + 28.0 * f64::from(row)));
        let mut entry = |mark: &dyn Fn(Point) -> Drawn, text: &str| -> Drawn {
            let (x, y) = rows.next().expect("there is always another row");
            mark((x + 14.0, y))?;
            canvas.text(text, (x + 38.0, y), Type::new(12.5, theme.text))
        };
        let stroke = |(x, y): Point| [(x - 14.0, y), (x + 14.0, y)];
        for (index, curve) in self.0.iter().enumerate() {
            let look = Look::of(index, curve, theme);
            let mark = |at: Point| -> Drawn {
                if curve.is_line() {
                    canvas.line(&stroke(at), look.colour, look.width)?;
                }
                look.mark(canvas, at)
            };
            entry(&mark, &curve.name)?;
            if !curve.other_prices.is_empty() {
                let swatch = |(x, y): Point| {
                    canvas.block((x - 14.0, y - 6.0), (x + 14.0, y + 6.0), look.colour, BAND)
                };
                entry(&swatch, "the same at the prices of 16 processors")?;
            }
        }
        entry(&|at| canvas.ring(at, 6.0, theme.text, 1.4), "published 1997, Cray C916")?;
        entry(&|at| canvas.diamond(at, 8.0, theme.text, Some(1.4)), "published 1988")?;
        entry(&|at| canvas.line(&stroke(at), theme.neutral, 1.0), "N workers, N times as fast")
    }
}

impl Curve {
    /// Returns a curve at the prices of one machine.
    pub(in crate::report) fn new(name: impl Into<String>, points: Vec<Row>) -> Curve {
        Curve { name: name.into(), points, other_prices: Vec::new() }
    }

    /// Returns true with at least two sizes larger than one: a single point is not a curve.
    fn is_line(&self) -> bool {
        self.points.len() > 2
    }
}

/// How a curve looks.
#[derive(Clone, Copy)]
struct Look {
    colour: Colour,
    shape: Shape,
    width: f64,
}

/// A mark. Marks of single points stand next to their place, so that none hides another.
#[derive(Clone, Copy)]
enum Shape {
    Dot,
    Diamond,
    Triangle,
}

impl Look {
    fn of(index: usize, curve: &Curve, theme: &Theme) -> Look {
        let shape = match index % 2 {
            _ if curve.is_line() => Shape::Dot,
            0 => Shape::Diamond,
            _ => Shape::Triangle,
        };
        let width = if index == 0 { 3.0 } else { 1.8 };
        Look { colour: theme.hues[index % theme.hues.len()], shape, width }
    }

    /// Returns the distance of a mark from its place, to the right.
    fn shift(self) -> f64 {
        match self.shape {
            Shape::Dot => 0.0,
            Shape::Diamond => -12.0,
            Shape::Triangle => 12.0,
        }
    }

    fn mark(self, canvas: &Canvas<'_>, at: Point) -> Drawn {
        match self.shape {
            Shape::Dot => canvas.dot(at, 4.0, self.colour, 1.0),
            Shape::Diamond => canvas.diamond(at, 5.2, self.colour, None),
            Shape::Triangle => canvas.triangle(at, 5.6, self.colour),
        }
    }
}

/// The surface between a curve and the same at other prices.
fn draw_band(canvas: &Canvas<'_>, frame: &Frame, curve: &Curve, look: Look) -> Drawn {
    let other = |row: &&Row| {
        let of_size = |it: &&Row| it.team.workers == row.team.workers;
        curve.other_prices.iter().find(of_size).map(|it| it.speedup.mean)
    };
    let both: Vec<_> = curve.points.iter().filter_map(|row| Some((row, other(&row)?))).collect();
    let at = |row: &Row, speedup: f64| frame.at(row.team.workers as f64, speedup);
    let along = both.iter().map(|(row, _)| at(row, row.speedup.mean));
    let back = both.iter().rev().map(|&(row, speedup)| at(row, speedup));
    let outline: Vec<_> = along.chain(back).collect();
    if outline.is_empty() { Ok(()) } else { canvas.surface(&outline, look.colour, BAND) }
}

fn draw_curve(canvas: &Canvas<'_>, frame: &Frame, curve: &Curve, look: Look) -> Drawn {
    let place = |point: &Row, figure: f64| {
        let (x, y) = frame.at(point.team.workers as f64, figure);
        (x + look.shift(), y)
    };
    if curve.is_line() {
        let line: Vec<_> = curve.points.iter().map(|row| place(row, row.speedup.mean)).collect();
        canvas.line(&line, look.colour, look.width)?;
    }
    for point in curve.points.iter().filter(|point| point.team.workers > 1) {
        let Estimate { mean, error } = point.speedup;
        let bar = [mean - error, mean + error].map(|figure| place(point, figure.max(1.0)));
        canvas.line(&bar, look.colour, 1.2)?;
        look.mark(canvas, place(point, mean))?;
    }
    Ok(())
}
