//! Speed-up of the algorithms by workers: the best and the famous in colour, with their names at their
//! lines; the others behind them. One that finds no line searches another tree, and stays out.

use super::canvas::{Canvas, Drawn, Point, Type};
use super::frame::{Axis, BELOW_SUBTITLE, Frame, Scale, apart, doublings, note};
use super::picture::{Caption, LEFT_OUT, Picture, has_many_workers};
use super::theme::{Colour, Theme};
use crate::compare::summary::Row;
use crate::searches::Team;

const SIZE: (u32, u32) = (960, 600);
const ACROSS: (f64, f64) = (56.0, 780.0);
const DOWN: (f64, f64) = (540.0, 84.0);

/// Algorithms that readers look for.
const FAMOUS: [&str; 5] = ["dts", "ybwc", "pv-split", "abdada", "lazy"];

/// Speed-ups below this are drawn here.
const LOWEST: f64 = 0.5;

/// How many of the best have a colour, famous or not.
const BEST: usize = 2;

/// The curves.
pub(in crate::report) struct AlgorithmCurves {
    /// The size of the trees.
    nodes: u64,
    /// By algorithm, then by workers.
    rows: Vec<Row>,
}

/// The curve of an algorithm.
struct Curve<'a> {
    team: Team,
    rows: &'a [Row],
    /// `None` for those in the background.
    colour: Option<Colour>,
}

impl Picture for AlgorithmCurves {
    fn caption(&self) -> Caption {
        Caption {
            name: "algorithms-speed-up",
            alternative: "Speed-up of the algorithms against P_seq by number of workers".into(),
            size: SIZE,
            title: "Speed-up of the algorithms",
            subtitle: format!(
                "Time to depth of P_seq divided by that of N workers in virtual time; trees of about {} nodes; bars: standard error",
                self.nodes
            ),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        self.add_notes(canvas)?;
        self.draw_frame(canvas)
    }
}

impl AlgorithmCurves {
    /// The curves of `rows`, without those of a search that finds no line: its tree is another one.
    pub(in crate::report) fn new(nodes: u64, rows: Vec<Row>) -> AlgorithmCurves {
        let is_like_p_seq = |row: &Row| row.team.algorithm.finds_a_line();
        AlgorithmCurves { nodes, rows: rows.into_iter().filter(is_like_p_seq).collect() }
    }

    fn add_notes(&self, canvas: &Canvas<'_>) -> Drawn {
        let sharing = "lazy and shared-table share their history tables here, unlike their sources";
        note(canvas, BELOW_SUBTITLE, sharing)?;
        if has_many_workers(self.rows.iter().map(|row| row.team.workers)) {
            note(canvas, f64::from(SIZE.1) - 10.0, LEFT_OUT)?;
        }
        Ok(())
    }

    fn draw_frame(&self, canvas: &Canvas<'_>) -> Drawn {
        let most = self.rows.iter().map(|row| row.team.workers).max().unwrap_or(2) as f64;
        let highest = self.rows.iter().map(|row| row.speedup.mean).fold(2.0, f64::max);
        let highest = 2f64.powf(highest.log2().ceil());
        // A team may be slower than P_seq.
        let is_slow = self.rows.iter().any(|row| row.speedup.mean < 1.0);
        let lowest = if is_slow { LOWEST } else { 1.0 };
        let frame = Frame {
            x: Axis::new(Scale::Log2, (1.0, most), ACROSS),
            y: Axis::new(Scale::Log2, (lowest, highest), DOWN),
        };
        frame.rows(canvas, &doublings(highest))?;
        frame.columns(canvas, &doublings(most))?;
        frame.x_name(canvas, "workers")?;
        let end = highest.min(most);
        canvas.line(&[frame.at(1.0, 1.0), frame.at(end, end)], canvas.theme.neutral, 1.0)?;
        let curves = self.curves(canvas.theme);
        for curve in curves.iter().filter(|curve| curve.colour.is_none()) {
            curve.draw(canvas, &frame)?;
        }
        for curve in curves.iter().filter(|curve| curve.colour.is_some()) {
            curve.draw(canvas, &frame)?;
        }
        name_curves(canvas, &frame, &curves)
    }

    fn curves(&self, theme: &Theme) -> Vec<Curve<'_>> {
        let mut curves: Vec<Curve<'_>> = self
            .rows
            .chunk_by(|one, other| one.team.is_like(&other.team))
            .map(|rows| Curve { team: rows[0].team, rows, colour: None })
            .collect();
        curves.sort_by(|one, other| other.last().total_cmp(&one.last()));
        let mut hues = theme.hues.iter();
        for (place, curve) in curves.iter_mut().enumerate() {
            if place < BEST || FAMOUS.contains(&&*curve.team.to_string()) {
                curve.colour = hues.next().copied();
            }
        }
        curves
    }
}

impl Curve<'_> {
    /// The speed-up of the largest team.
    fn last(&self) -> f64 {
        self.rows.last().map_or(1.0, |row| row.speedup.mean)
    }

    fn draw(&self, canvas: &Canvas<'_>, frame: &Frame) -> Drawn {
        let at = |row: &Row, speedup: f64| frame.at(row.team.workers as f64, speedup.max(LOWEST));
        let start = std::iter::once(frame.at(1.0, 1.0));
        let line: Vec<Point> =
            start.chain(self.rows.iter().map(|row| at(row, row.speedup.mean))).collect();
        let Some(colour) = self.colour else { return canvas.line(&line, canvas.theme.grid, 1.4) };
        canvas.line(&line, colour, 2.2)?;
        for row in self.rows {
            let (mean, error) = (row.speedup.mean, row.speedup.error);
            canvas.line(&[at(row, mean - error), at(row, mean + error)], colour, 1.2)?;
            canvas.dot(at(row, mean), 3.6, colour, 1.0)?;
        }
        Ok(())
    }
}

/// Names and figures at the ends of the lines.
fn name_curves(canvas: &Canvas<'_>, frame: &Frame, curves: &[Curve<'_>]) -> Drawn {
    let ends: Vec<f64> = curves.iter().map(|curve| frame.y.at(curve.last())).collect();
    for (y, curve) in apart(&ends, 14.0).into_iter().zip(curves) {
        let name = format!("{:.1}  {}", curve.last(), curve.team);
        let look = match curve.colour {
            Some(colour) => Type::new(12.0, colour).bold(),
            None => Type::new(10.5, canvas.theme.muted),
        };
        canvas.text(&name, (ACROSS.1 + 10.0, y), look)?;
    }
    Ok(())
}
