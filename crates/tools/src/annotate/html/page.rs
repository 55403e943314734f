//! The page, and the section of a game.

use cleave_pgn::{Game, TagName};

use super::super::evaluation::Evaluation;
use super::{chart, escape, mistakes, movetext, pieces, player, steps};

const STYLE: &str = include_str!("page.css");

const SCRIPT: &str = include_str!("page.js");

/// The head of a page; sections follow. The body needs no end, so the file is complete after each of them.
pub fn head() -> String {
    format!(
        "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n\
         <meta name='viewport' content='width=device-width, initial-scale=1'>\n\
         <title>Annotated games</title>\n<style>\n{STYLE}</style>\n<script>\n{SCRIPT}</script>\n</head>\n\
         <body>\n{}",
        pieces::definitions()
    )
}

/// The section of a game; its number in the page is from 1.
pub fn section(number: usize, game: &Game, evaluation: &Evaluation) -> String {
    let tag = |name: TagName| game.tags.get(&name).map_or("?".into(), escape);
    let title = format!("{} – {}", tag(TagName::WHITE), tag(TagName::BLACK));
    let steps = steps::steps(number, game, evaluation);
    let marks = mistakes::marks(&steps, evaluation);
    format!(
        "<section>\n<h2>{title}</h2>\n<p class='facts'>{}</p>\n<div class='game'>\n<div class='side'>\n\
         {}{}</div>\n{}</div>\n{}</section>\n",
        facts(game),
        player::html(&steps, &marks),
        chart::html(&steps),
        movetext::html(game, &steps),
        mistakes::html(&steps, &marks, evaluation),
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::annotate::evaluation::Finding;
    use crate::annotate::mistake::Severity;
    use cleave_board::Value;
    use cleave_pgn::Games;

    /// A game in which White mates, with a mistake of Black's.
    fn scholars_mate() -> String {
        let text = "[White \"A <b>\"]\n[Black \"C & D's\"]\n[Event \"?\"]\n\n\
                    1. e4 {[%eval 0.25,9] fine > bad} e5 2. Bc4 Nc6 3. Qh5 Nf6?? {[%eval #1,9]} \
                    (3... g6 $14 {so} (3... Qe7)) 4. Qxf7# 1-0";
        let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
        let finding = |value| Finding { value, depth: 3, nodes: 0, lines: vec![] };
        let mut positions = vec![Some(finding(Value::new(30))); 8];
        positions[7] = Some(finding(Value::mated_in(0)));
        let mut mistakes = vec![None; 7];
        mistakes[5] = Some(Severity::Blunder);
        section(2, &game, &Evaluation { positions, mistakes })
    }

    /// The values of an attribute.
    fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
        let start = format!(" {attribute}='");
        html.split(&start).skip(1).filter_map(|rest| rest.split('\'').next()).collect()
    }

    /// Checks that each element that begins also ends, within the one that it began in. HTML leaves out the
    /// ends of `meta`, and of the document.
    fn check_nesting(html: &str) {
        let mut open: Vec<&str> = Vec::new();
        for tag in html.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').unwrap();
            let name = tag.split_whitespace().next().unwrap().trim_end_matches('/');
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "{html}");
            } else if !tag.ends_with('/') && !tag.starts_with('!') && name != "meta" {
                open.push(name);
            }
        }
        assert!(open.iter().all(|name| ["html", "body"].contains(name)), "{open:?}");
    }

    #[test]
    fn each_move_and_each_column_leads_to_its_board() {
        let html = scholars_mate();
        let boards = html.split("<figure class='position' id='").skip(1);
        let fifth = boards.clone().nth(5).unwrap();
        assert!(fifth.starts_with("g2-5'") && fifth.contains("White: Ke1, Qh5,"), "{fifth}");
        assert!(fifth.contains("class='last' d='M3 7h1v1h-1zM7 3h1v1h-1z'"), "d1h5: {fifth}");
        assert_eq!(boards.count(), 8);
        let (_, moves) = html.split_once("<div class='moves'>").unwrap();
        for (index, san) in [(1, "1. e4"), (2, "1... e5"), (3, "2. Bc4"), (5, "3. Qh5")] {
            assert!(moves.contains(&format!("<a href='#g2-{index}'>{san}</a>")), "{san}: {moves}");
        }
        let (_, columns) = html.split_once("<div class='columns' aria-hidden='true'>").unwrap();
        for index in 0..8 {
            assert!(columns.contains(&format!("<a href='#g2-{index}' tabindex='-1' title='")));
        }
        let ids: HashSet<&str> = values(&html, "id").into_iter().collect();
        assert_eq!(ids.len(), values(&html, "id").len(), "each name once");
        for link in values(&html, "href").iter().filter(|link| link.starts_with("#g")) {
            assert!(ids.contains(&link[1..]), "{link}");
        }
    }

    #[test]
    fn the_boards_are_stepped_through_without_a_script() {
        let html = scholars_mate();
        let steps: Vec<&str> = html
            .split("<p class='steps'>")
            .skip(1)
            .map(|it| it.split("</p>").next().unwrap())
            .collect();
        assert_eq!(values(steps[0], "href"), ["#g2-1", "#g2-7"]);
        assert_eq!(values(steps[4], "href"), ["#g2-0", "#g2-3", "#g2-5", "#g2-7"]);
        assert_eq!(values(steps[7], "href"), ["#g2-0", "#g2-6"]);
        assert!(STYLE.contains(".position:target, .position:last-child { display: block }"));
    }

    #[test]
    fn comments_variations_and_mistakes_are_shown() {
        let html = scholars_mate();
        assert!(html.contains("<h2>A &lt;b&gt; – C &amp; D&#39;s</h2>"), "{html}");
        assert!(html.contains("<p class='facts'>1-0</p>"), "{html}");
        let first = "<p><a href='#g2-1'>1. e4</a> <span class='value'>+0.25</span></p>\n\
                     <div class='remark '><span class='comment'>fine &gt; bad</span></div>\n";
        assert!(html.contains(first), "{html}");
        let blunder = "<a href='#g2-6' class='blunder'>Nf6??</a> <span class='value'>#1</span></p>\n\
                       <div class='remark blunder'><span class='variation'>(3... g6⩲ \
                       <span class='comment'>so</span> <span class='variation'>(3... Qe7)</span>)</span>";
        assert!(html.contains(blunder), "{html}");
        let (_, mistakes) = html.split_once("<div class='mistakes'>").unwrap();
        assert_eq!(mistakes.matches("class='board'").count(), 1);
        assert!(mistakes.contains("<a href='#g2-6' class='blunder'>3... Nf6</a>"), "{mistakes}");
    }

    #[test]
    fn a_mate_on_the_board_is_the_winners() {
        let html = scholars_mate();
        assert!(html.contains("L6.5 43.5L7.5 0.0L8 0.0'/>"), "White's, to the right edge: {html}");
        assert!(html.contains("title='4. Qxf7# checkmate'"), "{html}");
    }

    #[test]
    fn the_page_is_one_well_formed_file() {
        let page = head().replace(STYLE, "").replace(SCRIPT, "") + &scholars_mate();
        check_nesting(&page);
        assert!(!page.contains("http") && !page.contains("src="), "it loads nothing");
        assert!(!STYLE.contains("url(") && !STYLE.contains('<') && !SCRIPT.contains("</"));
        for medium in ["screen and (prefers-color-scheme: dark)", "print"] {
            assert!(STYLE.contains(&format!("@media {medium} {{")), "{medium}");
        }
    }
}
