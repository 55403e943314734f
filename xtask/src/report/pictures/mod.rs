//! The pictures of the report, as SVG.

mod canvas;
pub(super) mod curves;
pub(super) mod distributions;
mod frame;
pub(super) mod shares;
pub(super) mod theme;
pub(super) mod timeline;
pub(super) mod trees;

use std::error::Error;

use theme::Theme;

/// A picture that can be drawn in any theme.
pub(super) trait Picture {
    /// The file's name, without theme and ending.
    fn name(&self) -> &'static str;

    /// What it says to those who do not see it.
    fn alternative(&self) -> String;

    /// Its SVG.
    ///
    /// # Errors
    /// The backend refuses.
    fn draw(&self, theme: &Theme) -> Result<String, Box<dyn Error>>;
}
