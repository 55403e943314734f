//! The values of a game's positions, and the mistakes that they show.

use std::collections::BTreeSet;

use cleave_board::{Move, Position, Value};
use cleave_movegen::legal_moves;
use cleave_pgn::Game;
use cleave_search::Root;

use super::mistake::{Margin, Severity};
use super::selection::Selection;
use crate::searching::{Analyst, BestLine, ShownValue};

/// A suspected mistake is searched with at most this many times the nodes of the best move's search.
const MOST_NODES: u64 = 4;

/// What was found out about a game.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// For each position, the start included, what its search found; `None` if it was not searched.
    pub positions: Vec<Option<Finding>>,
    /// For each ply, how bad it was; `None` if it was not, or if that is not known.
    pub mistakes: Vec<Option<Severity>>,
}

impl Evaluation {
    /// True if nothing was found out.
    pub fn is_empty(&self) -> bool {
        self.positions.iter().all(Option::is_none)
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The value for the side to move.
    pub value: Value,
    /// The depth of the search, in plies; 0 if the game is over there.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The best lines.
    pub lines: Vec<BestLine>,
}

impl Finding {
    /// The value for White; the finding is about this position.
    pub fn for_white(&self, position: &Position) -> ShownValue {
        for_white(self.value, position)
    }
}

/// A value for White, given that for the side to move.
pub(super) fn for_white(value: Value, position: &Position) -> ShownValue {
    let shown = ShownValue::from(value);
    if position.side().is_white() { shown } else { -shown }
}

/// Evaluates what is selected of a game. `done` is called after each position.
///
/// The last position comes first, since its search leaves in the table what those before it need. If
/// the user interrupts, the rest is not evaluated.
pub fn evaluate(
    analyst: &mut Analyst<'_>,
    game: &Game,
    selection: Selection,
    margin: Margin,
    mut done: impl FnMut(),
) -> Evaluation {
    let plies = game.main.plies.len();
    let mut evaluation =
        Evaluation { positions: vec![None; plies + 1], mistakes: vec![None; plies] };
    let mut boards = vec![game.start];
    boards.extend(game.main.moves().scan(game.start, |position, mv| {
        *position = position.make(mv);
        Some(*position)
    }));
    let selected: BTreeSet<usize> = selection.plies(game).into_iter().collect();
    for index in selection.positions(game).into_iter().rev() {
        let reversible = usize::from(boards[index].halfmove_clock()).min(index);
        let history = boards[index - reversible..index].iter().map(Position::key).collect();
        let root = Root { position: boards[index], history };
        let next = evaluation.positions.get(index + 1).cloned().flatten();
        let found = find(analyst, &root, next.as_ref());
        if analyst.is_interrupted() {
            break;
        }
        let Some(finding) = found else {
            done();
            continue;
        };
        if let (Some(next), true) = (next, selected.contains(&index)) {
            let played = game.main.plies[index].mv;
            evaluation.mistakes[index] = judge(analyst, &root, played, &finding, &next, margin);
        }
        evaluation.positions[index] = Some(finding);
        done();
    }
    evaluation
}

/// The value of a position; `next` is that of the one after the move played. `None` if the search was
/// stopped before it found anything.
fn find(analyst: &mut Analyst<'_>, root: &Root, next: Option<&Finding>) -> Option<Finding> {
    let position = &root.position;
    let moves = legal_moves(position).len();
    if moves == 0 || position.is_insufficient_material() {
        let is_mate = moves == 0 && position.in_check();
        let value = if is_mate { Value::mated_in(0) } else { Value::ZERO };
        return Some(Finding { value, depth: 0, nodes: 0, lines: Vec::new() });
    }
    // A search with a time limit ends at once if there is only one move.
    if let (1, Some(next)) = (moves, next) {
        return Some(Finding {
            value: before(next.value),
            depth: next.depth,
            nodes: 0,
            lines: Vec::new(),
        });
    }
    let analysis = analyst.analyse(root);
    let best = analysis.lines.first().filter(|_| analysis.depth > 0)?;
    let (value, depth, nodes) = (best.value, analysis.depth, analysis.nodes);
    Some(Finding { value, depth, nodes, lines: analysis.lines })
}

/// The value of a position with one move, from that of the position after the move.
fn before(after: Value) -> Value {
    match after.mate_distance() {
        // A mate is one ply further away.
        Some(_) if after > Value::ZERO => -(after - 1),
        Some(_) => -(after + 1),
        None => -after,
    }
}

/// How bad the move played is. What looks bad is searched by itself to the depth of the best move, so
/// that both values come from searches of the same position.
fn judge(
    analyst: &mut Analyst<'_>,
    root: &Root,
    played: Move,
    finding: &Finding,
    next: &Finding,
    margin: Margin,
) -> Option<Severity> {
    if finding.lines.first().is_none_or(|line| line.first() == played) {
        return None;
    }
    margin.judge(finding.value, -next.value)?;
    let nodes = finding.nodes.saturating_mul(MOST_NODES);
    let analysis = analyst.analyse_move(root, played, finding.depth, nodes);
    let value = analysis.lines.first().filter(|_| analysis.depth > 0)?.value;
    margin.judge(finding.value, value).filter(|_| !analyst.is_interrupted())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::selection::Side;
    use cleave_io::Interrupts;
    use cleave_pgn::Games;
    use cleave_search::{Limits, Searcher};

    fn evaluated(text: &str, side: Side) -> Evaluation {
        let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
        let limits = Limits::to_depth(6);
        let searcher = Searcher::new(1).unwrap();
        let mut analyst = Analyst::new(searcher, limits, Interrupts::none(), || {});
        let selection = Selection { side, moves: "1-".parse().unwrap() };
        evaluate(&mut analyst, &game, selection, Margin::default(), || {})
    }

    #[test]
    fn blunders_are_found_and_mates_are_no_search() {
        let evaluation = evaluated("1. f3 e5 2. g4 Qh4#", Side::Both);
        assert_eq!(evaluation.mistakes[2], Some(Severity::Blunder));
        assert_eq!(evaluation.mistakes[3], None, "mate is best");
        let last = evaluation.positions[4].as_ref().unwrap();
        assert_eq!((last.value, last.depth), (Value::mated_in(0), 0));
        let before = evaluation.positions[3].as_ref().unwrap();
        assert_eq!(before.value, Value::mate_in(1));
    }

    #[test]
    fn only_what_is_selected_is_searched() {
        let evaluation = evaluated("1. e4 e5 2. Nf3 Nc6", Side::Black);
        let searched: Vec<bool> = evaluation.positions.iter().map(Option::is_some).collect();
        assert_eq!(searched, [false, true, true, true, true]);
        let whites = evaluation.mistakes.iter().step_by(2);
        assert!(whites.flatten().next().is_none());
    }

    #[test]
    fn a_forced_move_has_the_value_of_what_follows() {
        let text = "[FEN \"7k/8/6K1/8/8/8/8/5Q2 b - - 0 1\"]\n\n1... Kg8 2. Qf7+ Kh8 3. Qf8# *";
        let evaluation = evaluated(text, Side::Both);
        let values: Vec<Value> =
            evaluation.positions.iter().map(|it| it.as_ref().unwrap().value).collect();
        assert_eq!(values[2], Value::mated_in(2), "{values:?}");
        assert_eq!(values[3..], [Value::mate_in(1), Value::mated_in(0)]);
    }
}
