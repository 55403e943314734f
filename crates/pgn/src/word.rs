//! Classifies the words of the movetext.

use crate::{GameResult, Nag};

/// A word of the movetext, without the move number that may be attached to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word<'a> {
    /// The text of a move.
    Move(&'a str),
    /// A null move, which annotators use to show a threat.
    Null,
    /// A symbol such as `!?` or `+-`.
    Nag(Nag),
    /// A result.
    Result(GameResult),
    /// A move number, or other text without meaning.
    Nothing,
}

/// Classifies this word.
pub(crate) fn classify(word: &str) -> Word<'_> {
    if let Some(result) = GameResult::parse(word) {
        return Word::Result(result);
    }
    if let Some(nag) = Nag::from_symbol(word) {
        return Word::Nag(nag);
    }
    match without_number(word) {
        "" | "e.p." | "ep" | "+" | "++" | "#" => Word::Nothing,
        "--" | "Z0" | "0000" | "@@@@" => Word::Null,
        text => Word::Move(text),
    }
}

/// Returns the word without a move number before it: `12.`, `12...`, `...`, or `12` alone.
fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches(['.', '…']);
    if after_dots.len() < after_digits.len() {
        after_dots
    } else if after_digits.is_empty() && word != "0000" {
        ""
    } else {
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_classified() {
        for text in ["12", "12.", "1...", "…", "e.p.", "+"] {
            assert_eq!(classify(text), Word::Nothing, "{text}");
        }
        for (text, bare) in [("1.e4", "e4"), ("12...Nf6", "Nf6"), ("..e5", "e5"), ("0-0", "0-0")] {
            assert_eq!(classify(text), Word::Move(bare));
        }
        assert_eq!(classify("1-0"), Word::Result(GameResult::WhiteWins));
        assert_eq!(classify("3.0-0-0"), Word::Move("0-0-0"));
        assert_eq!(classify("+-"), Word::Nag(Nag(18)));
        for text in ["--", "0000", "7...--"] {
            assert_eq!(classify(text), Word::Null, "{text}");
        }
    }
}
