//! Files of figures: reading them, and making sure early that they can be written.

mod destination;
mod figures;
mod own;
#[cfg(test)]
pub(crate) mod scratch;

pub use destination::Destination;
#[cfg(test)]
pub(crate) use figures::to_json;
pub use figures::{read_json, read_text};
pub use own::own_journal;
