//! Two ways of talking: to a GUI, to a person.

/// Who is at the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// A GUI: complete lines, and only those that the protocol knows.
    Xboard,
    /// A person, or a script written by one.
    Console,
}
