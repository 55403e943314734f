//! The positions of a game, as the page names and shows them.

use cleave_board::{Move, Position, Value};
use cleave_movegen::line_text;
use cleave_pgn::Game;

use super::super::evaluation::{Evaluation, Finding};
use super::super::mistake::Severity;
use super::readable;
use crate::searching::ShownValue;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name in the page.
    pub id: String,
    /// The move that led to it, `12... Nf6`; `Start` for the first.
    pub label: String,
    /// The position.
    pub position: Position,
    /// The move that led to it; `None` for the first.
    pub moved: Option<Move>,
    /// How bad that move was.
    pub severity: Option<Severity>,
    /// The value for White; `None` if it is not known.
    pub value: Option<Value>,
}

impl Step {
    /// The value as people read it.
    pub fn shown_value(&self) -> Option<String> {
        Some(match self.value?.into() {
            ShownValue::Mate(0) => "checkmate".into(),
            value => readable(&value.to_string()),
        })
    }

    /// The move and the value: `12... Nf6 −0.35`.
    pub fn title(&self) -> String {
        let words = [Some(self.label.clone()), self.shown_value()];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// The steps of a game: the start, and the position after each move. The number is that of the game in
/// the page.
pub fn steps(number: usize, game: &Game, evaluation: &Evaluation) -> Vec<Step> {
    let mut position = game.start;
    let mut step = Step {
        id: format!("g{number}-0"),
        label: "Start".into(),
        position,
        moved: None,
        severity: None,
        value: value(&evaluation.positions[0], &position),
    };
    let mut steps = vec![step.clone()];
    for (index, mv) in game.main.moves().enumerate() {
        let label = line_text(&position, [mv]);
        position = position.make(mv);
        step = Step {
            id: format!("g{number}-{}", index + 1),
            label,
            position,
            moved: Some(mv),
            severity: evaluation.mistakes[index],
            value: value(&evaluation.positions[index + 1], &position),
        };
        steps.push(step.clone());
    }
    steps
}

fn value(finding: &Option<Finding>, position: &Position) -> Option<Value> {
    let value = finding.as_ref()?.value;
    Some(if position.side().is_white() { value } else { -value })
}
