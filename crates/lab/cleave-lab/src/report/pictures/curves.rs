//! Speed-up by workers. Both scales double, so that linear speed-up is a straight line.

use cleave_kit::pictures::canvas::{Canvas, Drawn, Point, Type};
use cleave_kit::pictures::frame::{Axis, Frame, Scale, apart, doublings};
use cleave_kit::pictures::theme::{Colour, Theme};

use super::picture::{Caption, Picture};
use crate::time_to_depth::Row;
use crate::time_to_depth::amdahl::Amdahl;
use crate::time_to_depth::published::{PUBLISHED_1988, PUBLISHED_1997};

/// A curve.
pub(in crate::report) struct Curve {
    pub(in crate::report) name: String,
    pub(in crate::report) points: Vec<Row>,
}

/// All curves.
pub(in crate::report) struct Curves {
    pub(in crate::report) curves: Vec<Curve>,
    /// The law fitted to the means of the first curve.
    pub(in crate::report) law: Option<Amdahl>,
}

/// One of the two ways to summarise speed-up over many positions.
struct Panel {
    name: &'static str,
    across: (f64, f64),
    speedup: fn(&Row) -> f64,
    range: fn(&Row) -> (f64, f64),
    has_law: bool,
}

const PANELS: [Panel; 2] = [
    Panel {
        name: "Speed-up, geometric mean over the positions",
        across: (56.0, 436.0),
        speedup: |row| row.speedup.mean,
        range: |row| row.speedup_of_rounds,
        has_law: true,
    },
    Panel {
        name: "Speed-up, total time of all positions",
        across: (528.0, 908.0),
        speedup: |row| row.total_time,
        range: |row| row.total_time_of_rounds,
        has_law: false,
    },
];

const TOP: f64 = 104.0;
const BOTTOM: f64 = 428.0;

impl Picture for Curves {
    fn caption(&self) -> Caption {
        let alternative = "Speed-up against P_seq by number of workers, by the geometric mean and by total time, beside the published figures and the linear line";
        Caption {
            name: "speedup",
            alternative: alternative.into(),
            size: (960, 560),
            title: "Speed-up",
            subtitle: "Time to depth of P_seq divided by that of N workers; bands span the runs"
                .into(),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        PANELS.iter().try_for_each(|panel| self.draw_panel(canvas, panel))?;
        self.draw_legend(canvas)
    }
}

impl Curves {
    /// Returns the end of both scales.
    fn most(&self) -> f64 {
        let workers =
            self.curves.iter().flat_map(|curve| &curve.points).map(|point| point.team.workers);
        2f64.powf((workers.chain([16]).max().unwrap_or(16) as f64).log2().ceil())
    }

    fn draw_panel(&self, canvas: &Canvas<'_>, panel: &Panel) -> Drawn {
        let theme = canvas.theme;
        let most = self.most();
        let frame = Frame {
            x: Axis::new(Scale::Log2, (1.0, most), panel.across),
            y: Axis::new(Scale::Log2, (1.0, most), (BOTTOM, TOP)),
        };
        let ticks = doublings(most);
        frame.rows(canvas, &ticks)?;
        frame.columns(canvas, &ticks)?;
        frame.x_name(canvas, "workers")?;
        canvas.text(
            panel.name,
            (panel.across.0, TOP - 22.0),
            Type::new(12.5, theme.text).bold(),
        )?;
        canvas.line(&[frame.at(1.0, 1.0), frame.at(most, most)], theme.neutral, 1.0)?;
        if let Some(law) = self.law.filter(|_| panel.has_law) {
            draw_law(canvas, &frame, law, most)?;
        }
        for (index, curve) in self.curves.iter().enumerate() {
            draw_curve(canvas, &frame, panel, curve, Look::of(index, curve, theme))?;
        }
        for &(workers, speedup) in PUBLISHED_1997.iter().filter(|(workers, _)| *workers > 1) {
            canvas.ring(frame.at(workers as f64, speedup), 6.0, theme.text, 1.4)?;
        }
        for (workers, speedup) in PUBLISHED_1988 {
            canvas.diamond(frame.at(workers as f64, speedup), 8.0, theme.text, Some(1.4))?;
        }
        self.draw_ends(canvas, &frame, panel)
    }

