//! Finds the words that a user may have meant.

/// Returns the known word of which this word is a misspelling. A misspelling has a letter wrong, left out, added or
/// swapped with the next; words of more than four letters may have two such mistakes. Case does not count.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let mistakes = |known: &str| strsim::damerau_levenshtein(&word, known);
    let allowed = match word.chars().count() {
        0..3 => 0,
        3..5 => 1,
        _ => 2,
    };
    let (distance, found) = known.map(|known| (mistakes(known), known)).min_by_key(|it| it.0)?;
    (distance <= allowed).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_fingers_is_seen_through_and_another_word_is_not() {
        let find = |word| nearest(word, ["go", "undo", "analyze", "quit"].into_iter());
        for (word, meant) in
            [("anlyse", "analyze"), ("udno", "undo"), ("QUIT", "quit"), ("undoo", "undo")]
        {
            assert_eq!(find(word), Some(meant), "{word}");
        }
        for word in ["", "g", "xo", "uxdx", "analogy", "quiet please", "nonsense"] {
            assert_eq!(find(word), None, "{word}");
        }
    }
}
