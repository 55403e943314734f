//! `autotune`: finds the settings by which the team is fastest on this machine.
//!
//! The values of one option after the other challenge the value in force. Both search the same positions to the same depth,
//! in pairs. A challenger replaces the value in force only if it is faster beyond the error of the measurement, because
//! the times of a team vary. [`plan`] says what is tried, [`contest`] when each search is made, [`duel`] decides, and
//! [`saving`] writes the configuration file.

pub mod contest;
pub mod duel;
pub mod plan;
pub mod saving;
