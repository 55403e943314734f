//! Artificial trees: a panel for each property that varies.

use cleave_kit::pictures::canvas::{Align, Canvas, Drawn, Type};
use cleave_kit::pictures::frame::{Axis, Frame, Scale, doublings};

use super::picture::{Caption, Picture};
use crate::trees::Sweep;

/// The picture of some sweeps, one panel for each.
pub(in crate::report) struct Panels(pub(in crate::report) Vec<Sweep>);

impl Picture for Panels {
    fn caption(&self) -> Caption {
        let properties: Vec<_> = self.0.iter().map(|sweep| &sweep.property[..]).collect();
        Caption {
            name: "trees",
            alternative: format!(
                "Speed-up on artificial trees by {}. The tables below have the figures.",
                properties.join(", ")
            ),
            size: (960, 400),
            title: "What speed-up depends on: artificial trees",
            subtitle: "Speed-up of N workers in virtual time, geometric mean over trees of a kind"
                .into(),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        let pitch = 912.0 / self.0.len().max(1) as f64;
        for (number, sweep) in self.0.iter().enumerate() {
            let left = 56.0 + pitch * number as f64;
            draw_panel(canvas, sweep, (left, left + pitch - 82.0))?;
        }
        Ok(())
    }
}

fn draw_panel(canvas: &Canvas<'_>, sweep: &Sweep, across: (f64, f64)) -> Drawn {
    let theme = canvas.theme;
    let (Some(first), Some(last)) = (sweep.points.first(), sweep.points.last()) else {
        return Ok(());
    };
    let most = first.teams.iter().map(|team| team.workers).max().unwrap_or(1) as f64;
    let frame = Frame {
        x: Axis::new(Scale::Linear, (first.value.into(), last.value.into()), across),
        y: Axis::new(Scale::Log2, (1.0, most), (330.0, 96.0)),
    };
    frame.rows(canvas, &doublings(most))?;
    canvas.label("speed-up", (across.0, 80.0), Align::Left)?;
    let mut ticks: Vec<(f64, String)> = Vec::new();
    for point in &sweep.points {
        let value = f64::from(point.value);
        // Labels that are too close together are left out.
        if ticks.last().is_none_or(|tick| frame.x.at(value) - frame.x.at(tick.0) > 20.0) {
            ticks.push((value, value.to_string()));
        }
    }
    frame.columns(canvas, &ticks)?;
    let middle = f64::midpoint(across.0, across.1);
    let name = Type::new(12.5, theme.text).bold().align(Align::Middle);
    canvas.text(&sweep.property, (middle, 364.0), name)?;
    canvas.label(&sweep.meaning, (middle, 382.0), Align::Middle)?;
    let count = first.teams.len();
    for team in 0..count {
        // The larger the team, the stronger the colour.
        let colour = theme.shade(0.35 + 0.65 * (team + 1) as f64 / count as f64);
        let line: Vec<_> = sweep
            .points
            .iter()
            .map(|point| frame.at(point.value.into(), point.teams[team].speedup.max(1.0)))
            .collect();
        canvas.line(&line, colour, 2.0)?;
        for &point in &line {
            canvas.dot(point, 3.2, colour, 1.0)?;
        }
        if let Some(&(x, y)) = line.last() {
            let label = format!("N = {}", first.teams[team].workers);
            canvas.text(&label, (x + 8.0, y), Type::new(12.0, colour).bold())?;
        }
    }
    Ok(())
}
