//! The program `cleave` as a library: UCI, the protocol of xboard, a console for people, and the game that they play.
//! Use it to run the same program with other searches behind it ([`program`]), as `cleave-cluster` does, or to add a
//! protocol. It depends on every crate that plays, reads or writes chess, and on `cleave-tools` for the commands that
//! work on files.
//!
//! # From a line to a move
//! There is one thread. The event loop of the [`conversation`] runs the search that is due; if none is, it
//! takes the next line from the input and executes it. Without a line it ponders, analyses or sleeps.
//!
//! A protocol defines the lines that the program understands, its searches, and the wording of its output. Each has a
//! folder in [`protocols`]. A line is looked up in the protocol's table of commands. The function in its row executes
//! it, or returns a [`refusal`]. The program's own messages are notices to the [`client`], which the protocol words.
//! The layers below, the game, the search and the clocks, know no protocol.
//!
//! While a search runs, its listener reads on. The table says which commands may be executed at once, which wait for
//! the move and which end the search. The types ensure this. A command executed during a search receives only the
//! [`session`], and the searcher is not part of the session but of the [`mod@engine`].
//!
//! xboard and the console share most of their [`commands`] and their [`game_keeping`]: when to think, what to claim,
//! what to offer. UCI shares neither, because there the GUI keeps the game. The other modules are the parts of a
//! session: the [`game`] with its clocks, the [`book`], the [`strength`] of play, and the [`settings`]. A
//! configuration, a personality or the user changes the settings through the [`options`].
//!
//! A [`journal`] keeps each game in a file, from which it is resumed after a crash. Lines may also come from a file
//! ([`script`]). At a terminal, [`line_editing`] runs in front of the program, in its own process.

#![warn(clippy::print_stderr)]

pub mod arguments;
pub mod autotune;
pub mod book;
pub mod client;
pub mod commands;
pub mod conversation;
pub mod engine;
pub mod folders;
pub mod game;
pub mod game_keeping;
pub mod journal;
pub mod line_editing;
pub mod options;
pub mod personalities;
pub mod program;
pub mod protocols;
pub mod refusal;
pub mod script;
pub mod session;
pub mod settings;
pub mod strength;
pub mod task;
