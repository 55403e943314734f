//! The page: one file with style, script and recording inside.
//!
//! The modules of the script lie in `web/` and are written so that they can follow each other in one scope:
//! a module exports names that no other one has, and what it imports keeps its name. So putting them behind
//! one another, without the lines that import and export, is all the building there is.

use cleave_smp_lab::recording::Recording;

use super::About;
use crate::error::Result;

/// The modules, each behind those that it imports.
pub(super) const MODULES: [(&str, &str); 9] = [
    ("decode.js", include_str!("../../web/decode.js")),
    ("history.js", include_str!("../../web/history.js")),
    ("chess.js", include_str!("../../web/chess.js")),
    ("words.js", include_str!("../../web/words.js")),
    ("lanes.js", include_str!("../../web/lanes.js")),
    ("tree.js", include_str!("../../web/tree.js")),
    ("account.js", include_str!("../../web/account.js")),
    ("story.js", include_str!("../../web/story.js")),
    ("main.js", include_str!("../../web/main.js")),
];
const PAGE: &str = include_str!("../../web/page.html");
const STYLE: &str = include_str!("../../web/style.css");

/// The page of this recording.
pub(super) fn of(about: &About, recording: &Recording) -> Result<String> {
    // A script ends at the first `</`, wherever it stands.
    let about = serde_json::to_string(about)?.replace("</", "<\\/");
    let page = PAGE
        .replace("/*STYLE*/", STYLE)
        .replace("/*SCRIPT*/", &script())
        .replace("/*ABOUT*/", &about)
        .replace("/*EVENTS*/", &base64(recording.bytes()));
    Ok(page)
}

/// All modules as one.
fn script() -> String {
    let mut script = String::from("'use strict';\n");
    for (_, module) in MODULES {
        for line in module.lines().filter(|line| !line.starts_with("import ")) {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
    }
    script
}

/// The bytes as text, RFC 4648.
pub(super) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = group.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
        let word = word << (8 * (3 - group.len()));
        for digit in 0..4 {
            let place = (word >> (18 - 6 * digit) & 63) as usize;
            text.push(if digit <= group.len() { char::from(DIGITS[place]) } else { '=' });
        }
    }
    text
}