    /// Writes the speed-up at the end of each line.
    fn draw_ends(&self, canvas: &Canvas<'_>, frame: &Frame, panel: &Panel) -> Drawn {
        let lines = self.curves.iter().enumerate().filter(|(_, curve)| curve.is_line());
        let mut ends: Vec<_> = lines
            .filter_map(|(index, curve)| {
                let speedup = (panel.speedup)(curve.points.last()?);
                Some((frame.y.at(speedup), speedup, Look::of(index, curve, canvas.theme).colour))
            })
            .collect();
        ends.sort_by(|one, other| one.0.total_cmp(&other.0));
        let places = apart(&ends.iter().map(|end| end.0).collect::<Vec<_>>(), 15.0);
        for (y, (_, speedup, colour)) in places.into_iter().zip(ends) {
            let digits = if speedup < 20.0 { 1 } else { 0 };
            let text = format!("{speedup:.digits$}");
            canvas.text(&text, (panel.across.1 + 9.0, y), Type::new(12.5, colour).bold())?;
        }
        Ok(())
    }

    /// Draws the marks and names of all curves, in columns below the panels.
    fn draw_legend(&self, canvas: &Canvas<'_>) -> Drawn {
        let theme = canvas.theme;
        const ROWS: usize = 3;
        let mut places = (0..).map(|index| {
            let (column, row) = (index / ROWS, index % ROWS);
            (PANELS[0].across.0 + 296.0 * column as f64, BOTTOM + 62.0 + 24.0 * row as f64)
        });
        let mut entry = |mark: &dyn Fn(Point) -> Drawn, text: &str| -> Drawn {
            let (x, y) = places.next().expect("there is always another place");
            mark((x + 14.0, y))?;
            canvas.text(text, (x + 38.0, y), Type::new(12.5, theme.text))
        };
        let stroke = |(x, y): Point| [(x - 14.0, y), (x + 14.0, y)];
        for (index, curve) in self.curves.iter().enumerate() {
            let look = Look::of(index, curve, theme);
            let mark = |at: Point| -> Drawn {
                if curve.is_line() {
                    canvas.line(&stroke(at), look.colour, 2.2)?;
                }
                look.mark(canvas, at)
            };
            entry(&mark, &curve.name)?;
        }
        entry(&|at| canvas.ring(at, 6.0, theme.text, 1.4), "DTS, Cray C916, published 1997")?;
        entry(&|at| canvas.diamond(at, 8.0, theme.text, Some(1.4)), "DTS, published 1988")?;
        if let Some(law) = self.law {
            let text = format!("Amdahl's law with {:.1} % not divided", 100.0 * law.serial);
            let dash =
                |(x, y), from| canvas.line(&[(x + from, y), (x + from + 6.0, y)], theme.muted, 1.2);
            entry(&|at| [-14.0, -3.0, 8.0].iter().try_for_each(|from| dash(at, from)), &text)?;
        }
        entry(&|at| canvas.line(&stroke(at), theme.neutral, 1.0), "linear")
    }
}

impl Curve {
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
        Look { colour: theme.hues[index % theme.hues.len()], shape }
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

fn draw_curve(
    canvas: &Canvas<'_>,
    frame: &Frame,
    panel: &Panel,
    curve: &Curve,
    look: Look,
) -> Drawn {
    let place = |point: &Row, figure: f64| {
        let (x, y) = frame.at(point.team.workers as f64, figure);
        (x + look.shift(), y)
    };
    if curve.is_line() {
        let upper = curve.points.iter().map(|point| place(point, (panel.range)(point).1));
        let lower = curve.points.iter().rev().map(|point| place(point, (panel.range)(point).0));
        canvas.surface(&upper.chain(lower).collect::<Vec<_>>(), look.colour, 0.18)?;
        let line: Vec<_> = curve.points.iter().map(|p| place(p, (panel.speedup)(p))).collect();
        canvas.line(&line, look.colour, 2.2)?;
    }
    for point in curve.points.iter().filter(|point| point.team.workers > 1) {
        let (least, most) = (panel.range)(point);
        if !curve.is_line() {
            canvas.line(&[place(point, least), place(point, most)], look.colour, 1.6)?;
        }
        look.mark(canvas, place(point, (panel.speedup)(point)))?;
    }
    Ok(())
}

fn draw_law(canvas: &Canvas<'_>, frame: &Frame, law: Amdahl, most: f64) -> Drawn {
    const STEPS: u32 = 160;
    let workers = |step: u32| most.powf(f64::from(step) / f64::from(STEPS));
    let points: Vec<Point> =
        (0..=STEPS).map(|step| frame.at(workers(step), law.speedup(workers(step)))).collect();
    for dash in points.chunks(5) {
        canvas.line(&dash[..dash.len().min(3)], canvas.theme.muted, 1.2)?;
    }
    Ok(())
}
