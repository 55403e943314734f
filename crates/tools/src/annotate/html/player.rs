//! A board to step through a game: one for each of its positions, of which one is shown.

use super::diagram::{self, Mark};
use super::steps::Step;
use super::{class_attribute, escape};

/// The boards of all steps. `marks` has the arrows of each, besides its last move.
pub fn html(steps: &[Step], marks: &[Vec<Mark>]) -> String {
    let boards = (0..steps.len()).map(|index| board(steps, index, &marks[index]));
    format!(
        "<div class='player' role='group' tabindex='0' aria-live='polite' \
         aria-label='Board: the arrow keys, Home and End step through the game'>\n{}</div>\n",
        boards.collect::<String>()
    )
}

fn board(steps: &[Step], index: usize, marks: &[Mark]) -> String {
    let step = &steps[index];
    let marks: Vec<Mark> = step.moved.map(Mark::Last).into_iter().chain(marks.to_vec()).collect();
    let value = step.shown_value().unwrap_or_default();
    format!(
        "<figure class='position' id='{}'>{}\n<figcaption><b{}>{}</b> \
         <span class='value'>{value}</span>\n<p class='steps'>{}</p></figcaption></figure>\n",
        step.id,
        diagram::svg(&step.position, &marks),
        class_attribute(step.severity),
        escape(&step.label),
        links(steps, index)
    )
}

/// Links to the first step, the one before, the next and the last, as far as they lead elsewhere.
fn links(steps: &[Step], index: usize) -> String {
    let last = steps.len() - 1;
    [
        ("«", "First position", Some(0)),
        ("‹", "Move back", index.checked_sub(1)),
        ("›", "Move forward", Some(index + 1)),
        ("»", "Last position", Some(last)),
    ]
    .map(|(sign, label, to)| {
        let to = to.and_then(|to| steps.get(to)).filter(|to| to.id != steps[index].id);
        let leads =
            to.map_or("role='link' aria-disabled='true'".into(), |to| format!("href='#{}'", to.id));
        format!("<a {leads} aria-label='{label}'>{sign}</a>")
    })
    .concat()
}
