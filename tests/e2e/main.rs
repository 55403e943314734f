//! Tests the built program from the outside.

mod analysis;
mod bench;
mod clock;
mod console;
mod editor;
mod files;
mod games;
mod journal;
mod memory;
mod monte_carlo;
mod nonsense;
mod offers;
mod pondering;
mod session;
mod settings;
mod starving;
mod streams;
mod tables;
mod thinking;
mod uci;

use std::time::Duration;

/// Longer than any search here that ends by itself, even on a busy machine.
const LONG: Duration = Duration::from_secs(30);
