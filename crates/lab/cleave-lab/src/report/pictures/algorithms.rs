//! Speed-up of the algorithms by workers. The best and the famous have a colour, and their names at their lines; the
//! others are drawn behind them. An algorithm that finds no line searches another tree, and is left out.

use cleave_kit::estimate::Estimate;
use cleave_kit::pictures::canvas::{Canvas, Drawn, Point, Type};
use cleave_kit::pictures::frame::{Axis, Frame, Scale, apart, doublings};
use cleave_kit::pictures::theme::{Colour, Theme, mix};

use super::picture::{Caption, Picture};
use crate::compare::{Kind, Row};
use crate::searches::Team;

const SIZE: (u32, u32) = (960, 600);
const LEFT: f64 = 56.0;
const DOWN: (f64, f64) = (540.0, 84.0);

/// Algorithms that readers look for.
const FAMOUS: [&str; 5] = ["dts", "ybwc", "pv-split", "abdada", "lazy"];

/// Speed-ups below this are drawn here.
const LOWEST: f64 = 0.5;

/// Number of the best algorithms that get a colour, famous or not.
const BEST: usize = 2;

/// The curves.
pub(crate) struct AlgorithmCurves {
    /// The file's name, without theme and extension.
    name: &'static str,
    /// The program that the speed-ups are measured against.
    against: &'static str,
    title: &'static str,
    subtitle: String,
    /// The end of the curves. The names to the right of it need room.
    right: f64,
    curves: Vec<Curve>,
}

/// The curve of a kind of team.
pub(crate) struct Curve {
    pub(crate) name: String,
    /// It has a colour even if it is not among the best.
    pub(crate) is_famous: bool,
    /// Speed-up by workers. One worker is as fast as the reference of the curve. Groups do not begin at one: there are
    /// none so small.
    pub(crate) begins_at_one: bool,
    pub(crate) points: Vec<(usize, Estimate)>,
}

impl Picture for AlgorithmCurves {
    fn caption(&self) -> Caption {
        Caption {
            name: self.name,
            alternative: self.in_words(),
            size: SIZE,
            title: self.title,
            subtitle: self.subtitle.clone(),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let most = points().map(|point| point.0).max().unwrap_or(2) as f64;
        let highest = points().map(|point| point.1.mean).fold(2.0, f64::max);
        let highest = 2f64.powf(highest.log2().ceil());
        // A team may be slower than P_seq.
        let is_slow = points().any(|point| point.1.mean < 1.0);
        let lowest = if is_slow { LOWEST } else { 1.0 };
        let frame = Frame {
            x: Axis::new(Scale::Log2, (1.0, most), (LEFT, self.right)),
            y: Axis::new(Scale::Log2, (lowest, highest), DOWN),
        };
        frame.rows(canvas, &doublings(highest))?;
        frame.columns(canvas, &doublings(most))?;
        frame.x_name(canvas, "workers")?;
        let end = highest.min(most);
        canvas.line(&[frame.at(1.0, 1.0), frame.at(end, end)], canvas.theme.neutral, 1.0)?;
        let curves = self.coloured(canvas.theme);
        for (curve, _) in curves.iter().filter(|curve| curve.1.is_none()) {
            curve.draw(canvas, &frame, None)?;
        }
        for (curve, colour) in curves.iter().filter(|curve| curve.1.is_some()) {
            curve.draw(canvas, &frame, *colour)?;
        }
        name_curves(canvas, &frame, &curves, self.right)
    }
}

impl AlgorithmCurves {
    /// Returns the curves of `rows`, without searches that find no line: their trees are different.
    pub(in crate::report) fn new(nodes: u64, rows: &[Row]) -> AlgorithmCurves {
        let teams = rows.chunk_by(|one, other| Kind::of(one.team) == Kind::of(other.team));
        let curves = teams.filter(|rows| rows[0].team.algorithm.finds_a_line()).map(|rows| {
            let Team { ranks, .. } = rows[0].team;
            let (name, begins_at_one) = (Kind::of(rows[0].team).to_string(), ranks.is_none());
            let points = rows.iter().map(|row| (row.team.workers_of_all(), row.speedup)).collect();
            Curve { is_famous: FAMOUS.contains(&&*name), name, begins_at_one, points }
        });
        AlgorithmCurves {
            name: "algorithms-speed-up",
            against: "P_seq",
            title: "Speed-up of the algorithms",
            subtitle: format!(
                "Time to depth of P_seq divided by that of N workers in virtual time; trees of about {nodes} nodes; bars: standard error"
            ),
            right: 780.0,
            curves: sorted(curves.collect()),
        }
    }

