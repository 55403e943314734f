//! The pictures of the report, as SVG.

pub(super) mod algorithms;
mod canvas;
pub(super) mod curves;
pub(super) mod distributions;
pub(super) mod elo;
mod frame;
pub(super) mod shares;
pub(super) mod theme;
pub(super) mod timeline;
pub(super) mod trees;

use crate::error::Result;
use theme::Theme;

/// A picture that can be drawn in any theme.
pub(super) trait Picture {
    /// The file's name, without theme and extension.
    fn name(&self) -> &'static str;

    /// The text for readers who cannot see it.
    fn alternative(&self) -> String;

    /// Its SVG.
    fn draw(&self, theme: &Theme) -> Result<String>;
}
