//! A window into the search: chess in virtual time, recorded, and the page that shows it. For the
//! laboratory, which records by it ([`RecordingOrder::record`]) and writes pages ([`Page`]), and for the page, which
//! holds the same crate compiled to WebAssembly and so records and plays by itself. It depends on the search and on
//! `cleave-virtual-time`, which has virtual time.
//!
//! A search in virtual time is the
//! same on any machine: in a browser it comes to the same line, nodes and times as by the command, to the byte.
//!
//! ```
//! use cleave_board::Position;
//! use cleave_virtual_time::virtual_time::Machine;
//! use cleave_window::RecordingOrder;
//!
//! let plan = RecordingOrder { depth: 4, hash: 1, ..RecordingOrder::of(Position::start(), Machine::new(3)) };
//! let (about, recording) = plan.record(&mut |_| {})?;
//! assert!(about.nodes > 100 && !recording.bytes().is_empty());
//! # Ok::<(), cleave_window::RecordError>(())
//! ```
//!
//! | file | |
//! |---|---|
//! | `virtual_search.rs` | a search of chess in virtual time |
//! | `plan.rs`, `about.rs` | one that is recorded, and what the recording says of it |
//! | `page.rs`, `web/` | one file of HTML with style, script, recording and module |
//! | `module.rs`, `play.rs` | what the page asks the module for |
//! | `exports.rs` | the module's functions, on the web only |

mod about;
#[cfg(target_arch = "wasm32")]
mod exports;
mod module;
mod page;
mod plan;
mod play;
mod virtual_search;

pub use about::{About, Counted, Line, Sequential};
pub use module::Module;
pub use page::Page;
pub use plan::{RecordError, RecordingOrder};
pub use virtual_search::VirtualSearch;
