//! A picture of the values over a game.

use cleave_board::Value;

use super::steps::Step;
use super::{class_attribute, escape, readable};

/// A value at half the height between level and won, in centipawns.
const HALF: f64 = 200.0;

/// The values that the axis names, in pawns.
const PAWNS: [i32; 5] = [5, 2, 0, -2, -5];

/// The most numbers on the axis of moves.
const NUMBERS: usize = 10;

/// The chart: a column for each step, White's part below the curve and Black's above. A column is a link to
/// its board. Values that are not known leave a gap.
pub fn html(steps: &[Step]) -> String {
    format!(
        "<figure class='chart'>\n<div class='plot'>{}<div class='columns' aria-hidden='true'>{}</div>{}{}\
         </div>\n<figcaption>White’s advantage in pawns, by move</figcaption>\n</figure>\n",
        svg(steps),
        columns(steps),
        axis_of_values(),
        axis_of_moves(steps)
    )
}

/// The curve: a unit wide for each step, and 100 high.
fn svg(steps: &[Step]) -> String {
    let width = steps.len();
    let mut svg = format!(
        "<svg viewBox='0 0 {width} 100' preserveAspectRatio='none' role='img' \
         aria-label='White’s advantage after each move'>"
    );
    for run in runs(steps) {
        let (first, last) = (run[0].0, run[run.len() - 1].0 + 1);
        let (start, end) = (run[0].1, run[run.len() - 1].1);
        let points = run.iter().map(|(index, y)| format!("L{index}.5 {y:.1}"));
        // The areas are as wide as the columns.
        let line = format!("{first} {start:.1}{}L{last} {end:.1}", points.collect::<String>());
        svg.push_str(&format!(
            "<path class='blacks' d='M{first} 0H{last}V100H{first}z'/>\
             <path class='whites' d='M{first} 100L{line}V100z'/><path class='curve' d='M{line}'/>"
        ));
    }
    let lines: String = PAWNS.map(|pawns| format!("M0 {:.1}H{width}", y(of_pawns(pawns)))).concat();
    svg + &format!("<path class='lines' d='{lines}'/></svg>")
}

/// The steps whose values are known, each with its height, in runs without gaps.
fn runs(steps: &[Step]) -> Vec<Vec<(usize, f64)>> {
    let points: Vec<Option<(usize, f64)>> =
        steps.iter().enumerate().map(|(index, step)| Some((index, y(step.value?)))).collect();
    let known = points.split(Option::is_none).filter(|run| !run.is_empty());
    known.map(|run| run.iter().copied().flatten().collect()).collect()
}

/// A link for each step, with a dot at a mistake.
fn columns(steps: &[Step]) -> String {
    let column = |step: &Step| {
        let dot = step.value.filter(|_| step.severity.is_some()).map(|value| {
            format!("<span{} style='top:{:.1}%'></span>", class_attribute(step.severity), y(value))
        });
        format!(
            "<a href='#{}' tabindex='-1' title='{}'>{}</a>",
            step.id,
            escape(&step.title()),
            dot.unwrap_or_default()
        )
    };
    steps.iter().map(column).collect()
}

fn axis_of_values() -> String {
    let label = |pawns: i32| {
        let (top, pawns) = (y(of_pawns(pawns)), readable(&pawns.to_string()));
        format!("<span class='value' style='top:{top:.1}%'>{pawns}</span>")
    };
    PAWNS.map(label).concat()
}

/// The numbers of some moves, below the columns of White's.
fn axis_of_moves(steps: &[Step]) -> String {
    let is_whites = |step: &Step| step.moved.is_some() && !step.position.side().is_white();
    let moves = steps.iter().filter(|step| is_whites(step)).count();
    let mut intervals = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter();
    let interval = intervals.find(|interval| moves / interval <= NUMBERS).unwrap_or(1000);
    let is_numbered = |step: &Step| {
        is_whites(step) && usize::from(step.position.fullmove()).is_multiple_of(interval)
    };
    let numbered = steps.iter().enumerate().filter(|(_, step)| is_numbered(step));
    numbered
        .map(|(index, step)| {
            let left = 100.0 * (index as f64 + 0.5) / steps.len() as f64;
            let number = step.position.fullmove();
            format!("<span class='number' style='left:{left:.1}%'>{number}</span>")
        })
        .collect()
}

