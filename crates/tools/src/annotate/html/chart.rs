//! A picture of the values over a game.

use super::super::mistake::Severity;
use crate::searching::ShownValue;

/// The size of the picture.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 150.0;

/// A value at half the height between level and won, in centipawns.
const HALF: f64 = 200.0;

/// A point of the chart: a position of the game.
#[derive(Clone, Debug)]
pub struct Point {
    /// The move that led to it: `12... Nf6`.
    pub label: String,
    /// Its value for White; `None` if it is not known.
    pub value: Option<ShownValue>,
    /// How bad the move was.
    pub severity: Option<Severity>,
}

/// The chart as SVG: White's advantage above the middle, Black's below. Values that are not known
/// leave a gap.
pub fn svg(points: &[Point]) -> String {
    let middle = HEIGHT / 2.0;
    let mut svg = format!(
        "<svg class='chart' viewBox='0 0 {WIDTH} {HEIGHT}' role='img'>\
         <rect class='ground' width='{WIDTH}' height='{HEIGHT}'/>"
    );
    for run in runs(points) {
        let outline: Vec<String> = run.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let (first, last) = (run[0].0, run[run.len() - 1].0);
        let line = outline.join("L");
        svg.push_str(&format!(
            "<path class='area' d='M{first:.1} {HEIGHT}L{line}L{last:.1} {HEIGHT}Z'/>\
             <path class='curve' d='M{line}'/>"
        ));
    }
    svg.push_str(&format!("<path class='level' d='M0 {middle}H{WIDTH}'/>"));
    for (index, point) in points.iter().enumerate() {
        if let (Some(value), Some(severity)) = (point.value, point.severity) {
            let (x, y) = (x(index, points.len()), y(value));
            let class = severity.to_string().to_lowercase();
            let title = format!("{} {severity}, {value}", point.label);
            svg.push_str(&format!(
                "<circle class='{class}' cx='{x:.1}' cy='{y:.1}' r='4'><title>{}</title></circle>",
                super::escape(&title)
            ));
        }
    }
    svg + "</svg>"
}

/// The points whose values are known, in runs without gaps.
fn runs(points: &[Point]) -> Vec<Vec<(f64, f64)>> {
    let mut runs: Vec<Vec<(f64, f64)>> = vec![Vec::new()];
    for (index, point) in points.iter().enumerate() {
        match (point.value, runs.last_mut()) {
            (Some(value), Some(run)) => run.push((x(index, points.len()), y(value))),
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

fn x(index: usize, count: usize) -> f64 {
    WIDTH * index as f64 / (count.max(2) - 1) as f64
}

fn y(value: ShownValue) -> f64 {
    let height = match value {
        ShownValue::Centipawns(number) => f64::from(number) / (f64::from(number.abs()) + HALF),
        ShownValue::Mate(moves) => f64::from(moves.signum()),
    };
    HEIGHT / 2.0 * (1.0 - height)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(value: Option<i32>, severity: Option<Severity>) -> Point {
        Point { label: "1. <e4>".into(), value: value.map(ShownValue::Centipawns), severity }
    }

    #[test]
    fn gaps_divide_the_curve_and_mistakes_are_marked() {
        let values = [Some(0), Some(200), None, Some(-200), Some(0)];
        let mut points: Vec<Point> = values.iter().map(|&value| point(value, None)).collect();
        points[3].severity = Some(Severity::Blunder);
        points[4].value = Some(ShownValue::Mate(3));
        let svg = svg(&points);
        assert_eq!(svg.matches("class='curve'").count(), 2);
        assert!(svg.contains("class='curve' d='M0.0 75.0L180.0 37.5'"), "{svg}");
        assert!(svg.contains("class='curve' d='M540.0 112.5L720.0 0.0'"), "{svg}");
        assert!(svg.contains("<circle class='blunder' cx='540.0' cy='112.5' r='4'>"), "{svg}");
        assert!(svg.contains("<title>1. &lt;e4&gt; Blunder, -2.00</title>"), "{svg}");
    }

    #[test]
    fn a_game_without_values_has_an_empty_chart() {
        for points in [vec![], vec![point(None, None)], vec![point(Some(3), None)]] {
            assert!(svg(&points).ends_with("</svg>"));
        }
    }
}