    /// Returns the strength speed-up of teams of a Monte-Carlo tree search.
    pub(crate) fn of_strength(subtitle: String, curves: Vec<Curve>) -> AlgorithmCurves {
        AlgorithmCurves {
            name: "monte-carlo",
            against: "one worker",
            title: "Strength speed-up",
            subtitle,
            right: 690.0,
            curves: sorted(curves),
        }
    }

    /// The picture in words: the speed-up of the largest team of each.
    fn in_words(&self) -> String {
        let most = self.curves.iter().flat_map(|curve| &curve.points).map(|point| point.0).max();
        let of_largest = |curve: &&Curve| curve.points.last().map(|point| point.0) == most;
        let curves = self.curves.iter().filter(of_largest);
        let figures: Vec<_> =
            curves.map(|curve| format!("{} {:.1}", curve.name, curve.last())).collect();
        let (title, against, most) = (self.title, self.against, most.unwrap_or(1));
        format!("{title} against {against}. With {most} workers: {}.", figures.join(", "))
    }

    /// The curves; those in the background have no colour.
    fn coloured(&self, theme: &Theme) -> Vec<(&Curve, Option<Colour>)> {
        let mut hues = theme.hues.iter().copied();
        let coloured = self.curves.iter().enumerate().map(|(place, curve)| {
            let has_colour = place < BEST || curve.is_famous;
            (curve, if has_colour { hues.next() } else { None })
        });
        coloured.collect()
    }
}

/// Sorts the curves, the best first.
fn sorted(mut curves: Vec<Curve>) -> Vec<Curve> {
    curves.sort_by(|one, other| other.last().total_cmp(&one.last()));
    curves
}

impl Curve {
    /// Returns the speed-up of the largest team.
    fn last(&self) -> f64 {
        self.points.last().map_or(1.0, |point| point.1.mean)
    }

    fn draw(&self, canvas: &Canvas<'_>, frame: &Frame, colour: Option<Colour>) -> Drawn {
        let at = |workers: usize, speedup: f64| frame.at(workers as f64, speedup.max(LOWEST));
        let start = self.begins_at_one.then(|| frame.at(1.0, 1.0));
        let line: Vec<Point> = start
            .into_iter()
            .chain(self.points.iter().map(|&(workers, it)| at(workers, it.mean)))
            .collect();
        let Theme { muted, page, .. } = *canvas.theme;
        let is_point = line.len() == 1;
        let Some(colour) = colour else {
            return match is_point {
                true => canvas.diamond(line[0], 5.0, muted, None),
                false => canvas.line(&line, mix(page, muted, 0.55), 1.4),
            };
        };
        if is_point {
            canvas.diamond(line[0], 8.0, colour, None)?;
        }
        canvas.line(&line, colour, 2.2)?;
        for &(workers, Estimate { mean, error }) in &self.points {
            canvas.line(&[at(workers, mean - error), at(workers, mean + error)], colour, 1.2)?;
            canvas.dot(at(workers, mean), 3.6, colour, 1.0)?;
        }
        Ok(())
    }
}

/// Names and figures at the ends of the lines.
fn name_curves(
    canvas: &Canvas<'_>,
    frame: &Frame,
    curves: &[(&Curve, Option<Colour>)],
    right: f64,
) -> Drawn {
    let ends: Vec<f64> = curves.iter().map(|(curve, _)| frame.y.at(curve.last())).collect();
    for (y, (curve, colour)) in apart(&ends, 14.0).into_iter().zip(curves) {
        let name = format!("{:.1}  {}", curve.last(), curve.name);
        let look = match *colour {
            Some(colour) => Type::new(12.0, colour).bold(),
            None => Type::new(10.5, canvas.theme.muted),
        };
        canvas.text(&name, (right + 10.0, y), look)?;
    }
    Ok(())
}
