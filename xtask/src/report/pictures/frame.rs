//! A frame with two scales: from figures to places.

use super::canvas::{Align, Canvas, Drawn, Point, Type};
use super::theme::Theme;

/// How figures become lengths.
#[derive(Clone, Copy)]
pub(super) enum Scale {
    /// As they are.
    Linear,
    /// Each doubling is as long as the others.
    Log2,
}

/// One direction of a frame.
pub(super) struct Axis {
    scale: Scale,
    range: (f64, f64),
    /// Places, from the first figure to the last.
    place: (f64, f64),
}

impl Axis {
    pub(super) fn new(scale: Scale, range: (f64, f64), place: (f64, f64)) -> Axis {
        Axis { scale, range, place }
    }

    pub(super) fn at(&self, figure: f64) -> f64 {
        let measure = |figure: f64| match self.scale {
            Scale::Linear => figure,
            Scale::Log2 => figure.max(1e-9).log2(),
        };
        let (from, to) = (measure(self.range.0), measure(self.range.1));
        let share = (measure(figure) - from) / (to - from);
        self.place.0 + (self.place.1 - self.place.0) * share
    }
}

/// A place to draw curves in.
pub(super) struct Frame {
    pub(super) x: Axis,
    pub(super) y: Axis,
}

impl Frame {
    pub(super) fn at(&self, x: f64, y: f64) -> Point {
        (self.x.at(x), self.y.at(y))
    }

    /// Lines across at these figures, with what they say beside them.
    pub(super) fn rows(
        &self,
        canvas: &Canvas<'_>,
        theme: &Theme,
        ticks: &[(f64, String)],
    ) -> Drawn {
        let (left, right) = self.x.place;
        for (figure, label) in ticks {
            let y = self.y.at(*figure);
            canvas.line(&[(left, y), (right, y)], theme.grid, 0.75)?;
            let look = Type::new(11.0, theme.muted).align(Align::Right);
            canvas.text(label, (left - 8.0, y), look)?;
        }
        Ok(())
    }

    /// What these figures along the frame say, below it.
    pub(super) fn columns(
        &self,
        canvas: &Canvas<'_>,
        theme: &Theme,
        ticks: &[(f64, String)],
    ) -> Drawn {
        for (figure, label) in ticks {
            let look = Type::new(11.0, theme.muted).align(Align::Middle);
            canvas.text(label, (self.x.at(*figure), self.y.place.0 + 14.0), look)?;
        }
        Ok(())
    }

    /// What the frame's directions are: under its right end, and over its left.
    pub(super) fn names(&self, canvas: &Canvas<'_>, theme: &Theme, x: &str, y: &str) -> Drawn {
        let look = Type::new(11.0, theme.muted);
        let below = (self.x.place.1, self.y.place.0 + 32.0);
        canvas.text(x, below, look.align(Align::Right))?;
        canvas.text(y, (self.x.place.0, self.y.place.1 - 14.0), look)
    }
}

/// Powers of two from 1 to at least `most`, with their names.
pub(super) fn doublings(most: f64) -> Vec<(f64, String)> {
    let count = most.max(1.0).log2().ceil() as u32;
    (0..=count).map(|power| (f64::from(1 << power), (1u32 << power).to_string())).collect()
}

/// Title and subtitle of a picture.
pub(super) fn heading(canvas: &Canvas<'_>, theme: &Theme, title: &str, subtitle: &str) -> Drawn {
    canvas.text(title, (24.0, 26.0), Type::new(17.0, theme.text).bold())?;
    canvas.text(subtitle, (24.0, 48.0), Type::new(12.0, theme.muted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doublings_are_equally_far_apart() {
        let axis = Axis::new(Scale::Log2, (1.0, 16.0), (0.0, 100.0));
        assert_eq!([1.0, 2.0, 4.0, 16.0].map(|n| axis.at(n)), [0.0, 25.0, 50.0, 100.0]);
        assert_eq!(doublings(5.0).last().unwrap().1, "8");
    }
}