fn of_pawns(pawns: i32) -> Value {
    Value::new(100 * pawns)
}

/// The height of a value for White, from 0 at the top to 100. A mate is all that there is, also one on the
/// board.
fn y(value: Value) -> f64 {
    let number = f64::from(value.get());
    let share = match value.mate_distance() {
        Some(_) => number.signum(),
        None => number / (number.abs() + HALF),
    };
    50.0 * (1.0 - share)
}

#[cfg(test)]
mod tests {
    use super::super::super::mistake::Severity;
    use super::*;
    use cleave_board::Position;
    use cleave_movegen::parse_move;

    /// Steps with these values, all of them of White's moves 1, 2, and so on.
    fn steps(values: &[Option<i32>]) -> Vec<Step> {
        let step = |(index, value): (usize, &Option<i32>)| Step {
            id: format!("g1-{index}"),
            label: "1. <e4>".into(),
            position: Position::from_fen(&format!("7k/8/8/8/8/8/8/K7 b - - 0 {}", index + 1))
                .unwrap(),
            moved: parse_move(&Position::start(), "e4").ok(),
            severity: None,
            value: value.map(Value::new),
        };
        values.iter().enumerate().map(step).collect()
    }

    #[test]
    fn gaps_divide_the_curve_and_mistakes_are_marked() {
        let mut steps = steps(&[Some(0), Some(200), None, Some(-200), Some(0)]);
        steps[3].severity = Some(Severity::Blunder);
        steps[4].value = Some(Value::mate_in(3));
        let html = html(&steps);
        assert_eq!(html.matches("class='curve'").count(), 2);
        assert!(html.contains("class='curve' d='M0 50.0L0.5 50.0L1.5 25.0L2 25.0'"), "{html}");
        assert!(html.contains("class='curve' d='M3 75.0L3.5 75.0L4.5 0.0L5 0.0'"), "{html}");
        let blunder = "<a href='#g1-3' tabindex='-1' title='1. &lt;e4&gt; −2.00'>\
                       <span class='blunder' style='top:75.0%'></span></a>";
        assert!(html.contains(blunder), "{html}");
    }

    #[test]
    fn a_mate_on_the_board_is_the_winners() {
        // White has mated, or is mated.
        for (value, height) in [(-Value::mated_in(0), 0.0), (Value::mated_in(0), 100.0)] {
            assert_eq!(y(value), height);
        }
        assert_eq!((y(Value::mate_in(9)), y(Value::mated_in(8))), (0.0, 100.0));
    }

    #[test]
    fn the_axes_name_pawns_and_moves() {
        let numbers = |moves: usize| {
            let html = html(&steps(&vec![Some(0); moves]));
            assert!(html.contains("<span class='value' style='top:25.0%'>+2</span>"), "{html}");
            assert!(html.contains("<span class='value' style='top:50.0%'>0</span>"), "{html}");
            let numbers = html.split("<span class='number' style='left:").skip(1);
            numbers
                .map(|rest| rest.split(['>', '<']).nth(1).unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(numbers(3), ["1", "2", "3"]);
        assert_eq!(numbers(10).len(), 10);
        assert_eq!(numbers(11), ["2", "4", "6", "8", "10"]);
        assert_eq!(numbers(60), ["10", "20", "30", "40", "50", "60"]);
        assert!(numbers(500).len() <= NUMBERS);
    }

    #[test]
    fn a_game_without_values_has_an_empty_chart() {
        for values in [vec![None], vec![Some(3)], vec![None, None]] {
            assert!(html(&steps(&values)).ends_with("</figure>\n"));
        }
    }
}
