//! The page, and the section of a game.

use cleave_board::Position;
use cleave_movegen::line_text;
use cleave_pgn::{Game, TagName};

use super::super::evaluation::{Evaluation, Finding};
use super::chart::{self, Point};
use super::{escape, movetext, pieces};
use crate::searching::ShownValue;

const STYLE: &str = "\
body { max-width: 46em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 sans-serif; color: #222 }
h2 { margin-bottom: 0 }
section { margin-bottom: 4em }
.facts { color: #666; margin-top: 0 }
.chart { width: 100% }
.ground { fill: #555 } .area { fill: #eee } .curve { fill: none; stroke: #c70 } .level { stroke: #999 }
.inaccuracy { fill: #dc3 } .mistake { fill: #e82 } .blunder { fill: #d22 }
.variation { color: #555 } .value { color: #999; font-size: 75% } i { color: #264 }
figure { margin: 0.5em 0; max-width: 18em } .board text { font-size: 8px; fill: #666 }
.light { fill: #f0e6d2 } .dark { fill: #b79b78 }
.piece { stroke: #111; stroke-width: 1.5; stroke-linejoin: round }
.white { fill: #fff } .black { fill: #333 } .mark, .cross { fill: none; stroke: #111 }
.black .mark { stroke: #ccc }
.arrow { stroke-width: 5; opacity: 0.75; stroke-linejoin: round }
.played { stroke: #d22; fill: #d22 } .better { stroke: #283; fill: #283 }
";

/// The head of a page; sections follow. HTML needs no end, so the file is complete after each of them.
pub fn head() -> String {
    format!(
        "<!DOCTYPE html>\n<html lang='en'>\n<meta charset='utf-8'>\n\
         <meta name='viewport' content='width=device-width'>\n<title>Annotated games</title>\n\
         <style>\n{STYLE}</style>\n{}",
        pieces::definitions()
    )
}

/// The section of a game.
pub fn section(game: &Game, evaluation: &Evaluation) -> String {
    let tag = |name: TagName| game.tags.get(&name).map_or("?".into(), escape);
    let title = format!("{} – {}", tag(TagName::WHITE), tag(TagName::BLACK));
    format!(
        "<section>\n<h2>{title}</h2>\n<p class='facts'>{}</p>\n{}\n{}</section>\n",
        facts(game),
        chart::svg(&points(game, evaluation)),
        movetext::html(game, evaluation),
    )
}

/// What is known about the game, in a line.
fn facts(game: &Game) -> String {
    let is_known = |value: &&str| !matches!(*value, "" | "?" | "????.??.??");
    let names = [TagName::EVENT, TagName::SITE, TagName::DATE, TagName::ROUND, TagName::ANNOTATOR];
    let known = names.iter().filter_map(|name| game.tags.get(name)).filter(is_known);
    let result = game.result.to_string();
    known.map(escape).chain([result]).collect::<Vec<_>>().join(" · ")
}

/// The points of the chart: the start, and the position after each move.
fn points(game: &Game, evaluation: &Evaluation) -> Vec<Point> {
    let mut position = game.start;
    // A mate on the board has no number of moves to show; the moves before it say whose it is.
    let value = |finding: &Option<Finding>, position: &Position| {
        let shown = finding.as_ref().map(|finding| finding.for_white(position));
        shown.filter(|value| *value != ShownValue::Mate(0))
    };
    let start = Point {
        label: String::new(),
        value: value(&evaluation.positions[0], &position),
        severity: None,
    };
    let mut points = vec![start];
    for (index, mv) in game.main.moves().enumerate() {
        let label = line_text(&position, [mv]);
        position = position.make(mv);
        let value = value(&evaluation.positions[index + 1], &position);
        points.push(Point { label, value, severity: evaluation.mistakes[index] });
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::mistake::Severity;
    use cleave_board::Value;
    use cleave_pgn::Games;

    #[test]
    fn a_section_has_the_chart_and_a_diagram_of_each_mistake() {
        let text = "[White \"A <b>\"]\n[Black \"C & D\"]\n[Event \"?\"]\n\n\
                    1. e4 {[%eval 0.25,9] fine > bad} f6?? (1... e5 $14 {so}) 2. d4 1-0";
        let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
        let finding = Finding { value: Value::new(30), depth: 3, nodes: 0, lines: vec![] };
        let evaluation = Evaluation {
            positions: vec![Some(finding); 4],
            mistakes: vec![None, Some(Severity::Blunder), None],
        };
        let html = section(&game, &evaluation);
        assert!(
            html.contains("<h2>A &lt;b&gt; – C &amp; D</h2>\n<p class='facts'>1-0</p>"),
            "{html}"
        );
        assert_eq!(html.matches("class='board'").count(), 2, "the mistake and the end");
        let moves = "<b> 1. e4</b> <span class='value'>0.25</span> <i>fine &gt; bad</i><b> 1... f6??</b> \
                     <span class='variation'>(1... e5⩲ <i>so</i>)</span>";
        assert!(html.contains(moves), "{html}");
        assert!(html.contains("<title>1... f6 Blunder, 0.30</title>"), "{html}");
        assert!(!head().contains("<script"));
    }
}
