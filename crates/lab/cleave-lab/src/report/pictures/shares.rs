//! The division of the time of N workers: a column for each N, divided from bottom to top.

use cleave_kit::pictures::canvas::{Align, Canvas, Drawn, Type};
use cleave_kit::pictures::frame::{Axis, Frame, Scale, apart};
use cleave_kit::pictures::theme::{Colour, Theme, mix, on};

use super::picture::{Caption, Picture};

const TOP: f64 = 84.0;
const BOTTOM: f64 = 424.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 660.0;

/// The time of teams of one size, divided; the shares sum to 1.
pub(in crate::report) struct Column {
    pub(in crate::report) workers: usize,
    /// In the order of [`KINDS`].
    pub(in crate::report) shares: [f64; KINDS.len()],
}

/// Kinds of time, from the bottom up.
pub(in crate::report) const KINDS: [&str; 7] = [
    "useful work",
    "extra nodes",
    "splitting",
    "shared memory",
    "copying",
    "waiting for locks",
    "idle",
];

/// All columns.
pub(in crate::report) struct Shares {
    pub(in crate::report) positions: String,
    pub(in crate::report) columns: Vec<Column>,
}

impl Shares {
    /// The shares of the smallest and the largest team.
    fn in_words(&self) -> String {
        let ends = self.columns.first().into_iter().chain(self.columns.last());
        let column = |column: &Column| {
            let parts = KINDS.iter().zip(column.shares);
            let parts: Vec<_> =
                parts.map(|(kind, share)| format!("{kind} {:.0} %", 100.0 * share)).collect();
            let workers = column.workers;
            format!(
                "{workers} worker{}: {}.",
                if workers == 1 { "" } else { "s" },
                parts.join(", ")
            )
        };
        ends.map(column).collect::<Vec<_>>().join(" ")
    }
}

impl Picture for Shares {
    fn caption(&self) -> Caption {
        let positions = &self.positions;
        Caption {
            name: "shares",
            alternative: format!("Shares of the workers' time. {}", self.in_words()),
            size: (820, 480),
            title: "Where the time of N workers goes",
            subtitle: format!(
                "Shares of the processors' time, mean over the positions of {positions}"
            ),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        let frame = Frame {
            x: Axis::new(Scale::Linear, (0.0, self.columns.len() as f64), (LEFT, RIGHT)),
            y: Axis::new(Scale::Linear, (0.0, 1.0), (BOTTOM, TOP)),
        };
        let ticks =
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (share, format!("{} %", 100.0 * share)));
        frame.rows(canvas, &ticks)?;
        for (index, column) in self.columns.iter().enumerate() {
            self.draw_column(canvas, index, column)?;
        }
        let below = (f64::midpoint(LEFT, RIGHT), BOTTOM + 36.0);
        canvas.label("workers", below, Align::Middle)?;
        self.draw_names(canvas)
    }
}

fn height(share: f64) -> f64 {
    BOTTOM + (TOP - BOTTOM) * share
}

fn colours(theme: &Theme) -> [Colour; KINDS.len()] {
    let [blue, orange, _, purple, amber, teal, red] = theme.hues;
    [blue, orange, purple, amber, teal, red, mix(theme.page, theme.neutral, 0.42)]
}

impl Shares {
    /// Returns the horizontal extent of a column.
    fn across(&self, index: usize) -> (f64, f64) {
        let pitch = (RIGHT - LEFT) / self.columns.len() as f64;
        (LEFT + pitch * (index as f64 + 0.12), LEFT + pitch * (index as f64 + 0.88))
    }

    fn draw_column(&self, canvas: &Canvas<'_>, index: usize, column: &Column) -> Drawn {
        let (left, right) = self.across(index);
        let middle = f64::midpoint(left, right);
        let mut below = 0.0;
        for (share, colour) in column.shares.iter().zip(colours(canvas.theme)) {
            let (floor, top) = (height(below), height(below + share));
            canvas.block((left, floor), (right, top), colour, 1.0)?;
            // Thinner parts have no room for a number.
            if *share > 0.04 {
                let look = Type::new(11.0, on(colour)).bold().align(Align::Middle);
                let label = format!("{:.0} %", 100.0 * share);
                canvas.text(&label, (middle, f64::midpoint(floor, top)), look)?;
            }
            below += share;
        }
        canvas.label(&column.workers.to_string(), (middle, BOTTOM + 16.0), Align::Middle)
    }

    /// Writes the names of the parts next to the last column.
    fn draw_names(&self, canvas: &Canvas<'_>) -> Drawn {
        let theme = canvas.theme;
        let Some(column) = self.columns.last() else { return Ok(()) };
        let (_, right) = self.across(self.columns.len() - 1);
        let mut below = 0.0;
        let mut middles = column.shares.map(|share| {
            below += share;
            height(below - share / 2.0)
        });
        // From the top down.
        middles.reverse();
        let places = apart(&middles, 19.0);
        let parts = KINDS.iter().zip(colours(theme)).rev();
        for ((name, colour), (middle, y)) in parts.zip(middles.iter().zip(places)) {
            let path = [
                (right + 3.0, *middle),
                (right + 12.0, *middle),
                (right + 22.0, y),
                (right + 28.0, y),
            ];
            canvas.line(&path, mix(theme.page, theme.neutral, 0.7), 0.9)?;
            canvas.block((right + 32.0, y - 5.0), (right + 42.0, y + 5.0), colour, 1.0)?;
            canvas.text(name, (right + 48.0, y), Type::new(12.5, theme.text))?;
        }
        Ok(())
    }
}
