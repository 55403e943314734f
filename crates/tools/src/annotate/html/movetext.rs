//! The moves of a game, with comments and variations.

use cleave_board::{Move, Position};
use cleave_movegen::to_san;
use cleave_pgn::{Comment, Game, Nag, Ply, Remark, Variation};

use super::steps::Step;
use super::{class, class_attribute, escape, readable};

/// The movetext of a game. Each move is a link to its step. Its value stands beside it; what else is said
/// about it stands below, in a block of its own.
pub fn html(game: &Game, steps: &[Step]) -> String {
    let mut html = String::from("<div class='moves'>\n");
    let introduction: String = game.main.comments.iter().map(prose).collect();
    html.push_str(&block("", introduction.trim()));
    let mut position = game.start;
    let mut paragraph = String::new();
    let mut needs_number = true;
    for (ply, step) in game.main.plies.iter().zip(&steps[1..]) {
        let attribute = class_attribute(step.severity);
        let (move_text, value) = (played(&position, ply, needs_number), values(&ply.remarks));
        paragraph.push_str(&format!(" <a href='#{}'{attribute}>{move_text}</a>{value}", step.id));
        let remarks = remarks(&position, ply);
        needs_number = !remarks.is_empty();
        if needs_number {
            let paragraph = std::mem::take(&mut paragraph);
            html.push_str(&format!("<p>{}</p>\n", paragraph.trim()));
            html.push_str(&block(&step.severity.map_or(String::new(), class), remarks.trim()));
        }
        position = after(&position, ply.mv);
    }
    html + &format!("<p>{} <b>{}</b></p>\n</div>\n", paragraph.trim(), game.result)
}

fn block(class: &str, text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("<div class='remark {class}'>{text}</div>\n"),
    }
}

/// `12. Nf3?!`, `12... Nf6` or `Nf6`.
fn played(position: &Position, ply: &Ply, needs_number: bool) -> String {
    let number = match position.fullmove() {
        number if position.side().is_white() => format!("{number}. "),
        number if needs_number => format!("{number}... "),
        _ => String::new(),
    };
    let san = if ply.mv.is_none() { "--".into() } else { to_san(position, ply.mv) };
    let glyphs: String = ply.nags.iter().map(|&nag| glyph(nag)).collect();
    format!("{number}{san}{}", escape(&glyphs))
}

/// The comments and variations behind a move, but for the values in comments.
fn remarks(position: &Position, ply: &Ply) -> String {
    let text_of = |remark: &Remark| match remark {
        Remark::Comment(comment) => prose(comment),
        Remark::Variation(variation) => {
            format!(" <span class='variation'>({})</span>", line(position, variation).trim())
        }
    };
    ply.remarks.iter().map(text_of).collect()
}

/// The moves of a variation.
fn line(start: &Position, variation: &Variation) -> String {
    let mut text: String = variation.comments.iter().map(prose).collect();
    let mut position = *start;
    let mut needs_number = true;
    for ply in &variation.plies {
        let remarks = remarks(&position, ply);
        let move_text = played(&position, ply, needs_number);
        text.push_str(&format!(" {move_text}{}{remarks}", values(&ply.remarks)));
        needs_number = !remarks.is_empty();
        position = after(&position, ply.mv);
    }
    text
}

fn prose(comment: &Comment) -> String {
    match comment.prose() {
        text if text.is_empty() => text,
        text => format!(" <span class='comment'>{}</span>", escape(&text)),
    }
}

/// The values in the comments behind a move.
fn values(remarks: &[Remark]) -> String {
    let value_of = |remark: &Remark| match remark {
        Remark::Comment(comment) => value(comment)
            .map(|value| format!(" <span class='value'>{}</span>", escape(&readable(value)))),
        Remark::Variation(_) => None,
    };
    remarks.iter().filter_map(value_of).collect()
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
