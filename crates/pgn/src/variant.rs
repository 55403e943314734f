//! The variants of chess that can be read.

/// A variant of chess, the value of the tag Variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// Standard chess, from any position.
    #[default]
    Standard,
    /// Chess960, where castling is possible from other files.
    Chess960,
}

impl Variant {
    /// The name that is written for chess960. All GUIs know it.
    pub const CHESS960: &'static str = "Chess960";

    /// Returns the variant with this name, in any spelling in use.
    pub fn parse(name: &str) -> Option<Variant> {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        let name: String = letters.map(|c| c.to_ascii_lowercase()).collect();
        Some(match name.as_str() {
            "" | "standard" | "chess" | "normal" | "fromposition" | "nocastle" => Variant::Standard,
            "chess960" | "960" | "fischerandom" | "fischerrandom" | "frc" => Variant::Chess960,
            _ => return None,
        })
    }
}
