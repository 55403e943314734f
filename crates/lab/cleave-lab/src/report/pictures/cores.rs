//! Nodes per second against nodes, on real processors: what a team gains is the first divided by the second.

use cleave_kit::pictures::canvas::{Align, Canvas, Drawn, Type};
use cleave_kit::pictures::frame::{Axis, Frame, Scale, doublings};

use super::picture::{Caption, Picture};
use crate::time_to_depth::Row;

/// The teams of each algorithm, by their number of workers.
pub(in crate::report) struct Cores(pub(in crate::report) Vec<(String, Vec<Row>)>);

const ACROSS: (f64, f64) = (56.0, 700.0);
const DOWN: (f64, f64) = (440.0, 84.0);

/// The ends of the scales: nodes, and nodes per second.
const NODES: (f64, f64) = (0.75, 4.0);
const SPEED: (f64, f64) = (1.0, 16.0);

impl Picture for Cores {
    fn caption(&self) -> Caption {
        let of_largest = self.0.iter().filter_map(|(name, rows)| {
            let Row { team, nps_ratio, node_ratio, speedup, .. } = rows.last()?;
            Some(format!(
                "{} threads of {name} make {nps_ratio:.1} times the nodes a second and {:.1} times the nodes, and are {:.1} times as fast.",
                team.workers, node_ratio.mean, speedup.mean
            ))
        });
        Caption {
            name: "real-cores",
            alternative: of_largest.collect::<Vec<_>>().join(" "),
            size: (760, 500),
            title: "Two ways to use sixteen processors",
            subtitle:
                "Real threads against the sequential search; along a grey line the gain is the same"
                    .into(),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        let theme = canvas.theme;
        let frame = Frame {
            x: Axis::new(Scale::Log2, NODES, ACROSS),
            y: Axis::new(Scale::Log2, SPEED, DOWN),
        };
        frame.rows(canvas, &doublings(SPEED.1))?;
        frame.columns(canvas, &doublings(NODES.1))?;
        frame.x_name(canvas, "nodes, by those of the sequential search")?;
        canvas.label("nodes per second", (ACROSS.0, DOWN.1 - 14.0), Align::Left)?;
        for gain in [2.0, 4.0, 8.0] {
            let end = NODES.1.min(SPEED.1 / gain);
            let line = [frame.at(NODES.0, NODES.0 * gain), frame.at(end, end * gain)];
            canvas.line(&line, theme.muted, 0.9)?;
            let (x, y) = line[1];
            let name = format!("{gain} times as fast");
            canvas.text(
                &name,
                (x - 4.0, y + 24.0),
                Type::new(11.0, theme.muted).align(Align::Right),
            )?;
        }
        for ((name, rows), colour) in self.0.iter().zip(theme.hues) {
            let place = |row: &Row| frame.at(row.node_ratio.mean, row.nps_ratio);
            canvas.line(&rows.iter().map(place).collect::<Vec<_>>(), colour, 1.8)?;
            for row in rows {
                let (x, y) = place(row);
                canvas.dot((x, y), 4.0, colour, 1.0)?;
                let workers = row.team.workers.to_string();
                canvas.text(&workers, (x + 9.0, y + 10.0), Type::new(11.0, colour))?;
            }
            if let Some(last) = rows.last() {
                let (x, y) = place(last);
                canvas.text(
                    name,
                    (x, y - 14.0),
                    Type::new(13.0, colour).bold().align(Align::Middle),
                )?;
            }
        }
        Ok(())
    }
}
