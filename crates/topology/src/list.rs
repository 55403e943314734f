//! Lists of processors, as Linux writes them: `0-3,8`.

use cleave_sync::affinity::{MAX_PROCESSORS, ProcessorSet};

/// The reason why a text is no list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BadList {
    /// It has another form.
    Form,
    /// No machine has a processor of this number.
    TooLarge(usize),
    /// The list has this processor twice.
    Twice(usize),
}

/// Adds the processors of a list to a set. The list has at least one.
pub(crate) fn add_to(set: &mut ProcessorSet, list: &str) -> Result<(), BadList> {
    for range in list.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(BadList::Form);
        }
        if let Some(twice) = (first..=last).find(|&processor| !set.insert(processor)) {
            return Err(BadList::Twice(twice));
        }
    }
    Ok(())
}

/// Reads a list.
pub(crate) fn parse(list: &str) -> Result<ProcessorSet, BadList> {
    let mut set = ProcessorSet::default();
    add_to(&mut set, list)?;
    Ok(set)
}

fn number(text: &str) -> Result<usize, BadList> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(BadList::Form);
    }
    // More digits than fit.
    let number = text.parse().unwrap_or(usize::MAX);
    if number < MAX_PROCESSORS { Ok(number) } else { Err(BadList::TooLarge(number)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lists_are_read() {
        for (text, written) in
            [("0", "0"), ("0-3,8\n", "0-3,8"), (" 8 , 2-2 ", "2,8"), ("1023", "1023")]
        {
            assert_eq!(parse(text).unwrap().to_string(), written, "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "\n", "a", "0-", "-3", "3-1", "0,,1", "0x1", "+1", "1-2-3", "½"] {
            assert_eq!(parse(text), Err(BadList::Form), "{text}");
        }
        assert_eq!(parse("0-1024"), Err(BadList::TooLarge(1024)));
        assert!(matches!(parse("99999999999999999999999"), Err(BadList::TooLarge(_))));
        assert_eq!(parse("0-3,2"), Err(BadList::Twice(2)));
    }

    proptest! {
        #[test]
        fn a_written_set_is_read_again(numbers in proptest::collection::vec(0..MAX_PROCESSORS, 1..99)) {
            let set: ProcessorSet = numbers.into_iter().collect();
            prop_assert_eq!(parse(&set.to_string()), Ok(set));
        }

        #[test]
        fn no_text_is_too_strange(text: String) {
            let _ = parse(&text);
        }
    }
}
