//! Writes what was found into a game.

use cleave_board::Position;
use cleave_movegen::to_san;
use cleave_pgn::{Comment, Game, Nag, Ply, Remark, TagName, Variation};

use super::evaluation::{Evaluation, Finding, for_white};
use super::mistake::Severity;
use crate::searching::{BestLine, ShownValue};

/// The command in comments that holds a value, which GUIs read.
const EVAL: &str = "eval";

/// How remarks are written.
#[derive(Clone, Debug)]
pub struct Style {
    /// The most moves of a variation.
    pub line_length: usize,
    /// Who annotates.
    pub annotator: String,
}

/// Adds values, glyphs and better lines to a game. What it had stays, but for values of an earlier
/// annotation.
pub fn add(game: &mut Game, evaluation: &Evaluation, style: &Style) {
    let mut position = game.start;
    for (index, ply) in game.main.plies.iter_mut().enumerate() {
        let after = position.make(ply.mv);
        if let Some(finding) = &evaluation.positions[index + 1]
            && evaluation.positions[index].is_some()
        {
            let best = evaluation.positions[index].as_ref().zip(evaluation.mistakes[index]);
            // Where the game is over nothing was searched.
            let eval = (finding.depth > 0).then(|| eval(finding.for_white(&after), finding.depth));
            let verdict = best.map(|(best, severity)| verdict(&position, best, severity));
            set_value(ply, eval.into_iter().chain(verdict));
            if let Some((best, severity)) = best {
                mark(ply, severity);
                add_lines(ply, &position, best, style);
            }
        }
        position = after;
    }
    add_annotator(&mut game.tags, &style.annotator);
}

/// Puts the value, and perhaps a verdict, in front of all remarks on a move.
fn set_value(ply: &mut Ply, words: impl Iterator<Item = String>) {
    let remarks = std::mem::take(&mut ply.remarks);
    let text = words.collect::<Vec<_>>().join(" ");
    ply.remarks.extend(Comment::new(&text).map(Remark::Comment));
    ply.remarks.extend(remarks.into_iter().filter_map(|remark| match remark {
        Remark::Comment(comment) => comment.without_command(EVAL).map(Remark::Comment),
        variation => Some(variation),
    }));
}

/// `[%eval 0.31,14]`
fn eval(for_white: ShownValue, depth: u32) -> String {
    format!("[%{EVAL} {for_white},{depth}]")
}

/// `Mistake: Nf3 was better, 0.85.`
fn verdict(position: &Position, finding: &Finding, severity: Severity) -> String {
    let better = finding.lines.first().map(|line| to_san(position, line.first()));
    let better = better.unwrap_or_default();
    format!("{severity}: {better} was better, {}.", finding.for_white(position))
}

/// Adds the glyph, unless a move that is marked as good or bad has one.
fn mark(ply: &mut Ply, severity: Severity) {
    let is_judged = ply.nags.iter().any(|nag| (Nag::GOOD..=Nag::DUBIOUS).contains(nag));
    if !is_judged {
        ply.nags.push(severity.nag());
    }
}

fn add_lines(ply: &mut Ply, position: &Position, finding: &Finding, style: &Style) {
    let others = finding.lines.iter().filter(|line| line.first() != ply.mv);
    let better: Vec<Remark> =
        others.map(|line| Remark::Variation(variation(position, line, style))).collect();
    ply.remarks.extend(better);
}

fn variation(position: &Position, line: &BestLine, style: &Style) -> Variation {
    let moves = line.moves.iter().take(style.line_length);
    let mut plies: Vec<Ply> = moves.map(|&mv| Ply::new(mv)).collect();
    let comment = Comment::new(&eval(for_white(line.value, position), line.depth));
    plies[0].remarks.extend(comment.map(Remark::Comment));
    Variation { plies, ..Variation::default() }
}

/// Adds the name behind those of others.
fn add_annotator(tags: &mut cleave_pgn::Tags, annotator: &str) {
    let known = tags.get(&TagName::ANNOTATOR).filter(|known| !matches!(*known, "" | "?"));
    let all = match known {
        Some(known) if known.contains(annotator) => return,
        Some(known) => format!("{known}; {annotator}"),
        None => annotator.into(),
    };
    tags.set(TagName::ANNOTATOR, &all);
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_board::Value;
    use cleave_movegen::parse_move;
    use cleave_pgn::Games;

    fn style() -> Style {
        Style { line_length: 2, annotator: "Cleave".into() }
    }

    /// The game 1. e4 f6?, whose best reply was e5, searched to depth 9.
    fn annotated(text: &str) -> Game {
        let mut game = Games::new(text.as_bytes()).next().unwrap().unwrap();
        let mut position = game.start;
        let mut positions = Vec::new();
        for (text, value) in [("e4", 20), ("e5", -25), ("d4", 130)] {
            let moves = vec![parse_move(&position, text).unwrap()];
            let value = Value::new(value);
            let line = BestLine { moves, value, verdict: None, depth: 9, selective_depth: 9 };
            positions.push(Some(Finding { value, depth: 9, nodes: 0, lines: vec![line] }));
            let played = game.main.moves().nth(positions.len() - 1);
            position = played.map_or(position, |mv| position.make(mv));
        }
        let mistakes = vec![None, Some(Severity::Mistake)];
        add(&mut game, &Evaluation { positions, mistakes }, &style());
        game
    }

    const ANNOTATED: &str = "[Annotator \"Cleave\"]  1. e4 {[%eval 0.25,9]} 1... f6 $2 \
        {[%eval 1.30,9] Mistake: e5 was better, 0.25.} (1... e5 {[%eval 0.25,9]}) * ";

    #[test]
    fn values_glyphs_and_lines_are_added() {
        assert_eq!(annotated("1. e4 f6 *").to_string().replace('\n', " "), ANNOTATED);
    }

    #[test]
    fn remarks_that_the_game_had_stay() {
        let game = annotated(
            "[Annotator \"A. B.\"]\n\n1. e4 {[%eval 9.9] [%clk 0:01] fine} f6 $6 (1... c5) {so} *",
        );
        let text = game.to_string().replace('\n', " ");
        assert!(text.contains("\"A. B.; Cleave\""), "{text}");
        assert!(text.contains("1. e4 {[%eval 0.25,9]} {[%clk 0:01] fine} 1... f6 $6 {"), "{text}");
        assert!(text.contains("(1... c5) {so} (1... e5 {"), "{text}");
        assert!(!text.contains("$2") && !text.contains("9.9"), "{text}");
    }
}
