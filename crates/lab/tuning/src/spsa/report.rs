//! Reports of a tuning: a line while it runs, a table at its end, and a picture.

use std::fmt::Write;
use std::time::Duration;

use cleave_kit::Result;
use cleave_kit::pictures::panels::{Panel, Panels};
use indicatif::HumanDuration;

use super::course::{Course, Score};

/// So many of the parameters that have changed most are on the line.
const SHOWN: usize = 3;

/// A curve has no more points than can be seen.
const MOST_POINTS: usize = 400;

/// Returns the line of a running tuning.
pub(super) fn line(course: &Course, left: Duration) -> String {
    let rows = course.descent.parameters().iter().zip(course.descent.values());
    let mut rows: Vec<_> = rows.map(|(row, &value)| (row, value, row.steps(value))).collect();
    rows.sort_by(|one, other| other.2.abs().total_cmp(&one.2.abs()));
    let mut text = score(course.score);
    for (row, value, _) in rows.iter().take(SHOWN) {
        let _ = write!(text, "; {} {value:.1} ({})", row.name, row.start);
    }
    let _ = write!(text, "; about {} left", HumanDuration(left));
    text
}

/// Returns the games so far. The two sides are equally strong on average, so the draws matter most: in games that are
/// all drawn nothing is learned.
fn score(Score { wins, draws, losses, faults }: Score) -> String {
    let mut text = format!("{} games +{wins} ={draws} -{losses}", wins + draws + losses);
    if faults > 0 {
        let _ = write!(text, ", {faults} lost by a fault");
    }
    text
}

/// Each parameter: where it began, where it is, and the change in its steps.
pub(super) fn table(course: &Course) -> String {
    let rows = course.descent.parameters();
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let mut text = format!("{}\n", score(course.score));
    let _ = writeln!(text, "{:width$}  {:>8}  {:>10}  {:>7}", "parameter", "start", "now", "steps");
    for (row, &value) in rows.iter().zip(course.descent.values()) {
        let steps = row.steps(value);
        let _ =
            writeln!(text, "{:width$}  {:>8}  {value:>10.2}  {steps:>+7.2}", row.name, row.start);
    }
    text
}

/// Returns a panel for each parameter: its value by iteration, with the start as a line across.
///
/// # Errors
/// The picture cannot be drawn.
pub(super) fn picture(course: &Course) -> Result<String> {
    let iterations: Vec<_> = course.iterations.values().collect();
    let every = iterations.len().div_ceil(MOST_POINTS).max(1);
    let last = iterations.len().saturating_sub(1);
    let panel = |(place, value): (usize, &f64)| {
        let row = &course.descent.parameters()[place];
        let start = f64::from(row.start);
        let shown = (0..iterations.len()).filter(|number| number % every == 0 || *number == last);
        let point = |number: usize| {
            let iteration = iterations[number];
            (f64::from(iteration.number), iteration.values[place])
        };
        Panel {
            name: row.name.clone(),
            remark: format!("{} to {value:.1}", row.start),
            points: [(0.0, start)].into_iter().chain(shown.map(point)).collect(),
            reference: start,
        }
    };
    let panels = course.descent.values().iter().enumerate().map(panel).collect();
    let title = "Parameters by iteration".into();
    let subtitle = format!("{}; the line across is the start", score(course.score));
    Panels { title, subtitle, panels }.svg()
}
