//! Tags: the facts about a game apart from its moves.

use std::borrow::Cow;
use std::fmt;

/// The name of a tag: at most 255 letters, digits, `_` and other characters that the standard
/// allows in symbols.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TagName(Cow<'static, str>);

macro_rules! names {
    ($($constant:ident = $name:literal),* $(,)?) => {
        #[allow(missing_docs)] // the names say it
        impl TagName {
            $(pub const $constant: TagName = TagName(Cow::Borrowed($name));)*
        }
    };
}

names! {
    EVENT = "Event",
    SITE = "Site",
    DATE = "Date",
    ROUND = "Round",
    WHITE = "White",
    BLACK = "Black",
    RESULT = "Result",
    SET_UP = "SetUp",
    FEN = "FEN",
    VARIANT = "Variant",
    ANNOTATOR = "Annotator",
}

impl TagName {
    /// Parses the name of a tag. Returns `None` if the text cannot be a name.
    pub fn parse(text: &str) -> Option<TagName> {
        let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
        let starts_well = text.starts_with(|c: char| c.is_ascii_alphanumeric());
        (starts_well && text.len() <= 255 && text.bytes().all(is_valid))
            .then(|| TagName(Cow::Owned(text.into())))
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The tags of a game, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    pairs: Vec<(TagName, String)>,
}

impl Tags {
    /// Returns the seven tags that the standard demands, with unknown values.
    pub fn roster() -> Tags {
        let unknown = |name: TagName| (name, "?".into());
        let mut tags = Tags {
            pairs: [TagName::EVENT, TagName::SITE, TagName::DATE, TagName::ROUND]
                .into_iter()
                .chain([TagName::WHITE, TagName::BLACK])
                .map(unknown)
                .collect(),
        };
        tags.set(TagName::DATE, "????.??.??");
        tags.set(TagName::RESULT, "*");
        tags
    }

    /// Returns the value of a tag. If several tags have the name, returns the value of the first.
    pub fn get(&self, name: &TagName) -> Option<&str> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Changes a tag, or adds it after the others. Control characters of the value become blanks.
    pub fn set(&mut self, name: TagName, value: &str) {
        let value = harmless(value);
        match self.pairs.iter_mut().find(|(known, _)| *known == name) {
            Some(pair) => pair.1 = value,
            None => self.pairs.push((name, value)),
        }
    }

    /// Removes a tag.
    pub fn remove(&mut self, name: &TagName) {
        self.retain(|known, _| known != name);
    }

    /// Removes the tags for which `is_kept` is false.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&TagName, &str) -> bool) {
        self.pairs.retain(|(name, value)| is_kept(name, value));
    }

    /// Adds a tag after the others, even if a tag of its name exists.
    pub(crate) fn push(&mut self, name: TagName, value: &str) {
        self.pairs.push((name, harmless(value)));
    }

    /// Returns all tags, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&TagName, &str)> {
        self.pairs.iter().map(|(name, value)| (name, value.as_str()))
    }

    /// Returns true if there are no tags.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

fn harmless(value: &str) -> String {
    value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl fmt::Display for Tags {
    /// Writes a line for each tag.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (name, value) in self.iter() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_keeps_the_order() {
        let mut tags = Tags::roster();
        tags.set(TagName::SITE, "Wien \"West\"\n");
        tags.set(TagName::ANNOTATOR, r"a\b");
        let text = tags.to_string();
        assert!(text.starts_with("[Event \"?\"]\n[Site \"Wien \\\"West\\\" \"]\n[Date "), "{text}");
        assert!(text.ends_with("[Result \"*\"]\n[Annotator \"a\\\\b\"]\n"), "{text}");
        tags.remove(&TagName::SITE);
        assert_eq!(tags.get(&TagName::SITE), None);
    }

    #[test]
    fn names_are_symbols() {
        assert_eq!(TagName::parse("White"), Some(TagName::WHITE));
        for text in ["", "a b", "é", "a]", "_", &"x".repeat(256)] {
            assert_eq!(TagName::parse(text), None, "{text}");
        }
    }
}
