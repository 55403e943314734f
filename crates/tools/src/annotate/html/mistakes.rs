//! The mistakes of a game: the position before each, the move played and the best one.

use cleave_board::Move;
use cleave_movegen::to_san;

use super::super::evaluation::Evaluation;
use super::diagram::{self, Mark};
use super::steps::Step;
use super::{class_attribute, escape};

/// What to show on the board of each step: arrows where the move that comes next is a mistake.
pub fn marks(steps: &[Step], evaluation: &Evaluation) -> Vec<Vec<Mark>> {
    let marks_of = |index: usize| {
        let next = steps.get(index + 1).filter(|next| next.severity.is_some());
        let played = next.and_then(|next| next.moved).map(Mark::Played);
        let better = best(evaluation, index).filter(|_| played.is_some()).map(Mark::Better);
        better.into_iter().chain(played).collect()
    };
    (0..steps.len()).map(marks_of).collect()
}

/// A diagram of each mistake; nothing if there are none.
pub fn html(steps: &[Step], marks: &[Vec<Mark>], evaluation: &Evaluation) -> String {
    let diagrams = (1..steps.len())
        .filter(|&index| steps[index].severity.is_some())
        .map(|index| diagram(steps, index, &marks[index - 1], best(evaluation, index - 1)));
    let diagrams: String = diagrams.collect();
    if diagrams.is_empty() {
        return diagrams;
    }
    format!("<h3>Mistakes</h3>\n<div class='mistakes'>\n{diagrams}</div>\n")
}

/// The best move in the position of a step.
fn best(evaluation: &Evaluation, index: usize) -> Option<Move> {
    Some(evaluation.positions[index].as_ref()?.lines.first()?.first())
}

fn diagram(steps: &[Step], index: usize, marks: &[Mark], best: Option<Move>) -> String {
    let (before, step) = (&steps[index - 1], &steps[index]);
    let better = best.map_or(String::new(), |best| {
        format!(", better <b class='better'>{}</b>", to_san(&before.position, best))
    });
    let value = |step: &Step| step.shown_value().unwrap_or_default();
    format!(
        "<figure><a href='#{}' tabindex='-1'>{}</a>\n<figcaption><a href='#{}'{}>{}</a>{better} \
         <span class='value'>{} → {}</span></figcaption></figure>\n",
        before.id,
        diagram::svg(&before.position, marks),
        step.id,
        class_attribute(step.severity),
        escape(&step.label),
        value(before),
        value(step)
    )
}
