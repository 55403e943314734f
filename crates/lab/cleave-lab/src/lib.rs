//! The laboratory of Cleave: measures what parallel search algorithms gain, and reports it. For researchers, who start
//! the program `cleave-lab` (`cargo xtask` has the same commands) or use this library. It depends on the search and its
//! machine, and on `cleave-kit`. Most measurements are in virtual time ([`cleave_virtual_time::virtual_time`]): the
//! same command gives the same figures, to the byte, on any machine.
//!
//! | question | command |
//! |---|---|
//! | How much sooner than the sequential program does a team reach a depth? | `speedup` |
//! | Which algorithm reaches a depth first, on the same trees? | `compare` |
//! | What is that worth in games with the same time for both? | `virtual-games` |
//! | Which parallel Monte-Carlo tree search plays best? | `monte-carlo` |
//! | Which properties of a tree does speed-up depend on? | `trees` |
//! | What does a cluster gain if work goes to the owner of a position? | `tds` |
//! | What does the table answer, and what would it cost with locks or without the XOR? | `memory` |
//! | What could any number of workers gain from a tree? | `path` |
//! | What does each worker do, from microsecond to microsecond? | `timeline` |
//! | Who makes, joins and finishes which split block, and when? | `record` |
//! | What do locks, cache lines and wake-ups cost on this machine? | `calibrate` |
//! | Is virtual time right about real workers, and about real ranks? | `validate`, `validate-ranks` |
//! | How do I get tables and pictures of it? | `report` |
//!
//! Beside the commands it has their parts: a search of chess in virtual time ([`chess::VirtualSearch`]), one by
//! several ranks and a simulated network ([`virtual_cluster`]).
//!
//! # What has been measured
//!
//! Measurements are files in `data`. The large ones are journals; a line is a search or a pair of games
//! ([`cleave_kit::experiment`]). A comparison of all algorithms is read like this:
//!
//! ```
//! use cleave_lab::compare::{Kind, read};
//!
//! # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
//! let rows = read("data/compare/trees-500000.jsonl".as_ref())?;
//! for row in &rows {
//!     println!("{:<20} x{:<3} {}", Kind::of(row.team), row.team.workers_of_all(), row.speedup);
//! }
//! # assert!(rows.iter().any(|row| row.speedup.mean > 8.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # To measure something else
//!
//! Define a piece of work, its parameters and its function. [`cleave_kit::experiment::complete`] does all pieces on all
//! processors, keeps them in a file, and goes on where it was broken off; [`cleave_kit::experiment::check`] does some
//! of them again. How large are the trees of the sequential program?
//!
//! ```
//! use cleave_board::Position;
//! use cleave_kit::Result;
//! use cleave_kit::experiment::{Entry, Experiment, complete};
//! use cleave_search::{Limits, Root, Searcher, Undisturbed};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
//! struct Depth(u32);
//!
//! #[derive(PartialEq, Serialize, Deserialize)]
//! struct Size { depth: Depth, nodes: u64 }
//!
//! impl Entry for Size {
//!     type Key = Depth;
//!     type Team = ();
//!     fn key(&self) -> Depth { self.depth }
//!     fn team(&self) {}
//! }
//!
//! /// The trees from the start position, with a table of so many MiB.
//! struct Sizes { hash: usize }
//!
//! impl Experiment for Sizes {
//!     type Entry = Size;
//!     type Setting = usize;
//!     type Worker = Searcher;
//!     const PIECES: &'static str = "trees";
//!
//!     fn setting(&self) -> &usize { &self.hash }
//!     fn worker(&self) -> Result<Searcher> { Ok(Searcher::new(self.hash)?) }
//!
//!     fn perform(&self, searcher: &mut Searcher, &depth: &Depth) -> Result<Size> {
//!         searcher.new_game();
//!         let root = Root::from(Position::start());
//!         let limits = Limits::to_depth(depth.0);
//!         let outcome = searcher.search_sequentially(&root, &limits, &mut Undisturbed);
//!         Ok(Size { depth, nodes: outcome.nodes })
//!     }
//! }
//!
//! let sizes = complete(&mut Sizes { hash: 1 }, None, &[1, 4, 7].map(Depth), None)?;
//! assert!(sizes[&Depth(7)].nodes > sizes[&Depth(4)].nodes);
//! # Ok::<(), cleave_kit::Error>(())
//! ```

mod calibrate;
pub mod chess;
mod commands;
pub mod compare;
mod memory;
mod monte_carlo;
mod options;
mod path;
mod record;
mod report;
mod searches;
mod setting;
mod signature;
mod speedup;
mod tds;
mod time_to_depth;
mod timeline;
mod trees;
mod validate;
pub mod virtual_cluster;
mod virtual_games;

pub use commands::Command;
pub use searches::Team;
