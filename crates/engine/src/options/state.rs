//! An option and its value, as a protocol shows them.

/// An option and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionState {
    /// Its name.
    pub name: &'static str,
    /// Its kind and its value.
    pub value: OptionValue,
}

/// The kinds of options, with a value of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Does something when pressed.
    Button,
    /// On or off.
    Check(bool),
    /// A number, and the smallest and the largest that it may be.
    Spin(i32, (i32, i32)),
    /// One of several words, by index, and the words.
    Choice(usize, &'static [&'static str]),
    /// The name of a file, or of several; empty for nothing.
    File(String),
}
