//! The files of the report.

use std::path::PathBuf;

use cleave_kit::Result;
use cleave_kit::pictures::theme::Theme;

use super::pictures::Picture;

/// A file of the report: its path, and its text.
pub(crate) type Page = (PathBuf, String);

/// Returns the files of some pictures.
pub(crate) fn drawn(pictures: &[Box<dyn Picture>]) -> Result<Vec<Page>> {
    let mut files = Vec::new();
    for picture in pictures {
        for theme in Theme::ALL {
            let path = format!("pictures/{}-{}.svg", picture.name(), theme.name);
            files.push((path.into(), picture.svg(&theme)?));
        }
    }
    Ok(files)
}
