//! A window into the search: it records chess in virtual time, and makes the page that shows a recording. The
//! laboratory uses it to make recordings ([`RecordingOrder::record`]) and pages ([`Page`]). The page contains the same
//! crate as WebAssembly, so it can record and play by itself. The crate depends on the search and on
//! `cleave-virtual-time`.
//!
//! A search in virtual time is the same on any machine. In a browser it has the same line, nodes and times as on the
//! command line, to the byte.
//!
//! ```
//! use cleave_board::Position;
//! use cleave_search::Undisturbed;
//! use cleave_virtual_time::virtual_time::Machine;
//! use cleave_window::RecordingOrder;
//!
//! let plan = RecordingOrder { depth: 4, hash: 1, ..RecordingOrder::of(Position::start(), Machine::new(3)) };
//! let (about, recording) = plan.record(&mut Undisturbed)?;
//! assert!(about.nodes > 100 && !recording.bytes().is_empty());
//! # Ok::<(), cleave_window::RecordError>(())
//! ```
//!
//! | file | |
//! |---|---|
//! | `virtual_search.rs` | a search of chess in virtual time |
//! | `time_to_depth.rs`, `perturbation.rs` | the time that P_seq and teams need to a depth, after perturbations |
//! | `plan.rs`, `about.rs` | a recorded search, and its description |
//! | `page.rs`, `web/` | one file of HTML with style, script, recording and module |
//! | `module.rs`, `play.rs` | the page's requests to the module |
//! | `exports.rs` | the module's functions, on the web only |

mod about;
#[cfg(target_arch = "wasm32")]
mod exports;
mod module;
mod page;
pub mod perturbation;
mod plan;
mod play;
mod time_to_depth;
mod virtual_search;

pub use about::{About, Counted, Line, Sequential};
pub use module::Module;
pub use page::Page;
pub use plan::{RecordError, RecordingOrder};
pub use time_to_depth::{MeasureError, Measured, TimeToDepth};
pub use virtual_search::{VirtualSearch, measured_costs};
