//! The picture of a tree in the worst order, which two workers search more than twice as fast as one.

use cleave_kit::Result;
use cleave_virtual_time::artificial::badly_ordered::{search_alone, search_by_team};

use super::files::{Page, drawn};
use super::pictures::superlinear::Superlinear;

/// Returns the picture. Both searches take microseconds, so that there is no file of them.
///
/// # Errors
/// There is no memory for two workers.
pub(super) fn pages() -> Result<Vec<Page>> {
    let searches = [search_alone(), search_by_team(2)?];
    drawn(&[Box::new(Superlinear(searches))])
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::report::speedup::tests::elements;

    #[test]
    fn the_committed_picture_shows_the_searches_of_this_program() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../book/src"));
        for (path, svg) in pages().unwrap() {
            let committed = std::fs::read_to_string(root.join(&path)).unwrap_or_default();
            assert!(committed == svg, "{}: run `cargo xtask report`", path.display());
            let circles = elements(&svg).iter().filter(|name| *name == "circle").count();
            assert_eq!(circles, 2 * 13, "a circle for each node of both trees");
        }
    }
}
