//! The foundation of the laboratory's and the workshop's commands. For `cleave-lab` and `cleave-tuning`; it depends on
//! the search, and knows neither virtual time nor any measurement.
//!
//! * [`experiment`]: many pieces of work on all processors, kept in a journal, resumed and checked.
//! * [`games`]: games of two players in one process, with openings, clocks and scores.
//! * [`statistics`], and [`estimate`] with standard errors.
//! * [`table`], [`parts`] of pages, and [`pictures`].
//! * [`files`], [`program`] and [`options`] of the command line, [`progress`] bars, [`parallel`] work, [`processors`].

mod error;
pub mod estimate;
pub mod experiment;
pub mod files;
pub mod games;
pub mod options;
pub mod parallel;
pub mod parts;
pub mod pictures;
pub mod processors;
pub mod program;
pub mod progress;
pub mod statistics;
pub mod table;

pub use error::{Error, Result};
