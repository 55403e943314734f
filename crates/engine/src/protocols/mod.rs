//! The protocols, a folder for each.
//!
//! The program starts as a [`console`]. A GUI's first line hands the conversation over: it is a row
//! of the console's table whose action names the protocol to speak from then on.

pub mod console;
mod game_keeper;
pub mod uci;
pub mod xboard;
