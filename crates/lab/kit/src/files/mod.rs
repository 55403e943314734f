//! Files of figures: reading them, and making sure early that they can be written.

mod destination;
mod figures;
mod own;
pub mod scratch;

pub use destination::Destination;
pub use figures::{read_bytes, read_json, read_text, read_text_of, to_json};
pub use own::own_journal;
