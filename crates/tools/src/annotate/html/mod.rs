//! Annotated games as a page of HTML: one file, without scripts and fonts of its own.
//!
//! The [`page`] has a section for each game: what is known about it, a [`chart`] of the values, and
//! the [`movetext`] with a [`diagram`] at each mistake. The pictures are SVG within the page; the
//! [`pieces`] are drawn once.

pub mod chart;
pub mod diagram;
pub mod movetext;
pub mod page;
pub mod pieces;

/// Text for HTML, in content or within quotation marks.
pub(crate) fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
