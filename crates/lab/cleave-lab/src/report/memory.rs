//! The measured parts of book/src/measured/memory.md, from data/memory.

use std::path::Path;

use cleave_kit::files::read_text;
use cleave_kit::{Error, Result, parts};

use super::files::Page;
use crate::memory;

/// Returns the page with its measured parts renewed; nothing if there is no such page.
///
/// # Errors
/// A part is unknown, or its measurement cannot be read.
pub(super) fn pages(data: &Path, page: &Path) -> Result<Vec<Page>> {
    if !page.exists() {
        eprintln!("{} is missing", page.display());
        return Ok(Vec::new());
    }
    let text = parts::renewed(&read_text(page)?, "report", |name| memory::table(data, name));
    let text = text.map_err(|reason| Error::of_file(page, reason))?;
    Ok(vec![("measured/memory.md".into(), text)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_page_shows_the_committed_measurements() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        let page = root.join("book/src/measured/memory.md");
        let [(_, text)] = &pages(&root.join("data/memory"), &page).unwrap()[..] else {
            panic!("there is one page")
        };
        assert_eq!(&read_text(&page).unwrap(), text, "run `cargo xtask report`");
        for part in ["answers", "locks", "torn", "copies"] {
            assert!(text.contains(&format!("<!-- report: {part} -->\n")), "{part}");
        }
    }
}
