//! Speed-up by workers: both scales double, so that linear speed-up is a straight line.

use std::error::Error;

use super::Picture;
use super::canvas::{Align, Canvas, Drawn, Point, Type, picture};
use super::frame::{Axis, Frame, Scale, doublings, heading};
use super::theme::Theme;
use crate::figures::PUBLISHED_1997;
use crate::figures::amdahl::Amdahl;
use crate::figures::summary::Summary;

const SIZE: (u32, u32) = (820, 560);

/// One curve.
pub(in crate::report) struct Curve {
    pub(in crate::report) name: String,
    pub(in crate::report) points: Vec<Summary>,
}

/// All curves.
pub(in crate::report) struct Curves {
    pub(in crate::report) curves: Vec<Curve>,
    /// The law fitted to the first of them.
    pub(in crate::report) law: Option<Amdahl>,
}

impl Picture for Curves {
    fn name(&self) -> &'static str {
        "speedup"
    }

    fn alternative(&self) -> String {
        "Speed-up against P_seq by number of workers, beside the published figures and the linear line"
            .into()
    }

    fn draw(&self, theme: &Theme) -> Result<String, Box<dyn Error>> {
        picture(SIZE, |canvas| {
            heading(
                canvas,
                theme,
                "Speed-up",
                "Time to depth of P_seq by time to depth of N workers, geometric mean; bands: least and most of the runs",
            )?;
            let frame = self.frame();
            let ticks = doublings(self.most());
            frame.rows(canvas, theme, &ticks)?;
            frame.columns(canvas, theme, &ticks)?;
            frame.names(canvas, theme, "workers", "speed-up")?;
            self.draw_lines(canvas, theme, &frame)?;
            for (index, curve) in self.curves.iter().enumerate() {
                draw_curve(canvas, theme, &frame, curve, index)?;
            }
            for (workers, speedup) in PUBLISHED_1997.iter().skip(1) {
                canvas.ring(frame.at(*workers as f64, *speedup), 6.0, theme.text, 1.6)?;
            }
            self.draw_ends(canvas, theme, &frame)?;
            self.draw_legend(canvas, theme)
        })
    }
}

impl Curves {
    fn most(&self) -> f64 {
        let workers = self.curves.iter().flat_map(|curve| &curve.points).map(|point| point.workers);
        workers.chain([16]).max().unwrap_or(16) as f64
    }

    fn frame(&self) -> Frame {
        let most = 2f64.powf(self.most().log2().ceil());
        Frame {
            x: Axis::new(Scale::Log2, (1.0, most), (64.0, 790.0)),
            y: Axis::new(Scale::Log2, (1.0, most), (504.0, 92.0)),
        }
    }

    /// The linear line, and the law.
    fn draw_lines(&self, canvas: &Canvas<'_>, theme: &Theme, frame: &Frame) -> Drawn {
        let most = 2f64.powf(self.most().log2().ceil());
        canvas.line(&[frame.at(1.0, 1.0), frame.at(most, most)], theme.hues[4], 1.0)?;
        if let Some(law) = self.law {
            let steps = 160;
            let workers = |step: u32| most.powf(f64::from(step) / f64::from(steps));
            let points: Vec<Point> = (0..=steps)
                .map(|step| frame.at(workers(step), law.speedup(workers(step))))
                .collect();
            for dash in points.chunks(4) {
                canvas.line(&dash[..dash.len().min(3)], theme.muted, 1.2)?;
            }
        }
        Ok(())
    }

    /// What the uppermost and the lowermost line come to, above and below their ends.
    fn draw_ends(&self, canvas: &Canvas<'_>, theme: &Theme, frame: &Frame) -> Drawn {
        let lines = self.curves.iter().enumerate().filter(|(_, curve)| curve.is_line());
        let mut ends: Vec<_> =
            lines.filter_map(|(index, curve)| Some((index, curve.points.last()?))).collect();
        ends.sort_by(|(_, one), (_, other)| one.speedup_vs_seq.total_cmp(&other.speedup_vs_seq));
        let lowest = ends.first().filter(|_| ends.len() > 1).map(|end| (end, 20.0));
        for (&(index, end), below) in ends.last().map(|end| (end, -18.0)).into_iter().chain(lowest)
        {
            let (x, y) = frame.at(end.workers as f64, end.speedup_vs_seq);
            let look = Type::new(12.5, theme.hues[index % 4]).bold().align(Align::Right);
            let digits = if end.speedup_vs_seq < 20.0 { 1 } else { 0 };
            canvas.text(&format!("{:.digits$}", end.speedup_vs_seq), (x, y + below), look)?;
        }
        Ok(())
    }

    fn draw_legend(&self, canvas: &Canvas<'_>, theme: &Theme) -> Drawn {
        let (left, mut y) = (92.0, 112.0);
        let look = Type::new(12.5, theme.text);
        let mut row = |mark: &dyn Fn(f64) -> Drawn, text: &str| -> Drawn {
            // The page's own colour behind, so that no grid line crosses the text.
            let width = 46.0 + 6.9 * text.chars().count() as f64;
            canvas.block((left - 6.0, y - 11.0), (left + width, y + 11.0), theme.page, 1.0)?;
            mark(y)?;
            canvas.text(text, (left + 38.0, y), look)?;
            y += 22.0;
            Ok(())
        };
        for (index, curve) in self.curves.iter().enumerate() {
            let colour = theme.hues[index % 4];
            let mark = |y: f64| -> Drawn {
                if curve.is_line() {
                    canvas.line(&[(left, y), (left + 28.0, y)], colour, 2.2)?;
                }
                canvas.dot((left + 14.0, y), 4.0, colour, 1.0)
            };
            row(&mark, &curve.name)?;
        }
        row(
            &|y| canvas.ring((left + 14.0, y), 6.0, theme.text, 1.6),
            "DTS on a Cray C916, published 1997",
        )?;
        if let Some(law) = self.law {
            let text = format!(
                "Amdahl's law for the first curve: {:.2} % not divided",
                100.0 * law.serial
            );
            let mark = |y: f64| canvas.dashes(&[(left, y), (left + 28.0, y)], theme.muted, 1.2);
            row(&mark, &text)?;
        }
        row(&|y| canvas.line(&[(left, y), (left + 28.0, y)], theme.hues[4], 1.0), "linear")
    }
}

impl Curve {
    /// Two sizes beside the team of one, or more: a single one is no curve.
    fn is_line(&self) -> bool {
        self.points.len() > 2
    }
}

fn draw_curve(
    canvas: &Canvas<'_>,
    theme: &Theme,
    frame: &Frame,
    curve: &Curve,
    index: usize,
) -> Drawn {
    let colour = theme.hues[index % 4];
    let place = |point: &Summary, figure: f64| frame.at(point.workers as f64, figure);
    if curve.is_line() {
        let upper = curve.points.iter().map(|point| place(point, point.speedup_range.1));
        let lower = curve.points.iter().rev().map(|point| place(point, point.speedup_range.0));
        canvas.surface(&upper.chain(lower).collect::<Vec<_>>(), colour, 0.2)?;
        let line: Vec<_> = curve.points.iter().map(|p| place(p, p.speedup_vs_seq)).collect();
        canvas.line(&line, colour, 2.2)?;
    }
    for point in curve.points.iter().filter(|point| point.workers > 1) {
        let (least, most) = point.speedup_range;
        if !curve.is_line() {
            canvas.line(&[place(point, least), place(point, most)], colour, 1.6)?;
        }
        canvas.dot(place(point, point.speedup_vs_seq), 4.0, colour, 1.0)?;
    }
    Ok(())
}
