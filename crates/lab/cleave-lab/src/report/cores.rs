//! The picture of `dts` and `lazy` on a machine with sixteen processors, from data/sixteen.

use std::path::Path;

use cleave_kit::Result;
use cleave_search::team::Algorithm;

use super::files::{Page, drawn};
use super::pictures::cores::Cores;
use crate::time_to_depth::{Measurement, Row, Work};

/// The algorithms that the picture compares, each with the file that has it.
const MEASURED: [(Algorithm, &str); 2] =
    [(Algorithm::Dts, "threads.jsonl"), (Algorithm::Lazy, "guests.jsonl")];

/// Returns the picture.
///
/// # Errors
/// A file is missing, or has wrong content.
pub(super) fn pages(folder: &Path) -> Result<Vec<Page>> {
    let mut curves = Vec::new();
    for (algorithm, file) in MEASURED {
        let rows = Measurement::<Work>::read(&folder.join(file))?.rows();
        let is_team = |row: &Row| row.team.algorithm == algorithm && row.team.workers > 1;
        curves.push((algorithm.name().to_string(), rows.into_iter().filter(is_team).collect()));
    }
    drawn(&[Box::new(Cores(curves))])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::speedup::tests::elements;

    #[test]
    fn the_committed_picture_shows_the_committed_searches() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        let pages = pages(&root.join("data/sixteen")).unwrap();
        assert_eq!(pages.len(), 2);
        for (path, svg) in pages {
            let committed =
                std::fs::read_to_string(root.join("book/src").join(&path)).unwrap_or_default();
            assert!(committed == svg, "{}: run `cargo xtask report`", path.display());
            // Teams of 2, 4, 8 and 16 threads of both.
            let dots = elements(&svg).iter().filter(|name| *name == "circle").count();
            assert_eq!(dots, 8, "{}", path.display());
        }
    }
}
