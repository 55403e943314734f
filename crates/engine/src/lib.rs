//! The program `cleave`: the protocol of xboard, and a console for people.
//!
//! # From a line to a move
//! There is one thread. [`Engine::run`](engine::Engine::run) does what is due: if it is the
//! engine's turn it thinks, else it takes the next line from the [`input`] and obeys it, and if
//! there is none it ponders, analyses or sleeps. A line is looked up in the table of [`commands`];
//! the function in its row obeys it, and what it refuses is said in the words of the protocol
//! ([`refusal`]).
//!
//! While a search runs, its [`listener`] reads on. The table says which commands may be obeyed at
//! once, which wait for the move and which end the search. They cannot get this wrong: what is
//! obeyed during a search is given the [`session`] only, and the searcher is not part of it.
//!
//! The rest are the parts of a session: the [`game`] and how it ends ([`ending`]), the [`clocks`]
//! and their settings ([`level`]), the [`book`], the [`options`], how [`memory`] is divided, and what
//! lines of [`thinking`] look like.

pub mod arguments;
pub mod benchmark;
pub mod book;
pub mod clocks;
pub mod commands;
pub mod dialect;
pub mod display;
pub mod ending;
pub mod engine;
pub mod features;
pub mod game;
pub mod input;
pub mod level;
pub mod lines;
pub mod listener;
pub mod logging;
pub mod memory;
pub mod offers;
pub mod options;
pub mod output;
pub mod refusal;
pub mod session;
pub mod settings;
pub mod thinking;
