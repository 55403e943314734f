//! Colours, for light and for dark pages.

/// Red, green and blue.
pub type Colour = (u8, u8, u8);

/// The colours of a picture. Its background is the page's.
pub struct Theme {
    /// The end of the file's name.
    pub name: &'static str,
    /// Of text.
    pub text: Colour,
    /// Axes and notes.
    pub muted: Colour,
    /// Lines across.
    pub grid: Colour,
    /// The page behind the picture.
    pub page: Colour,
    /// The colour of minor parts: idle time, the linear line.
    pub neutral: Colour,
    /// Blue, orange, green, purple, amber, teal and red, for series that must be distinct.
    pub hues: [Colour; 7],
    /// From little to much.
    pub ramp: [Colour; 2],
}

impl Theme {
    /// The themes that every picture is drawn in.
    pub const ALL: [Theme; 2] = [
        Theme {
            name: "light",
            text: (31, 35, 40),
            muted: (101, 109, 118),
            grid: (222, 227, 232),
            page: (255, 255, 255),
            neutral: (140, 149, 159),
            hues: [
                (9, 105, 218),
                (207, 84, 14),
                (26, 127, 55),
                (130, 80, 223),
                (222, 170, 12),
                (27, 150, 158),
                (164, 14, 53),
            ],
            ramp: [(202, 226, 252), (5, 58, 130)],
        },
        Theme {
            name: "dark",
            text: (230, 237, 243),
            muted: (141, 150, 160),
            grid: (48, 54, 61),
            page: (13, 17, 23),
            neutral: (110, 118, 129),
            hues: [
                (88, 166, 255),
                (240, 136, 62),
                (63, 185, 80),
                (188, 140, 255),
                (242, 204, 96),
                (57, 197, 207),
                (248, 81, 113),
            ],
            ramp: [(28, 56, 98), (158, 206, 255)],
        },
    ];

    /// Returns a colour of the ramp, 0 to 1.
    pub fn shade(&self, share: f64) -> Colour {
        mix(self.ramp[0], self.ramp[1], share.clamp(0.0, 1.0))
    }
}

/// Returns the colour of text on a surface of this colour: black or white, whichever has more contrast.
pub fn on(surface: Colour) -> Colour {
    let (red, green, blue) = surface;
    let brightness = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    if brightness > 130.0 { (13, 17, 23) } else { (255, 255, 255) }
}

/// Returns a colour between two.
pub fn mix(from: Colour, to: Colour, share: f64) -> Colour {
    let channel =
        |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    (channel(from.0, to.0), channel(from.1, to.1), channel(from.2, to.2))
}
