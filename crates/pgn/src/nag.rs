//! Numeric annotation glyphs.

use std::fmt;

/// A numeric annotation glyph (NAG), defined in the standard's section 10. `$1` is a good move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

impl Nag {
    /// `!`
    pub const GOOD: Nag = Nag(1);
    /// `?`
    pub const MISTAKE: Nag = Nag(2);
    /// `!!`
    pub const BRILLIANT: Nag = Nag(3);
    /// `??`
    pub const BLUNDER: Nag = Nag(4);
    /// `!?`
    pub const INTERESTING: Nag = Nag(5);
    /// `?!`
    pub const DUBIOUS: Nag = Nag(6);

    /// The symbols written instead of numbers. The first symbol of a NAG is the usual one.
    const SYMBOLS: &'static [(Nag, &'static str)] = &[
        (Nag::GOOD, "!"),
        (Nag::MISTAKE, "?"),
        (Nag::BRILLIANT, "!!"),
        (Nag::BLUNDER, "??"),
        (Nag::INTERESTING, "!?"),
        (Nag::DUBIOUS, "?!"),
        (Nag(7), "□"),
        (Nag(10), "="),
        (Nag(13), "∞"),
        (Nag(14), "⩲"),
        (Nag(14), "+="),
        (Nag(14), "+/="),
        (Nag(15), "⩱"),
        (Nag(15), "=+"),
        (Nag(15), "=/+"),
        (Nag(16), "±"),
        (Nag(16), "+/-"),
        (Nag(17), "∓"),
        (Nag(17), "-/+"),
        (Nag(18), "+-"),
        (Nag(19), "-+"),
        (Nag(32), "⟳"),
        (Nag(36), "↑"),
        (Nag(40), "→"),
        (Nag(44), "=/∞"),
        (Nag(132), "⇆"),
        (Nag(138), "⊕"),
        (Nag(140), "∆"),
        (Nag(142), "⌓"),
        // A novelty.
        (Nag(146), "N"),
        (Nag(146), "TN"),
        // A diagram.
        (Nag(220), "D"),
    ];

    /// Returns the NAG of a symbol.
    pub fn from_symbol(symbol: &str) -> Option<Nag> {
        Nag::SYMBOLS.iter().find(|(_, known)| *known == symbol).map(|&(nag, _)| nag)
    }

    /// Returns the symbol that books print for the NAG, if it has one.
    pub fn symbol(self) -> Option<&'static str> {
        Nag::SYMBOLS.iter().find(|(known, _)| *known == self).map(|&(_, symbol)| symbol)
    }
}

impl fmt::Display for Nag {
    /// Writes the number, as in `$6`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
