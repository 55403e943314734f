//! A frame with two scales, which map figures to places.

use super::canvas::{Align, Canvas, Drawn, Point};

/// How figures map to lengths.
#[derive(Clone, Copy)]
pub enum Scale {
    /// All differences of the same size are equally long.
    Linear,
    /// All doublings are equally long.
    Log2,
}

/// One direction of a frame.
pub struct Axis {
    scale: Scale,
    range: (f64, f64),
    /// The places of the first and the last figure.
    place: (f64, f64),
}

impl Axis {
    /// Maps the ends of the range to the ends of the place.
    pub fn new(scale: Scale, range: (f64, f64), place: (f64, f64)) -> Axis {
        Axis { scale, range, place }
    }

    /// Returns the place of a figure.
    pub fn at(&self, figure: f64) -> f64 {
        let measure = |figure: f64| match self.scale {
            Scale::Linear => figure,
            Scale::Log2 => figure.max(1e-9).log2(),
        };
        let (from, to) = (measure(self.range.0), measure(self.range.1));
        let share = (measure(figure) - from) / (to - from);
        self.place.0 + (self.place.1 - self.place.0) * share
    }
}

/// An area to draw curves in.
pub struct Frame {
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
}

impl Frame {
    /// Returns the place of a point.
    pub fn at(&self, x: f64, y: f64) -> Point {
        (self.x.at(x), self.y.at(y))
    }

    /// Horizontal grid lines at these figures, with their labels.
    pub fn rows(&self, canvas: &Canvas<'_>, ticks: &[(f64, String)]) -> Drawn {
        let (left, right) = self.x.place;
        for (figure, label) in ticks {
            let y = self.y.at(*figure);
            canvas.line(&[(left, y), (right, y)], canvas.theme.grid, 0.75)?;
            canvas.label(label, (left - 8.0, y), Align::Right)?;
        }
        Ok(())
    }

    /// Vertical grid lines at these figures, with their labels below.
    pub fn columns(&self, canvas: &Canvas<'_>, ticks: &[(f64, String)]) -> Drawn {
        let (bottom, top) = self.y.place;
        for (figure, label) in ticks {
            let x = self.x.at(*figure);
            canvas.line(&[(x, bottom), (x, top)], canvas.theme.grid, 0.75)?;
            canvas.label(label, (x, bottom + 14.0), Align::Middle)?;
        }
        Ok(())
    }

    /// The name of the horizontal axis, below its middle.
    pub fn x_name(&self, canvas: &Canvas<'_>, name: &str) -> Drawn {
        let middle = f64::midpoint(self.x.place.0, self.x.place.1);
        canvas.label(name, (middle, self.y.place.0 + 32.0), Align::Middle)
    }
}

/// Returns places as near to the wanted ones, which ascend, as a gap between neighbours allows. This is isotonic
/// regression: neighbours that are too close move apart by equal amounts.
pub fn apart(wanted: &[f64], gap: f64) -> Vec<f64> {
    // Groups of neighbours, each with the sum and number of its places without gaps.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    let mean = |&(sum, count): &(f64, usize)| sum / count as f64;
    for (index, place) in wanted.iter().enumerate() {
        let mut group = (place - gap * index as f64, 1);
        while let Some(before) = groups.pop_if(|before| mean(before) > mean(&group)) {
            group = (group.0 + before.0, group.1 + before.1);
        }
        groups.push(group);
    }
    let places = groups.iter().flat_map(|group| std::iter::repeat_n(mean(group), group.1));
    places.enumerate().map(|(index, place)| place + gap * index as f64).collect()
}

/// Powers of two from 1 to at least `most`, with their labels.
pub fn doublings(most: f64) -> Vec<(f64, String)> {
    let count = most.max(1.0).log2().ceil() as u32;
    (0..=count).map(|power| (f64::from(1 << power), (1u32 << power).to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_move_apart_no_more_than_they_must() {
        assert_eq!(apart(&[10.0, 40.0, 90.0], 16.0), [10.0, 40.0, 90.0]);
        assert_eq!(apart(&[10.0, 40.0, 44.0], 16.0), [10.0, 34.0, 50.0]);
        assert_eq!(apart(&[10.0, 10.0, 10.0, 99.0], 16.0), [-6.0, 10.0, 26.0, 99.0]);
        assert_eq!(apart(&[], 16.0), Vec::<f64>::new());
    }

    #[test]
    fn doublings_are_equally_far_apart() {
        let axis = Axis::new(Scale::Log2, (1.0, 16.0), (0.0, 100.0));
        assert_eq!([1.0, 2.0, 4.0, 16.0].map(|n| axis.at(n)), [0.0, 25.0, 50.0, 100.0]);
        assert_eq!(doublings(5.0).last().unwrap().1, "8");
    }
}
