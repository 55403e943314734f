//! The parts of every picture: a caption, a heading, and a form for each theme.

use cleave_kit::Result;
use cleave_kit::pictures::canvas::{Canvas, Drawn, Type, picture};
use cleave_kit::pictures::theme::Theme;

/// A picture that can be drawn in any theme.
pub(crate) trait Picture {
    /// Returns its description.
    fn caption(&self) -> Caption;

    /// Draws it below its heading.
    fn draw(&self, canvas: &Canvas<'_>) -> Drawn;

    /// Returns the file's name, without theme and extension.
    fn name(&self) -> &'static str {
        self.caption().name
    }

    /// Returns its place on a page, light or dark.
    fn image(&self) -> String {
        let Caption { name, alternative, .. } = self.caption();
        format!(
            "<picture>\n\
             <source media=\"(prefers-color-scheme: dark)\" srcset=\"../pictures/{name}-dark.svg\">\n\
             <img src=\"../pictures/{name}-light.svg\" alt=\"{alternative}\">\n\
             </picture>\n"
        )
    }

    /// Returns its SVG.
    fn svg(&self, theme: &Theme) -> Result<String> {
        let Caption { size, title, subtitle, .. } = self.caption();
        picture(size, theme, |canvas| {
            canvas.text(title, (24.0, 26.0), Type::new(17.0, theme.text).bold())?;
            canvas.text(&subtitle, (24.0, 48.0), Type::new(12.0, theme.muted))?;
            self.draw(canvas)
        })
    }
}

/// The description of a picture.
pub(crate) struct Caption {
    /// The file's name, without theme and extension.
    pub(super) name: &'static str,
    /// The text for readers who cannot see it.
    pub(super) alternative: String,
    /// Its width and height.
    pub(super) size: (u32, u32),
    pub(super) title: &'static str,
    pub(super) subtitle: String,
}
