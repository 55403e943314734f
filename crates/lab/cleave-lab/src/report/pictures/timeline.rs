//! The timeline of a search: a row for each worker, darker where it works nearer to the root.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use cleave_kit::pictures::canvas::{Align, Canvas, Drawn, Type};
use cleave_kit::pictures::theme::Colour;

use super::picture::{Caption, Picture};
use crate::timeline::last_out::LastOut;
use crate::timeline::stretches::{Kind, Stretch, Timeline};

const TOP: f64 = 154.0;
/// The lines of the notes on moments.
const NOTES: [f64; 2] = [108.0, 126.0];
const LEFT: f64 = 72.0;
const RIGHT: f64 = 936.0;
const ROW: f64 = 24.0;
/// The width of the note on the last one out.
const LAST_OUT_TEXT: f64 = 340.0;
/// Narrower stretches cannot be seen.
const THIN: f64 = 0.12;
/// Jobs dropped within this time are dropped for the same cutoff, in nanoseconds.
const CUTOFF: u64 = 5_000;

/// The picture of a timeline.
pub(in crate::report) struct Rows(pub(in crate::report) Timeline);

impl Picture for Rows {
    fn caption(&self) -> Caption {
        let Timeline { id, workers, depth, window: (from, to), time, .. } = &self.0;
        let (shown, time) = ((to - from) as f64 / 1e6, *time as f64 / 1e6);
        Caption {
            name: "timeline",
            alternative: format!(
                "Rows of {workers} workers over {shown:.1} ms of one search. Most time is work; short gaps are idle. Marks name a \
                 cutoff at which {} workers drop their jobs, a worker that joins after a wait, and a worker that finishes a block \
                 as the last one out.",
                self.cutoff().1.len()
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
            canvas.line(&[(LEFT, middle), (RIGHT, middle)], canvas.theme.muted, 0.5)?;
            self.draw_row(canvas, top, stretches)?;
        }
        self.draw_cutoff(canvas)?;
        self.draw_wait(canvas)?;
        self.draw_last_out(canvas)?;
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
        let (upper, lower) = (top + 3.5, top + ROW - 3.5);
        for &Stretch(kind, from, to, depth) in stretches {
            let (left, right) = (self.at(from), self.at(to));
            if kind == Kind::Work && right - left >= THIN {
                canvas.block((left, upper), (right, lower), self.shade(canvas, depth), 1.0)?;
            }
        }
        Ok(())
    }

    /// The cutoff that most workers feel: its time, and the workers that drop a job within [`CUTOFF`] of it.
    fn cutoff(&self) -> (u64, Vec<usize>) {
        let rows = || self.0.stretches.iter().enumerate();
        let aborts = |worker: usize, row: &[Stretch]| -> Vec<(u64, usize)> {
            row.iter().filter(|it| it.0 == Kind::Abort).map(|it| (it.1, worker)).collect()
        };
        let all: Vec<_> = rows().flat_map(|(worker, row)| aborts(worker, row)).collect();
        let felt = |from: u64| {
            let within = all.iter().filter(|&&(at, _)| (from..from + CUTOFF).contains(&at));
            within.map(|abort| abort.1).collect::<BTreeSet<_>>()
        };
        let begins = all.iter().map(|&(at, _)| (felt(at).len(), Reverse(at))).max();
        begins.map_or((0, Vec::new()), |(_, Reverse(at))| (at, felt(at).into_iter().collect()))
    }

    /// The longest wait after the cutoff that ends in a join: the worker, and its begin and end.
    fn wait(&self) -> Option<(usize, u64, u64)> {
        let cutoff = self.cutoff().0;
        let rows = self.0.stretches.iter().enumerate();
        let waits = rows.flat_map(|(worker, row)| {
            let ends = row.windows(2).filter(|pair| pair[1].0 == Kind::Join);
            ends.map(move |pair| (worker, pair[0].2, pair[1].1))
        });
        let is_later = |&(_, begin, _): &(usize, u64, u64)| begin > cutoff + CUTOFF;
        // Stretches of a worker may overlap by a step.
        waits.filter(is_later).max_by_key(|&(_, begin, end)| end.saturating_sub(begin))
    }

    fn draw_cutoff(&self, canvas: &Canvas<'_>) -> Drawn {
        let (time, workers) = self.cutoff();
        let Some(last) = workers.last() else { return Ok(()) };
        let (x, colour) = (self.at(time), canvas.theme.hues[1]);
        canvas.line(&[(x, NOTES[0] + 8.0), (x, TOP + ROW * (*last as f64 + 1.0))], colour, 1.4)?;
        for worker in &workers {
            let middle = TOP + ROW * (*worker as f64 + 0.5);
            for side in [-3.6, 3.6] {
                canvas.line(&[(x - 3.6, middle - side), (x + 3.6, middle + side)], colour, 1.8)?;
            }
        }
        let text = format!("a cutoff: {} workers drop their jobs", workers.len());
        canvas.text(&text, (x + 6.0, NOTES[0]), Type::new(12.0, colour).bold().align(Align::Right))
    }

    fn draw_wait(&self, canvas: &Canvas<'_>) -> Drawn {
        let Some((worker, begin, end)) = self.wait() else { return Ok(()) };
        let (x, colour) = (self.at(end), canvas.theme.hues[2]);
        let top = TOP + ROW * worker as f64;
        canvas.frame((self.at(begin), top + 2.0), (x, top + ROW - 2.0), colour, 1.4)?;
        canvas.line(&[(x, NOTES[0] + 8.0), (x, top + ROW - 2.0)], colour, 1.4)?;
        let waited = end.saturating_sub(begin) as f64 / 1e3;
        let text = format!("worker {worker} joins, after {waited:.0} µs without work");
        canvas.text(&text, (x - 6.0, NOTES[0]), Type::new(12.0, colour).bold())
    }

    /// Draws a line from the beginning of the block, a ring, to its end, a dot.
    fn draw_last_out(&self, canvas: &Canvas<'_>) -> Drawn {
        let Some(LastOut { began, finished, .. }) = self.0.last_out else { return Ok(()) };
        let place = |(worker, time)| (self.at(time), TOP + ROW * (worker as f64 + 0.5));
        let (begin, end, colour) = (place(began), place(finished), canvas.theme.hues[3]);
        canvas.line(&[begin, end], colour, 1.4)?;
        canvas.ring(begin, 4.0, colour, 1.8)?;
        canvas.dot(end, 4.5, colour, 1.0)?;
        canvas.line(&[(end.0, NOTES[1] + 8.0), end], colour, 1.4)?;
        let text = format!(
            "worker {} is the last one out of a block that worker {} began",
            finished.0, began.0
        );
        let look = Type::new(12.0, colour).bold();
        if end.0 + LAST_OUT_TEXT < RIGHT {
            canvas.text(&text, (end.0 - 6.0, NOTES[1]), look)
        } else {
            canvas.text(&text, (end.0 + 6.0, NOTES[1]), look.align(Align::Right))
        }
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
        canvas.line(&[(x, y), (x + 20.0, y)], theme.muted, 0.75)?;
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
