//! The timeline of a search: a row for each worker, darker where it works nearer to the root.

use cleave_kit::pictures::canvas::{Align, Canvas, Drawn, Type};
use cleave_kit::pictures::theme::Colour;

use super::picture::{Caption, Picture};
use crate::timeline::stretches::{Kind, Stretch, Timeline};

const TOP: f64 = 112.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 936.0;
const ROW: f64 = 24.0;
/// Narrower stretches cannot be seen.
const THIN: f64 = 0.12;

/// The picture of a timeline.
pub(in crate::report) struct Rows(pub(in crate::report) Timeline);

impl Picture for Rows {
    fn caption(&self) -> Caption {
        let Timeline { id, workers, depth, window: (from, to), time, .. } = &self.0;
        let (shown, time) = ((to - from) as f64 / 1e6, *time as f64 / 1e6);
        Caption {
            name: "timeline",
            alternative: format!(
                "The activity of {workers} workers in an interval of one search, with joins and aborts marked"
            ),
            size: (960, self.bottom() as u32 + 48),
            title: "Dynamic Tree Splitting at work",
            subtitle: format!(
                "{id}, {workers} workers, depth {depth}: {shown:.1} ms out of {time:.0}, in virtual time"
            ),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        self.draw_legend(canvas)?;
        canvas.label("worker", (LEFT - 10.0, TOP - 8.0), Align::Right)?;
        for (number, stretches) in self.0.stretches.iter().enumerate() {
            let top = TOP + ROW * number as f64;
            let middle = top + ROW / 2.0;
            canvas.label(&number.to_string(), (LEFT - 10.0, middle), Align::Right)?;
            canvas.line(&[(LEFT, middle), (RIGHT, middle)], canvas.theme.grid, 0.75)?;
            self.draw_row(canvas, top, stretches)?;
        }
        self.draw_time(canvas)
    }
}

impl Rows {
    fn bottom(&self) -> f64 {
        TOP + ROW * self.0.workers as f64
    }

    fn at(&self, time: u64) -> f64 {
        let (from, to) = self.0.window;
        LEFT + (RIGHT - LEFT) * (time - from) as f64 / (to - from) as f64
    }

    /// Returns the fewest and the most plies left at a block below which a worker searches.
    fn depths(&self) -> (i32, i32) {
        let work = self.0.stretches.iter().flatten().filter(|stretch| stretch.0 == Kind::Work);
        let depths = work.map(|stretch| stretch.3);
        (depths.clone().min().unwrap_or(0), depths.max().unwrap_or(1))
    }

    fn shade(&self, canvas: &Canvas<'_>, depth: i32) -> Colour {
        let (least, most) = self.depths();
        canvas.theme.shade(f64::from(depth - least) / f64::from((most - least).max(1)))
    }

    fn draw_row(&self, canvas: &Canvas<'_>, top: f64, stretches: &[Stretch]) -> Drawn {
        let theme = canvas.theme;
        let (upper, lower) = (top + 3.5, top + ROW - 3.5);
        for &Stretch(kind, from, to, depth) in stretches {
            let (left, right) = (self.at(from), self.at(to));
            if kind == Kind::Work && right - left >= THIN {
                canvas.block((left, upper), (right, lower), self.shade(canvas, depth), 1.0)?;
            }
        }
        // These come last, so that no work covers them.
        for &Stretch(kind, from, ..) in stretches {
            let x = self.at(from);
            match kind {
                Kind::Work => {}
                Kind::Join => {
                    canvas.line(&[(x, upper - 1.0), (x, lower + 1.0)], theme.hues[2], 0.9)?;
                    canvas.dot((x, upper), 1.9, theme.hues[2], 1.0)?;
                }
                Kind::Abort => {
                    let (middle, arm) = (f64::midpoint(upper, lower), 2.8);
                    for side in [-arm, arm] {
                        let stroke = [(x - arm, middle - side), (x + arm, middle + side)];
                        canvas.line(&stroke, theme.hues[1], 1.2)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Each name has room for the widest of the fonts that a reader may have.
    fn draw_legend(&self, canvas: &Canvas<'_>) -> Drawn {
        let (y, theme) = (78.0, canvas.theme);
        let name = Type::new(12.0, theme.text);
        let (least, most) = self.depths();
        canvas.text("work below a block, by its plies left", (LEFT, y), name)?;
        let mut x = LEFT + 240.0;
        canvas.label(&least.to_string(), (x - 6.0, y), Align::Right)?;
        for depth in least..=most {
            canvas.block((x, y - 6.0), (x + 12.0, y + 6.0), self.shade(canvas, depth), 1.0)?;
            x += 13.0;
        }
        canvas.label(&most.to_string(), (x + 5.0, y), Align::Left)?;
        x += 60.0;
        canvas.line(&[(x, y - 8.0), (x, y + 8.0)], theme.hues[2], 0.9)?;
        canvas.dot((x, y - 7.0), 1.9, theme.hues[2], 1.0)?;
        canvas.text("join", (x + 8.0, y), name)?;
        x += 72.0;
        for side in [-2.8, 2.8] {
            canvas.line(&[(x - 2.8, y - side), (x + 2.8, y + side)], theme.hues[1], 1.2)?;
        }
        canvas.text("abort, after a cutoff elsewhere", (x + 9.0, y), name)?;
        x += 256.0;
        canvas.line(&[(x, y), (x + 20.0, y)], theme.grid, 0.75)?;
        canvas.text("idle", (x + 27.0, y), name)
    }

    /// Draws the horizontal axis.
    fn draw_time(&self, canvas: &Canvas<'_>) -> Drawn {
        let (bottom, (from, to)) = (self.bottom(), self.0.window);
        let step = tick((to - from) / 8);
        for time in (from.div_ceil(step)..=to / step).map(|count| count * step) {
            let x = self.at(time);
            canvas.line(&[(x, bottom + 2.0), (x, bottom + 7.0)], canvas.theme.muted, 0.75)?;
            let text = format!("{:.1}", time as f64 / 1e6);
            canvas.label(&text, (x, bottom + 18.0), Align::Middle)?;
        }
        let name = "milliseconds since the beginning of the search";
        canvas.label(name, (f64::midpoint(LEFT, RIGHT), bottom + 36.0), Align::Middle)
    }
}

/// Returns the smallest of 1, 2, 5, 10, 20 ... that is not less than this.
fn tick(least: u64) -> u64 {
    let mut unit = 1;
    loop {
        for factor in [1, 2, 5] {
            if factor * unit >= least {
                return factor * unit;
            }
        }
        unit *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::tick;

    #[test]
    fn ticks_are_round() {
        assert_eq!([1, 3, 7, 300, 501].map(tick), [1, 5, 10, 500, 1000]);
    }
}
