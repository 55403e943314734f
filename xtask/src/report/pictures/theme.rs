//! Colours, for a page that is light and for one that is dark.

/// Red, green and blue.
pub(super) type Colour = (u8, u8, u8);

/// The colours of a picture. Its background is the page's.
pub(crate) struct Theme {
    /// What the file's name ends in.
    pub(crate) name: &'static str,
    pub(super) text: Colour,
    /// Axes and remarks.
    pub(super) muted: Colour,
    pub(super) grid: Colour,
    /// The page, for gaps between things.
    pub(super) page: Colour,
    /// Things told apart; the most important first.
    pub(super) hues: [Colour; 5],
    /// From little to much.
    pub(super) ramp: [Colour; 2],
}

impl Theme {
    /// The themes that every picture is drawn in.
    pub(crate) const ALL: [Theme; 2] = [
        Theme {
            name: "light",
            text: (31, 35, 40),
            muted: (101, 109, 118),
            grid: (222, 227, 232),
            page: (255, 255, 255),
            hues: [(9, 105, 218), (207, 84, 14), (26, 127, 55), (130, 80, 223), (140, 149, 159)],
            ramp: [(202, 226, 252), (5, 58, 130)],
        },
        Theme {
            name: "dark",
            text: (230, 237, 243),
            muted: (141, 150, 160),
            grid: (48, 54, 61),
            page: (13, 17, 23),
            hues: [(88, 166, 255), (240, 136, 62), (63, 185, 80), (188, 140, 255), (110, 118, 129)],
            ramp: [(28, 56, 98), (158, 206, 255)],
        },
    ];

    /// A colour of the ramp, 0 to 1.
    pub(super) fn shade(&self, share: f64) -> Colour {
        mix(self.ramp[0], self.ramp[1], share.clamp(0.0, 1.0))
    }
}

/// A colour between two.
pub(super) fn mix(from: Colour, to: Colour, share: f64) -> Colour {
    let channel =
        |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    (channel(from.0, to.0), channel(from.1, to.1), channel(from.2, to.2))
}
