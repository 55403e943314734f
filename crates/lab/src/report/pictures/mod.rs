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
use canvas::{Canvas, Drawn, Type, picture};
use theme::Theme;

/// A picture that can be drawn in any theme.
pub(super) trait Picture {
    /// What there is to say about it.
    fn caption(&self) -> Caption;

    /// Draws it below its heading.
    fn draw(&self, canvas: &Canvas<'_>) -> Drawn;

    /// The file's name, without theme and extension.
    fn name(&self) -> &'static str {
        self.caption().name
    }

    /// Its place on a page, light or dark.
    fn image(&self) -> String {
        let Caption { name, alternative, .. } = self.caption();
        format!(
            "<picture>\n\
             <source media=\"(prefers-color-scheme: dark)\" srcset=\"pictures/{name}-dark.svg\">\n\
             <img src=\"pictures/{name}-light.svg\" alt=\"{alternative}\">\n\
             </picture>\n"
        )
    }

    /// Its SVG.
    fn svg(&self, theme: &Theme) -> Result<String> {
        let Caption { size, title, subtitle, .. } = self.caption();
        picture(size, theme, |canvas| {
            canvas.text(title, (24.0, 26.0), Type::new(17.0, theme.text).bold())?;
            canvas.text(&subtitle, (24.0, 48.0), Type::new(12.0, theme.muted))?;
            self.draw(canvas)
        })
    }
}

/// What there is to say about a picture.
pub(super) struct Caption {
    /// The file's name, without theme and extension.
    name: &'static str,
    /// The text for readers who cannot see it.
    alternative: String,
    /// Its width and height.
    size: (u32, u32),
    title: &'static str,
    subtitle: String,
}

/// From this number of workers on, lines that all workers write would cost much of the time.
pub(super) const MANY_WORKERS: usize = 32;

/// What [`MANY_WORKERS`] and more leave out.
pub(super) const LEFT_OUT: &str = "From 32 workers on, cache lines that all workers write are left out: \
    with them 64 gain about a quarter less";

/// Whether [`LEFT_OUT`] is to be said of these teams.
pub(super) fn has_many_workers(workers: impl IntoIterator<Item = usize>) -> bool {
    workers.into_iter().any(|workers| workers >= MANY_WORKERS)
}
