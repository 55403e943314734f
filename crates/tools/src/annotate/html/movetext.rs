//! The moves of a game, with comments, variations and diagrams.

use cleave_board::{Move, Position};
use cleave_movegen::to_san;
use cleave_pgn::{Comment, Game, Nag, Ply, Remark, Variation};

use super::super::evaluation::Evaluation;
use super::diagram::{self, Arrow};
use super::escape;

/// The movetext of a game. A diagram follows each mistake: the position before it, the move played and
/// the best one.
pub fn html(game: &Game, evaluation: &Evaluation) -> String {
    let mut text = Text { html: "<div class='moves'>".into(), needs_number: true };
    text.comments(&game.main.comments);
    let mut position = game.start;
    for (index, ply) in game.main.plies.iter().enumerate() {
        text.html.push_str("<b>");
        text.played(&position, ply);
        text.html.push_str("</b>");
        text.remarks(&position, ply);
        if evaluation.mistakes[index].is_some() {
            let better = evaluation.positions[index].as_ref().and_then(|it| it.lines.first());
            let better = better.map(|line| Arrow::Better(line.first()));
            let arrows: Vec<Arrow> = better.into_iter().chain([Arrow::Played(ply.mv)]).collect();
            text.diagram(&position, &arrows);
        }
        position = after(&position, ply.mv);
    }
    text.html.push_str(&format!(" <b>{}</b>", game.result));
    text.diagram(&position, &[]);
    text.html + "</div>\n"
}

struct Text {
    html: String,
    /// The next move of Black needs its number.
    needs_number: bool,
}

impl Text {
    fn variation(&mut self, start: &Position, variation: &Variation) {
        self.comments(&variation.comments);
        let mut position = *start;
        for ply in &variation.plies {
            self.played(&position, ply);
            self.remarks(&position, ply);
            position = after(&position, ply.mv);
        }
    }

    /// ` 12. Nf3?!`
    fn played(&mut self, position: &Position, ply: &Ply) {
        let number = position.fullmove();
        if position.side().is_white() {
            self.html.push_str(&format!(" {number}."));
        } else if self.needs_number {
            self.html.push_str(&format!(" {number}..."));
        }
        self.needs_number = false;
        let san = if ply.mv.is_none() { "--".into() } else { to_san(position, ply.mv) };
        let glyphs: String = ply.nags.iter().map(|&nag| glyph(nag)).collect();
        self.html.push_str(&format!(" {san}{}", escape(&glyphs)));
    }

    fn remarks(&mut self, position: &Position, ply: &Ply) {
        for remark in &ply.remarks {
            match remark {
                Remark::Comment(comment) => self.comments(std::slice::from_ref(comment)),
                Remark::Variation(variation) => {
                    let mut inner = Text { html: String::new(), needs_number: true };
                    inner.variation(position, variation);
                    let moves = inner.html.trim_start();
                    self.html.push_str(&format!(" <span class='variation'>({moves})</span>"));
                    self.needs_number = true;
                }
            }
        }
    }

    /// Comments, with the value that they may hold.
    fn comments(&mut self, comments: &[Comment]) {
        for comment in comments {
            if let Some(value) = value(comment) {
                self.html.push_str(&format!(" <span class='value'>{}</span>", escape(value)));
            }
            let prose = comment.prose();
            if !prose.is_empty() {
                self.html.push_str(&format!(" <i>{}</i>", escape(&prose)));
                self.needs_number = true;
            }
        }
    }

    fn diagram(&mut self, position: &Position, arrows: &[Arrow]) {
        self.html.push_str(&format!("\n<figure>{}</figure>\n", diagram::svg(position, arrows)));
        self.needs_number = true;
    }
}

/// The value in a comment, without the depth behind it.
fn value(comment: &Comment) -> Option<&str> {
    let (_, rest) = comment.text().split_once("[%eval ")?;
    rest.split([']', ',']).next()
}

fn glyph(nag: Nag) -> String {
    nag.symbol().map_or_else(|| format!(" {nag}"), String::from)
}

fn after(position: &Position, mv: Move) -> Position {
    if mv.is_none() { position.make_null() } else { position.make(mv) }
}
