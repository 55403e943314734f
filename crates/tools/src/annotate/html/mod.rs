//! Annotated games as a page of HTML: one file, with its style and its script in it.
//!
//! The [`page`] has a section for each game. In it are a board for each of the [`steps`] of the game, of
//! which the [`player`] shows one; a [`chart`] of the values; the [`movetext`]; and the [`mistakes`], a
//! [`diagram`] for each. Every move, and every column of the chart, is a link to its board. Without the script
//! the browser follows it; with the script keys step through the game as well. The pictures are SVG within
//! the page; the [`pieces`] are drawn once.

pub mod chart;
pub mod diagram;
pub mod mistakes;
pub mod movetext;
pub mod page;
pub mod pieces;
pub mod player;
pub mod steps;

use super::mistake::Severity;

/// Text for HTML, in content or within quotation marks of either kind.
pub(crate) fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// The class of a move, as an attribute; nothing for a move that is none of the mistakes.
fn class_attribute(severity: Option<Severity>) -> String {
    severity.map_or(String::new(), |severity| format!(" class='{}'", class(severity)))
}

fn class(severity: Severity) -> String {
    severity.to_string().to_lowercase()
}

/// A value as people read it: with its sign, and a minus as wide as a plus.
fn readable(value: &str) -> String {
    let is_positive = value.parse().is_ok_and(|number: f64| number > 0.0);
    let sign = if is_positive { "+" } else { "" };
    format!("{sign}{}", value.replace('-', "−"))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn values_have_a_sign() {
        for (value, shown) in
            [("0.35", "+0.35"), ("-0.35", "−0.35"), ("0.00", "0.00"), ("#5", "#5"), ("#-5", "#−5")]
        {
            assert_eq!(readable(value), shown);
        }
    }
}
