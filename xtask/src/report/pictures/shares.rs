//! Where the time of N workers goes: one column for each N, all of it from top to bottom.

use std::error::Error;

use super::Picture;
use super::canvas::{Align, Canvas, Drawn, Type, picture};
use super::frame::heading;
use super::theme::{Colour, Theme, mix};

const SIZE: (u32, u32) = (820, 480);
const TOP: f64 = 84.0;
const BOTTOM: f64 = 424.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 640.0;

/// What the time of some number of workers went into; the shares add up to 1.
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

impl Picture for Shares {
    fn name(&self) -> &'static str {
        "shares"
    }

    fn alternative(&self) -> String {
        format!("Shares of the workers' time by number of workers: {}", KINDS.join(", "))
    }

    fn draw(&self, theme: &Theme) -> Result<String, Box<dyn Error>> {
        picture(SIZE, |canvas| {
            let subtitle = format!(
                "Shares of the processors' time, mean over the positions of {}",
                self.positions
            );
            heading(canvas, theme, "Where the time of N workers goes", &subtitle)?;
            for percent in [0, 25, 50, 75, 100] {
                let y = height(f64::from(percent) / 100.0);
                canvas.line(&[(LEFT, y), (RIGHT, y)], theme.grid, 0.75)?;
                let look = Type::new(11.0, theme.muted).align(Align::Right);
                canvas.text(&format!("{percent} %"), (LEFT - 8.0, y), look)?;
            }
            for (index, column) in self.columns.iter().enumerate() {
                self.draw_column(canvas, theme, index, column)?;
            }
            let look = Type::new(11.0, theme.muted).align(Align::Right);
            canvas.text("workers", (RIGHT, BOTTOM + 36.0), look)?;
            Shares::draw_names(canvas, theme)
        })
    }
}

fn height(share: f64) -> f64 {
    BOTTOM + (TOP - BOTTOM) * share
}

fn colours(theme: &Theme) -> [Colour; KINDS.len()] {
    [
        theme.hues[0],
        theme.hues[1],
        theme.hues[3],
        mix(theme.hues[2], theme.page, 0.5),
        theme.hues[2],
        mix(theme.hues[1], theme.text, 0.55),
        mix(theme.page, theme.hues[4], 0.42),
    ]
}

impl Shares {
    fn draw_column(
        &self,
        canvas: &Canvas<'_>,
        theme: &Theme,
        index: usize,
        column: &Column,
    ) -> Drawn {
        let pitch = (RIGHT - LEFT) / self.columns.len() as f64;
        let left = LEFT + pitch * (index as f64 + 0.14);
        let right = LEFT + pitch * (index as f64 + 0.86);
        let mut below = 0.0;
        for (share, colour) in column.shares.iter().zip(colours(theme)) {
            canvas.block((left, height(below)), (right, height(below + share)), colour, 1.0)?;
            below += share;
        }
        let middle = f64::midpoint(left, right);
        let label = format!("{:.0} %", 100.0 * column.shares[0]);
        let inside = Type::new(11.0, theme.page).bold().align(Align::Middle);
        if column.shares[0] > 0.08 {
            canvas.text(&label, (middle, height(column.shares[0]) + 14.0), inside)?;
        }
        let look = Type::new(11.0, theme.muted).align(Align::Middle);
        canvas.text(&column.workers.to_string(), (middle, BOTTOM + 16.0), look)
    }

    /// What the colours are, from the top down, as in the columns.
    fn draw_names(canvas: &Canvas<'_>, theme: &Theme) -> Drawn {
        let mut y = TOP + 12.0;
        for (name, colour) in KINDS.iter().zip(colours(theme)).rev() {
            canvas.block((RIGHT + 20.0, y - 6.0), (RIGHT + 32.0, y + 6.0), colour, 1.0)?;
            canvas.text(name, (RIGHT + 40.0, y), Type::new(12.5, theme.text))?;
            y += 24.0;
        }
        Ok(())
    }
}
