//! The page: one file with style, script, recording and module inside.
//!
//! The modules of the script are in `web/`. They can follow each other in one scope: a module
//! exports names that no other module has, and imports keep their names. So the build only
//! concatenates them, without the import and export lines.

use std::io::Write;

use cleave_search::team::Algorithm;
use cleave_virtual_time::recording::Recording;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::about::About;

/// The modules of the script. Each comes after the modules that it imports.
const SCRIPT: [&str; 13] = [
    include_str!("../web/decode.js"),
    include_str!("../web/history.js"),
    include_str!("../web/whereabouts.js"),
    include_str!("../web/chess.js"),
    include_str!("../web/words.js"),
    include_str!("../web/lanes.js"),
    include_str!("../web/tree.js"),
    include_str!("../web/block.js"),
    include_str!("../web/account.js"),
    include_str!("../web/story.js"),
    include_str!("../web/module.js"),
    include_str!("../web/board.js"),
    include_str!("../web/main.js"),
];
const PAGE: &str = include_str!("../web/page.html");
const STYLE: &str = include_str!("../web/style.css");

/// The content of a page.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The description of the recording.
    pub about: &'a About,
    /// The recording that the page shows first.
    pub recording: &'a Recording,
    /// This crate as a WebAssembly module. Without it the page cannot record or play.
    pub module: Option<&'a [u8]>,
}

impl Page<'_> {
    /// Returns the page as one file of HTML.
    pub fn html(&self) -> String {
        // A script ends at the first `</`, even inside a text.
        let about = self.about.json().replace("</", "<\\/");
        let names = Algorithm::ALL.map(|algorithm| format!("<option>{algorithm}</option>"));
        PAGE.replace("/*STYLE*/", STYLE)
            .replace("/*SCRIPT*/", &script())
            .replace("<!--ALGORITHMS-->", &names.concat())
            .replace("/*ABOUT*/", &about)
            .replace("/*EVENTS*/", &packed(self.recording.bytes()))
            .replace("/*MODULE*/", &self.module.map(packed).unwrap_or_default())
    }
}

/// Returns all modules of the script as one.
fn script() -> String {
    let mut script = String::from("'use strict';\n");
    for module in SCRIPT {
        for line in module.lines().filter(|line| !line.starts_with("import ")) {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
    }
    script
}

/// Compresses bytes, and returns them as text.
fn packed(bytes: &[u8]) -> String {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    let compressed = gzip.write_all(bytes).and_then(|()| gzip.finish());
    base64(&compressed.expect("writing to a vector succeeds"))
}

/// Encodes bytes as text (RFC 4648).
fn base64(bytes: &[u8]) -> String {
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

#[cfg(test)]
mod tests {
    use cleave_board::Position;
    use cleave_search::Undisturbed;
    use cleave_virtual_time::virtual_time::Machine;

    use super::*;
    use crate::plan::RecordingOrder;

    #[test]
    fn the_page_is_complete_without_other_files() {
        let plan = RecordingOrder::of(Position::start(), Machine::new(3));
        let (about, recording) =
            RecordingOrder { depth: 4, hash: 1, ..plan }.record(&mut Undisturbed).unwrap();
        let module: Option<&[u8]> = Some(b"\0asm");
        let page = Page { about: &about, recording: &recording, module }.html();
        for mark in [
            "/*STYLE",
            "/*SCRIPT",
            "/*ABOUT",
            "/*EVENTS",
            "/*MODULE",
            "<!--",
            "\nimport ",
            "\nexport ",
        ] {
            assert!(!page.contains(mark), "{mark}");
        }
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            let found =
                page.lines().find(|line| line.contains(outside) && !line.contains("www.w3.org"));
            assert_eq!(found, None, "{outside}");
        }
        assert!(page.contains(&packed(recording.bytes())) && page.contains(&packed(b"\0asm")));
    }

    #[test]
    fn base64_agrees_with_the_standard() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
