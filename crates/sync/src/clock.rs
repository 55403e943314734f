//! The system's clocks, or on the web the page's clock.

pub use crate::system::{Instant, processor_time};
